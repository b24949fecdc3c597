//! What the two sides agreed on.
//!
//! In: the handshake, or the claims of stateless requests. Out: the revision, and what each side
//! can do. It never judges whether they may.

use crate::capabilities::{ClientCapabilities, ServerCapabilities};
use crate::logging::LoggingLevel;
use crate::method::Side;
use crate::rpc::Id;
use crate::version::ProtocolVersion;
use std::sync::Arc;
use std::time::Duration;

/// How far a handshake has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub(in crate::explain) enum Handshake {
    /// There was none.
    #[default]
    None,
    /// `initialize` waits for its answer.
    Asked { id: Id, line: u64 },
    /// It was answered; `notifications/initialized` is due.
    Answered { line: u64 },
    /// It is done.
    Done,
}

/// What the two sides agreed on.
#[derive(Clone, Debug, Default)]
pub(in crate::explain) struct Session {
    pub(in crate::explain) handshake: Handshake,
    /// The revision that the client asked for, as written.
    pub(in crate::explain) asked: Option<String>,
    /// The revision that the handshake agreed on.
    pub(in crate::explain) version: Option<ProtocolVersion>,
    /// The revision of the last request that named one in its `_meta`.
    pub(in crate::explain) claimed: Option<ProtocolVersion>,
    /// What the client said it can do; of the last request, where each says so.
    pub(in crate::explain) client: Option<Arc<ClientCapabilities>>,
    /// The text of what the client said it can do, where each request says so.
    pub(in crate::explain) client_text: Option<Box<str>>,
    /// What the server said it can do.
    pub(in crate::explain) server: Option<ServerCapabilities>,
    /// The least level of log messages that the client asked for.
    pub(in crate::explain) log_level: Option<LoggingLevel>,
    /// The first request before any handshake and without a claim: its line and its method.
    pub(in crate::explain) early: Option<(u64, String)>,
    /// The id of the first `initialize`.
    pub(in crate::explain) first_id: Option<Id>,
    /// The stateless revisions that the server said it serves.
    pub(in crate::explain) served: Option<Vec<String>>,
    /// It was told that `notifications/initialized` is missing.
    pub(in crate::explain) told_missing: bool,
    /// When the last message was sent that says so.
    pub(in crate::explain) last_at: Option<Duration>,
    /// A batch was refused: its answer has no id.
    pub(in crate::explain) batched: bool,
    /// The line of the last answer that nobody could take for theirs.
    pub(in crate::explain) astray: Option<u64>,
    heard_client: bool,
    heard_server: bool,
}

impl Session {
    /// A message was sent.
    pub(in crate::explain) fn hears(&mut self, from: Option<Side>, at: Option<Duration>) {
        match from {
            Some(Side::Client) => self.heard_client = true,
            Some(Side::Server) => self.heard_server = true,
            None => {}
        }
        self.last_at = at.or(self.last_at);
    }

    /// The handshake is closed, rightly or nearly so.
    pub(in crate::explain) fn closes(&mut self) {
        if matches!(self.handshake, Handshake::Answered { .. }) {
            self.handshake = Handshake::Done;
        }
    }

    /// Whether that side said anything.
    pub(in crate::explain) fn heard(&self, side: Side) -> bool {
        match side {
            Side::Client => self.heard_client,
            Side::Server => self.heard_server,
        }
    }
}
