//! Whether a tool may be polled on the engine's own thread.
//!
//! In: how long its first polls took. Out: yes, once enough in a row were fast; no, for good,
//! after one that held the thread up. Never measures anything itself.

use crate::limits::Limits;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// The record of one tool: fast first polls in a row, or [`BANNED`].
#[derive(Debug, Default)]
pub(crate) struct FirstPolls(AtomicU8);

const BANNED: u8 = u8::MAX;

impl FirstPolls {
    /// Whether the next first poll may happen on the engine's thread.
    pub(crate) fn may_run_here(&self, limits: &Limits) -> bool {
        let fast = self.0.load(Ordering::Relaxed);
        fast != BANNED && fast >= limits.inline_after_fast_polls
    }

    pub(crate) fn record(&self, took: Duration, limits: &Limits, tool: &str) {
        let fast = self.0.load(Ordering::Relaxed);
        if fast == BANNED {
            return;
        }
        if took > limits.slow_poll {
            self.0.store(BANNED, Ordering::Relaxed);
            tracing::warn!(
                tool,
                ?took,
                "a tool held its thread in one poll; from now on it always gets a task of its own. Blocking work belongs into a `fn` without `async`, or into `spawn_blocking`"
            );
        } else if took >= limits.fast_poll {
            self.0.store(0, Ordering::Relaxed);
        } else if fast < limits.inline_after_fast_polls {
            self.0.store(fast + 1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAST: Duration = Duration::from_micros(5);

    fn after(polls: &[Duration]) -> bool {
        let (record, limits) = (FirstPolls::default(), Limits::default());
        for took in polls {
            record.record(*took, &limits, "t");
        }
        record.may_run_here(&limits)
    }

    #[test]
    fn a_tool_runs_here_after_eight_fast_first_polls_in_a_row() {
        assert!(!after(&[FAST; 7]));
        assert!(after(&[FAST; 8]));
    }

    #[test]
    fn a_poll_that_is_not_fast_starts_the_count_again() {
        let mut polls = vec![FAST; 8];
        polls.push(Duration::from_micros(300));
        assert!(!after(&polls));
        polls.extend([FAST; 8]);
        assert!(after(&polls));
    }

    #[test]
    fn one_poll_that_blocks_bans_a_tool_for_good() {
        let mut polls = vec![Duration::from_millis(11)];
        polls.extend([FAST; 20]);
        assert!(!after(&polls));
    }
}
