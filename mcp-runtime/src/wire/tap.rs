//! What the engine holds of the wire log: a queue to the thread that prints.
//!
//! In: messages as they are taken and given. Out: copies of them with their time and whose they are, in
//! order. Conversations that are served side by side share one thread. It never waits: what finds the
//! queue full is counted instead.

use super::WireLog;
use super::print::Printer;
use mcp_core::method::Side;
use std::collections::VecDeque;
#[cfg(feature = "http")]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long the end of a connection waits for its log to be printed.
const LAST_LINES: Duration = Duration::from_millis(500);

/// Where the handler of a call stands in the sources: by method, and the tool's name.
pub(crate) type Places = Box<dyn Fn(&str, Option<&str>) -> Option<String> + Send>;

/// The wire log of one conversation, when there is one. Clones are of the same conversation.
#[derive(Clone)]
pub(crate) struct Wire(Option<Arc<Talk>>);

/// The wire log of conversations side by side, when there is one.
#[cfg(feature = "http")]
pub(crate) struct Wires(Option<(Arc<Tap>, AtomicU64)>);

/// One conversation of a wire log.
struct Talk {
    tap: Arc<Tap>,
    number: u64,
    /// Whether the printer knows of it.
    shown: AtomicBool,
}

/// A wire log that is on.
struct Tap {
    queue: Arc<Queue>,
    began: Instant,
    printer: Option<JoinHandle<()>>,
}

/// A message on its way to the log.
pub(super) struct Entry {
    /// Which conversation it belongs to.
    pub(super) talk: u64,
    pub(super) from: Side,
    pub(super) at: Duration,
    pub(super) text: Text,
}

pub(super) enum Text {
    /// One message.
    Frame(Vec<u8>),
    /// Messages, each with its line end.
    Lines(Vec<u8>),
    /// One that was too long to be read; how many bytes of it were seen.
    Skipped(usize),
    /// So many that found the queue full.
    Missed(u64),
    /// The conversation is a session, the how manieth.
    #[cfg(feature = "http")]
    Session(u64),
    /// Nothing more comes of the conversation.
    Over,
}

#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<Waiting>,
    news: Condvar,
    printed: Condvar,
}

#[derive(Default)]
struct Waiting {
    entries: VecDeque<Entry>,
    bytes: usize,
    most_bytes: usize,
    missed: u64,
    closed: bool,
    over: bool,
}

impl Wire {
    /// Begins the log of a connection, if there is to be one.
    pub(crate) fn begin(log: Option<&WireLog>, places: impl FnOnce() -> Places) -> Self {
        Self(log.map(|log| {
            let tap = Arc::new(Tap::begin(log.clone(), places()));
            Arc::new(Talk::new(tap, 0))
        }))
    }

    /// The conversation is a session from now on, the how manieth.
    #[cfg(feature = "http")]
    pub(crate) fn is_session(&self, number: u64) {
        if let Some(talk) = &self.0 {
            talk.put(Side::Server, Text::Session(number));
        }
    }

    /// A message was taken. Gives back where the output stands before it is answered.
    #[inline]
    pub(crate) fn heard(&self, frame: &[u8], out: &[u8]) -> usize {
        if let Some(talk) = &self.0 {
            talk.put(Side::Client, Text::Frame(frame.to_vec()));
        }
        out.len()
    }

    /// A message was too long to be read. Gives back where the output stands.
    #[inline]
    pub(crate) fn skipped(&self, size: usize, out: &[u8]) -> usize {
        if let Some(talk) = &self.0 {
            talk.put(Side::Client, Text::Skipped(size));
        }
        out.len()
    }

    /// The output has grown since it stood there.
    #[inline]
    pub(crate) fn said(&self, since: usize, out: &[u8]) {
        if let Some(talk) = &self.0
            && let Some(lines) = out.get(since..).filter(|lines| !lines.is_empty())
        {
            talk.put(Side::Server, Text::Lines(lines.to_vec()));
        }
    }
}

#[cfg(feature = "http")]
impl Wires {
    /// Begins the log, if there is to be one.
    pub(crate) fn begin(log: Option<&WireLog>, places: impl FnOnce() -> Places) -> Self {
        Self(log.map(|log| {
            let tap = Arc::new(Tap::begin(log.clone(), places()));
            (tap, AtomicU64::new(0))
        }))
    }

    /// A conversation of which nothing is shown.
    pub(crate) fn off() -> Wire {
        Wire(None)
    }

    /// One more conversation.
    pub(crate) fn conversation(&self) -> Wire {
        Wire(self.0.as_ref().map(|(tap, count)| {
            let number = count.fetch_add(1, Ordering::Relaxed) + 1;
            Arc::new(Talk::new(tap.clone(), number))
        }))
    }
}

impl Talk {
    fn new(tap: Arc<Tap>, number: u64) -> Self {
        let shown = AtomicBool::new(false);
        Self { tap, number, shown }
    }

