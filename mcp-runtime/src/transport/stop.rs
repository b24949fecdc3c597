//! The wish that a connection should end, from outside of it.
//!
//! In: a wish, with the time it leaves to running calls, from any thread. Out: the moment by which
//! the connection must be over, for whoever drives it, who is woken. It never ends anything itself.

#[cfg(any(test, feature = "stdio"))]
use super::moment::after;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicBool, Ordering};
use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError};
#[cfg(any(test, feature = "stdio"))]
use std::time::Duration;
use std::time::Instant;

/// Ends a wait of the thread or task that drives a connection. Callable from any thread, any
/// number of times; never blocks. A call before the wait ends the wait at once.
pub(crate) type Wake = Arc<dyn Fn() + Send + Sync>;

/// Asks one connection to end.
#[derive(Default)]
pub(crate) struct Stop {
    asked: AtomicBool,
    by: Mutex<Option<Instant>>,
    wake: OnceLock<Wake>,
}

impl Stop {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Running calls may go on for `grace`; no new ones are taken. The shortest grace counts.
    // NB. streams end with their future; only a process is asked.
    #[cfg(any(test, feature = "stdio"))]
    pub(crate) fn ask(&self, grace: Duration) {
        let by = after(Instant::now(), grace);
        {
            let mut known = self.by.lock().unwrap_or_else(PoisonError::into_inner);
            *known = Some(known.map_or(by, |known| known.min(by)));
            self.asked.store(true, Ordering::SeqCst);
        }
        if let Some(wake) = self.wake.get() {
            wake();
        }
    }

    /// Whom to wake. Set once, by whoever drives the connection, before its first look.
    pub(crate) fn wakes(&self, wake: Wake) {
        let _ = self.wake.set(wake);
    }

    /// When the connection must be over, if somebody asked.
    pub(crate) fn by(&self) -> Option<Instant> {
        if !self.asked.load(Ordering::SeqCst) {
            return None;
        }
        *self.by.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").field("by", &self.by()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_grace_counts() {
        let stop = Stop::new();
        assert_eq!(stop.by(), None);
        stop.ask(Duration::from_secs(60));
        let long = stop.by().expect("asked");
        stop.ask(Duration::ZERO);
        let short = stop.by().expect("asked");
        assert!(short < long);
        stop.ask(Duration::from_secs(60));
        assert_eq!(stop.by(), Some(short));
    }
}
