//! What was said on the streams of a session, for a client that lost its connection.
//!
//! In: events, each with its number. Out: those after a given one, on the same stream. The oldest are
//! let go when there are too many, when they are too long together, or too old; the bound on bytes
//! holds for each session and for the whole endpoint. It never mixes streams, and never waits.

use super::options::HttpOptions;
use bytes::Bytes;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// How much the sessions of one endpoint may keep.
#[derive(Debug)]
pub(super) struct Bounds {
    events: usize,
    bytes: usize,
    time: Duration,
    in_all: usize,
    /// What all sessions keep now.
    held: AtomicUsize,
}

impl Bounds {
    pub(super) fn new(options: &HttpOptions) -> Arc<Self> {
        let limits = &options.limits;
        Arc::new(Self {
            // Without a stream by GET nothing is taken up again.
            events: if options.json {
                0
            } else {
                limits.replay_events
            },
            bytes: limits.replay_bytes,
            time: limits.replay_time,
            in_all: limits.replay_bytes_in_all,
            held: AtomicUsize::new(0),
        })
    }

    /// How long an event may be that is kept, in bytes; 0 when none is.
    pub(super) fn longest(&self) -> usize {
        match self.events {
            0 => 0,
            _ => self.bytes.min(self.in_all),
        }
    }
}

/// The events of one session.
#[derive(Debug)]
pub(super) struct Replay {
    bounds: Arc<Bounds>,
    kept: VecDeque<Event>,
    bytes: usize,
}

#[derive(Debug)]
struct Event {
    stream: u64,
    number: u64,
    at: Instant,
    text: Bytes,
}

impl Replay {
    pub(super) fn new(bounds: Arc<Bounds>) -> Self {
        Self {
            bounds,
            kept: VecDeque::new(),
            bytes: 0,
        }
    }

    /// Keeps an event, as it is written on the stream; whether there is room for it.
    pub(super) fn keep(&mut self, stream: u64, number: u64, text: &[u8], now: Instant) -> bool {
        self.forget_old(now);
        let length = text.len();
        if length > self.bounds.bytes || self.bounds.events == 0 {
            return false;
        }
        while self.kept.len() >= self.bounds.events || self.bytes + length > self.bounds.bytes {
            self.forget_first();
        }
        // NB. each session gives way on its own account: none can empty another's.
        while self.bounds.held.load(Ordering::Relaxed) + length > self.bounds.in_all {
            if self.kept.is_empty() {
                return false;
            }
            self.forget_first();
        }
        self.bounds.held.fetch_add(length, Ordering::Relaxed);
        self.bytes += length;
        self.kept.push_back(Event {
            stream,
            number,
            at: now,
            text: Bytes::copy_from_slice(text),
        });
        true
    }

    /// The events of a stream after one of them, and whether none is missing in between.
    pub(super) fn after(&mut self, stream: u64, number: u64, now: Instant) -> (Vec<Bytes>, bool) {
        self.forget_old(now);
        let later = |event: &&Event| event.stream == stream && event.number > number;
        let found = || self.kept.iter().filter(later);
        let whole = found()
            .next()
            .is_none_or(|first| first.number == number + 1);
        (found().map(|event| event.text.clone()).collect(), whole)
    }

    /// Lets go of what is too old.
    pub(super) fn forget_old(&mut self, now: Instant) {
        let time = self.bounds.time;
        let old = |event: &Event| now.saturating_duration_since(event.at) > time;
        while self.kept.front().is_some_and(old) {
            self.forget_first();
        }
        if self.kept.is_empty() {
            self.kept = VecDeque::new();
        }
    }

    fn forget_first(&mut self) {
        if let Some(event) = self.kept.pop_front() {
            self.bytes -= event.text.len();
            self.bounds
                .held
                .fetch_sub(event.text.len(), Ordering::Relaxed);
        }
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        self.bounds.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::HttpLimits;

    fn bounds(events: usize, bytes: usize, in_all: usize) -> Arc<Bounds> {
        let limits = HttpLimits::default()
            .with_replay_events(events)
            .with_replay_bytes(bytes)
            .with_replay_bytes_in_all(in_all)
            .with_replay_time(Duration::from_secs(60));
        Bounds::new(&HttpOptions::new().limits(limits))
    }

    fn kept(replay: &mut Replay, stream: u64, after: u64, now: Instant) -> Vec<Bytes> {
        replay.after(stream, after, now).0
    }

    #[test]
    fn only_later_events_of_the_same_stream_come_again() {
        let now = Instant::now();
        let mut replay = Replay::new(bounds(10, 100, 100));
        for (stream, number, text) in [
            (1, 1, "a"),
            (2, 1, "b"),
            (1, 2, "c"),
            (2, 2, "d"),
            (1, 3, "e"),
        ] {
            assert!(replay.keep(stream, number, text.as_bytes(), now));
        }
        assert_eq!(kept(&mut replay, 1, 1, now), ["c", "e"]);
        assert_eq!(kept(&mut replay, 2, 0, now), ["b", "d"]);
        assert!(kept(&mut replay, 3, 0, now).is_empty());
    }

    #[test]
    fn the_oldest_give_way_and_the_gap_is_told() {
        let now = Instant::now();
        let mut replay = Replay::new(bounds(3, 8, 100));
        for number in 1..=5_u64 {
            replay.keep(1, number, format!("{number}x").as_bytes(), now);
        }
        assert_eq!(kept(&mut replay, 1, 0, now), ["3x", "4x", "5x"]);
        assert!(!replay.after(1, 0, now).1, "1 and 2 are missing");
        assert!(replay.after(1, 2, now).1);
        assert!(replay.keep(1, 6, b"6xxxxx", now));
        assert_eq!(kept(&mut replay, 1, 0, now), ["5x", "6xxxxx"]);
        assert!(!replay.keep(1, 7, b"7xxxxxxxx", now), "nine bytes");
        assert_eq!(kept(&mut replay, 1, 0, now), ["5x", "6xxxxx"]);
    }

    #[test]
    fn what_is_too_old_is_gone() {
        let now = Instant::now();
        let mut replay = Replay::new(bounds(3, 8, 100));
        replay.keep(1, 1, b"x", now);
        let later = now + Duration::from_secs(61);
        assert!(kept(&mut replay, 1, 0, later).is_empty());
        assert_eq!(replay.bounds.held.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn no_session_takes_the_room_of_another_and_all_is_given_back() {
        let now = Instant::now();
        let bounds = bounds(10, 100, 10);
        let mut one = Replay::new(bounds.clone());
        let mut other = Replay::new(bounds.clone());
        for number in 1..=4_u64 {
            one.keep(1, number, format!("{number}x").as_bytes(), now);
        }
        for number in 1..=4_u64 {
            other.keep(1, number, format!("{number}x").as_bytes(), now);
        }
        assert_eq!(kept(&mut one, 1, 0, now), ["1x", "2x", "3x", "4x"]);
        assert_eq!(kept(&mut other, 1, 0, now), ["4x"]);
        drop((one, other));
        assert_eq!(bounds.held.load(Ordering::Relaxed), 0);
    }
}
