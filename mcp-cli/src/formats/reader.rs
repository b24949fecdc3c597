//! The reader that cuts a log into pieces.
//!
//! In: an input. Out: one piece after another. It keeps the state between pieces and lends them;
//! how each format is cut stands in the files beside it.

use std::collections::VecDeque;
use std::io::{self, Read};

use mcp_core::explain::{Carrier, Head, Start};

use super::events::Events;
use super::format::{Format, Shape};
use super::limits::Limits;
use super::made::{Known, Made, MadeHead, Place, Text};
use super::piece::{Aside, AsideKind, Piece};
use super::source::Source;
use super::state::{Exchange, Owner, Region, Style};
use super::time::Clock;

/// Cuts a log into pieces, in memory that does not grow with the log.
#[derive(Debug)]
pub struct Reader<R> {
    pub(super) source: Source<R>,
    pub(super) limits: Limits,
    pub(super) format: Format,
    /// Pieces that are made and not lent.
    pub(super) queue: VecDeque<Made>,
    /// Texts that stand in no one piece in the source, as long as the pieces of the queue need them.
    pub(super) store: Vec<u8>,
    pub(super) region: Region,
    /// What a line without a message is.
    pub(super) style: Style,
    /// Whether messages were met behind a mark of their direction.
    pub(super) marked: bool,
    pub(super) owner: Owner,
    pub(super) clock: Clock,
    /// The HTTP message whose body is read.
    pub(super) exchange: Option<Exchange>,
    pub(super) events: Events,
    /// The lines of a head, or a part of a chunked body.
    pub(super) part: Vec<u8>,
    pub(super) part_line: u64,
}

impl<R: Read> Reader<R> {
    /// A reader of an input that has ended when it gives nothing.
    pub fn new(input: R, limits: Limits) -> Self {
        Reader {
            source: Source::new(input),
            limits,
            format: Format::default(),
            queue: VecDeque::new(),
            store: Vec::new(),
            region: Region::Start,
            style: Style::Unknown,
            marked: false,
            owner: Owner::default(),
            clock: Clock::default(),
            exchange: None,
            events: Events::default(),
            part: Vec::new(),
            part_line: 0,
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
            self.store.clear();
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

    /// The line up to which the log was read.
    pub fn line(&self) -> u64 {
        self.source.number()
    }

    /// Goes on by a line, or by whatever the region is made of. `false` when there is no more.
    fn step(&mut self) -> io::Result<bool> {
        match self.region {
            Region::Lines => self.line_step(),
            Region::Open(open) => self.open_step(open),
            Region::List(list) => self.list_step(list),
            Region::Archive(searched) => self.archive_step(searched),
            Region::Skip(skip) => self.skip_step(skip),
            Region::Head(head) => self.head_step(head),
            Region::Framed(length) => self.framed_step(length),
            Region::Body(body) => self.body_step(body),
            Region::Chunks(chunk) => self.chunk_step(chunk),
            Region::Events { alone } => self.event_step(alone),
            Region::Start => self.start_step(),
        }
    }

    /// The bytes at a place.
    pub(super) fn bytes(&self, place: Place) -> &[u8] {
        match place.stored {
            true => self.store.get(place.from..place.to).unwrap_or(&[]),
            false => self.source.lend(place.from..place.to),
        }
    }

    /// The place of a part of what is at hand.
    pub(super) fn here(&self, from: usize, to: usize) -> Place {
        let place = self.source.place(from..to);
        Place {
            stored: false,
            from: place.start,
            to: place.end,
        }
    }

    /// Keeps a text that stands in no one piece in the source.
    pub(super) fn keep(&mut self, text: &[u8]) -> Place {
        let from = self.store.len();
        self.store.extend_from_slice(text);
        Place {
            stored: true,
            from,
            to: self.store.len(),
        }
    }

    /// What is known of a line that nothing is said about.
    pub(super) fn known(&self) -> Known {
        let line = self.source.number();
        match self.exchange {
            Some(exchange) => Known {
                line,
                from: Some(exchange.from),
                at: exchange.at,
                carrier: Carrier::Body,
            },
            None => Known::on(line),
        }
    }

    pub(super) fn push_frame(&mut self, place: Place, known: Known) {
        self.queue.push_back(Made::Frame(Text { place, known }));
    }

    pub(super) fn push_aside(&mut self, place: Place, known: Known, kind: AsideKind) {
        let text = Text { place, known };
        self.queue.push_back(Made::Aside(text, kind));
    }

    fn lend(&self, made: Made) -> Piece<'_> {
        match made {
            Made::Frame(text) => Piece::Frame(text.known.frame(self.bytes(text.place))),
            Made::Aside(text, kind) => Piece::Aside(Aside {
                bytes: self.bytes(text.place),
                line: text.known.line,
                from: text.known.from,
                at: text.known.at,
                kind,
            }),
            Made::Head(head) => Piece::Head(self.lend_head(&head)),
            Made::Fault(fault, line) => {
                let fault = fault.map_text(|place| self.words(place));
                Piece::Sse(fault, line)
            }
        }
    }

    fn lend_head(&self, head: &MadeHead) -> Head<'_> {
        let start = match head.status {
            Some(status) => Start::Response { status },
            None => Start::Request {
                method: self.words(head.method),
                target: self.words(head.target),
            },
        };
        let headers = head.headers.iter();
        let headers = headers.map(|(name, value)| (self.words(*name), self.words(*value)));
        let mut lent = Head::new(start, headers.collect());
        lent.line = head.known.line;
        lent.at = head.known.at;
        lent
    }

    /// The words at a place; none when they are no UTF-8, which heads in the store always are.
    fn words(&self, place: Place) -> &str {
        str::from_utf8(self.bytes(place)).unwrap_or_default()
    }

    pub(super) fn meet(&mut self, shape: Shape) {
        self.format.meet(shape);
    }
}
