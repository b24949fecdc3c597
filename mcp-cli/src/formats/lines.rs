//! A line at a time: what it is, and what goes on behind it.
//!
//! In: lines of a log, outside of anything that spans lines. Out: the pieces on them, or the region
//! that begins there. Lines that are messages and nothing else take the shortest way.

use std::io::{self, Read};

use mcp_core::json::{Kind, Raw};

use super::extent::{Extent, breaks_prettily};
use super::format::Shape;
use super::made::Known;
use super::piece::AsideKind;
use super::prefix;
use super::reader::Reader;
use super::record;
use super::source::{Got, Line};
use super::spans::opens_archive;
use super::start;
use super::state::{BodyKind, List, Open, Region, Skip, Style};
use super::time;
use super::wide;

impl<R: Read> Reader<R> {
    pub(super) fn line_step(&mut self) -> io::Result<bool> {
        let line = match self.source.line(0, self.limits.frame)? {
            Got::Line(line) => line,
            Got::TooLong => {
                self.too_long(0, self.known(), Skip::Line);
                return Ok(true);
            }
            Got::Nothing => return Ok(false),
        };
        let bytes = self.source.slice(0..line.end);
        if !prefix::has_key(bytes) || !closes(bytes) {
            return self.other_line(line);
        }
        if self.style == Style::Unknown {
            self.style = Style::Bare;
        }
        self.whole_line(line);
        Ok(true)
    }

    /// A line that is a message, or stands in the place of one.
    pub(super) fn whole_line(&mut self, line: Line) {
        if self.exchange.is_none() {
            self.meet(Shape::Lines);
        }
        let place = self.here(0, self.text_end(line));
        self.push_frame(place, self.known());
        self.pass(line);
    }

    /// Where the text of a line ends. In a log that shows the bytes of the wire, a carriage return is
    /// one of them.
    pub(super) fn text_end(&self, line: Line) -> usize {
        let bytes = self.source.slice(0..line.end);
        let wire = self.style == Style::Bare && self.exchange.is_none();
        line.end - usize::from(!wire && bytes.ends_with(b"\r"))
    }

    pub(super) fn pass(&mut self, line: Line) {
        self.source.consume(line.next, 1);
    }

    /// Tells the beginning of what is too long, and passes over the rest.
    pub(super) fn too_long(&mut self, from: usize, known: Known, skip: Skip) {
        // No more than what is surely at hand.
        let end = from + self.limits.beginning.min(self.limits.frame);
        let place = self.here(from, end);
        self.push_aside(place, known, AsideKind::TooLong);
        self.region = Region::Skip(skip);
    }

    fn other_line(&mut self, line: Line) -> io::Result<bool> {
        let bytes = self.source.slice(0..line.end);
        let text = bytes.trim_ascii_start();
        let indent = bytes.len() - text.len();
        if text.is_empty() {
            self.pass(line);
        } else if let Some(big) = wide::line(bytes) {
            return self.wide_line(line, big);
        } else if text.starts_with(b"```") || (self.format.has(Shape::Http) && is_of_curl(text)) {
            // What fences a log off in a text is none of it.
            self.aside_line(line, self.known(), AsideKind::Note);
        } else if text.starts_with(b"{") {
            self.object_line(line, indent);
        } else if prefix::opens_array(text) {
            self.array_line(line, indent);
        } else if let Some((look, from)) = start::read(text) {
            self.source.consume(indent, 0);
            self.begin_head(look, from, None);
        } else if start::header(text, "Content-Length").is_some() {
            self.region = Region::Framed(None);
        } else if start::is_field(bytes) {
            let alone = self.exchange.is_none();
            self.events.clear();
            self.region = Region::Events { alone };
        } else {
            return self.told_line(line);
        }
        Ok(true)
    }

    fn object_line(&mut self, line: Line, indent: usize) {
        let text = self.source.slice(indent..line.end);
        if opens_archive(text) {
            self.exchange = None;
            self.region = Region::Archive(0);
            return;
        }
        let mut extent = Extent::default();
        let Some(end) = extent.feed(text) else {
            return self.unclosed(line, indent, extent, self.known(), false);
        };
        let rest = text.get(end..).unwrap_or(&[]).trim_ascii();
        if rest.is_empty() {
            let place = self.here(0, self.text_end(line));
            self.object(place, self.known(), Shape::Lines);
            self.pass(line);
        } else if self.exchange.is_some() && rest.starts_with(b"* ") {
            let place = self.here(indent, indent + end);
            self.push_frame(place, self.known());
            self.source.consume(indent + end, 0);
        } else {
            self.whole_line(line);
        }
    }

    /// An object that is not closed on its line.
    pub(super) fn unclosed(
        &mut self,
        line: Line,
        from: usize,
        extent: Extent,
        known: Known,
        loose: bool,
    ) {
        let text = self.source.slice(from..line.end);
        if extent.in_string() || !breaks_prettily(text) {
            let place = self.here(from, line.end - usize::from(text.ends_with(b"\r")));
            self.push_frame(place, known);
            self.met_broken(1);
            return self.pass(line);
        }
        self.region = Region::Open(Open {
            from,
            next: line.next,
            lines: 1,
            extent,
            flat: matches!(text.trim_ascii(), b"{" | b"["),
            loose,
            known,
        });
    }

