//! So many at once: the others wait, with a deadline.
//!
//! In: who wants to pass. Out: a pass that gives its place back when it is dropped, or why there is
//! none. Unlike a mutex it does not let anybody wait for ever.

use super::{Stop, StoreError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long nobody asks whether to stop.
pub(super) const LOOK_EVERY: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub(super) struct Gate {
    free: Mutex<usize>,
    freed: Condvar,
}

/// A place; free again when this is dropped.
#[derive(Debug)]
pub(super) struct Pass<'a>(&'a Gate);

impl Gate {
    pub(super) fn new(places: usize) -> Self {
        Self {
            free: Mutex::new(places),
            freed: Condvar::new(),
        }
    }

    /// Waits for a place; none where it took too long.
    pub(super) fn enter(
        &self,
        until: Instant,
        stop: &Stop,
    ) -> Result<Option<Pass<'_>>, StoreError> {
        let mut free = self.free();
        while *free == 0 {
            if stop.is_now() {
                return Err(StoreError::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let woken = self.freed.wait_timeout(free, left.min(LOOK_EVERY));
            free = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        Ok(Some(Pass(self)))
    }

    fn free(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        *self.0.free() += 1;
        self.0.freed.notify_one();
    }
}
