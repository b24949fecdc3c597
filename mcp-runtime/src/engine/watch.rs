//! A watch over handlers that hold a thread, or that go on though they were told to end.
//!
//! In: what the engine and the tasks of calls note as they go: two plain stores around a poll. Out:
//! lines in the log, by the tool's name, and numbers in `counts`. One thread of the process looks at
//! all connections twice in the time that a handler may take; it sleeps while no call runs, and is
//! woken by the next one that does. It never stops a handler, and the way of a quick call takes no
//! lock and reads no clock for it.

use super::inflight::Flights;
use super::told::{Told, What};
use crate::server::Inner;
use crate::tool::BuiltTool;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// A turn that is seen in as many looks as this is too long; the time between two looks is the
/// limit, divided by it.
const LOOKS: u32 = 2;
/// The watch sleeps after so many looks at which nothing ran.
const QUIET: u32 = 2;
/// No limit is watched more closely.
const SHORTEST: Duration = Duration::from_millis(5);

/// Whether a handler is being polled by one thread, and for how long it seems to be.
#[derive(Default)]
pub(super) struct Turn {
    /// Odd during a poll. Written by the thread that polls alone.
    now: AtomicU32,
    /// What the watch saw last, and how often it was the same. Written by the watch alone.
    seen: AtomicU32,
    looks: AtomicU32,
}

impl Turn {
    /// A poll begins, or ends.
    pub(super) fn turn(&self) {
        let next = self.now.load(Ordering::Relaxed).wrapping_add(1);
        self.now.store(next, Ordering::Release);
    }

    fn is_busy(&self) -> bool {
        self.now.load(Ordering::Acquire) % 2 == 1
    }

    /// Looks once. True at the look that finds a poll too long, once for each poll.
    pub(super) fn look(&self) -> bool {
        let now = self.now.load(Ordering::Acquire);
        let before = self.seen.swap(now, Ordering::Relaxed);
        let looks = match now % 2 == 1 && now == before {
            true => self.looks.load(Ordering::Relaxed).saturating_add(1),
            false => 0,
        };
        self.looks.store(looks, Ordering::Relaxed);
        looks == LOOKS
    }
}

/// The watch over one connection, as its engine has it; none where nothing is watched.
pub(super) struct Watch(Option<Arc<Watched>>);

/// One connection, as the watch sees it.
struct Watched {
    turn: Turn,
    /// The address of the tool that the engine polls, or polled last.
    tool: AtomicUsize,
    flights: Arc<Flights>,
    server: Arc<Inner>,
    log: tracing::Dispatch,
    limit: Duration,
}

impl Watch {
    pub(super) fn over(server: &Arc<Inner>, flights: &Arc<Flights>) -> Self {
        let limit = server.limits.held_thread.filter(|limit| !limit.is_zero());
        Self(limit.map(|limit| {
            let watched = Arc::new(Watched {
                turn: Turn::default(),
                tool: AtomicUsize::new(0),
                flights: flights.clone(),
                server: server.clone(),
                log: tracing::dispatcher::get_default(Clone::clone),
                limit,
            });
            WATCH.lock().add(Arc::downgrade(&watched));
            watched
        }))
    }

    /// The engine polls a handler. NB. `poll` catches panics.
    pub(super) fn polled<T>(&self, tool: Option<&Arc<BuiltTool>>, poll: impl FnOnce() -> T) -> T {
        let Some(watched) = &self.0 else {
            return poll();
        };
        let address = tool.map_or(0, |tool| Arc::as_ptr(tool) as usize);
        watched.tool.store(address, Ordering::Relaxed);
        watched.turn.turn();
        wake_if_asleep();
        let polled = poll();
        watched.turn.turn();
        polled
    }

    /// A call got a task of its own.
    pub(super) fn flies(&self) {
        if self.0.is_some() {
            wake_if_asleep();
        }
    }
}

impl Watched {
    /// Looks once. Whether anything is going on.
    fn look(&self, now: Instant, told: &mut Told) -> bool {
        let mut busy = self.turn.is_busy();
        if self.turn.look() {
            told.note(What::HoldsTheConnection, self.tool_name());
        }
        busy |= self
            .flights
            .look(|doing| told.note(What::HoldsAThread, doing));
        busy |= self
            .flights
            .alive
            .look(now, self.limit, |doing| told.note(What::GoesOn, doing));
        if let Some(busy) = crate::pool::look(now, self.limit) {
            told.note(What::FillsThePool, busy);
        }
        self.log_with(|| told.tell(now, self.limit));
        busy
    }

    fn tool_name(&self) -> String {
        let address = self.tool.load(Ordering::Relaxed);
        let mut tools = self.server.tools.all().iter();
        let tool = tools.find(|tool| Arc::as_ptr(tool) as usize == address);
        tool.map_or_else(|| "a tool".into(), |tool| format!("tool `{}`", tool.name()))
    }

    /// To whoever listens where the connection was made.
    fn log_with(&self, log: impl FnOnce()) {
        match self.log.is::<tracing::subscriber::NoSubscriber>() {
            true => log(),
            false => tracing::dispatcher::with_default(&self.log, log),
        }
    }
}

