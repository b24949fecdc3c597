//! What stands in place of threads, locks and time while the code is modelled.
//!
//! In: a model, which is a closure that starts threads and tasks and asserts. Out: a panic with the
//! schedule that broke it. `MODEL_ITERATIONS` says how many schedules each model tries of each
//! kind, `MODEL_SCHEDULE` has one that was printed, to try it again.
//! Nothing here knows memory orders weaker than sequential consistency: a model shows an order of
//! steps that is wrong, never one that a fence is missing for.

use shuttle::future::{JoinHandle, block_on};
use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use shuttle::{Config, MaxSteps, Runner};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, LockResult, PoisonError};
use std::time::Duration;

pub(crate) use shuttle::sync::{Mutex, MutexGuard, atomic};
pub(crate) use shuttle::thread;

/// Ordered alike in every run, so that a schedule can be tried again.
pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<DefaultHasher>>;

/// So many schedules of each kind, if nothing else is said.
const ITERATIONS: usize = 10_000;
/// How many times a schedule of the second kind changes which thread goes first.
const CHANGES: usize = 4;
/// A model that takes longer turns in circles.
const STEPS: usize = 50_000;
/// A connection needs more than the default of 32 KiB.
const STACK: usize = 256 * 1024;

/// Where tasks run in a model, and those that were started.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tasks(Arc<std::sync::Mutex<Vec<JoinHandle<()>>>>);

impl From<tokio::runtime::Handle> for Tasks {
    fn from(_: tokio::runtime::Handle) -> Self {
        Self::default()
    }
}

impl Tasks {
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let task = shuttle::future::spawn(task);
        self.started().push(task);
    }

    /// Waits until all tasks are over; one that never ends is a deadlock.
    pub(crate) fn join(&self) {
        let tasks = std::mem::take(&mut *self.started());
        for task in tasks {
            // NB. one that was shut down has no result.
            let _ = block_on(task);
        }
    }

    /// Drops all tasks at their next step, as a runtime does that is shut down.
    pub(crate) fn shut_down(&self) {
        let handles: Vec<_> = self
            .started()
            .iter()
            .map(JoinHandle::abort_handle)
            .collect();
        for handle in handles {
            handle.abort();
        }
    }

    fn started(&self) -> std::sync::MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A condition with waits that can time out, which those of the scheduler never do.
#[derive(Debug, Default)]
pub(crate) struct Condvar {
    inner: shuttle::sync::Condvar,
    expired: atomic::AtomicUsize,
}

impl Condvar {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Every wait that has begun is over its time.
    pub(crate) fn expire(&self) {
        self.expired.fetch_add(1, atomic::Ordering::SeqCst);
        self.inner.notify_all();
    }

    pub(crate) fn notify_one(&self) {
        self.inner.notify_one();
    }

    /// Like that of the standard library; the second value says whether the time was over.
    pub(crate) fn wait_timeout_while<'a, T>(
        &self,
        mut guard: MutexGuard<'a, T>,
        _: Duration,
        mut condition: impl FnMut(&mut T) -> bool,
    ) -> LockResult<(MutexGuard<'a, T>, bool)> {
        let begun = self.expired.load(atomic::Ordering::SeqCst);
        while condition(&mut *guard) {
            if self.expired.load(atomic::Ordering::SeqCst) != begun {
                return Ok((guard, true));
            }
            guard = self
                .inner
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
        Ok((guard, false))
    }
}

/// Tries a model in many orders: at random, and with few changes of who goes first, which finds
/// what takes several coincidences.
pub(crate) fn explore(model: impl Fn() + Send + Sync + Clone + 'static) {
    if let Ok(schedule) = std::env::var("MODEL_SCHEDULE") {
        return shuttle::replay(model, &schedule);
    }
    let iterations = std::env::var("MODEL_ITERATIONS").map_or(ITERATIONS, |n| {
        n.parse().expect("MODEL_ITERATIONS is a number")
    });
    run(RandomScheduler::new(iterations), model.clone());
    run(PctScheduler::new(CHANGES, iterations), model);
}

fn run(scheduler: impl Scheduler + 'static, model: impl Fn() + Send + Sync + 'static) {
    let mut config = Config::new();
    config.stack_size = STACK;
    config.max_steps = MaxSteps::FailAfter(STEPS);
    config.silence_warnings = true;
    Runner::new(scheduler, config).run(model);
}
