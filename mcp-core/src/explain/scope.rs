//! What is known about one message while it is judged.
//!
//! In: the frame and the conversation so far. Out: who sent it and which revision it is written in.
//! It judges nothing.

use std::time::Duration;

use crate::method::{Method, Side};
use crate::version::ProtocolVersion;

use super::frame::Carrier;

/// What is known about one message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// Who sent it, told by the log or else by what it says.
    pub(super) from: Option<Side>,
    /// The revision it is written in; none when that is not known.
    pub(super) version: Option<ProtocolVersion>,
    /// What carried it.
    pub(super) carrier: Carrier,
    /// When it was sent, where the log says so.
    pub(super) at: Option<Duration>,
    /// The line of the log on which it begins.
    pub(super) line: u64,
}

impl Scope {
    /// Whether the revision is known and answers the question with yes.
    pub(super) fn surely(&self, question: fn(ProtocolVersion) -> bool) -> bool {
        self.version.is_some_and(question)
    }

    /// Whether the revision is known and lacks the method.
    pub(super) fn surely_lacks(&self, method: &Method) -> bool {
        self.version
            .is_some_and(|version| !method.is_known_in(version))
    }

    /// Whether the revision is known and answers the question with no.
    pub(super) fn surely_not(&self, question: fn(ProtocolVersion) -> bool) -> bool {
        self.version.is_some_and(|version| !question(version))
    }
}

/// The other end.
pub(super) const fn other(side: Side) -> Side {
    match side {
        Side::Client => Side::Server,
        Side::Server => Side::Client,
    }
}
