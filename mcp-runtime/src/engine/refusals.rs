//! The log of messages that can't be used.
//!
//! In: the time of each such message. Out: whether it gets a line of its own, and a line that says
//! how many got none. So a peer that sends nothing but rubbish fills no log, and holds up the
//! thread of the connection with it no longer than a well-behaved one.

use super::per_second::PerSecond;
use std::time::Instant;

pub(crate) struct Refusals {
    lines: PerSecond,
    left_out: u64,
}

impl Refusals {
    pub(crate) fn new(lines_per_second: u32) -> Self {
        Self {
            lines: PerSecond::new(lines_per_second),
            left_out: 0,
        }
    }

    /// Whether this one is logged.
    pub(crate) fn may_log(&mut self, now: Instant) -> bool {
        let may = self.lines.allows(now);
        if !may {
            self.left_out += 1;
        } else if self.left_out > 0 {
            // NB. the line that says so is one of this second's.
            let _ = self.lines.allows(now);
            self.own_up();
        }
        may
    }

    /// Logs a refusal of little weight, which few listen to.
    pub(crate) fn debug(&mut self, log: impl FnOnce()) {
        if tracing::enabled!(tracing::Level::DEBUG) && self.may_log(Instant::now()) {
            log();
        }
    }

    fn own_up(&mut self) {
        let left_out = std::mem::take(&mut self.left_out);
        if left_out > 0 {
            tracing::warn!(
                left_out,
                "more messages can't be used than are logged in a second"
            );
        }
    }
}

impl Drop for Refusals {
    fn drop(&mut self) {
        self.own_up();
    }
}
