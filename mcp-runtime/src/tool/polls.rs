//! Whether a tool may be polled on the engine's own thread.
//!
//! In: how long its first polls took. Out: yes, once enough in a row were fast; no, for good,
//! after one that held the thread up. Never measures anything itself.

use crate::limits::Limits;
use crate::report;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

/// The record of one tool.
#[derive(Debug, Default)]
pub(crate) struct FirstPolls {
    /// Fast first polls in a row, or [`BANNED`].
    fast: AtomicU8,
    /// How often the engine has waited for a first poll elsewhere.
    trials: AtomicU8,
    /// The log has a line about a slow one.
    told: AtomicBool,
}

/// Whose thread a first poll happened on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    /// The engine's, which has to read and answer meanwhile.
    Engine,
    /// One of the user's runtime.
    Runtime,
}

const BANNED: u8 = u8::MAX;

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
    /// is before more of its calls are started: twice as often as proof needs at most.
    pub(crate) fn is_on_trial(&self, limits: &Limits) -> bool {
        let trials = self.trials.load(Ordering::Relaxed);
        let enough = limits.inline_after_fast_polls.saturating_mul(2);
        if trials >= enough || self.is_banned() {
            return false;
        }
        self.trials.store(trials + 1, Ordering::Relaxed);
        true
    }

    /// A first poll took longer than the engine waits. It may have been cold code: that is
    /// forgiven once, and counts as half of all trials.
    pub(crate) fn let_wait(&self, limits: &Limits) {
        let trials = self.trials.load(Ordering::Relaxed);
        let more = trials.saturating_add(limits.inline_after_fast_polls);
        self.trials.store(more, Ordering::Relaxed);
    }

    /// Takes note of a first poll.
    ///
    /// NB. a slow one on a thread of the runtime held nothing up, and may be cold code or a busy
    /// machine: it only starts the count again.
    pub(crate) fn record(&self, took: Duration, on: On, limits: &Limits, tool: &str) {
        let fast = self.fast.load(Ordering::Relaxed);
        if fast == BANNED {
            return;
        }
        if took >= limits.fast_poll {
            let held_up = on == On::Engine && took > limits.slow_poll;
            let next = if held_up { BANNED } else { 0 };
            self.fast.store(next, Ordering::Relaxed);
            if took > limits.slow_poll {
                self.tell(took, tool);
            }
        } else if fast < limits.inline_after_fast_polls {
            self.fast.store(fast + 1, Ordering::Relaxed);
        }
    }

    #[cold]
    fn tell(&self, took: Duration, tool: &str) {
        if !self.told.swap(true, Ordering::Relaxed) {
            const ADVICE: &str = "a tool held its thread in one poll; while it does, its calls get tasks of their own. Blocking work belongs into a `fn` without `async`, or into `spawn_blocking`";
            tracing::warn!(tool, ?took, "{ADVICE}");
            report::without_subscriber(|| format!("tool `{tool}`, {took:?}: {ADVICE}"));
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
            let on = match record.may_run_here(&limits) {
                true => On::Engine,
                false => On::Runtime,
            };
            record.record(*took, on, &limits, "t");
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
    fn a_tool_is_waited_for_twice_as_often_as_proof_needs() {
        let (record, limits) = (FirstPolls::default(), Limits::default());
        let waits = (0..50).filter(|_| record.is_on_trial(&limits)).count();
        assert_eq!(waits, 16);
    }

    #[test]
    fn a_tool_that_let_the_engine_wait_too_long_twice_is_not_waited_for_again() {
        let (record, limits) = (FirstPolls::default(), Limits::default());
        assert!(record.is_on_trial(&limits));
        record.let_wait(&limits);
        assert!(record.is_on_trial(&limits), "it may have been cold");
        record.let_wait(&limits);
        assert!(!record.is_on_trial(&limits));
    }

    #[test]
    fn a_poll_that_holds_the_engine_up_bans_a_tool_for_good() {
        let mut polls = vec![FAST; 8];
        polls.push(Duration::from_millis(11));
        polls.extend([FAST; 20]);
        assert!(!after(&polls));
    }

    #[test]
    fn a_cold_first_call_on_the_runtime_does_not_ban_a_tool() {
        let mut polls = vec![Duration::from_millis(11)];
        polls.extend([FAST; 7]);
        assert!(!after(&polls));
        polls.push(FAST);
        assert!(after(&polls));
    }

    #[test]
    fn a_tool_that_blocks_again_and_again_never_gets_onto_the_engine() {
        let mut polls = Vec::new();
        for _ in 0..20 {
            polls.extend([FAST; 7]);
            polls.push(Duration::from_millis(11));
            assert!(!after(&polls));
        }
    }
}
