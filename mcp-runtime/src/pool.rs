//! The threads on which sync tools run.
//!
//! In: a job, from async code. Out: a future of its result, or of its panic. Threads are made
//! when work waits, up to a bound; idle ones end. They are detached, so that a job which never
//! ends can't keep the process from ending, which is why this is not tokio's blocking pool. A job
//! whose future was dropped before a thread took it is let go at once, with all that it holds, and
//! never runs; one that runs is never stopped.

use crate::limits::{POOL_IDLE, POOL_THREADS};
use std::any::Any;
use std::collections::BTreeMap;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;

/// Runs `job` on a thread of the process's pool. The runtime around the caller is entered there,
/// so that `Handle::current()` works as in tokio's own pool, and so is the caller's span.
pub(crate) fn run_blocking<T: Send + 'static>(
    job: impl FnOnce() -> T + Send + 'static,
) -> impl Future<Output = thread::Result<T>> {
    POOL.run(job)
}

static POOL: LazyLock<Pool> = LazyLock::new(|| Pool::new(POOL_THREADS, POOL_IDLE));

/// Changes the bounds of the process's pool. Threads beyond a new bound end when they are idle.
pub(crate) fn limit(threads: usize, idle_for: Duration) {
    let mut state = POOL.shared.lock();
    (state.most, state.idle_for) = (threads, idle_for);
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
    jobs: BTreeMap<u64, Job>,
    next: u64,
    threads: usize,
    /// Threads that wait for work and are not yet promised to a job in the queue.
    idle: usize,
}

type Job = Box<dyn FnOnce() + Send>;

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
    fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Pending<T> {
        let (done, result) = oneshot::channel();
        let runtime = tokio::runtime::Handle::try_current().ok();
        let span = tracing::Span::current();
        let number = self.submit(Box::new(move || {
            if done.is_closed() {
                return;
            }
            let _entered = runtime.as_ref().map(tokio::runtime::Handle::enter);
            let _inside = span.enter();
            // NB. whoever wanted the result may be gone; then it is dropped here, in user code.
            let _ = done.send(catch_unwind(AssertUnwindSafe(job)));
        }));
        Pending {
            result,
            queued: Some((self.shared.clone(), number)),
        }
    }

    /// Puts the job into the queue; returns its number there.
    fn submit(&self, job: Job) -> u64 {
        let mut state = self.shared.lock();
        let number = state.next;
        state.next += 1;
        state.jobs.insert(number, job);
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
        while let Some(job) = self.next_job() {
            // A panic here is one in the `Drop` of a result that nobody wanted.
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    }

    /// The next job; none when none came for a while, and then this thread is no longer counted.
    fn next_job(&self) -> Option<Job> {
        let mut state = self.lock();
        if let Some((_, job)) = state.jobs.pop_first() {
            return Some(job);
        }
        state.idle += 1;
        let idle_for = state.idle_for;
        let (mut state, _) = self
            .work
            .wait_timeout_while(state, idle_for, |state| state.jobs.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        state.idle -= 1;
        let job = state.jobs.pop_first().map(|(_, job)| job);
        if job.is_none() {
            state.threads -= 1;
        }
        job
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    const LONG: Duration = Duration::from_secs(10);

    #[tokio::test]
    async fn a_job_returns_its_result() {
        assert_eq!(run_blocking(|| 6 * 7).await.ok(), Some(42));
    }

    #[tokio::test]
    async fn a_panic_comes_back_and_the_pool_goes_on() {
        let pool = Pool::new(1, LONG);
        let panic = pool.run(|| panic!("no luck")).await;
        let panic: Box<dyn Any + Send> = panic.map(|(): ()| ()).expect_err("a panic");
        assert_eq!(panic.downcast_ref(), Some(&"no luck"));
        assert_eq!(pool.run(|| 1).await.ok(), Some(1));
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
                pool.run(move || {
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
        pool.run(|| ()).await.expect("no panic");
        while pool.shared.lock().threads > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(pool.run(|| 1).await.ok(), Some(1), "and new ones start");
    }

    #[tokio::test]
    async fn a_job_that_nobody_waits_for_any_more_never_starts() {
        let pool = Pool::new(1, LONG);
        let (release, gate) = mpsc::channel::<()>();
        let first = pool.run(move || gate.recv());
        let ran = Arc::new(AtomicUsize::new(0));
        let count = ran.clone();
        drop(pool.run(move || count.fetch_add(1, Ordering::SeqCst)));
        release.send(()).expect("somebody waits");
        first.await.expect("no panic").expect("released");
        pool.run(|| ()).await.expect("no panic");
        assert_eq!(ran.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn a_job_that_nobody_waits_for_any_more_is_let_go_though_all_threads_are_busy() {
        let pool = Pool::new(1, LONG);
        let (release, gate) = mpsc::channel::<()>();
        let first = pool.run(move || gate.recv());
        let held = Arc::new(());
        for _ in 0..10_000 {
            let argument = held.clone();
            drop(pool.run(move || drop(argument)));
        }
        assert_eq!(Arc::strong_count(&held), 1, "nothing is kept");
        assert!(pool.shared.lock().jobs.len() <= 1, "save the first, if new");
        release.send(()).expect("somebody waits");
        first.await.expect("no panic").expect("released");
    }

    #[tokio::test]
    async fn a_job_finds_the_callers_runtime() {
        let spawned = run_blocking(|| tokio::runtime::Handle::current().spawn(async { 7 })).await;
        assert_eq!(spawned.expect("no panic").await.ok(), Some(7));
    }
}
