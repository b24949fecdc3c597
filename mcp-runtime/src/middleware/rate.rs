//! A limit of calls in a time.
//!
//! In: a call. Out: what it comes to, or a busy error that says exactly when there is room again.
//! Nothing ever waits here. Time is tokio's, so a test can hold it.

use super::guard::{Guard, Guarded, Within};
use super::layer::fault;
use super::service::Answered;
use super::share::Share;
use crate::Error;
use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use tower_layer::Layer;

/// Lets so many calls begin in a time; one more is told that the server is busy, and when there is
/// room again: code -31503, with `retryable` and `retryAfterMs` in its `data`.
///
/// It is a bucket of tokens: it holds as many as may be used at once
/// ([`with_burst`](Self::with_burst)), each call takes one, and they come back evenly over time. All
/// tools that it is around share one bucket, unless [`per_tool`](Self::per_tool) is said; clones of
/// one layer don't.
///
/// ```
/// use mcp_runtime::middleware::RateLimit;
/// use mcp_runtime::prelude::*;
/// use std::time::Duration;
///
/// /// Sends a mail.
/// #[tool]
/// async fn send(to: String) {
///     drop(to);
/// }
///
/// let server = Server::new("s", "1")
///     .tools(tools![send])
///     .layer_tool("send", RateLimit::new(10, Duration::from_secs(60)).with_burst(3));
/// assert!(server.build().is_ok());
/// let never = Server::new("s", "1").tools(tools![send]).layer(RateLimit::new(0, Duration::from_secs(1)));
/// assert!(never.build().is_err());
/// ```
#[derive(Debug, Clone)]
pub struct RateLimit {
    calls: u32,
    per: Duration,
    burst: u32,
    per_tool: bool,
}

impl RateLimit {
    /// So many calls in so long a time, all at once if they like. None at all, and no time, are
    /// errors of `build()`.
    pub fn new(calls: u32, per: Duration) -> Self {
        Self {
            calls,
            per,
            burst: calls,
            per_tool: false,
        }
    }

    /// How many calls may come at once after a pause. None at all is an error of `build()`.
    #[must_use]
    pub fn with_burst(mut self, calls: u32) -> Self {
        self.burst = calls;
        self
    }

    /// Each tool has a bucket of its own.
    #[must_use]
    pub fn per_tool(mut self) -> Self {
        self.per_tool = true;
        self
    }

    fn check(&self) {
        if self.calls == 0 || self.burst == 0 {
            fault(
                "`RateLimit` lets 0 calls through, so none ever could; let at least 1 through"
                    .to_owned(),
            );
        }
        if self.per.is_zero() {
            fault(
                "`RateLimit` counts calls in no time at all; say in how long a time they come"
                    .to_owned(),
            );
        }
    }
}

impl<S> Layer<S> for RateLimit {
    type Service = Within<Buckets, S>;

    fn layer(&self, inner: S) -> Self::Service {
        self.check();
        let each = match self.per_tool {
            true => Share::apart(),
            false => Share::together(Bucket::default()),
        };
        let limit = self.clone();
        let start = Instant::now();
        let guard = Buckets { limit, start, each };
        Within { guard, inner }
    }
}

/// The tokens that are left.
#[derive(Debug, Clone)]
pub struct Buckets {
    limit: RateLimit,
    start: Instant,
    each: Share<Bucket>,
}

/// When the bucket will be full again, counted from the start in nanoseconds times calls, so that
/// nothing is ever rounded.
#[derive(Debug, Default)]
struct Bucket(Mutex<u128>);

impl Bucket {
    /// Takes a token, or says how long it takes until there is one.
    fn take(&self, now: Duration, limit: &RateLimit) -> Result<(), Duration> {
        let (calls, token) = (u128::from(limit.calls.max(1)), limit.per.as_nanos());
        let now = now.as_nanos() * calls;
        let mut full = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let next = (*full).max(now) + token;
        let room = now + token * u128::from(limit.burst.max(1));
        if next <= room {
            *full = next;
            return Ok(());
        }
        let wait = (next - room).div_ceil(calls);
        Err(Duration::from_nanos(
            u64::try_from(wait).unwrap_or(u64::MAX),
        ))
    }
}

impl Guard for Buckets {
    async fn guard(
        self,
        tool: Guarded,
        inner: impl Future<Output = Answered> + Send + 'static,
    ) -> Answered {
        let bucket = self.each.of(tool.name(), Bucket::default);
        let limit = &self.limit;
        if let Err(wait) = bucket.take(self.start.elapsed(), limit) {
            let RateLimit { calls, per, .. } = *limit;
            let of = match limit.per_tool {
                true => format!("of tool `{}` ", tool.name()),
                false => String::new(),
            };
            let reason = format!("{calls} calls {of}in {per:?} is the limit");
            return Err(Error::busy(reason, calls as usize, wait));
        }
        inner.await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_full_bucket_lets_as_many_through_as_it_holds_and_says_when_the_next_comes() {
        let (bucket, limit) = (Bucket::default(), RateLimit::new(3, MS(300)));
        for _ in 0..3 {
            assert_eq!(bucket.take(MS(1_000), &limit), Ok(()));
        }
        assert_eq!(bucket.take(MS(1_000), &limit), Err(MS(100)));
        assert_eq!(bucket.take(MS(1_040), &limit), Err(MS(60)));
        assert_eq!(bucket.take(MS(1_100), &limit), Ok(()));
        assert_eq!(bucket.take(MS(1_100), &limit), Err(MS(100)));
    }

    #[test]
    fn who_waits_exactly_as_long_as_told_finds_room() {
        // A third of a second is no whole number of nanoseconds.
        let (bucket, limit) = (
            Bucket::default(),
            RateLimit::new(3, MS(1_000)).with_burst(1),
        );
        let mut now = MS(0);
        assert_eq!(bucket.take(now, &limit), Ok(()));
        for _ in 0..1_000 {
            let wait = bucket.take(now, &limit).expect_err("it is empty");
            let short = now + wait - Duration::from_nanos(1);
            assert!(
                bucket.take(short, &limit).is_err(),
                "not a moment too early"
            );
            now += wait;
            assert_eq!(bucket.take(now, &limit), Ok(()));
        }
        // No token was lost to rounding.
        assert!(now >= MS(333_333) && now < MS(333_334), "{now:?}");
    }

    #[test]
    fn a_long_pause_fills_the_bucket_once_and_no_more() {
        let (bucket, limit) = (
            Bucket::default(),
            RateLimit::new(10, MS(1_000)).with_burst(2),
        );
        let later = Duration::from_secs(365 * 24 * 3600);
        assert_eq!(bucket.take(MS(0), &limit), Ok(()));
        let through = (0..100).filter(|_| bucket.take(later, &limit).is_ok());
        assert_eq!(through.count(), 2);
    }
}
