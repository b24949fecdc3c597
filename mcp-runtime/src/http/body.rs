//! Reading the body of a request within limits: of length, of speed, and of all that the process
//! holds.
//!
//! In: any body, the headers that announce it, and the [`Bounds`]. Out: its bytes, or an [`Unread`]
//! that says which limit it broke. It never reads more than one piece beyond a limit, never sets
//! memory aside for what a header only promises, and doesn't copy a body that comes in one piece.

mod gathered;

use super::refusal::{invalid, without_id};
use crate::limits::HttpLimits;
use bytes::{Buf, Bytes};
use gathered::Gathered;
use http::header::{CONNECTION, CONTENT_LENGTH, HeaderMap, HeaderValue, RETRY_AFTER};
use http::{Response, StatusCode};
use http_body::{Body, Frame};
use mcp_core::rpc::{ErrorCode, ErrorObject};
use serde_json::json;
use std::error::Error as StdError;
use std::future::poll_fn;
use std::ops::Deref;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep_until};

/// Bytes of bodies that come in pieces or wait to be taken, over all servers of the process.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// What holds for one body.
#[derive(Debug, Clone)]
pub(crate) struct Bounds {
    /// The longest body, in bytes.
    pub(crate) bytes: usize,
    /// How long it may take before its speed counts.
    pub(crate) grace: Duration,
    /// How fast it must come then, in bytes per second.
    pub(crate) per_second: usize,
    /// How much all bodies may hold, in bytes, until the engine has them.
    pub(crate) held: usize,
    /// What a client is told to wait where they hold too much.
    pub(crate) retry_after: Duration,
}

impl Bounds {
    /// Those of a server whose messages may have so many bytes.
    pub(crate) fn new(bytes: usize, limits: &HttpLimits) -> Self {
        Self {
            bytes,
            grace: limits.body_grace,
            per_second: limits.body_bytes_per_second.max(1),
            held: limits.bodies_bytes,
            retry_after: limits.bodies_retry_after,
        }
    }
}

/// Why a body was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It is longer than the limit; `announced` is what its header says, where it says something.
    TooLong {
        limit: usize,
        announced: Option<String>,
    },
    /// It came slower than this many bytes per second.
    TooSlow { per_second: usize, received: usize },
    /// The process holds too many unfinished ones.
    NoRoom { limit: usize, retry_after: Duration },
    /// It broke off, or its framing is wrong.
    Broken(String),
}

