//! What one request has said so far, and what it keeps to itself while the peer does not read.
//!
//! In: its progress and its log messages, in their order, and its end. Out: those for which there
//! is room, into the queue of the connection. Over its limit progress waits, and only the newest
//! survives; log messages below `warning` are left out, and far over the limit all of them, which
//! is counted and said. So a handler that reports in a loop fills no memory and holds up no
//! answer. Nothing that was reported is ever said after the answer.

use crate::outgoing::Outgoing;
use mcp_core::json;
use mcp_core::logging::LoggingLevel;
use mcp_core::method;
use mcp_core::rpc;

/// What was said about one request.
pub(super) struct Reported {
    answered: bool,
    progress: f64,
    /// The newest report of progress, while there is no room for it.
    waiting: Option<Vec<u8>>,
    left_out: Option<LeftOut>,
}

/// Log messages for which there was no room.
struct LeftOut {
    count: u64,
    gravest: LoggingLevel,
}

impl Reported {
    pub(super) fn new() -> Self {
        Self {
            answered: false,
            progress: f64::NEG_INFINITY,
            waiting: None,
            left_out: None,
        }
    }

    /// Takes a report, when it is one that may be sent: before the answer, and more than the last.
    // NB. also refuses NaN; progress must rise (every revision, Progress).
    pub(super) fn rises_to(&mut self, done: f64) -> bool {
        let rises = !self.answered && done.is_finite() && done > self.progress;
        if rises {
            self.progress = done;
        }
        rises
    }

    /// Sends a report that [rises](Self::rises_to), now or when there is room for it.
    pub(super) fn progress(&mut self, text: Vec<u8>, outgoing: &Outgoing) {
        match outgoing.over_limit() {
            true => self.waiting = Some(text),
            false => {
                self.waiting = None;
                outgoing.push(text);
            }
        }
    }

    /// Sends a log message, or counts it; `logs` says which levels are wanted.
    pub(super) fn log(
        &mut self,
        level: LoggingLevel,
        text: Vec<u8>,
        outgoing: &Outgoing,
        logs: impl Fn(LoggingLevel) -> bool,
    ) {
        if self.answered {
            return;
        }
        let full = match level >= LoggingLevel::Warning {
            true => outgoing.far_over_limit(),
            false => outgoing.over_limit(),
        };
        if full {
            let left_out = self.left_out.get_or_insert(LeftOut {
                count: 0,
                gravest: level,
            });
            left_out.count += 1;
            left_out.gravest = left_out.gravest.max(level);
            return;
        }
        self.own_up(outgoing, logs);
        outgoing.push(text);
    }

    /// From now on nothing is said, and nothing that waits either.
    pub(super) fn silence(&mut self) {
        self.answered = true;
    }

    /// Says what still waits; from now on nothing is said.
    pub(super) fn end(&mut self, outgoing: &Outgoing, logs: impl Fn(LoggingLevel) -> bool) {
        if let Some(text) = self.waiting.take() {
            outgoing.push(text);
        }
        self.own_up(outgoing, logs);
        self.answered = true;
    }

    /// Says how many log messages were left out, as gravely as the gravest of them.
    fn own_up(&mut self, outgoing: &Outgoing, logs: impl Fn(LoggingLevel) -> bool) {
        let Some(LeftOut { count, gravest }) = self.left_out.take() else {
            return;
        };
        if logs(gravest) {
            let words =
                format!("log messages left out because the client did not read in time: {count}");
            let mut data = Vec::with_capacity(80);
            json::write_str(&mut data, &words);
            outgoing.push(log_message(gravest, None, &data));
        }
    }
}

/// A log message whose data is that JSON text.
pub(super) fn log_message(level: LoggingLevel, logger: Option<&str>, data: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(120 + data.len());
    rpc::notification_head(&mut text, method::LOG_MESSAGE);
    text.extend_from_slice(b"{\"level\":\"");
    text.extend_from_slice(level.as_str().as_bytes());
    text.push(b'"');
    if let Some(logger) = logger {
        text.extend_from_slice(b",\"logger\":");
        json::write_str(&mut text, logger);
    }
    text.extend_from_slice(b",\"data\":");
    text.extend_from_slice(data);
    text.extend_from_slice(b"}}");
    text
}
