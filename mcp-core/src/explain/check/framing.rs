//! How messages are told apart in a stream: what the reader of a log met.
//!
//! In: what was met, and where. Out: a finding. It reads no bytes: those that it is about are not
//! as they were sent any more.

use crate::explain::code::Code;
use crate::explain::finding::Finding;
use crate::explain::words::{framing, text};

/// What the reader of a log met while it told messages apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Framing {
    /// The log is in UTF-16 as a whole, and was read as if it were in UTF-8. Messages of a client or
    /// server that are in UTF-16 are told where they stand.
    Utf16,
    /// Messages stand behind `Content-Length`, as language servers have it.
    ContentLength,
    /// A `Content-Length` that is not the length of its message.
    WrongLength {
        /// What the header says.
        said: u64,
        /// How many bytes the message has.
        is: u64,
    },
    /// A message or a line that was passed over because it is too long.
    TooLong {
        /// How many bytes are read at most.
        limit: u64,
    },
}

/// The finding that says so.
pub(in crate::explain) fn met(what: Framing, line: u64) -> Finding {
    let of = |code: Code| Finding::new(code, line);
    match what {
        Framing::Utf16 => of(text::UTF16_FILE),
        Framing::ContentLength => of(text::CONTENT_LENGTH),
        Framing::WrongLength { said, is } => of(framing::LENGTH).with("said", said).with("is", is),
        Framing::TooLong { limit } => of(framing::TOO_LONG).with("limit", limit),
    }
}
