//! Bodies that come in parts: chunks, and the events of streams.
//!
//! In: the bytes of a log, inside of such a body. Out: the messages in it, and what was odd. A stream
//! is never kept, only the event that is not complete.

use std::io::{self, Read};
use std::mem;

use mcp_core::explain::Carrier;
use mcp_core::method::Side;

use super::events::Field;
use super::format::Shape;
use super::lines::is_of_curl;
use super::made::{Known, Made, MadeFault};
use super::piece::AsideKind;
use super::reader::Reader;
use super::source::Got;
use super::start;
use super::state::{BodyKind, Chunk, Region, Skip, Style};
use super::time;

impl<R: Read> Reader<R> {
    /// The next part of a chunked body.
    pub(super) fn chunk_step(&mut self, chunk: Chunk) -> io::Result<bool> {
        if let Chunk::Data(left) = chunk {
            return self.chunk_data(left);
        }
        let line = match self.source.line(0, self.limits.frame)? {
            Got::Line(line) => line,
            Got::Nothing if !self.source.ends => return Ok(false),
            Got::Nothing | Got::TooLong => {
                self.end_chunks();
                return Ok(true);
            }
        };
        let text = self.source.slice(0..line.end).trim_ascii();
        let size = text
            .split(|byte| *byte == b';')
            .next()
            .unwrap_or(&[])
            .trim_ascii();
        let size = start::number(size, 16);
        let next = match (chunk, size) {
            (Chunk::Trailer, _) if text.is_empty() => None,
            (Chunk::Trailer, _) if text.contains(&b':') && start::read(text).is_none() => {
                Some(chunk)
            }
            (Chunk::End, _) if text.is_empty() => Some(Chunk::Size(false)),
            (Chunk::Trailer, _) | (_, None) => {
                self.no_chunk(chunk);
                return Ok(true);
            }
            (_, Some(0)) => Some(Chunk::Trailer),
            (_, Some(size)) => Some(Chunk::Data(size)),
        };
        self.pass(line);
        match next {
            Some(next) => self.region = Region::Chunks(next),
            None => self.end_chunks(),
        }
        Ok(true)
    }

    fn chunk_data(&mut self, left: u64) -> io::Result<bool> {
        if !self.source.has(1)? {
            if self.source.ends {
                self.end_chunks();
            }
            return Ok(self.source.ends);
        }
        if self.part.is_empty() {
            self.part_line = self.source.number();
        }
        let before = self.part.len();
        let all = self.source.ahead().len();
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(all);
        self.part.extend_from_slice(self.source.slice(0..count));
        self.source.consume_counting(count);
        if self.is_event_body() {
            self.events_of_part(before);
        }
        if self.part.len() > self.limits.frame {
            let part = mem::take(&mut self.part);
            let beginning = part
                .get(..part.len().min(self.limits.beginning))
                .unwrap_or(&[]);
            let place = self.keep(beginning);
            self.push_aside(place, self.known(), AsideKind::TooLong);
        }
        self.region = Region::Chunks(match left - count as u64 {
            0 => Chunk::End,
            left => Chunk::Data(left),
        });
        Ok(true)
    }

    fn is_event_body(&self) -> bool {
        self.exchange
            .is_some_and(|exchange| exchange.kind == BodyKind::Events)
    }

    /// Reads the whole lines of a part of an event stream; so much of it has no line end.
    fn events_of_part(&mut self, searched: usize) {
        let fresh = self.part.get(searched..).unwrap_or(&[]);
        let Some(last) = memchr::memrchr(b'\n', fresh) else {
            return;
        };
        let mut part = mem::take(&mut self.part);
        let whole = searched + last;
        for line in part
            .get(..whole)
            .unwrap_or(&[])
            .split(|byte| *byte == b'\n')
        {
            let number = self.part_line;
            self.part_line += 1;
            self.event_line(line.strip_suffix(b"\r").unwrap_or(line), number);
        }
        part.drain(..=whole);
        self.part = part;
    }

    /// A line that is no size of a chunk where one must be.
    fn no_chunk(&mut self, chunk: Chunk) {
        match chunk {
            // The transcript has the body without its chunks.
            Chunk::Size(true) if self.is_event_body() => {
                self.region = Region::Events { alone: false }
            }
            Chunk::Size(true) => self.region = Region::Lines,
            _ => self.end_chunks(),
        }
    }

    fn end_chunks(&mut self) {
        self.region = Region::Lines;
        let part = mem::take(&mut self.part);
        if self.is_event_body() {
            self.event_line(&part, self.part_line);
            return self.end_event(false);
        }
        let text = part.trim_ascii_end();
        if text.is_empty() {
            return;
        }
        let known = Known {
            line: self.part_line,
            ..self.known()
        };
        let json = self
            .exchange
            .is_some_and(|exchange| exchange.kind == BodyKind::Json);
        let place = self.keep(text);
        match json || text.starts_with(b"{") {
            true => self.push_frame(place, known),
            false => self.push_aside(place, known, AsideKind::Note),
        }
    }

