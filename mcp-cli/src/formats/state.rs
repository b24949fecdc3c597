//! Where a reader stands in a log, and what it has learned of it.
//!
//! In and out: plain values. How a reader goes on from them stands in the files beside.

use std::time::Duration;

use mcp_core::method::{Method, Side};
use mcp_core::rpc::{Message, classify};
use mcp_core::version::ProtocolVersion;

use super::extent::Extent;
use super::made::Known;
use super::sign::{Sign, other};
use super::start::Look;

/// Where a reader stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Region {
    /// At the beginning, where the encoding is told.
    Start,
    /// At the beginning of a line.
    Lines,
    /// In a message that goes on over lines.
    Open(Open),
    /// Between the elements of an array.
    List(List),
    /// Before the entries of an HTTP archive; so far was searched for them.
    Archive(usize),
    /// In what is passed over.
    Skip(Skip),
    /// In the head of an HTTP message.
    Head(HeadAt),
    /// Between a `Content-Length` and the message.
    Framed(Option<u64>),
    /// In a message whose length is known.
    Body(Body),
    /// In a chunked body.
    Chunks(Chunk),
    /// In an event stream, which is the body of an HTTP message or stands alone.
    Events {
        /// Whether it stands alone.
        alone: bool,
    },
}

/// A message that goes on over lines. Nothing of it is consumed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// Where its text begins.
    pub(super) from: usize,
    /// Where its next line begins.
    pub(super) next: usize,
    /// How many lines it has.
    pub(super) lines: u64,
    pub(super) extent: Extent,
    /// Whether it is printed without indentation.
    pub(super) flat: bool,
    /// Whether it stands behind the words of a logger, which may print anything.
    pub(super) loose: bool,
    pub(super) known: Known,
}

/// An array of messages.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    pub(super) extent: Extent,
    /// How far the element ahead was followed.
    pub(super) followed: usize,
    /// Whether the elements are the entries of an HTTP archive.
    pub(super) archive: bool,
}

/// What is passed over.
#[derive(Clone, Copy, Debug)]
pub(super) enum Skip {
    /// The rest of a line.
    Line,
    /// The rest of a value.
    Value(Extent),
    /// The rest of an element of an array, or of an archive.
    Element(Extent, bool),
    /// So many bytes.
    Bytes(u64),
}

/// The head of an HTTP message.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadAt {
    pub(super) look: Look,
    pub(super) from: Side,
    pub(super) known: Known,
}

/// A message whose length is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// What the header says.
    pub(super) length: u64,
    pub(super) extent: Extent,
    /// How far it was followed.
    pub(super) followed: usize,
}

impl Body {
    /// One of which nothing was followed yet.
    pub(super) fn new(length: u64) -> Self {
        Body {
            length,
            extent: Extent::default(),
            followed: 0,
        }
    }
}

/// Where in a chunked body.
#[derive(Clone, Copy, Debug)]
pub(super) enum Chunk {
    /// Before the size of a chunk; whether it is the first.
    Size(bool),
    /// In its data.
    Data(u64),
    /// Behind its data.
    End,
    /// Behind the last chunk.
    Trailer,
}

/// An HTTP message whose body is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    pub(super) from: Side,
    pub(super) at: Option<Duration>,
    pub(super) kind: BodyKind,
}

/// What the head says of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BodyKind {
    Json,
    Events,
    Other,
}

/// What a line without a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// It depends on what comes.
    Unknown,
    /// Something that was sent between messages: the lines of the log are those of the stream.
    Bare,
    /// A note of the log's own: what was sent is marked.
    Styled,
}

/// Whose log it is: what `sent` means in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Owner {
    side: Option<Side>,
    tried: u32,
}

impl Owner {
    /// After so many messages that tell nothing, none is asked any more.
    const TRIES: u32 = 256;

    /// Who sent this message.
    pub(super) fn sender(&mut self, sign: Sign, message: &[u8]) -> Option<Side> {
        let out = match sign {
            Sign::By(side) => return Some(side),
            Sign::None | Sign::Stderr => return None,
            Sign::Out => true,
            Sign::In => false,
        };
        if self.side.is_none() && self.tried < Self::TRIES {
            self.tried += 1;
            let sole = sole_sender(message);
            self.side = sole.map(|sender| if out { sender } else { other(sender) });
        }
        let owner = self.side.unwrap_or(Side::Client);
        Some(if out { owner } else { other(owner) })
    }
}

/// The side that alone may send this message, in any revision.
fn sole_sender(message: &[u8]) -> Option<Side> {
    let method = match classify(message) {
        Ok(Message::Request(request)) => request.method,
        Ok(Message::Notification(told)) => told.method,
        _ => return None,
    };
    let method = Method::named(&method)?;
    let sends = |side| {
        let mut all = ProtocolVersion::ALL.iter();
        all.any(|version| method.is_sent_by(side, *version))
    };
    match (sends(Side::Client), sends(Side::Server)) {
        (true, false) => Some(Side::Client),
        (false, true) => Some(Side::Server),
        _ => None,
    }
}
