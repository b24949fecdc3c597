//! The streams of a session, which outlive their connections.
//!
//! In: what an exchange says, and readers: the bodies of responses. Out: events with ids, to the one
//! reader that came last; what is said while nobody reads is kept by the session, within its bounds
//! (2025-03-26 to 2025-11-25, Streamable HTTP, Resumability and Redelivery). A reader that is gone
//! cancels nothing. No message is ever on two streams, and none goes to two readers.

use super::exchange::{Bell, Exchange, Said, each_line};
use super::session::HttpSession;
use bytes::Bytes;
use mcp_core::rpc::{self, ErrorCode, ErrorObject, Message};
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::Instant;

/// The number of the stream that belongs to no request.
pub(super) const STANDING: u64 = 0;

/// The id of an event: whose it is, on which stream, and the how manieth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EventId {
    /// Of the session, so that an id means nothing in another.
    pub(super) tag: u32,
    pub(super) stream: u64,
    pub(super) number: u64,
}

impl EventId {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-');
        let mut digits = || {
            let part = parts.next()?;
            // NB. `parse` and `from_str_radix` take a sign.
            part.bytes()
                .all(|byte| byte.is_ascii_hexdigit())
                .then_some(part)
        };
        Some(Self {
            tag: u32::from_str_radix(digits()?, 16).ok()?,
            stream: digits()?.parse().ok()?,
            number: digits()?.parse().ok()?,
        })
    }

    fn write(self, out: &mut Vec<u8>) {
        let Self {
            tag,
            stream,
            number,
        } = self;
        out.extend_from_slice(format!("id: {tag:08x}-{stream}-{number}\n").as_bytes());
    }
}

/// One stream.
pub(super) struct Stream {
    number: u64,
    session: Arc<HttpSession>,
    state: Mutex<State>,
    /// Wakes the reader of a stream without an exchange.
    bell: Bell,
}

struct State {
    source: Source,
    /// The number of the newest event.
    newest: u64,
    /// Which reader is the present one.
    reader: u64,
    /// When it last asked; none when it is gone.
    asked: Option<Instant>,
    /// The client is to come again after this time.
    released: Option<Duration>,
}

enum Source {
    /// What belongs to no request.
    Standing,
    Exchange(Box<Exchange>),
    Over,
}

/// What a reader is told.
pub(super) enum Told {
    /// Events, as they are written.
    Events(Bytes),
    /// The client is to come again after this time; the stream goes on.
    Released(Duration),
}

/// The present reader of a stream; dropped when its response is over.
pub(super) struct Reader {
    stream: Arc<Stream>,
    number: u64,
    /// Events that are to be said first.
    again: VecDeque<Bytes>,
}

impl Stream {
    /// One that belongs to no request.
    pub(super) fn standing(session: Arc<HttpSession>) -> Arc<Self> {
        Arc::new(Self::new(STANDING, session, Source::Standing))
    }

    /// The reader of the stream of an exchange that has said this so far.
    pub(super) fn of(
        session: Arc<HttpSession>,
        exchange: Exchange,
        said: &[u8],
        released: Option<Duration>,
    ) -> Reader {
        let source = match exchange.is_over() {
            true => Source::Over,
            false => Source::Exchange(Box::new(exchange)),
        };
        let number = session.next_stream();
        let stream = Arc::new(Self::new(number, session, source));
        let again = {
            let mut state = stream.state();
            state.released = released;
            state.asked = Some(Instant::now());
            stream.write(&mut state, said)
        };
        stream.session.has_stream(number, &stream);
        Reader {
            stream,
            number: 0,
            again: [again]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect(),
        }
    }

    /// The reader of a stream whose end was said, but not heard.
    pub(super) fn over(session: Arc<HttpSession>, number: u64, again: VecDeque<Bytes>) -> Reader {
        let stream = Arc::new(Self::new(number, session, Source::Over));
        Reader {
            stream,
            number: 0,
            again,
        }
    }

