//! Whether a tool may be polled on the engine's own thread.
//!
//! In: how long its first polls took. Out: yes, once enough in a row were fast. After one that held
//! the engine's thread up, eight times as many have to be fast elsewhere as before: a tool that
//! blocks now and then holds its connection up once, and hardly ever again, while a quick tool
//! whose thread was taken off the processor is soon forgiven. (Time on the processor would tell the
//! two no better: a thread that sleeps takes none either.) Never measures anything itself.

use crate::limits::Limits;
use crate::report;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::time::Duration;

/// The record of one tool.
#[derive(Debug, Default)]
pub(crate) struct FirstPolls {
    /// Fast first polls in a row, as far as they are counted.
    fast: AtomicU32,
    /// So many are needed; 0 as long as no poll held the engine's thread up.
    needed: AtomicU32,
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

/// After each poll that held the engine up, so many times as many fast ones are needed.
const STRICTER: u32 = 8;

impl FirstPolls {
    /// Whether the next first poll may happen on the engine's thread.
    pub(crate) fn may_run_here(&self, limits: &Limits) -> bool {
        self.fast.load(Ordering::Relaxed) >= self.needed(limits)
    }

    /// Whether a poll has held its thread up, and not enough were fast since.
    pub(crate) fn is_banned(&self) -> bool {
        let needed = self.needed.load(Ordering::Relaxed);
        self.fast.load(Ordering::Relaxed) < needed
    }

    fn needed(&self, limits: &Limits) -> u32 {
        let needed = self.needed.load(Ordering::Relaxed);
        needed.max(limits.inline_after_fast_polls.into())
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
        if took >= limits.fast_poll {
            self.fast.store(0, Ordering::Relaxed);
            if took > limits.slow_poll {
                if on == On::Engine {
                    let needed = self.needed(limits).max(1).saturating_mul(STRICTER);
                    self.needed.store(needed, Ordering::Relaxed);
                }
                self.tell(took, tool);
            }
            return;
        }
        let fast = self.fast.load(Ordering::Relaxed);
        if fast < self.needed(limits) {
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
    fn a_poll_that_holds_the_engine_up_is_forgiven_after_eight_times_as_many_fast_ones() {
        let slow = Duration::from_millis(11);
        let mut polls = vec![FAST; 8];
        for needed in [64, 512, 4_096] {
            assert!(after(&polls));
            polls.push(slow);
            polls.extend(vec![FAST; needed - 1]);
            assert!(!after(&polls), "{needed}");
            polls.push(FAST);
        }
        assert!(after(&polls));
    }

    #[test]
    fn a_tool_that_blocks_now_and_then_holds_the_engine_up_a_few_times_in_all() {
        let (record, limits) = (FirstPolls::default(), Limits::default());
        let mut held_up = 0;
        for call in 1..=1_000_000 {
            let blocks = call % 100 == 0;
            let on = match record.may_run_here(&limits) {
                true => On::Engine,
                false => On::Runtime,
            };
            held_up += u32::from(blocks && on == On::Engine);
            let took = if blocks { Duration::from_secs(1) } else { FAST };
            record.record(took, on, &limits, "t");
        }
        assert_eq!(held_up, 2);
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