    /// The next line of an event stream.
    pub(super) fn event_step(&mut self, alone: bool) -> io::Result<bool> {
        let line = match self.source.line(0, self.limits.frame)? {
            Got::Line(line) => line,
            Got::Nothing if !self.source.ends => return Ok(false),
            Got::Nothing => {
                let open = self.events.is_open();
                self.end_event(false);
                return Ok(open);
            }
            Got::TooLong => {
                self.too_long(0, self.known(), Skip::Line);
                return Ok(true);
            }
        };
        let bytes = self.source.slice(0..line.end);
        let text = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        if start::read(time::passed(text)).is_some() || (alone && self.leaves(text)) {
            self.end_event(false);
            self.region = Region::Lines;
            return Ok(true);
        }
        if !alone && is_of_curl(text) {
            self.aside_line(line, self.known(), AsideKind::Note);
            return Ok(true);
        }
        let text = text.to_vec();
        if alone {
            self.meet(Shape::Events);
            self.style = Style::Styled;
        }
        self.event_line(&text, self.source.number());
        self.pass(line);
        Ok(true)
    }

    /// Whether a line does not belong to a stream that stands alone.
    fn leaves(&self, text: &[u8]) -> bool {
        let lone = ![
            Shape::Lines,
            Shape::Pretty,
            Shape::Arrows,
            Shape::Times,
            Shape::Words,
        ]
        .iter()
        .any(|shape| self.format.has(*shape));
        match text.first() {
            None | Some(b':') => false,
            Some(b'{') => !lone,
            _ => !(start::is_field(text) || (lone && self.events.is_open())),
        }
    }

    /// Takes a line of an event stream.
    pub(super) fn event_line(&mut self, line: &[u8], number: u64) {
        let fault = match self.events.take(line, number, self.limits.frame) {
            Field::Taken => return,
            Field::End => return self.end_event(true),
            Field::Id => MadeFault::Id,
            Field::BadRetry(value) => MadeFault::BadRetry(self.keep(cut(value))),
            Field::Unknown(name) => MadeFault::UnknownField(self.keep(cut(name))),
            Field::Alien => {
                let known = Known {
                    line: number,
                    ..self.known()
                };
                if matches!(line.first(), Some(b'{' | b'[')) {
                    self.queue
                        .push_back(Made::Fault(MadeFault::NoDataPrefix, number));
                }
                let place = self.keep(line);
                return self.push_aside(place, known, AsideKind::Note);
            }
        };
        self.queue.push_back(Made::Fault(fault, number));
    }

    /// Ends an event, with its empty line or without.
    pub(super) fn end_event(&mut self, complete: bool) {
        let events = mem::take(&mut self.events);
        let mut fault = |fault, line| self.queue.push_back(Made::Fault(fault, line));
        if !events.is_open() {
            return;
        }
        if !complete {
            fault(MadeFault::NoBlankLine, events.data_line);
        }
        let odd = events.name().filter(|name| *name != b"message");
        // The transport before Streamable HTTP says so where to post: never a message.
        let told = odd.is_some_and(|name| name == b"endpoint" || !events.data.starts_with(b"{"));
        if events.data.is_empty() {
            fault(MadeFault::EmptyData, events.data_line);
        } else if events.lines > 1 {
            fault(MadeFault::SplitData(events.lines), events.data_line);
        }
        if let Some(name) = odd {
            let name = self.keep(name);
            self.queue
                .push_back(Made::Fault(MadeFault::EventName(name), events.name_line));
        }
        let known = Known {
            line: events.data_line,
            from: self
                .exchange
                .map_or(Some(Side::Server), |exchange| Some(exchange.from)),
            at: self.exchange.and_then(|exchange| exchange.at),
            carrier: Carrier::Event,
        };
        if events.too_long {
            let place = self.keep(
                events
                    .data
                    .get(..self.limits.beginning)
                    .unwrap_or(&events.data),
            );
            self.push_aside(place, known, AsideKind::TooLong);
        } else if told {
            let place = self.keep(&events.data);
            self.push_aside(place, known, AsideKind::Note);
        } else if !events.data.is_empty() {
            let place = self.keep(&events.data);
            self.push_frame(place, known);
        }
    }
}

/// The beginning of a text that is shown.
fn cut(text: &[u8]) -> &[u8] {
    const SHOWN: usize = 64;
    text.get(..SHOWN).unwrap_or(text)
}
