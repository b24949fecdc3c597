//! How often an error without a usable id may be written.
//!
//! In: the time of each such error. Out: whether it may still be answered in this second. So two
//! peers that answer each other's unreadable lines soon fall silent.

use std::time::{Duration, Instant};

pub(crate) struct Unreadable {
    limit: u32,
    since: Option<Instant>,
    count: u32,
}

impl Unreadable {
    pub(crate) fn new(limit: u32) -> Self {
        Self {
            limit,
            since: None,
            count: 0,
        }
    }

    pub(crate) fn may_answer(&mut self, now: Instant) -> bool {
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
    fn ten_in_a_second_and_ten_in_the_next() {
        let (mut gate, start) = (Unreadable::new(10), Instant::now());
        let answered =
            |gate: &mut Unreadable, at: Instant| (0..25).filter(|_| gate.may_answer(at)).count();
        assert_eq!(answered(&mut gate, start), 10);
        assert_eq!(answered(&mut gate, start + Duration::from_millis(900)), 0);
        assert_eq!(answered(&mut gate, start + Duration::from_millis(1100)), 10);
    }
}
