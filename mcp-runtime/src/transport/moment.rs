//! The moment at which a patience is over.
//!
//! In: a moment and how long to wait from it on. Out: a moment that always exists: whoever is as
//! patient as a `Duration` can be (`Duration::MAX`, for "wait for it") waits for a very long time,
//! where the plain sum would panic. It looks at no clock.

use std::time::{Duration, Instant};

/// Nobody waits longer: 30 years.
const FAR: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);

/// `patience` after `from`, or the far future.
pub(crate) fn after(from: Instant, patience: Duration) -> Instant {
    let patience = patience.min(FAR);
    from.checked_add(patience).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_patience_has_its_end_and_that_can_be_put_off_again() {
        let now = Instant::now();
        assert_eq!(
            after(now, Duration::from_secs(8)),
            now + Duration::from_secs(8)
        );
        let end = after(now, Duration::MAX);
        assert!(end > now + Duration::from_secs(365 * 24 * 60 * 60));
        assert!(after(end, Duration::MAX) > end);
    }
}
