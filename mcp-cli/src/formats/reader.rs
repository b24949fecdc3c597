//! The reader that cuts a log into pieces.
//!
//! In: an input. Out: one piece after another. It keeps the state between pieces and lends them;
//! how each format is cut stands in the files beside it.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;
use std::time::Duration;

use mcp_core::explain::{Carrier, Frame};
use mcp_core::method::Side;

use super::format::{Format, Shape};
use super::limits::Limits;
use super::piece::{Aside, AsideKind, Piece};
use super::source::{Got, Source};

/// Cuts a log into pieces, in memory that does not grow with the log.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    limits: Limits,
    format: Format,
    queue: VecDeque<Made>,
}

/// A piece that is not lent yet.
#[derive(Clone, Debug)]
enum Made {
    Frame(Text),
    Aside(Text, AsideKind),
}

/// Where a text is, and what is known of it.
#[derive(Clone, Debug)]
struct Text {
    place: Range<usize>,
    line: u64,
    from: Option<Side>,
    at: Option<Duration>,
    carrier: Carrier,
}

impl<R: Read> Reader<R> {
    /// A reader of an input that has ended when it gives nothing.
    pub fn new(input: R, limits: Limits) -> Self {
        Reader {
            source: Source::new(input),
            limits,
            format: Format::default(),
            queue: VecDeque::new(),
        }
    }

    /// Keeps the beginning of a line until its end arrives: the input may give more after it gave
    /// nothing. [`Reader::finish`] says that it will not.
    #[must_use]
    pub fn following(mut self) -> Self {
        self.source.ends = false;
        self
    }

    /// Says that an input that gives nothing has ended: what is left comes out as it is.
    pub fn finish(&mut self) {
        self.source.ends = true;
    }

    /// The next piece; none at the end, or, when [`Reader::following`], as long as there is no more.
    ///
    /// # Errors
    /// Those of the input.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator can't lend from itself"
    )]
    pub fn next(&mut self) -> io::Result<Option<Piece<'_>>> {
        let made = loop {
            if let Some(made) = self.queue.pop_front() {
                break made;
            }
            if !self.step()? {
                return Ok(None);
            }
        };
        Ok(Some(self.lend(made)))
    }

    /// What the log was taken for, so far.
    pub fn format(&self) -> Format {
        self.format
    }

    /// How many lines were read through, or begun.
    pub fn line(&self) -> u64 {
        self.source.number()
    }

    fn lend(&self, made: Made) -> Piece<'_> {
        match made {
            Made::Frame(text) => {
                let mut frame = Frame::new(self.source.lend(text.place)).on_line(text.line);
                frame.from = text.from;
                frame.at = text.at;
                frame.carrier = text.carrier;
                Piece::Frame(frame)
            }
            Made::Aside(text, kind) => Piece::Aside(Aside {
                bytes: self.source.lend(text.place),
                line: text.line,
                at: text.at,
                kind,
            }),
        }
    }

    fn step(&mut self) -> io::Result<bool> {
        let line = match self.source.line(0, self.limits.frame)? {
            Got::Line(line) => line,
            Got::TooLong | Got::Nothing => return Ok(false),
        };
        self.format.meet(Shape::Lines);
        let bytes = self.source.slice(line.from..line.end);
        if !bytes.trim_ascii().is_empty() {
            self.queue.push_back(Made::Frame(Text {
                place: self.source.place(line.from..line.end),
                line: self.source.number(),
                from: None,
                at: None,
                carrier: Carrier::Line,
            }));
        }
        self.source.consume(line.next, 1);
        Ok(true)
    }
}
