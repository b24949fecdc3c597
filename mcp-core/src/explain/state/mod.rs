//! What of a conversation is remembered.
//!
//! In: what the checks learn from messages. Out: what later messages are judged by. Everything is
//! bounded by the limits; nothing here judges.

pub(super) mod between;
pub(super) mod calls;
pub(super) mod catalog;
pub(super) mod http;
pub(super) mod rounds;
pub(super) mod session;

use super::limits::Limits;
use crate::method::Side;
use crate::schema::{NoPatterns, Patterns};
use between::Between;
use calls::Calls;
use catalog::Catalog;
use http::Http;
use rounds::Rounds;
use session::Session;

/// What of a conversation is remembered.
pub(super) struct State {
    pub(super) limits: Limits,
    /// What was agreed on.
    pub(super) session: Session,
    /// What the client asked.
    pub(super) by_client: Calls,
    /// What the server asked.
    pub(super) by_server: Calls,
    /// What the server said it has.
    pub(super) catalog: Catalog,
    /// The calls that were answered by questions.
    pub(super) rounds: Rounds,
    /// What text that was no message left behind.
    pub(super) between: Between,
    /// The HTTP messages that carry it.
    pub(super) http: Http,
    /// The engine for patterns in schemas, when there is one.
    pub(super) patterns: Option<Box<dyn Patterns + Send>>,
    /// How many calls were numbered.
    numbers: u64,
}

impl State {
    pub(super) fn new(limits: Limits) -> Self {
        State {
            limits,
            session: Session::default(),
            by_client: Calls::new(limits),
            by_server: Calls::new(limits),
            catalog: Catalog::default(),
            rounds: Rounds::default(),
            between: Between::default(),
            http: Http::default(),
            patterns: None,
            numbers: 0,
        }
    }

    /// What that side asked.
    pub(super) fn of(&self, side: Side) -> &Calls {
        match side {
            Side::Client => &self.by_client,
            Side::Server => &self.by_server,
        }
    }

    /// What that side asked.
    pub(super) fn by(&mut self, side: Side) -> &mut Calls {
        match side {
            Side::Client => &mut self.by_client,
            Side::Server => &mut self.by_server,
        }
    }

    /// The engine for patterns in schemas; one that refuses all when there is none.
    pub(super) fn patterns(&self) -> &dyn Patterns {
        match &self.patterns {
            Some(patterns) => &**patterns,
            None => &NoPatterns,
        }
    }

    /// A number for a new call.
    pub(super) fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }
}
