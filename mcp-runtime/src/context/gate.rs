//! Which log messages a request wants.
//!
//! In: the level that the request or its session asked for. Out: yes or no for each message. It
//! never sends anything.

use crate::sync::atomic::{AtomicU8, Ordering};
use mcp_core::logging::LoggingLevel;
use std::sync::Arc;

/// Where the level for log messages comes from.
pub(crate) enum LogGate {
    /// No log messages for this request.
    Closed,
    /// The level that this request alone asked for (2026-07-28).
    At(LoggingLevel),
    /// The level of its session, which may change while the request runs.
    Session(SharedLevel),
}

impl LogGate {
    /// Whether a message of this level is sent.
    pub(super) fn admits(&self, level: LoggingLevel) -> bool {
        match self {
            Self::Closed => false,
            Self::At(least) => level >= *least,
            Self::Session(shared) => level as u8 >= shared.load() & !DEFAULT,
        }
    }

    /// Whether the client itself asked for messages of this level.
    #[cfg_attr(not(feature = "client-logs"), allow(dead_code))]
    pub(super) fn asks_for(&self, level: LoggingLevel) -> bool {
        match self {
            Self::Closed => false,
            Self::At(least) => level >= *least,
            // NB. a default is greater than every level.
            Self::Session(shared) => level as u8 >= shared.load(),
        }
    }
}

/// A level that a session sets and its running requests read.
#[derive(Debug, Clone)]
pub(crate) struct SharedLevel(Arc<AtomicU8>);

/// The client has not asked: the level is the server's own choice.
const DEFAULT: u8 = 0x80;

impl SharedLevel {
    /// The level of a client that has not asked for one.
    pub(crate) fn new(default: LoggingLevel) -> Self {
        Self(Arc::new(AtomicU8::new(default as u8 | DEFAULT)))
    }

    /// The client asks.
    pub(crate) fn set(&self, level: LoggingLevel) {
        self.0.store(level as u8, Ordering::Release);
    }

    fn load(&self) -> u8 {
        self.0.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_level_is_applied_but_is_not_asked_for() {
        let level = SharedLevel::new(LoggingLevel::Info);
        let gate = LogGate::Session(level.clone());
        assert!(gate.admits(LoggingLevel::Info) && !gate.admits(LoggingLevel::Debug));
        assert!(!gate.asks_for(LoggingLevel::Emergency));
        level.set(LoggingLevel::Notice);
        assert!(gate.admits(LoggingLevel::Notice) && !gate.admits(LoggingLevel::Info));
        assert!(gate.asks_for(LoggingLevel::Notice) && !gate.asks_for(LoggingLevel::Info));
    }

    #[test]
    fn the_level_of_one_request_is_asked_for() {
        let gate = LogGate::At(LoggingLevel::Error);
        assert!(gate.admits(LoggingLevel::Error) && gate.asks_for(LoggingLevel::Error));
        assert!(!gate.asks_for(LoggingLevel::Warning));
        assert!(!LogGate::Closed.asks_for(LoggingLevel::Emergency));
    }
}