    fn array_line(&mut self, line: Line, indent: usize) {
        let text = self.source.slice(indent..line.end);
        let mut extent = Extent::default();
        let list = match extent.feed(text) {
            Some(_) => holds_records(text),
            None => !extent.in_string() && breaks_prettily(text),
        };
        if !list {
            return self.whole_line(line);
        }
        self.exchange = None;
        self.meet(Shape::List);
        self.source.consume(indent + 1, 0);
        self.region = Region::List(List::default());
    }

    pub(super) fn aside_line(&mut self, line: Line, known: Known, kind: AsideKind) {
        let bytes = self.source.slice(0..line.end);
        let end = line.end - usize::from(bytes.ends_with(b"\r"));
        let place = self.here(0, end);
        self.push_aside(place, known, kind);
        self.pass(line);
    }

    /// A line that holds no message.
    pub(super) fn stray(&mut self, line: Line, known: Known) -> io::Result<bool> {
        match (self.exchange, self.style) {
            (Some(exchange), _) if exchange.kind == BodyKind::Json => self.whole_line(line),
            (Some(_), _) | (None, Style::Styled) => self.aside_line(line, known, AsideKind::Note),
            (None, Style::Bare) => {
                let place = self.here(0, self.text_end(line));
                self.push_frame(
                    place,
                    Known {
                        from: None,
                        ..known
                    },
                );
                self.pass(line);
            }
            (None, Style::Unknown) => return self.look_ahead(line.next, known.at.is_some()),
        }
        Ok(true)
    }

    /// Looks for the first line that shows what lines without messages are.
    fn look_ahead(&mut self, mut from: usize, timed: bool) -> io::Result<bool> {
        while from <= self.limits.ahead {
            let line = match self.source.line(from, self.limits.ahead)? {
                Got::Line(line) => line,
                Got::Nothing if !self.source.ends => return Ok(false),
                Got::TooLong | Got::Nothing => break,
            };
            let bytes = self.source.slice(line.from..line.end);
            if let Some((style, shape)) = sort(bytes, self.limits.prefix) {
                let told = prefix::read(bytes, self.limits.prefix);
                self.style = style;
                self.meet(shape);
                if let Some(told) = told.filter(|told| told.json && style == Style::Styled) {
                    self.met_prefix(told);
                }
                return Ok(true);
            }
            from = line.next;
        }
        // Without messages, times tell a log from what a server has printed.
        self.style = if timed { Style::Styled } else { Style::Bare };
        Ok(true)
    }
}

/// What a line shows of the others, and its shape.
fn sort(line: &[u8], limit: usize) -> Option<(Style, Shape)> {
    let text = line.trim_ascii();
    if text.starts_with(b"{") {
        let record = || {
            Raw::parse(str::from_utf8(text).ok()?)
                .ok()
                .and_then(record::read)
        };
        return Some(match text {
            b"{" => (Style::Bare, Shape::Pretty),
            _ if prefix::has_key(text) => (Style::Bare, Shape::Lines),
            _ if opens_archive(text) => (Style::Styled, Shape::Har),
            _ if record().is_some() => (Style::Styled, Shape::Wrapped),
            _ => (Style::Bare, Shape::Lines),
        });
    }
    if prefix::opens_array(text) {
        let shape = if text == b"[" {
            Shape::List
        } else {
            Shape::Lines
        };
        return Some((Style::Bare, shape));
    }
    if start::header(text, "Content-Length").is_some() {
        return Some((Style::Bare, Shape::Framed));
    }
    if start::read(text).is_some() {
        return Some((Style::Styled, Shape::Http));
    }
    if start::is_field(text) {
        return Some((Style::Styled, Shape::Events));
    }
    let told = prefix::read(line, limit)?;
    let behind_time = line.get(told.start..)?;
    match told.at {
        Some(_) if start::read(behind_time).is_some() => Some((Style::Styled, Shape::Http)),
        Some(_) if is_of_curl(behind_time) => None,
        _ => told.json.then_some((Style::Styled, Shape::Lines)),
    }
}

/// Whether a text ends as a message does.
#[inline]
pub(super) fn closes(text: &[u8]) -> bool {
    matches!(text, [.., b'}' | b']'] | [.., b'}' | b']', b'\r'])
}

/// Whether a line is one of those that `curl -v` writes between the heads.
pub(super) fn is_of_curl(text: &[u8]) -> bool {
    let text = time::passed(text);
    let data = text.starts_with(b"{ [") || text.starts_with(b"} [");
    text.starts_with(b"* ") || (data && text.trim_ascii_end().ends_with(b"bytes data]"))
}

/// Whether an array on one line is one of log records, and no batch.
fn holds_records(text: &[u8]) -> bool {
    let array = str::from_utf8(text)
        .ok()
        .and_then(|text| Raw::parse(text).ok());
    let first = array.and_then(|array| array.elements().next());
    first.is_some_and(|first| first.kind() == Kind::Object && record::read(first).is_some())
}