static WATCH: Process = Process::new();

/// The watch of the process.
struct Process {
    /// The next call that runs must wake it.
    asleep: AtomicBool,
    state: Mutex<State>,
    news: Condvar,
}

struct State {
    connections: Vec<Weak<Watched>>,
    /// Those that have ended are forgotten when there are so many.
    most: usize,
    /// It has its thread.
    runs: bool,
}

impl State {
    /// NB. connections without calls come and go while the watch sleeps.
    fn add(&mut self, connection: Weak<Watched>) {
        if self.connections.len() >= self.most {
            self.forget();
            self.most = self.connections.len() * 2 + 16;
        }
        self.connections.push(connection);
    }

    fn forget(&mut self) {
        self.connections.retain(|one| one.strong_count() > 0);
    }
}

fn wake_if_asleep() {
    if WATCH.asleep.load(Ordering::Relaxed) {
        WATCH.wake();
    }
}

impl Process {
    const fn new() -> Self {
        let state = State {
            connections: Vec::new(),
            most: 0,
            runs: false,
        };
        Self {
            asleep: AtomicBool::new(true),
            state: Mutex::new(state),
            news: Condvar::new(),
        }
    }

    #[cold]
    fn wake(&'static self) {
        let mut state = self.lock();
        self.asleep.store(false, Ordering::SeqCst);
        if !state.runs {
            let thread = std::thread::Builder::new().name("mcp-watch".into());
            // NB. without it nothing is watched, and the next call tries again.
            state.runs = thread.spawn(|| self.run()).is_ok();
            self.asleep.store(!state.runs, Ordering::SeqCst);
        }
        drop(state);
        self.news.notify_one();
    }

    fn run(&self) {
        let (mut told, mut quiet) = (Told::default(), 0);
        loop {
            let connections = self.connections();
            let limits = connections.iter().map(|one| one.limit);
            let limit = limits.min().unwrap_or(Duration::from_secs(1));
            let now = Instant::now();
            // NB. the last holder of a tool drops what is the user's.
            let looked = catch_unwind(AssertUnwindSafe(|| {
                let busy = connections.iter().map(|one| one.look(now, &mut told));
                let busy = busy.fold(false, |some, one| some | one);
                drop(connections);
                busy
            }));
            quiet = match looked {
                Ok(false) => quiet + 1,
                _ => 0,
            };
            quiet = self.sleep((limit / LOOKS).max(SHORTEST), quiet);
        }
    }

    fn connections(&self) -> Vec<Arc<Watched>> {
        let mut state = self.lock();
        state.forget();
        state.connections.iter().filter_map(Weak::upgrade).collect()
    }

    /// Until the next look, or until a call runs. Returns after how many quiet looks the next one
    /// comes: none when it was woken, since the call that woke it may be over before it looks.
    ///
    /// NB. it says that it sleeps one look before it does: a call that began unseen by that look is
    /// seen by the next.
    fn sleep(&self, period: Duration, quiet: u32) -> u32 {
        let state = self.lock();
        let asleep = |_: &mut State| self.asleep.load(Ordering::SeqCst);
        if quiet < QUIET {
            self.asleep.store(false, Ordering::SeqCst);
            drop(self.news.wait_timeout(state, period));
            return quiet;
        }
        if quiet == QUIET {
            self.asleep.store(true, Ordering::SeqCst);
            drop(self.news.wait_timeout_while(state, period, asleep));
        } else {
            drop(self.news.wait_while(state, asleep));
        }
        match self.asleep.load(Ordering::SeqCst) {
            true => quiet,
            false => 0,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poll_is_too_long_when_it_is_seen_twice_more_and_told_once() {
        let turn = Turn::default();
        turn.turn();
        let looks: Vec<_> = (0..6).map(|_| turn.look()).collect();
        assert_eq!(looks, [false, false, true, false, false, false]);
        turn.turn();
        assert!(!turn.look() && !turn.is_busy());
    }

    #[test]
    fn a_watch_that_was_woken_for_a_call_that_is_over_soon_sleeps_again() {
        let process = Process::new();
        for asleep_since in [QUIET, QUIET + 1, QUIET + 100] {
            let mut quiet = asleep_since;
            process.asleep.store(false, Ordering::SeqCst);
            let mut looks = 0;
            while !process.asleep.load(Ordering::SeqCst) || quiet < QUIET {
                quiet = process.sleep(SHORTEST, quiet) + 1;
                looks += 1;
                assert!(looks < 10, "it looks again and again, after {asleep_since}");
            }
        }
    }

    #[test]
    fn connections_that_ended_while_the_watch_slept_are_forgotten() {
        let mut state = Process::new().state.into_inner().expect("no panic");
        for _ in 0..1_000 {
            state.add(Weak::new());
        }
        assert!(state.connections.len() <= 16, "{}", state.connections.len());
    }

    #[test]
    fn many_short_polls_are_none_that_is_too_long() {
        let turn = Turn::default();
        for _ in 0..10 {
            turn.turn();
            assert!(!turn.look());
            turn.turn();
        }
    }
}
