//! What leaves a connection without having come out of `receive`: replies of calls that took
//! their time, progress, log messages.
//!
//! In: whole messages, from any thread. Out: the same messages in the same order, each with its
//! newline, to the one writer of the connection; and a wake-up for the engine, if it sleeps.
//! It never drops a message, never blocks a producer, never looks into a message. Its size is
//! counted, so that whoever drives the connection can stop taking new work while the peer does
//! not read, and whoever reports progress can leave something out.

#[cfg(test)]
use crate::limits::OUT_QUEUE_BYTES;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::sync::{Mutex, MutexGuard};
use std::fmt;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// A buffer that has grown up to here is kept.
const KEPT: usize = 1024 * 1024;

/// The queue between everything that runs for a connection and its one writer.
pub(crate) struct Outgoing {
    /// The messages as they will be written, one after the other.
    queue: Mutex<Vec<u8>>,
    /// Bytes in the queue, readable without the lock.
    bytes: AtomicUsize,
    /// The engine waits and wants to be woken by the next message.
    sleeping: AtomicBool,
    closed: AtomicBool,
    /// The reader is to be let go, and to come again after so many milliseconds: one more than these,
    /// 0 while nobody asked for it.
    released: AtomicUsize,
    releasable: AtomicBool,
    most_bytes: usize,
    wake: Box<dyn Fn() + Send + Sync>,
}

impl Outgoing {
    /// An empty queue with the default bounds.
    #[cfg(test)]
    pub(crate) fn new(wake: Box<dyn Fn() + Send + Sync>) -> Arc<Self> {
        Self::bounded(OUT_QUEUE_BYTES, wake)
    }

    /// An empty queue in which so much may wait before new work should wait too. `wake` ends the
    /// engine's sleep; it is called from any thread, at most once for each sleep, and must not
    /// block.
    pub(crate) fn bounded(most_bytes: usize, wake: Box<dyn Fn() + Send + Sync>) -> Arc<Self> {
        Arc::new(Self {
            most_bytes,
            queue: Mutex::default(),
            bytes: AtomicUsize::new(0),
            sleeping: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            released: AtomicUsize::new(0),
            releasable: AtomicBool::new(false),
            wake,
        })
    }

    /// Appends one message: one JSON text without a newline. After [`close`](Self::close) nobody
    /// will read it, so it is let go.
    pub(crate) fn push(&self, message: Vec<u8>) {
        debug_assert!(!message.contains(&b'\n'), "a message is one line");
        {
            let mut queue = self.lock();
            if self.closed.load(Ordering::Relaxed) {
                return;
            }
            queue.extend_from_slice(&message);
            queue.push(b'\n');
            self.count(&queue);
        }
        self.wake_if_asleep();
    }

    /// Moves everything to the end of `out`. True if there was something.
    pub(crate) fn drain_into(&self, out: &mut Vec<u8>) -> bool {
        if self.is_empty() {
            return false;
        }
        let mut queue = self.lock();
        if out.is_empty() {
            // NB. the queue gets the writer's empty buffer, and with it its capacity.
            std::mem::swap(out, &mut *queue);
        } else {
            out.append(&mut queue);
            if queue.capacity() > KEPT {
                *queue = Vec::new();
            }
        }
        self.count(&queue);
        true
    }

