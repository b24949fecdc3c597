//! What a log is cut into.
//!
//! In: nothing. Out: the type [`Piece`], which lends from the buffers of a reader.

use std::time::Duration;

use mcp_core::explain::{Frame, Head, SseFault};
use mcp_core::method::Side;

/// A piece of a log.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Piece<'a> {
    /// A message, or what stands in the place of one.
    Frame(Frame<'a>),
    /// The head of an HTTP message. The frames of its body come next.
    Head(Head<'a>),
    /// What was odd in an event stream, and on which line. The event, if it is one, comes next.
    Sse(SseFault<'a>, u64),
    /// Text that is no message and was not sent as one.
    Aside(Aside<'a>),
}

/// Text between the messages: what a client, a server's stderr or a tool wrote into the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Aside<'a> {
    /// The text, without its line end. Any bytes.
    pub bytes: &'a [u8],
    /// The line of the log on which it begins, from 1.
    pub line: u64,
    /// Who sent it, where the log says so.
    pub from: Option<Side>,
    /// When, since the same moment as the times of the frames, where the log says so.
    pub at: Option<Duration>,
    /// Why it is no message.
    pub kind: AsideKind,
}

/// Why a text is no message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AsideKind {
    /// A line of the log's own: of a client, a proxy, `curl`.
    Note,
    /// What the server wrote to its stderr.
    Stderr,
    /// The beginning of a line or a message that is longer than [`Limits::frame`](super::Limits::frame);
    /// the rest was passed over.
    TooLong,
    /// A `Content-Length` that is not the length of what follows. The message comes before this.
    WrongLength {
        /// What the header says.
        said: u64,
        /// How many bytes the message has.
        is: u64,
    },
    /// A message of which the writer of the log left out a part, so that it is none any more.
    Shortened,
    /// The whole log was in UTF-16, and was read as if it were UTF-8.
    Utf16,
}