    fn new(number: u64, session: Arc<HttpSession>, source: Source) -> Self {
        let state = State {
            source,
            newest: 0,
            reader: 0,
            asked: None,
            released: None,
        };
        Self {
            number,
            session,
            state: Mutex::new(state),
            bell: Bell::default(),
        }
    }

    /// A reader; none where there is one already that asked within this time.
    pub(super) fn read(self: &Arc<Self>, patience: Duration) -> Option<Reader> {
        let mut state = self.state();
        let asked = state.asked.map(|asked| asked.elapsed());
        match asked.is_some_and(|ago| ago <= patience) {
            true => None,
            false => Some(self.next_reader(&mut state, VecDeque::new())),
        }
    }

    /// A reader in place of the one before; it is told what came after that event.
    pub(super) fn read_after(self: &Arc<Self>, event: u64) -> Reader {
        let mut state = self.state();
        let again = self.session.again(self.number, event);
        self.next_reader(&mut state, again)
    }

    fn next_reader(self: &Arc<Self>, state: &mut State, again: VecDeque<Bytes>) -> Reader {
        state.reader += 1;
        state.asked = Some(Instant::now());
        // The one before notices, and so does who keeps what is said meanwhile.
        self.ring(state);
        Reader {
            stream: self.clone(),
            number: state.reader,
            again,
        }
    }

    /// Has whoever waits look again.
    pub(super) fn wake(&self) {
        let state = self.state();
        self.ring(&state);
    }

    fn ring(&self, state: &State) {
        self.bell.ring();
        if let Source::Exchange(exchange) = &state.source {
            exchange.bell().ring();
        }
    }

    /// Events with the next numbers, which the session keeps.
    fn write(&self, state: &mut State, lines: &[u8]) -> Bytes {
        let mut all = Vec::with_capacity(lines.len() + 64);
        for line in each_line(lines) {
            let start = all.len();
            state.newest += 1;
            self.event_id(state.newest).write(&mut all);
            all.extend_from_slice(b"data: ");
            all.extend_from_slice(line);
            all.extend_from_slice(b"\n\n");
            let kept = |text: &[u8]| self.session.keep(self.number, state.newest, text);
            let nobody_reads = state.asked.is_none();
            if !kept(all.get(start..).unwrap_or_default())
                && nobody_reads
                && let Some(instead) = self.too_long(line)
            {
                let mut text = Vec::with_capacity(256);
                self.event_id(state.newest).write(&mut text);
                text.extend_from_slice(b"data: ");
                text.extend_from_slice(&instead);
                text.extend_from_slice(b"\n\n");
                kept(&text);
            }
        }
        all.into()
    }

    /// What is kept in place of an answer that nobody reads and that is too long to be kept.
    #[cold]
    fn too_long(&self, answer: &[u8]) -> Option<Vec<u8>> {
        let Ok(Message::Response(response)) = rpc::classify(answer) else {
            return None;
        };
        let limit = self.session.longest_kept();
        let message = format!(
            "the answer came while its stream was closed, is {} bytes long, and could not be kept: no more than {limit} bytes are for a session (`HttpLimits::replay_bytes`), and there is a limit for all sessions (`HttpLimits::replay_bytes_in_all`): ask again, and keep the stream open",
            answer.len(),
        );
        let error = ErrorObject::new(ErrorCode::INTERNAL_ERROR, message)
            .with_data(serde_json::json!({ "retryable": true, "limit": limit }));
        let mut text = Vec::with_capacity(256);
        rpc::error(&mut text, rpc::ErrorId::Known(&response.id?), &error);
        Some(text)
    }

    fn event_id(&self, number: u64) -> EventId {
        EventId {
            tag: self.session.tag(),
            stream: self.number,
            number,
        }
    }

