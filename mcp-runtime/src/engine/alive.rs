//! The handlers that are alive: those whose call waits for an answer, and those whose call was
//! cancelled or timed out and that have not ended yet.
//!
//! In: a permit for each handler, which is let go when the handler has really ended: when its
//! future was dropped and, for one on the pool, when its thread is free. Out: how many there are,
//! which counts against the limit of running calls, and which of them were told to end and have not
//! for a while. It never ends anything.

use super::answer::doing;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::tool::BuiltTool;
use std::sync::{Arc, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The handlers of one connection.
#[derive(Default)]
pub(crate) struct Alive {
    count: AtomicUsize,
    told: Mutex<Told>,
}

/// Those that were told to end.
#[derive(Default)]
struct Told {
    all: Vec<(Weak<Permit>, Instant)>,
    /// Those that have ended are forgotten when there are so many.
    most: usize,
}

/// One handler.
pub(crate) struct Permit {
    alive: Arc<Alive>,
    /// None for a custom method.
    tool: Option<Arc<BuiltTool>>,
}

impl Alive {
    pub(super) fn permit(self: &Arc<Self>, tool: Option<Arc<BuiltTool>>) -> Arc<Permit> {
        self.count.fetch_add(1, Ordering::AcqRel);
        let alive = self.clone();
        Arc::new(Permit { alive, tool })
    }

    /// How many handlers are alive.
    pub(crate) fn count(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }

    /// Takes note of a handler whose call was cancelled or has timed out.
    pub(super) fn told_to_end(&self, handler: Weak<Permit>) {
        let since = Instant::now();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.all.len() >= told.most {
            told.all.retain(|(one, _)| one.strong_count() > 0);
            told.most = told.all.len() * 2 + 16;
        }
        told.all.push((handler, since));
    }
}

impl Alive {
    /// Tells of each handler that goes on so long after it was told to end, once. Whether any
    /// handler is alive.
    pub(super) fn look(
        &self,
        now: Instant,
        patience: Duration,
        mut tell: impl FnMut(String),
    ) -> bool {
        let mut late = Vec::new();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.all.retain(|(handler, since)| {
            let is_late = now.saturating_duration_since(*since) >= patience;
            if is_late {
                late.extend(handler.upgrade());
            }
            !is_late && handler.strong_count() > 0
        });
        drop(told);
        // NB. the last one to let a tool go drops what is the user's: not under the lock.
        for handler in late {
            tell(handler.doing());
        }
        self.count() > 0
    }
}

impl Permit {
    /// What the handler is of.
    pub(super) fn doing(&self) -> String {
        doing(self.tool.as_deref())
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.alive.count.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handler_counts_until_all_who_run_it_let_it_go() {
        let alive = Arc::new(Alive::default());
        let (first, second) = (alive.permit(None), alive.permit(None));
        let on_the_pool = first.clone();
        drop((first, second));
        assert_eq!(alive.count(), 1);
        drop(on_the_pool);
        assert_eq!(alive.count(), 0);
    }

    #[test]
    fn handlers_that_ended_when_told_to_are_forgotten() {
        let alive = Arc::new(Alive::default());
        let stays = alive.permit(None);
        alive.told_to_end(Arc::downgrade(&stays));
        for _ in 0..10_000 {
            alive.told_to_end(Arc::downgrade(&alive.permit(None)));
        }
        let told = alive.told.lock().expect("lock");
        assert!(told.all.len() <= 18, "{}", told.all.len());
        assert!(told.all.iter().any(|(one, _)| one.strong_count() > 0));
    }
}
