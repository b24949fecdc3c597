//! A limit of calls that run at once.
//!
//! In: a call. Out: what it comes to, at once or after others have ended; or a busy error, when too
//! many wait already. A call that is given up gives its place free, whether it runs or waits.

use super::guard::{Guard, Guarded, Within};
use super::layer::fault;
use super::service::Answered;
use super::share::Share;
use crate::Error;
use crate::limits::{BUSY_RETRY_AFTER, LAYER_WAITING};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_layer::Layer;

/// Lets so many calls run at once and some more wait, in their order; one more is told that the server
/// is busy: code -31503, with `retryable` and `retryAfterMs` in its `data`.
///
/// All tools that it is around share the room, unless [`per_tool`](Self::per_tool) is said; clones of
/// one layer don't.
///
/// ```
/// use mcp_runtime::middleware::ConcurrencyLimit;
/// use mcp_runtime::prelude::*;
///
/// /// Renders a page.
/// #[tool]
/// fn render(page: u32) -> String {
///     format!("<p>{page}</p>")
/// }
///
/// let server = Server::new("s", "1")
///     .tools(tools![render])
///     .layer(ConcurrencyLimit::new(4).with_waiting(16));
/// assert!(server.build().is_ok());
/// let never = Server::new("s", "1").tools(tools![render]).layer(ConcurrencyLimit::new(0));
/// assert!(never.build().is_err());
/// ```
#[derive(Debug, Clone)]
pub struct ConcurrencyLimit {
    running: usize,
    waiting: usize,
    retry_after: Duration,
    per_tool: bool,
}

impl ConcurrencyLimit {
    /// So many calls run at once, and [`LAYER_WAITING`] more may wait. None at all is an error of
    /// `build()`.
    pub fn new(running: usize) -> Self {
        Self {
            running,
            waiting: LAYER_WAITING,
            retry_after: BUSY_RETRY_AFTER,
            per_tool: false,
        }
    }

    /// How many calls may wait; with 0, a call that finds no room is told so at once.
    #[must_use]
    pub fn with_waiting(mut self, calls: usize) -> Self {
        self.waiting = calls;
        self
    }

    /// When a call that found no room is told to try again; [`BUSY_RETRY_AFTER`] if nothing is said.
    #[must_use]
    pub fn with_retry_after(mut self, time: Duration) -> Self {
        self.retry_after = time;
        self
    }

    /// Each tool has this room for itself.
    #[must_use]
    pub fn per_tool(mut self) -> Self {
        self.per_tool = true;
        self
    }
}

impl<S> Layer<S> for ConcurrencyLimit {
    type Service = Within<Room, S>;

    fn layer(&self, inner: S) -> Self::Service {
        if self.running == 0 {
            fault(
                "`ConcurrencyLimit` lets 0 calls run, so none ever could; let at least 1 run"
                    .to_owned(),
            );
        }
        if self.running > Semaphore::MAX_PERMITS {
            let most = Semaphore::MAX_PERMITS;
            fault(format!(
                "`ConcurrencyLimit` counts up to {most} calls, and is told more"
            ));
        }
        let rooms = match self.per_tool {
            true => Share::apart(),
            false => Share::together(Seats::of(self)),
        };
        let limit = self.clone();
        let guard = Room { limit, rooms };
        Within { guard, inner }
    }
}

/// The room that there is.
#[derive(Debug, Clone)]
pub struct Room {
    limit: ConcurrencyLimit,
    rooms: Share<Seats>,
}

#[derive(Debug)]
struct Seats {
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Seats {
    fn of(limit: &ConcurrencyLimit) -> Self {
        let free = Semaphore::new(limit.running.min(Semaphore::MAX_PERMITS));
        Self {
            free: Arc::new(free),
            waiting: AtomicUsize::new(0),
        }
    }

    /// A place in the queue, while there is one.
    fn queue(&self, most: usize) -> Option<Queued<'_>> {
        let one_more = |waiting| (waiting < most).then_some(waiting + 1);
        let (set, read) = (Ordering::AcqRel, Ordering::Acquire);
        let queued = self.waiting.fetch_update(set, read, one_more).is_ok();
        queued.then(|| Queued(&self.waiting))
    }
}

struct Queued<'s>(&'s AtomicUsize);

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Room {
    async fn enter(&self, tool: &str) -> Result<OwnedSemaphorePermit, Error> {
        let seats = self.rooms.of(tool, || Seats::of(&self.limit));
        if let Ok(permit) = seats.free.clone().try_acquire_owned() {
            return Ok(permit);
        }
        let Some(_queued) = seats.queue(self.limit.waiting) else {
            return Err(self.busy(tool));
        };
        // NB. it is never closed.
        let permit = seats.free.clone().acquire_owned().await;
        permit.map_err(Error::internal)
    }

    fn busy(&self, tool: &str) -> Error {
        let ConcurrencyLimit {
            running, waiting, ..
        } = self.limit;
        let of = match self.limit.per_tool {
            true => format!("calls of tool `{tool}`"),
            false => "calls".to_owned(),
        };
        let reason = format!("{running} {of} are running and {waiting} wait, which is the limit");
        Error::busy(reason, running, self.limit.retry_after)
    }
}

impl Guard for Room {
    async fn guard(
        self,
        tool: Guarded,
        inner: impl Future<Output = Answered> + Send + 'static,
    ) -> Answered {
        let permit = self.enter(tool.name()).await?;
        let answered = inner.await;
        drop(permit);
        answered
    }
}