    /// What came since, or the end.
    fn poll(&self, state: &mut State, cx: &mut Context<'_>) -> Poll<Option<Told>> {
        if let Some(retry) = state.released.take() {
            return Poll::Ready(Some(Told::Released(retry)));
        }
        let polled = match &mut state.source {
            Source::Over => return Poll::Ready(None),
            Source::Standing => {
                self.bell.listen(cx.waker());
                return match self.session.is_ended() {
                    true => Poll::Ready(None),
                    false => Poll::Pending,
                };
            }
            Source::Exchange(exchange) => exchange.poll_said(cx),
        };
        match polled {
            Poll::Pending => Poll::Pending,
            Poll::Ready(Some(Said::Released(retry))) => Poll::Ready(Some(Told::Released(retry))),
            Poll::Ready(Some(Said::Lines(lines))) => {
                if let Source::Exchange(exchange) = &state.source
                    && exchange.is_over()
                {
                    self.ends(state);
                }
                Poll::Ready(Some(Told::Events(self.write(state, &lines))))
            }
            Poll::Ready(None) => {
                self.ends(state);
                Poll::Ready(None)
            }
        }
    }

    fn ends(&self, state: &mut State) {
        state.source = Source::Over;
        self.session.is_used(Instant::now());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Without a reader: keeps what is said until the end, or until there is a reader again.
    async fn drive(self: Arc<Self>, reader: u64) {
        poll_fn(|cx| {
            let mut state = self.state();
            while state.reader == reader {
                match self.poll(&mut state, cx) {
                    Poll::Ready(Some(_)) => {}
                    Poll::Ready(None) => break,
                    Poll::Pending => return Poll::Pending,
                }
            }
            Poll::Ready(())
        })
        .await;
    }
}

impl Reader {
    /// What came since, or the end: of the stream, or of this reader, when there is another.
    pub(super) fn poll_told(&mut self, cx: &mut Context<'_>) -> Poll<Option<Told>> {
        let mut state = self.stream.state();
        if state.reader != self.number {
            return Poll::Ready(None);
        }
        state.asked = Some(Instant::now());
        if let Some(again) = self.again.pop_front() {
            return Poll::Ready(Some(Told::Events(again)));
        }
        self.stream.poll(&mut state, cx)
    }

    /// The event that says where the client is, before anything was said (2025-11-25, Streamable HTTP,
    /// Sending Messages to the Server).
    pub(super) fn first_event(&self, retry: Duration) -> Vec<u8> {
        let mut out = Vec::with_capacity(64);
        let before = self.stream.event_id(0);
        before.write(&mut out);
        out.extend_from_slice(retry_line(retry).as_bytes());
        out.extend_from_slice(b"data: \n\n");
        out
    }

    /// Stops what runs for it; what is said about that.
    pub(super) fn cut(&mut self) -> Bytes {
        let mut state = self.stream.state();
        let lines = match &mut state.source {
            Source::Exchange(exchange) => exchange.cut(),
            _ => Vec::new(),
        };
        self.stream.ends(&mut state);
        self.stream.write(&mut state, &lines)
    }

    /// Whether nothing runs for it that must have its time before the end of the server.
    pub(super) fn is_standing(&self) -> bool {
        self.stream.number == STANDING
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let mut state = self.stream.state();
        if state.reader != self.number {
            return;
        }
        state.asked = None;
        self.stream.session.is_used(Instant::now());
        if let (Source::Exchange(_), Ok(runtime)) = (&state.source, Handle::try_current()) {
            drop(runtime.spawn(self.stream.clone().drive(self.number)));
        }
    }
}

/// How long the client is to wait before it comes again.
pub(super) fn retry_line(retry: Duration) -> String {
    format!("retry: {}\n", retry.as_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ids_as_they_are_written_are_read() {
        let id = EventId {
            tag: 0xab,
            stream: 3,
            number: 17,
        };
        let mut text = Vec::new();
        id.write(&mut text);
        assert_eq!(text, b"id: 000000ab-3-17\n");
        assert_eq!(EventId::parse("000000ab-3-17"), Some(id));
        for wrong in [
            "",
            "-",
            "ab",
            "ab-3",
            "ab-3-",
            "-3-17",
            "ab-3-17-1",
            "ab-+3-17",
            "ab--3-17",
            "ab-3- 17",
            "xy-3-17",
            "1ffffffff-3-17",
            "ab-3-99999999999999999999",
        ] {
            assert_eq!(EventId::parse(wrong), None, "{wrong}");
        }
    }
}
