//! What a connection is doing: which request it has, or what it waits for and since when.
//!
//! In: bytes that came, requests that begin and end, output that is not taken. Out: how much time is
//! left to the connection, and orders to it from the loop that accepts. It never touches a socket.

use crate::limits::HttpLimits;
use crate::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// How long a connection may wait, for what.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times {
    pub(super) head: Duration,
    pub(super) idle: Duration,
    /// For a client to take output.
    pub(super) unread: Duration,
}

impl Times {
    pub(super) fn new(limits: &HttpLimits, unread: Duration) -> Self {
        Self {
            head: limits.head_time,
            idle: limits.idle_connection,
            unread,
        }
    }
}

/// What the loop that accepts wants of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// End with the request that runs; at once without one.
    Drain = 1,
    /// End at once.
    Close = 2,
}

#[derive(Debug)]
pub(super) struct Activity {
    times: Times,
    began: Instant,
    requests: AtomicUsize,
    /// Whether there ever was a request.
    served: AtomicBool,
    /// Whether the head of a request has begun.
    heading: AtomicBool,
    /// Since when there is no request, in milliseconds from the beginning.
    since: AtomicU64,
    /// Since when output waits, likewise and one more; 0 while none does.
    stalled: AtomicU64,
    order: AtomicU8,
    ordered: Notify,
}

impl Activity {
    pub(super) fn new(times: Times) -> Arc<Self> {
        Arc::new(Self {
            times,
            began: Instant::now(),
            requests: AtomicUsize::new(0),
            served: AtomicBool::new(false),
            heading: AtomicBool::new(false),
            since: AtomicU64::new(0),
            stalled: AtomicU64::new(0),
            order: AtomicU8::new(0),
            ordered: Notify::new(),
        })
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.requests.load(Ordering::Relaxed) == 0
    }

    /// Whether it is in the head of a request, so that nothing of ours is being answered.
    pub(super) fn is_heading(&self) -> bool {
        self.is_waiting() && self.heading.load(Ordering::Relaxed)
    }

    /// Whether nothing is lost with it: it has no request, and the last answer has been taken.
    pub(super) fn is_quiet(&self) -> bool {
        self.is_waiting() && self.stalled.load(Ordering::Relaxed) == 0
    }

    /// Bytes came; without a request they are those of a head.
    pub(super) fn heard(&self) {
        if self.is_waiting() && !self.heading.swap(true, Ordering::Relaxed) {
            // NB. a new connection's time began when it was accepted.
            if self.served.load(Ordering::Relaxed) {
                self.since.store(self.now(), Ordering::Relaxed);
            }
        }
    }

    /// A request has come whole; it runs until the guard is dropped.
    pub(super) fn request(self: &Arc<Self>) -> Running {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.served.store(true, Ordering::Relaxed);
        self.heading.store(false, Ordering::Relaxed);
        Running(self.clone())
    }

    pub(super) fn output_waits(&self) {
        if self.stalled.load(Ordering::Relaxed) == 0 {
            self.stalled.store(self.now() + 1, Ordering::Relaxed);
        }
    }

    pub(super) fn output_taken(&self) {
        if self.stalled.load(Ordering::Relaxed) != 0 {
            self.stalled.store(0, Ordering::Relaxed);
        }
    }

    /// When to look again; none when its time is up.
    pub(super) fn left(&self) -> Option<Duration> {
        let now = Duration::from_millis(self.now());
        let stalled = self.stalled.load(Ordering::Relaxed);
        if stalled > 0 {
            let since = Duration::from_millis(stalled - 1);
            return (since + self.times.unread)
                .checked_sub(now)
                .filter(|left| !left.is_zero());
        }
        if !self.is_waiting() {
            return Some(
                self.times
                    .unread
                    .min(self.times.head)
                    .max(Duration::from_millis(1)),
            );
        }
        let limit = match self.is_in_head() {
            true => self.times.head,
            false => self.times.idle,
        };
        let since = Duration::from_millis(self.since.load(Ordering::Relaxed));
        let left = (since + limit)
            .checked_sub(now)
            .filter(|left| !left.is_zero())?;
        // NB. a head may begin meanwhile, and has less time.
        Some(left.min(self.times.head))
    }

    fn is_in_head(&self) -> bool {
        self.heading.load(Ordering::Relaxed) || !self.served.load(Ordering::Relaxed)
    }

    /// How good it would be to close this one to make room: those that never had a request first, then
    /// those that wait longest. None while it has a request.
    pub(super) fn expendable(&self) -> Option<(bool, Duration)> {
        let waiting = self.is_quiet() && self.order.load(Ordering::Relaxed) == 0;
        let since = self.began + Duration::from_millis(self.since.load(Ordering::Relaxed));
        waiting.then(|| (!self.served.load(Ordering::Relaxed), since.elapsed()))
    }

    pub(super) fn order(&self, order: Order) {
        self.order.fetch_max(order as u8, Ordering::SeqCst);
        self.ordered.notify_one();
    }

    /// Waits for an order.
    pub(super) async fn ordered(&self) -> Order {
        self.ordered.notified().await;
        match self.order.load(Ordering::SeqCst) {
            2.. => Order::Close,
            _ => Order::Drain,
        }
    }
}

/// A request that is being answered.
#[derive(Debug)]
pub(super) struct Running(Arc<Activity>);

impl Drop for Running {
    fn drop(&mut self) {
        let activity = &self.0;
        activity.since.store(activity.now(), Ordering::Relaxed);
        activity.requests.fetch_sub(1, Ordering::Relaxed);
    }
}