    /// Whether nothing waits. Does not lock.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.load(Ordering::SeqCst) == 0
    }

    /// Whether so much waits that new work should wait too.
    pub(crate) fn over_limit(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) >= self.most_bytes
    }

    /// Whether so much more than the limit waits that nothing should be said unasked.
    pub(crate) fn far_over_limit(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) / 4 >= self.most_bytes
    }

    /// The engine is about to sleep. False when a message came in the meantime: don't. When true,
    /// the next message calls `wake`.
    pub(crate) fn may_sleep(&self) -> bool {
        // NB. the flag first, then the look; `push` counts first, then looks at the flag. Both
        // orders are sequentially consistent, so one of the two sees the other.
        self.sleeping.store(true, Ordering::SeqCst);
        if self.is_empty() && self.released.load(Ordering::SeqCst) == 0 {
            return true;
        }
        self.sleeping.store(false, Ordering::SeqCst);
        false
    }

    /// Whoever reads this can be let go, and come again.
    #[cfg(feature = "http")]
    pub(crate) fn may_release(&self) {
        self.releasable.store(true, Ordering::Relaxed);
    }

    /// Lets the reader go, where that is possible; it is to come again after this time.
    pub(crate) fn release(&self, retry: Duration) {
        if self.releasable.load(Ordering::Relaxed) {
            let millis = usize::try_from(retry.as_millis()).unwrap_or(usize::MAX);
            self.released
                .store(millis.saturating_add(1), Ordering::SeqCst);
            self.wake_if_asleep();
        }
    }

    /// Whether the reader is to be let go, and after which time it is to come again.
    #[cfg(feature = "http")]
    pub(crate) fn take_release(&self) -> Option<Duration> {
        let millis = self.released.swap(0, Ordering::SeqCst).checked_sub(1)?;
        Some(Duration::from_millis(
            u64::try_from(millis).unwrap_or(u64::MAX),
        ))
    }

    /// The engine is awake, whoever woke it.
    pub(crate) fn awake(&self) {
        self.sleeping.store(false, Ordering::SeqCst);
    }

    /// The connection is over: what waits is let go, and so is what comes later.
    pub(crate) fn close(&self) {
        let mut queue = self.lock();
        self.closed.store(true, Ordering::Relaxed);
        *queue = Vec::new();
        self.count(&queue);
    }

    fn wake_if_asleep(&self) {
        if self.sleeping.swap(false, Ordering::SeqCst) {
            (self.wake)();
        }
    }

    fn count(&self, queue: &[u8]) {
        self.bytes.store(queue.len(), Ordering::SeqCst);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outgoing")
            .field("bytes", &self.bytes.load(Ordering::Relaxed))
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, shuttle))]
mod models;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    fn counted() -> (Arc<Outgoing>, Arc<AtomicUsize>) {
        let wakes = Arc::new(AtomicUsize::new(0));
        let seen = wakes.clone();
        let outgoing = Outgoing::new(Box::new(move || {
            seen.fetch_add(1, Ordering::SeqCst);
        }));
        (outgoing, wakes)
    }

    #[test]
    fn messages_leave_in_order_each_on_its_own_line() {
        let (outgoing, _) = counted();
        outgoing.push(b"{\"a\":1}".to_vec());
        outgoing.push(b"{\"b\":2}".to_vec());
        let mut out = b"first\n".to_vec();
        assert!(outgoing.drain_into(&mut out));
        assert_eq!(out, b"first\n{\"a\":1}\n{\"b\":2}\n");
        assert!(!outgoing.drain_into(&mut out));
        assert!(outgoing.is_empty());
    }

    #[test]
    fn only_a_sleeping_engine_is_woken_and_once_for_each_sleep() {
        let (outgoing, wakes) = counted();
        outgoing.push(vec![b'1']);
        assert_eq!(wakes.load(Ordering::SeqCst), 0);
        assert!(!outgoing.may_sleep(), "something waits");
        outgoing.push(vec![b'2']);
        assert_eq!(wakes.load(Ordering::SeqCst), 0);
        outgoing.drain_into(&mut Vec::new());
        assert!(outgoing.may_sleep());
        outgoing.push(vec![b'3']);
        outgoing.push(vec![b'4']);
        assert_eq!(wakes.load(Ordering::SeqCst), 1);
        outgoing.drain_into(&mut Vec::new());
        assert!(outgoing.may_sleep());
        outgoing.awake();
        outgoing.push(vec![b'5']);
        assert_eq!(wakes.load(Ordering::SeqCst), 1, "woken by its input");
    }

    #[test]
    fn the_limit_counts_bytes_and_falls_when_drained() {
        let (outgoing, _) = counted();
        outgoing.push(vec![b'x'; OUT_QUEUE_BYTES - 2]);
        assert!(!outgoing.over_limit());
        outgoing.push(Vec::new());
        assert!(outgoing.over_limit());
        outgoing.drain_into(&mut Vec::new());
        assert!(!outgoing.over_limit());
    }

    #[test]
    fn nothing_is_kept_for_a_connection_that_is_over() {
        let (outgoing, _) = counted();
        outgoing.push(b"{}".to_vec());
        outgoing.close();
        outgoing.push(b"{}".to_vec());
        assert!(outgoing.is_empty());
        assert!(!outgoing.drain_into(&mut Vec::new()));
    }

    #[test]
    fn no_message_of_many_threads_is_lost_or_left_asleep() {
        let (woken, bell) = mpsc::channel();
        let outgoing = Outgoing::new(Box::new(move || {
            let _ = woken.send(());
        }));
        let mut threads = Vec::new();
        for thread in 0..4 {
            let outgoing = outgoing.clone();
            threads.push(std::thread::spawn(move || {
                for n in 0..5_000 {
                    outgoing.push(format!("{thread} {n}").into_bytes());
                }
            }));
        }
        let (mut out, mut seen, mut next) = (Vec::new(), 0, [0; 4]);
        while seen < 20_000 {
            if !outgoing.drain_into(&mut out) {
                if outgoing.may_sleep() {
                    bell.recv_timeout(Duration::from_secs(10))
                        .expect("a wake-up was lost");
                    outgoing.awake();
                }
                continue;
            }
            for line in std::str::from_utf8(&out).expect("UTF-8").lines() {
                let (thread, n) = line.split_once(' ').expect("two words");
                let thread: usize = thread.parse().expect("a number");
                assert_eq!(n, next[thread].to_string(), "order of one producer");
                next[thread] += 1;
                seen += 1;
            }
            out.clear();
        }
        for thread in threads {
            thread.join().expect("no panic");
        }
    }
}
