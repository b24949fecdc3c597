//! What is running: the table of calls that were not ready at once, and the task each runs in.
//!
//! In: the future of a call and where its answer goes. Out: exactly one answer, or none when the
//! call was cancelled. Whoever moves a flight from `RUNNING` has the last word, so that a cancel
//! and an answer at the same moment never both win. What is in the table waits for an answer; how
//! many handlers are alive is counted apart (`alive`), because a cancelled one may go on.

use super::alive::{Alive, Permit};
use super::answer::Answer;
use super::batch::Sink;
use super::watch::Turn;
use crate::context::RequestState;
use crate::outgoing::Outgoing;
use crate::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use crate::sync::thread::{self, Thread};
use crate::sync::{HashMap, Mutex, MutexGuard};
use crate::tool::{BoxFuture, On, Outcome};
use mcp_core::rpc::Id;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};
use tokio::time::Sleep;

const RUNNING: u8 = 0;
const ANSWERED: u8 = 1;
const DROPPED: u8 = 2;

/// The calls of one connection that are running.
#[derive(Default)]
pub(crate) struct Flights {
    table: Mutex<HashMap<Id, Arc<Flight>>>,
    /// How many there are in the table, readable without its lock.
    count: AtomicUsize,
    /// Calls that have left the table and whose answer is not in the queue yet.
    landing: AtomicUsize,
    /// The handlers, those of cancelled calls too.
    pub(super) alive: Arc<Alive>,
}

/// One running call, as the engine sees it.
pub(crate) struct Flight {
    phase: AtomicU8,
    waker: Mutex<Option<Waker>>,
    pub(crate) request: Arc<RequestState>,
    pub(crate) sink: Sink,
    permit: Weak<Permit>,
    turn: Turn,
}

impl Flights {
    /// Calls whose handlers count together with those of other connections.
    #[cfg(feature = "http")]
    pub(crate) fn counted_by(alive: Arc<Alive>) -> Self {
        Self {
            alive,
            ..Self::default()
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }

    /// How many answers are still to come. None means that all answers are in the queue.
    pub(crate) fn unanswered(&self) -> usize {
        // NB. the table first: a call is counted as landing before it leaves the table.
        let running = self.len();
        running + self.landing.load(Ordering::Acquire)
    }

    pub(crate) fn contains(&self, id: &Id) -> bool {
        self.table().contains_key(id)
    }

    pub(crate) fn add(
        &self,
        id: Id,
        request: Arc<RequestState>,
        sink: Sink,
        permit: &Arc<Permit>,
    ) -> Arc<Flight> {
        let flight = Arc::new(Flight {
            phase: AtomicU8::new(RUNNING),
            waker: Mutex::new(None),
            request,
            sink,
            permit: Arc::downgrade(permit),
            turn: Turn::default(),
        });
        let mut table = self.table();
        table.insert(id, flight.clone());
        self.count.store(table.len(), Ordering::Release);
        flight
    }

    /// Takes a call out of the table and stops it; nothing will be said about it any more.
    pub(crate) fn stop(&self, id: &Id) -> Option<Arc<Flight>> {
        let mut table = self.table();
        let flight = table.remove(id)?;
        self.count.store(table.len(), Ordering::Release);
        drop(table);
        if !flight.stop() {
            return None;
        }
        self.alive.told_to_end(flight.permit.clone());
        Some(flight)
    }

    /// Stops a call that its client gave up; whether it ran. A batch that waited for it alone is answered.
    pub(crate) fn cancel(self: &Arc<Self>, id: &Id, outgoing: &Outgoing) -> bool {
        // NB. as of a call that lands: who finds the table empty must find the answer in the queue.
        let _landing = Landing::of(self);
        let Some(flight) = self.stop(id) else {
            return false;
        };
        if let Sink::Batch(batch) = &flight.sink
            && let Some(text) = batch.close()
        {
            outgoing.push(text);
        }
        true
    }

    /// Stops all calls, for who must answer them in their stead.
    pub(crate) fn stop_all(&self) -> Vec<(Id, Arc<Flight>)> {
        let mut table = self.table();
        let all: Vec<_> = table.drain().collect();
        self.count.store(0, Ordering::Release);
        drop(table);
        all.into_iter()
            .filter(|(_, flight)| flight.stop())
            .collect()
    }

    /// Tells of each handler that was found in the same poll too often. Whether any call runs.
    pub(super) fn look(&self, mut tell: impl FnMut(String)) -> bool {
        if self.len() == 0 {
            return false;
        }
        let table = self.table();
        let stuck: Vec<_> = table
            .values()
            .filter(|flight| flight.turn.look())
            .cloned()
            .collect();
        drop(table);
        // NB. the last one to let a tool go drops what is the user's: not under the lock.
        for flight in stuck {
            tell(
                flight
                    .permit
                    .upgrade()
                    .map_or_else(String::new, |permit| permit.doing()),
            );
        }
        true
    }

    fn remove(&self, id: &Id, flight: &Arc<Flight>) {
        let mut table = self.table();
        // NB. the id may already stand for a later call.
        if table.get(id).is_some_and(|f| Arc::ptr_eq(f, flight)) {
            table.remove(id);
            self.count.store(table.len(), Ordering::Release);
        }
    }

    fn table(&self) -> MutexGuard<'_, HashMap<Id, Arc<Flight>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call on its way from the table into the queue.
struct Landing(Arc<Flights>);

impl Landing {
    fn of(flights: &Arc<Flights>) -> Self {
        flights.landing.fetch_add(1, Ordering::AcqRel);
        Self(flights.clone())
    }
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.0.landing.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Flight {
    fn stop(&self) -> bool {
        if !self.leave(DROPPED) {
            return false;
        }
        self.request.cancel();
        let waker = self
            .waker
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(waker) = waker {
            waker.wake();
        }
        true
    }

    /// Leaves `RUNNING`; true for the one who did.
    fn leave(&self, to: u8) -> bool {
        self.phase
            .compare_exchange(RUNNING, to, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }

    fn stopped(&self) -> bool {
        self.phase.load(Ordering::Acquire) == DROPPED
    }

    fn watch(&self, waker: &Waker) {
        let mut slot = self.waker.lock().unwrap_or_else(PoisonError::into_inner);
        match &*slot {
            Some(known) if known.will_wake(waker) => {}
            _ => *slot = Some(waker.clone()),
        }
    }
}

/// The task of one call.
pub(crate) struct Flying {
    pub(super) work: Option<BoxFuture>,
    /// Let go with the work.
    pub(super) permit: Option<Arc<Permit>>,
    pub(super) flight: Arc<Flight>,
    pub(super) flights: Arc<Flights>,
    pub(super) outgoing: Arc<Outgoing>,
    pub(super) answer: Answer,
    pub(super) deadline: Deadline,
    /// The first poll decides whether this tool may be polled on the engine's thread next time.
    pub(super) measured: bool,
    /// The engine waits for that.
    pub(super) trial: Option<Arc<Trial>>,
}

/// A first poll that the engine's thread waits for.
pub(crate) struct Trial {
    over: AtomicBool,
    engine: Thread,
}

impl Trial {
    /// Called on the engine's thread.
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            over: AtomicBool::new(false),
            engine: thread::current(),
        })
    }

    /// Waits on the engine's thread; false when the time was up first.
    pub(crate) fn wait(&self, patience: Duration) -> bool {
        let start = Instant::now();
        loop {
            if self.over.load(Ordering::Acquire) {
                return true;
            }
            let left = patience.saturating_sub(start.elapsed());
            if left.is_zero() {
                return false;
            }
            thread::park_timeout(left);
        }
    }

    fn end(&self) {
        self.over.store(true, Ordering::Release);
        self.engine.unpark();
    }
}

/// When a call has taken too long.
pub(crate) struct Deadline {
    limit: Option<Duration>,
    started: Instant,
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Deadline {
    pub(crate) fn new(limit: Option<Duration>, started: Instant) -> Self {
        Self {
            limit,
            started,
            sleep: None,
        }
    }

    /// NB. the timer is made in the first poll, which runs on the user's runtime.
    fn passed(&mut self, cx: &mut Context<'_>) -> Option<Duration> {
        let limit = self.limit?;
        let left = limit.saturating_sub(self.started.elapsed());
        let sleep = self
            .sleep
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(left)));
        sleep.as_mut().poll(cx).is_ready().then_some(limit)
    }
}

