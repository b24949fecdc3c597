//! The pool in thousands of orders: jobs, threads that end when they are idle, results that nobody
//! wants any more.

use super::*;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::explore;
use shuttle::future::block_on;

const IDLE: Duration = Duration::from_secs(1);

/// Lets all threads end that are idle, and looks at what is left.
fn settle(pool: &Pool) {
    loop {
        pool.shared.work.expire();
        let state = pool.shared.lock();
        assert!(state.threads <= state.most, "more threads than allowed");
        assert!(state.idle <= state.threads, "more idle than there are");
        if state.threads == 0 {
            assert_eq!((state.idle, state.jobs.len()), (0, 0), "left behind");
            assert!(state.running.is_empty(), "runs though nobody runs it");
            return;
        }
        drop(state);
        thread::yield_now();
    }
}

/// A thread after whose start the time of every idle thread is over at some moment.
fn clock(pool: &Arc<Pool>) -> thread::JoinHandle<()> {
    let pool = pool.clone();
    thread::spawn(move || pool.shared.work.expire())
}

#[test]
fn every_job_that_is_waited_for_runs_once_though_threads_end() {
    for most in [1, 2] {
        explore(move || {
            let pool = Arc::new(Pool::new(most, IDLE));
            let runs = Arc::new(AtomicUsize::new(0));
            let callers = [0, 1].map(|caller| {
                let (pool, runs) = (pool.clone(), runs.clone());
                thread::spawn(move || {
                    for n in 0..2 {
                        let runs = runs.clone();
                        let job = move || {
                            runs.fetch_add(1, Ordering::SeqCst);
                            caller * 10 + n
                        };
                        let result = block_on(pool.run(String::new, job));
                        assert_eq!(result.expect("a result"), caller * 10 + n);
                    }
                })
            });
            let clock = clock(&pool);
            for thread in callers.into_iter().chain([clock]) {
                thread.join().expect("no panic");
            }
            assert_eq!(runs.load(Ordering::SeqCst), 4);
            settle(&pool);
        });
    }
}

#[test]
fn jobs_that_come_at_once_all_run() {
    explore(|| {
        let pool = Arc::new(Pool::new(2, IDLE));
        let clock = clock(&pool);
        let pending = [0, 1, 2].map(|n| pool.run(String::new, move || n));
        for (n, pending) in pending.into_iter().enumerate() {
            assert_eq!(block_on(pending).expect("a result"), n);
        }
        clock.join().expect("no panic");
        settle(&pool);
    });
}

#[test]
fn a_job_that_nobody_wants_any_more_is_let_go_and_holds_up_no_other() {
    explore(|| {
        let pool = Arc::new(Pool::new(1, IDLE));
        let held = Arc::new(());
        let argument = held.clone();
        let unwanted = pool.run(String::new, move || drop(argument));
        let forget = thread::spawn(move || drop(unwanted));
        assert_eq!(block_on(pool.run(String::new, || 1)).expect("a result"), 1);
        forget.join().expect("no panic");
        settle(&pool);
        assert_eq!(Arc::strong_count(&held), 1, "nothing is kept");
    });
}
