//! The threads on which sync tools run.
//!
//! In: a job, from async code. Out: a future of its result, or of its panic. Threads are made
//! when work waits, up to a bound; idle ones end. They are detached, so that a job which never
//! ends can't keep the process from ending, which is why this is not tokio's blocking pool. A job
//! whose future was dropped before a thread took it is let go at once, with all that it holds, and
//! never runs; one that runs is never stopped.

use crate::limits::{POOL_IDLE, POOL_THREADS};
use crate::sync::{Condvar, Mutex, MutexGuard, thread};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, LazyLock, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Runs `job` on a thread of the process's pool. The runtime around the caller is entered there,
/// so that `Handle::current()` works as in tokio's own pool, and so is the caller's span.
///
/// `name` says whose work it is, when somebody asks.
pub(crate) fn run_blocking<T: Send + 'static>(
    name: impl Fn() -> String + Send + Sync + 'static,
    job: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = thread::Result<T>> {
    POOL.run(name, job)
}

static POOL: LazyLock<Pool> = LazyLock::new(|| Pool::new(POOL_THREADS, POOL_IDLE));

/// Changes the bounds of the process's pool. Threads beyond a new bound end when they are idle.
pub(crate) fn limit(threads: usize, idle_for: Duration) {
    // NB. a model has pools of its own: this one would remember the schedules before.
    if cfg!(all(test, shuttle)) {
        return;
    }
    let mut state = POOL.shared.lock();
    (state.most, state.idle_for) = (threads, idle_for);
}

/// What runs, by name, when all threads are busy and a job has waited for one so long.
pub(crate) fn look(now: Instant, patience: Duration) -> Option<String> {
    POOL.look(now, patience)
}

/// A bounded pool of detached threads.
struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    work: Condvar,
}

struct State {
    most: usize,
    idle_for: Duration,
    /// What waits, by its number: the lowest came first.
    jobs: BTreeMap<u64, Waiting>,
    /// What runs, by the same number.
    running: BTreeMap<u64, Name>,
    next: u64,
    threads: usize,
    /// Threads that wait for work and are not yet promised to a job in the queue.
    idle: usize,
}

type Job = Box<dyn FnOnce() + Send>;
type Name = Arc<dyn Fn() -> String + Send + Sync>;

/// A job in the queue.
struct Waiting {
    job: Job,
    name: Name,
    /// Since when, if no thread was free for it.
    since: Option<Instant>,
}

/// The result of a job, once it is there.
struct Pending<T> {
    result: oneshot::Receiver<thread::Result<T>>,
    /// Where the job waits, until its result is there.
    queued: Option<(Arc<Shared>, u64)>,
}

impl<T> Future for Pending<T> {
    type Output = thread::Result<T>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.result).poll(cx).map(|result| {
            self.queued = None;
            match result {
                Ok(result) => result,
                Err(_) => Err(Box::new("no thread could be started") as Box<dyn Any + Send>),
            }
        })
    }
}

impl<T> Drop for Pending<T> {
    /// Nobody wants the result any more. NB. the job is user code's to drop: not under the lock.
    fn drop(&mut self) {
        if let Some((shared, number)) = self.queued.take() {
            let job = shared.lock().jobs.remove(&number);
            drop(job);
        }
    }
}

impl Pool {
    fn new(most: usize, idle_for: Duration) -> Self {
        Self {
            shared: Arc::new(Shared {
                state: Mutex::new(State {
                    most,
                    idle_for,
                    jobs: BTreeMap::new(),
                    running: BTreeMap::new(),
                    next: 0,
                    threads: 0,
                    idle: 0,
                }),
                work: Condvar::new(),
            }),
        }
    }