impl Unread {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::TooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::NoRoom { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::Broken(_) => StatusCode::BAD_REQUEST,
        }
    }

    pub(crate) fn error(&self) -> ErrorObject {
        match self {
            Self::TooLong { limit, announced } => {
                let size = match announced {
                    Some(announced) => format!("is {announced} bytes long"),
                    None => "goes on".to_owned(),
                };
                let message = format!(
                    "the body {size}; the limit is {limit} bytes (`Limits::max_frame_bytes`)"
                );
                let size = announced.as_ref().and_then(|size| size.parse::<u64>().ok());
                invalid(message).with_data(json!({ "limit": limit, "size": size }))
            }
            Self::TooSlow {
                per_second,
                received,
            } => invalid(format!(
                "the body came too slowly: {received} bytes so far, and less than {per_second} bytes per second"
            )),
            Self::NoRoom { limit, retry_after } => {
                let message = format!(
                    "too many bodies are being read: together they may hold {limit} bytes; try again later"
                );
                let millis = u64::try_from(retry_after.as_millis()).unwrap_or(u64::MAX);
                ErrorObject::new(ErrorCode::BUSY, message)
                    .with_data(json!({ "retryable": true, "retryAfterMs": millis }))
            }
            Self::Broken(cause) => invalid(format!("the body can't be read: {cause}")),
        }
    }

    /// As a whole response. What is left of the body is not wanted, so the connection ends with it,
    /// save where the body might be sent again.
    pub(crate) fn response(&self) -> Response<Bytes> {
        let mut response = without_id(self.status(), &self.error());
        let headers = response.headers_mut();
        if let Self::NoRoom { retry_after, .. } = self {
            headers.insert(RETRY_AFTER, super::refusal::retry_after(*retry_after));
        }
        if !matches!(self, Self::NoRoom { .. }) {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// The bytes of a body, which hold their room as long as they are there.
#[derive(Debug)]
pub(crate) struct Text {
    bytes: Bytes,
    _room: Room,
}

impl Deref for Text {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Reads a body to its end.
pub(crate) async fn read<B>(body: B, headers: &HeaderMap, bounds: &Bounds) -> Result<Text, Unread>
where
    B: Body,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let announced = announced(headers, bounds)?;
    let mut room = Room::default();
    let text = |bytes, room| Ok(Text { bytes, _room: room });
    let body = pin!(body);
    let mut reader = Reader {
        body,
        bounds,
        received: 0,
        waited: false,
        clock: None,
    };
    let Some(mut first) = reader.data().await? else {
        return text(Bytes::new(), room);
    };
    let length = first.remaining();
    if reader.body.is_end_stream() {
        return text(first.copy_to_bytes(length), room);
    }
    let mut gathered = Gathered::default();
    let mut piece = first;
    loop {
        room.take(piece.remaining(), bounds)?;
        gathered.put(piece, announced);
        match reader.data().await? {
            Some(next) => piece = next,
            None => return text(gathered.whole(), room),
        }
    }
}

/// The length that the headers announce, if it is allowed.
fn announced(headers: &HeaderMap, bounds: &Bounds) -> Result<Option<usize>, Unread> {
    let Some(value) = headers.get(CONTENT_LENGTH) else {
        return Ok(None);
    };
    let text = value.to_str().unwrap_or_default().trim();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits {
        let cause = "`Content-Length` must be a number of bytes in digits".to_owned();
        return Err(Unread::Broken(cause));
    }
    // What does not fit is over any limit.
    let length = text.parse().unwrap_or(usize::MAX);
    if length > bounds.bytes {
        let shown = text.trim_start_matches('0').chars().take(32).collect();
        return Err(Unread::TooLong {
            limit: bounds.bytes,
            announced: Some(shown),
        });
    }
    Ok(Some(length))
}

struct Reader<'b, B> {
    body: Pin<&'b mut B>,
    bounds: &'b Bounds,
    received: usize,
    /// Whether there was nothing to read once.
    waited: bool,
    clock: Option<Clock>,
}

/// Since when a body has been waited for, and the next look at its speed.
struct Clock {
    began: Instant,
    look: Pin<Box<Sleep>>,
}

impl<B> Reader<'_, B>
where
    B: Body,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    /// The next piece with something in it.
    async fn data(&mut self) -> Result<Option<B::Data>, Unread> {
        loop {
            let Some(frame) = poll_fn(|cx| self.poll(cx)).await? else {
                return Ok(None);
            };
            let Ok(data) = frame.into_data() else {
                continue; // Trailers; nothing of MCP is in them.
            };
            self.received = self.received.saturating_add(data.remaining());
            if self.received > self.bounds.bytes {
                return Err(Unread::TooLong {
                    limit: self.bounds.bytes,
                    announced: None,
                });
            }
            if data.has_remaining() {
                return Ok(Some(data));
            }
        }
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<Frame<B::Data>>, Unread>> {
        if let Poll::Ready(frame) = self.body.as_mut().poll_frame(cx) {
            let broken = |error: B::Error| Unread::Broken(chain(&*error.into()));
            return Poll::Ready(frame.transpose().map_err(broken));
        }
        // hyper hands a body over only once it was asked for, in the next poll of the same task; a
        // timer for that would be the most expensive part of a request.
        if !self.waited {
            self.waited = true;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let bounds = self.bounds;
        let clock = self.clock.get_or_insert_with(|| {
            let began = Instant::now();
            Clock {
                began,
                look: Box::pin(sleep_until(began + bounds.grace)),
            }
        });
        loop {
            ready!(clock.look.as_mut().poll(cx));
            let earned = Duration::from_secs_f64(self.received as f64 / bounds.per_second as f64);
            let end = clock.began + bounds.grace + earned;
            if end <= Instant::now() {
                return Poll::Ready(Err(Unread::TooSlow {
                    per_second: bounds.per_second,
                    received: self.received,
                }));
            }
            clock.look.as_mut().reset(end);
        }
    }
}

/// An error with its causes, for the client: hyper's own words are "error reading a body".
fn chain(error: &(dyn StdError + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// What one body holds of the process's room.
#[derive(Debug, Default)]
struct Room(usize);

impl Room {
    fn take(&mut self, bytes: usize, bounds: &Bounds) -> Result<(), Unread> {
        let before = HELD.fetch_add(bytes, Ordering::Relaxed);
        self.0 += bytes;
        match before.saturating_add(bytes) > bounds.held {
            true => Err(Unread::NoRoom {
                limit: bounds.held,
                retry_after: bounds.retry_after,
            }),
            false => Ok(()),
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if self.0 > 0 {
            HELD.fetch_sub(self.0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests;
