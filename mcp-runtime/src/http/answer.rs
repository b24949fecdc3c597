//! Responses: one JSON text, or a stream of events.
//!
//! In: what an exchange says, or the stream of a session. Out: a body that hands it on as it comes.
//! Events have ids in sessions alone, where a stream can be taken up again. A comment goes out whenever
//! nothing else did for a while, so that what stands in between keeps the connection open. It never
//! decides a status.

use super::ending::Phase;
use super::endpoint::Shared;
use super::exchange::{Exchange, Said, each_line};
use super::sse;
use super::stream::{Reader, Told, retry_line};
use bytes::Bytes;
use http::Response;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue};
use http_body::{Body, Frame, SizeHint};
use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep};

/// The body of a response.
pub struct HttpBody(Kind);

enum Kind {
    Whole(Bytes),
    Events(Box<Events>),
}

/// A stream of events: what was said already, and what comes.
struct Events {
    ready: Vec<u8>,
    source: Source,
    /// Nothing more comes, although the source may go on.
    over: bool,
    keep_alive: Pin<Box<Sleep>>,
    every: Duration,
    cut: Cut,
}

enum Source {
    Exchange(Box<Exchange>),
    Session(Reader),
    HttpSse(sse::Reader),
}

/// The end of the whole server, when it waits no longer.
pub(super) type Cut = Pin<Box<dyn Future<Output = ()> + Send>>;

pub(super) fn cut(shared: &Shared) -> Cut {
    reached(shared, Phase::Cut)
}

fn reached(shared: &Shared, phase: Phase) -> Cut {
    let shutdown = shared.options.shutdown();
    Box::pin(async move { shutdown.reached(phase).await })
}

impl HttpBody {
    pub(super) fn whole(text: Bytes) -> Self {
        Self(Kind::Whole(text))
    }
}

impl fmt::Debug for HttpBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Whole(text) => f.debug_tuple("HttpBody").field(&text.len()).finish(),
            Kind::Events(_) => f.write_str("HttpBody(events)"),
        }
    }
}

/// A stream that begins with these messages.
pub(super) fn events(
    shared: &Arc<Shared>,
    exchange: Exchange,
    said: &[u8],
    cut: Cut,
) -> Response<HttpBody> {
    let mut ready = Vec::with_capacity(said.len() + 64);
    if said.is_empty() && !exchange.is_over() {
        ready.extend_from_slice(COMMENT);
    }
    write_events(said, &mut ready);
    stream(shared, ready, Source::Exchange(Box::new(exchange)), cut)
}

/// A stream of a session. Its `first` event stands before those that are said again.
pub(super) fn session_events(
    shared: &Arc<Shared>,
    reader: Reader,
    first: bool,
    cut: Option<Cut>,
) -> Response<HttpBody> {
    let ready = match first {
        true => reader.first_event(shared.options.limits.reconnect_after),
        false => COMMENT.to_vec(),
    };
    let cut = cut.unwrap_or_else(|| match reader.is_standing() {
        // Nothing is awaited on it.
        true => reached(shared, Phase::Draining),
        false => self::cut(shared),
    });
    stream(shared, ready, Source::Session(reader), cut)
}

/// A stream of HTTP+SSE, after its first event.
pub(super) fn conversation(
    shared: &Shared,
    reader: sse::Reader,
    first: Vec<u8>,
) -> Response<HttpBody> {
    stream(shared, first, Source::HttpSse(reader), cut(shared))
}

fn stream(shared: &Shared, ready: Vec<u8>, source: Source, cut: Cut) -> Response<HttpBody> {
    let every = shared.options.limits.keep_alive;
    let events = Events {
        ready,
        source,
        over: false,
        keep_alive: Box::pin(tokio::time::sleep(every)),
        every,
        cut,
    };
    let mut response = Response::new(HttpBody(Kind::Events(Box::new(events))));
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_TYPE, "text/event-stream"),
        (CACHE_CONTROL, "no-cache, no-transform"),
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

const COMMENT: &[u8] = b":\n\n";

/// Each message becomes an event. NB. a message has no line end in it: JSON escapes those.
fn write_events(lines: &[u8], out: &mut Vec<u8>) {
    for line in each_line(lines) {
        out.extend_from_slice(b"data: ");
        out.extend_from_slice(line);
        out.extend_from_slice(b"\n\n");
    }
}

impl Events {
    fn poll_bytes(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if !self.ready.is_empty() {
            return Poll::Ready(Some(std::mem::take(&mut self.ready).into()));
        }
        if self.over {
            return Poll::Ready(None);
        }
        if let Poll::Ready(said) = self.source.poll(cx, &mut self.over) {
            self.keep_alive.as_mut().reset(Instant::now() + self.every);
            self.over |= said.is_none();
            return Poll::Ready(said);
        }
        if self.cut.as_mut().poll(cx).is_ready() {
            self.over = true;
            let last = match &mut self.source {
                Source::Exchange(exchange) => as_events(&exchange.cut()),
                Source::Session(reader) => reader.cut(),
                Source::HttpSse(reader) => reader.cut(),
            };
            return Poll::Ready((!last.is_empty()).then_some(last));
        }
        if self.keep_alive.as_mut().poll(cx).is_ready() {
            self.keep_alive.as_mut().reset(Instant::now() + self.every);
            // NB. polled again, so that it wakes.
            let _ = self.keep_alive.as_mut().poll(cx);
            return Poll::Ready(Some(Bytes::from_static(COMMENT)));
        }
        Poll::Pending
    }
}

impl Events {
    fn is_over(&self) -> bool {
        self.over || matches!(&self.source, Source::Exchange(exchange) if exchange.is_over())
    }
}

impl Source {
    fn poll(&mut self, cx: &mut Context<'_>, over: &mut bool) -> Poll<Option<Bytes>> {
        match self {
            Self::Exchange(exchange) => loop {
                match std::task::ready!(exchange.poll_said(cx)) {
                    Some(Said::Lines(lines)) => return Poll::Ready(Some(as_events(&lines))),
                    // It can't be taken up again, so it is not let go.
                    Some(Said::Released(_)) => {}
                    None => return Poll::Ready(None),
                }
            },
            Self::HttpSse(reader) => reader.poll_events(cx),
            Self::Session(reader) => reader.poll_told(cx).map(|told| match told? {
                Told::Events(events) => Some(events),
                Told::Released(retry) => {
                    *over = true;
                    Some((retry_line(retry) + "\n").into())
                }
            }),
        }
    }
}

fn as_events(lines: &[u8]) -> Bytes {
    let mut out = Vec::with_capacity(lines.len() + 16);
    write_events(lines, &mut out);
    out.into()
}

impl Body for HttpBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.0 {
            Kind::Whole(text) if text.is_empty() => Poll::Ready(None),
            Kind::Whole(text) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(text))))),
            Kind::Events(events) => {
                let polled = events.poll_bytes(cx);
                polled.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Whole(text) => text.is_empty(),
            Kind::Events(events) => events.ready.is_empty() && events.is_over(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Whole(text) => SizeHint::with_exact(text.len() as u64),
            Kind::Events(_) => SizeHint::default(),
        }
    }
}