    /// Hands the job over, and with it the caller's span; the receiver lives as long as somebody
    /// wants the result.
    fn run<T: Send + 'static>(
        &self,
        name: impl Fn() -> String + Send + Sync + 'static,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Pending<T> {
        let (done, result) = oneshot::channel();
        let runtime = tokio::runtime::Handle::try_current().ok();
        let span = tracing::Span::current();
        let work = Box::new(move || {
            if done.is_closed() {
                return;
            }
            let _entered = runtime.as_ref().map(tokio::runtime::Handle::enter);
            let _inside = span.enter();
            // NB. whoever wanted the result may be gone; then it is dropped here, in user code.
            let _ = done.send(catch_unwind(AssertUnwindSafe(job)));
        });
        let number = self.submit(work, Arc::new(name));
        Pending {
            result,
            queued: Some((self.shared.clone(), number)),
        }
    }

    /// Puts the job into the queue; returns its number there.
    fn submit(&self, job: Job, name: Name) -> u64 {
        let mut state = self.shared.lock();
        let number = state.next;
        state.next += 1;
        let is_full = state.jobs.len() >= state.idle && state.threads >= state.most;
        let since = is_full.then(Instant::now);
        state.jobs.insert(number, Waiting { job, name, since });
        if state.jobs.len() <= state.idle {
            drop(state);
            self.shared.work.notify_one();
        } else if state.threads < state.most {
            state.threads += 1;
            drop(state);
            self.start_thread();
        }
        number
    }

    /// The names, each once, in order.
    fn look(&self, now: Instant, patience: Duration) -> Option<String> {
        let state = self.shared.lock();
        let (_, first) = state.jobs.first_key_value()?;
        let waits = now.saturating_duration_since(first.since?);
        if waits < patience {
            return None;
        }
        let running: Vec<_> = state.running.values().cloned().collect();
        drop(state);
        let names: BTreeSet<_> = running.iter().map(|name| format!("`{}`", name())).collect();
        let names: Vec<_> = names.into_iter().collect();
        Some(format!("all {} run {}", running.len(), names.join(", ")))
    }

    fn start_thread(&self) {
        let shared = self.shared.clone();
        let started = thread::Builder::new()
            .name("mcp-tool".into())
            .spawn(move || shared.work_on());
        if let Err(error) = started {
            tracing::warn!(%error, "no thread for a sync tool could be started");
            let mut state = self.shared.lock();
            state.threads -= 1;
            if state.threads == 0 {
                // Nobody will ever come for them; a dropped job answers with an error.
                let jobs = std::mem::take(&mut state.jobs);
                drop(state);
                drop(jobs);
            }
        }
    }
}

