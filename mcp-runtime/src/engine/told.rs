//! What the watch has to say, and how often.
//!
//! In: what was noticed in one look, by the name of the tool. Out: one line for each kind and name
//! with their number, and none for the same again for a while.

use crate::counts;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// The same is not said again sooner.
const PAUSE: Duration = Duration::from_secs(10);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum What {
    HoldsTheConnection,
    HoldsAThread,
    GoesOn,
    FillsThePool,
}

#[derive(Default)]
pub(super) struct Told {
    noted: BTreeMap<(What, String), u64>,
    said: HashMap<(What, String), Instant>,
}

impl Told {
    pub(super) fn note(&mut self, what: What, who: String) {
        match what {
            What::HoldsTheConnection | What::HoldsAThread => counts::threads_held(1),
            What::GoesOn => counts::handlers_going_on(1),
            What::FillsThePool => {}
        }
        *self.noted.entry((what, who)).or_default() += 1;
    }

    /// Says what was noted.
    pub(super) fn tell(&mut self, now: Instant, limit: Duration) {
        for ((what, who), handlers) in std::mem::take(&mut self.noted) {
            self.said.retain(|_, at| now.duration_since(*at) < PAUSE);
            if let Entry::Vacant(unsaid) = self.said.entry((what, who)) {
                say(what, &unsaid.key().1, handlers, limit);
                unsaid.insert(now);
            }
        }
    }
}

fn say(what: What, who: &str, handlers: u64, limit: Duration) {
    const BLOCKS: &str =
        "blocking work belongs into a `fn` without `async`, or into `spawn_blocking`";
    let words = match what {
        What::HoldsTheConnection => format!(
            "{who} has held the thread of its connection for {limit:?}, on which nothing is read or answered meanwhile; {BLOCKS}"
        ),
        What::HoldsAThread => format!(
            "{who} has held a thread of the runtime for {limit:?} without an `.await` ({handlers} calls); {BLOCKS}"
        ),
        What::GoesOn => format!(
            "{who} goes on {limit:?} after its call was cancelled or timed out ({handlers} calls), and counts as running; it should ask `Context::is_cancelled` now and then, or take a time limit of its own"
        ),
        What::FillsThePool => format!(
            "calls of sync tools have waited {limit:?} for a free thread: {who}; `Limits::pool_threads` says how many there may be"
        ),
    };
    tracing::warn!("{words}");
    crate::report::without_subscriber(|| words);
}
