//! How often in a second something may be done.
//!
//! In: the time of each try. Out: whether it may still be done in this second.

use std::time::{Duration, Instant};

pub(crate) struct PerSecond {
    limit: u32,
    since: Option<Instant>,
    count: u32,
}

impl PerSecond {
    pub(crate) fn new(limit: u32) -> Self {
        Self {
            limit,
            since: None,
            count: 0,
        }
    }

    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        let in_this_second = self
            .since
            .is_some_and(|since| now.duration_since(since) < Duration::from_secs(1));
        if !in_this_second {
            self.since = Some(now);
            self.count = 0;
        }
        self.count = self.count.saturating_add(1);
        self.count <= self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_in_a_second_and_as_many_in_the_next() {
        let (mut gate, start) = (PerSecond::new(10), Instant::now());
        let allowed =
            |gate: &mut PerSecond, at: Instant| (0..25).filter(|_| gate.allows(at)).count();
        assert_eq!(allowed(&mut gate, start), 10);
        assert_eq!(allowed(&mut gate, start + Duration::from_millis(900)), 0);
        assert_eq!(allowed(&mut gate, start + Duration::from_millis(1100)), 10);
    }
}