impl Shared {
    /// The life of one thread.
    fn work_on(&self) {
        let mut last = None;
        while let Some((number, job)) = self.next_job(last) {
            last = Some(number);
            // A panic here is one in the `Drop` of a result that nobody wanted.
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    }

    /// The next job; none when none came for a while, and then this thread is no longer counted.
    fn next_job(&self, last: Option<u64>) -> Option<(u64, Job)> {
        if let Some(number) = last {
            // NB. it may hold the last of what is the user's: not dropped under the lock.
            let ended = self.lock().running.remove(&number);
            drop(ended);
        }
        let mut state = self.lock();
        if let Some(job) = state.take() {
            return Some(job);
        }
        state.idle += 1;
        let idle_for = state.idle_for;
        let (mut state, _) = self
            .work
            .wait_timeout_while(state, idle_for, |state| state.jobs.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        state.idle -= 1;
        let job = state.take();
        if job.is_none() {
            state.threads -= 1;
        }
        job
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The job that has waited longest; from now on it runs.
    fn take(&mut self) -> Option<(u64, Job)> {
        let (number, Waiting { job, name, .. }) = self.jobs.pop_first()?;
        self.running.insert(number, name);
        Some((number, job))
    }
}

#[cfg(all(test, shuttle))]
mod models;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    const LONG: Duration = Duration::from_secs(10);

    #[tokio::test]
    async fn a_job_returns_its_result() {
        assert_eq!(run_blocking(String::new, || 6 * 7).await.ok(), Some(42));
    }

    #[tokio::test]
    async fn a_panic_comes_back_and_the_pool_goes_on() {
        let pool = Pool::new(1, LONG);
        let panic = pool.run(String::new, || panic!("no luck")).await;
        let panic: Box<dyn Any + Send> = panic.map(|(): ()| ()).expect_err("a panic");
        assert_eq!(panic.downcast_ref(), Some(&"no luck"));
        assert_eq!(pool.run(String::new, || 1).await.ok(), Some(1));
        assert_eq!(pool.shared.lock().threads, 1);
    }

    #[tokio::test]
    async fn jobs_run_side_by_side_up_to_the_bound_and_the_rest_waits() {
        let pool = Pool::new(3, LONG);
        let (release, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let running = Arc::new(AtomicUsize::new(0));
        let most = Arc::new(AtomicUsize::new(0));
        let futures: Vec<_> = (0..8)
            .map(|_| {
                let (gate, running, most) = (gate.clone(), running.clone(), most.clone());
                pool.run(String::new, move || {
                    let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                    most.fetch_max(now, Ordering::SeqCst);
                    gate.lock().expect("lock").recv().expect("released");
                    running.fetch_sub(1, Ordering::SeqCst);
                })
            })
            .collect();
        while running.load(Ordering::SeqCst) < 3 {
            tokio::task::yield_now().await;
        }
        for _ in 0..8 {
            release.send(()).expect("somebody waits");
        }
        for future in futures {
            future.await.expect("no panic");
        }
        assert_eq!(most.load(Ordering::SeqCst), 3);
        assert_eq!(pool.shared.lock().threads, 3);
    }

    #[tokio::test]
    async fn idle_threads_end() {
        let pool = Pool::new(4, Duration::from_millis(10));
        pool.run(String::new, || ()).await.expect("no panic");
        while pool.shared.lock().threads > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(
            pool.run(String::new, || 1).await.ok(),
            Some(1),
            "and new ones start"
        );
    }

    #[tokio::test]
    async fn a_job_that_nobody_waits_for_any_more_never_starts() {
        let pool = Pool::new(1, LONG);
        let (release, gate) = mpsc::channel::<()>();
        let first = pool.run(String::new, move || gate.recv());
        let ran = Arc::new(AtomicUsize::new(0));
        let count = ran.clone();
        drop(pool.run(String::new, move || count.fetch_add(1, Ordering::SeqCst)));
        release.send(()).expect("somebody waits");
        first.await.expect("no panic").expect("released");
        pool.run(String::new, || ()).await.expect("no panic");
        assert_eq!(ran.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn a_job_that_nobody_waits_for_any_more_is_let_go_though_all_threads_are_busy() {
        let pool = Pool::new(1, LONG);
        let (release, gate) = mpsc::channel::<()>();
        let first = pool.run(String::new, move || gate.recv());
        let held = Arc::new(());
        for _ in 0..10_000 {
            let argument = held.clone();
            drop(pool.run(String::new, move || drop(argument)));
        }
        assert_eq!(Arc::strong_count(&held), 1, "nothing is kept");
        assert!(pool.shared.lock().jobs.len() <= 1, "save the first, if new");
        release.send(()).expect("somebody waits");
        first.await.expect("no panic").expect("released");
    }

    #[tokio::test]
    async fn a_job_that_waits_too_long_is_told_with_the_names_of_what_runs() {
        let pool = Pool::new(2, LONG);
        let (release, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let hold = |name: &str| {
            let (name, gate) = (name.to_owned(), gate.clone());
            pool.run(
                move || name.clone(),
                move || gate.lock().expect("lock").recv(),
            )
        };
        let running = [hold("b"), hold("a")];
        let patience = Duration::from_secs(1);
        let soon = || Instant::now() + Duration::from_secs(2);
        while pool.shared.lock().running.len() < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.look(soon(), patience), None, "nothing waits");
        let third = hold("c");
        assert_eq!(pool.look(Instant::now(), patience), None, "not for long");
        assert_eq!(
            pool.look(soon(), patience),
            Some("all 2 run `a`, `b`".into())
        );
        for _ in 0..3 {
            release.send(()).expect("somebody waits");
        }
        for job in running.into_iter().chain([third]) {
            job.await.expect("no panic").expect("released");
        }
        assert_eq!(pool.look(soon(), patience), None);
    }

    #[tokio::test]
    async fn a_job_finds_the_callers_runtime() {
        let spawned = run_blocking(String::new, || {
            tokio::runtime::Handle::current().spawn(async { 7 })
        })
        .await;
        assert_eq!(spawned.expect("no panic").await.ok(), Some(7));
    }
}