    fn put(&self, from: Side, text: Text) {
        let at = self.tap.began.elapsed();
        let put = self.tap.queue.put(Entry {
            talk: self.number,
            from,
            at,
            text,
        });
        if put {
            self.shown.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // NB. the end is put whatever waits, so that the printer forgets; of others nothing is put.
        if *self.shown.get_mut() {
            self.put(Side::Server, Text::Over);
        }
    }
}

impl Tap {
    fn begin(log: WireLog, places: Places) -> Self {
        let queue = Arc::new(Queue::default());
        queue.lock().most_bytes = log.queue_bytes;
        let source = queue.clone();
        let printer = std::thread::Builder::new()
            .name("mcp-wire-log".to_owned())
            .spawn(move || Printer::new(log, places).run(&source))
            .ok();
        Self {
            queue,
            began: Instant::now(),
            printer,
        }
    }
}

impl Drop for Tap {
    /// What waits is printed, unless nobody reads it.
    fn drop(&mut self) {
        let mut waiting = self.queue.lock();
        waiting.closed = true;
        self.queue.news.notify_one();
        if self.printer.is_some() {
            let waited = self
                .queue
                .printed
                .wait_timeout_while(waiting, LAST_LINES, |waiting| !waiting.over);
            drop(waited);
        }
    }
}

impl Queue {
    /// Whether there was room.
    fn put(&self, entry: Entry) -> bool {
        let mut waiting = self.lock();
        let size = entry.text.size();
        if size > 0 && waiting.bytes + size > waiting.most_bytes {
            waiting.missed += entry.text.count();
            return false;
        }
        if waiting.missed > 0 {
            let missed = Text::Missed(std::mem::take(&mut waiting.missed));
            let (talk, from, at) = (entry.talk, entry.from, entry.at);
            waiting.entries.push_back(Entry {
                talk,
                from,
                at,
                text: missed,
            });
        }
        waiting.bytes += size;
        waiting.entries.push_back(entry);
        self.news.notify_one();
        true
    }

    /// Waits for the next message; none when there will be no more.
    pub(super) fn next(&self) -> Option<Entry> {
        let mut waiting = self.lock();
        loop {
            if let Some(entry) = waiting.entries.pop_front() {
                waiting.bytes -= entry.text.size();
                return Some(entry);
            }
            if waiting.closed {
                return None;
            }
            waiting = (self.news.wait(waiting)).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Everything is printed.
    pub(super) fn end(&self) {
        self.lock().over = true;
        self.printed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Text {
    fn size(&self) -> usize {
        match self {
            Text::Frame(text) | Text::Lines(text) => text.len(),
            Text::Skipped(_) => size_of::<Entry>(),
            #[cfg(feature = "http")]
            Text::Session(_) => size_of::<Entry>(),
            Text::Missed(_) | Text::Over => 0,
        }
    }

    /// How many messages it is.
    fn count(&self) -> u64 {
        match self {
            Text::Lines(text) => memchr::memchr_iter(b'\n', text).count() as u64,
            Text::Frame(_) | Text::Skipped(_) => 1,
            Text::Missed(count) => *count,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_finds_the_queue_full_is_counted_and_told_before_the_next_message() {
        let queue = Queue::default();
        queue.lock().most_bytes = 8;
        let put = |text| {
            queue.put(Entry {
                talk: 0,
                from: Side::Server,
                at: Duration::ZERO,
                text,
            });
        };
        put(Text::Lines(b"12345\n".to_vec()));
        put(Text::Lines(b"1\n2\n3\n".to_vec()));
        put(Text::Frame(b"1234".to_vec()));
        assert!(queue.next().is_some(), "the first");
        put(Text::Frame(b"12".to_vec()));
        let missed = queue.next().expect("what was missed");
        assert!(matches!(missed.text, Text::Missed(4)));
        assert!(matches!(
            queue.next().expect("the last").text,
            Text::Frame(_)
        ));
    }

    #[cfg(feature = "http")]
    #[test]
    fn conversations_that_find_the_queue_full_leave_nothing_in_it() {
        let queue = Arc::new(Queue::default());
        queue.lock().most_bytes = 100;
        let tap = Arc::new(Tap {
            queue: queue.clone(),
            began: Instant::now(),
            printer: None,
        });
        let wires = Wires(Some((tap, AtomicU64::new(0))));
        for _ in 0..1_000 {
            let wire = wires.conversation();
            wire.heard(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, &[]);
            wire.is_session(1);
        }
        let waiting = queue.lock().entries.len();
        assert!(waiting < 10, "{waiting} entries wait");
        let mut over = 0;
        while let Some(entry) = queue.lock().entries.pop_front() {
            over += usize::from(matches!(entry.text, Text::Over));
        }
        assert!(
            (1..=2).contains(&over),
            "{over} of those that are shown end"
        );
    }
}
