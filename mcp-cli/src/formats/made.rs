//! Pieces that are made and not lent yet.
//!
//! In: places in the buffers of a reader. Out: what a piece is made of. Nothing here borrows, so that
//! the reader may go on while pieces wait.

use std::time::Duration;

use mcp_core::explain::{Carrier, Frame, SseFault};
use mcp_core::method::Side;

use super::piece::AsideKind;

/// Where a text stands: in the source, or in the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Place {
    pub(super) stored: bool,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Place {
    /// A part of the text at this place.
    pub(super) fn part(self, from: usize, to: usize) -> Self {
        Place {
            stored: self.stored,
            from: self.from + from,
            to: self.from + to,
        }
    }
}

/// What is known of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) line: u64,
    pub(super) from: Option<Side>,
    pub(super) at: Option<Duration>,
    pub(super) carrier: Carrier,
}

impl Known {
    /// Only its line.
    pub(super) const fn on(line: u64) -> Self {
        Known {
            line,
            from: None,
            at: None,
            carrier: Carrier::Line,
        }
    }

    /// A frame of which this is known.
    pub(super) fn frame(self, bytes: &[u8]) -> Frame<'_> {
        let mut frame = Frame::new(bytes)
            .on_line(self.line)
            .carried_by(self.carrier);
        frame.from = self.from;
        frame.at = self.at;
        frame
    }
}

/// A text and what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text {
    pub(super) place: Place,
    pub(super) known: Known,
}

/// A piece that is not lent yet.
#[derive(Clone, Debug)]
pub(super) enum Made {
    Frame(Text),
    Aside(Text, AsideKind),
    Head(Box<MadeHead>),
    Fault(MadeFault, u64),
}

/// A head that is not lent yet.
#[derive(Clone, Debug)]
pub(super) struct MadeHead {
    /// Of a response.
    pub(super) status: Option<u16>,
    pub(super) method: Place,
    pub(super) target: Place,
    pub(super) headers: Vec<(Place, Place)>,
    pub(super) known: Known,
}

/// What was odd in an event stream, with the places of the texts.
#[derive(Clone, Copy, Debug)]
pub(super) enum MadeFault {
    NoDataPrefix,
    NoBlankLine,
    UnknownField(Place),
    SplitData(u64),
    EventName(Place),
    BadRetry(Place),
    Id,
    EmptyData,
}

impl MadeFault {
    /// The same with its texts.
    pub(super) fn map_text<'a>(self, text: impl Fn(Place) -> &'a str) -> SseFault<'a> {
        match self {
            Self::NoDataPrefix => SseFault::NoDataPrefix,
            Self::NoBlankLine => SseFault::NoBlankLine,
            Self::UnknownField(place) => SseFault::UnknownField(text(place)),
            Self::SplitData(lines) => SseFault::SplitData(lines),
            Self::EventName(place) => SseFault::EventName(text(place)),
            Self::BadRetry(place) => SseFault::BadRetry(text(place)),
            Self::Id => SseFault::Id,
            Self::EmptyData => SseFault::EmptyData,
        }
    }
}
