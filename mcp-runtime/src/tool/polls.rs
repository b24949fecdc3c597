//! Whether a tool may be polled on the engine's own thread.
//!
//! In: how long its first polls took. Out: yes, once enough in a row were fast; no, for good,
//! after one that held the thread up. Never measures anything itself.

use crate::limits::Limits;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// The record of one tool.
#[derive(Debug, Default)]
pub(crate) struct FirstPolls {
    /// Fast first polls in a row, or [`BANNED`].
    fast: AtomicU8,
    /// How often the engine has waited for a first poll elsewhere, or [`GIVEN_UP`].
    trials: AtomicU8,
}

const BANNED: u8 = u8::MAX;
const GIVEN_UP: u8 = u8::MAX;

impl FirstPolls {
    /// Whether the next first poll may happen on the engine's thread.
    pub(crate) fn may_run_here(&self, limits: &Limits) -> bool {
        let fast = self.fast.load(Ordering::Relaxed);
        fast != BANNED && fast >= limits.inline_after_fast_polls
    }

    /// Whether a poll has held its thread up.
    pub(crate) fn is_banned(&self) -> bool {
        self.fast.load(Ordering::Relaxed) == BANNED
    }

    /// Whether the engine may wait a moment for the next first poll, to learn how quick the tool
    /// is before more of its calls are started: as often as proof needs, while nothing speaks
    /// against it.
    pub(crate) fn is_on_trial(&self, limits: &Limits) -> bool {
        let trials = self.trials.load(Ordering::Relaxed);
        if trials >= limits.inline_after_fast_polls || self.fast.load(Ordering::Relaxed) == BANNED {
            return false;
        }
        self.trials.store(trials + 1, Ordering::Relaxed);
        true
    }

    /// A first poll took longer than the engine waits: it won't wait for this tool again.
    pub(crate) fn end_trial(&self) {
        self.trials.store(GIVEN_UP, Ordering::Relaxed);
    }

    pub(crate) fn record(&self, took: Duration, limits: &Limits, tool: &str) {
        let fast = self.fast.load(Ordering::Relaxed);
        if fast == BANNED {
            return;
        }
        if took > limits.slow_poll {
            self.fast.store(BANNED, Ordering::Relaxed);
            tracing::warn!(
                tool,
                ?took,
                "a tool held its thread in one poll; from now on it always gets a task of its own. Blocking work belongs into a `fn` without `async`, or into `spawn_blocking`"
            );
        } else if took >= limits.fast_poll {
            self.fast.store(0, Ordering::Relaxed);
        } else if fast < limits.inline_after_fast_polls {
            self.fast.store(fast + 1, Ordering::Relaxed);
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
    fn a_tool_is_waited_for_as_often_as_proof_needs_and_never_after_it_let_wait() {
        let (record, limits) = (FirstPolls::default(), Limits::default());
        let waits = (0..20).filter(|_| record.is_on_trial(&limits)).count();
        assert_eq!(waits, 8);
        let record = FirstPolls::default();
        assert!(record.is_on_trial(&limits));
        record.end_trial();
        assert!(!record.is_on_trial(&limits));
    }

    #[test]
    fn one_poll_that_blocks_bans_a_tool_for_good() {
        let mut polls = vec![Duration::from_millis(11)];
        polls.extend([FAST; 20]);
        assert!(!after(&polls));
    }
}