impl Flying {
    fn land(&mut self, outcome: Outcome) {
        self.answer.put_away(self.work.take());
        // NB. before the answer is seen: the next call may come right then.
        self.permit = None;
        // NB. before the phase changes: who finds the table empty must see it as landing.
        let _landing = Landing::of(&self.flights);
        if !self.flight.leave(ANSWERED) {
            return;
        }
        // NB. out of the table before the answer is seen: the id may be used again right then.
        self.flights.remove(self.answer.id(), &self.flight);
        let mut text = Vec::with_capacity(256);
        self.answer.write(&mut text, outcome);
        let last = match &self.flight.sink {
            Sink::Line => Some(text),
            Sink::Batch(batch) => batch.add(&text, Some(self.answer.id())),
        };
        self.flight.request.close(|| {
            if let Some(text) = last {
                self.outgoing.push(text);
            }
        });
    }
}

impl Future for Flying {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let this = &mut *self;
        // NB. first the waker, then the phase: a stop between the two still wakes.
        this.flight.watch(cx.waker());
        if this.flight.stopped() {
            this.answer.cancelled(this.work.take());
            return Poll::Ready(());
        }
        let Some(work) = this.work.as_mut() else {
            return Poll::Ready(());
        };
        let start = (!this.measured).then(Instant::now);
        this.flight.turn.turn();
        let polled = this.answer.poll(work, cx);
        this.flight.turn.turn();
        if let Some(start) = start {
            this.measured = true;
            this.answer.record_first_poll(start.elapsed(), On::Runtime);
        }
        let polled = match polled {
            Poll::Ready(outcome) => {
                this.land(outcome);
                Poll::Ready(())
            }
            Poll::Pending => match this.deadline.passed(cx) {
                Some(limit) => {
                    this.flight.request.cancel();
                    this.flights.alive.told_to_end(this.flight.permit.clone());
                    let outcome = this.answer.timed_out(limit);
                    this.land(outcome);
                    Poll::Ready(())
                }
                None => Poll::Pending,
            },
        };
        // NB. after the answer, so that the engine finds it when it goes on.
        if let Some(trial) = this.trial.take() {
            trial.end();
        }
        polled
    }
}

impl Drop for Flying {
    /// Dropped before its end: the runtime is going down, or the task failed. The caller is told.
    fn drop(&mut self) {
        if let Some(trial) = self.trial.take() {
            trial.end();
        }
        if self.work.is_some() {
            self.land(Outcome::Fault(crate::Error::internal(
                "the task of the call ended before the call did: its runtime was shut down, or has no timer",
            )));
        }
    }
}
