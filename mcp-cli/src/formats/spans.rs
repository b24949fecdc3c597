//! What goes on over lines: messages printed prettily, arrays, archives, and what is passed over.
//!
//! In: the bytes of a log, inside of something that spans lines. Out: the pieces in it. Brackets are
//! followed once, as the bytes come.

use std::io::{self, Read};

use super::extent::Extent;
use super::format::Shape;
use super::made::Known;
use super::piece::AsideKind;
use super::reader::Reader;
use super::source::{Got, Line};
use super::state::{List, Open, Region, Skip, Style};
use super::told::is_tail;

impl<R: Read> Reader<R> {
    /// The next line of a message that goes on over lines.
    pub(super) fn open_step(&mut self, open: Open) -> io::Result<bool> {
        let limit = self.limits.frame;
        let line = match self.source.line(open.next, limit)? {
            Got::Line(line) if line.end - open.from <= limit => line,
            Got::Nothing if !self.source.ends => return Ok(false),
            Got::Nothing => return Ok(self.broken(open, open.next, open.lines)),
            Got::Line(_) | Got::TooLong => {
                self.too_long(open.from, open.known, Skip::Value(Extent::default()));
                return Ok(true);
            }
        };
        let bytes = self.source.slice(line.from..line.end);
        if !goes_on(bytes, open.flat) {
            return Ok(self.broken(open, open.next, open.lines));
        }
        let mut extent = open.extent;
        if let Some(end) = extent.feed(bytes) {
            self.close(open, line, end);
            return Ok(true);
        }
        if extent.in_string() {
            return Ok(self.broken(open, line.next, open.lines + 1));
        }
        let (next, lines) = (line.next, open.lines + 1);
        let archive = open.lines == 1 && opens_archive(self.source.slice(open.from..line.end));
        self.region = match archive {
            true => Region::Archive(0),
            false => Region::Open(Open {
                next,
                lines,
                extent,
                ..open
            }),
        };
        Ok(true)
    }

    /// A message whose last line this is.
    fn close(&mut self, open: Open, line: Line, end: usize) {
        let rest = self.source.slice(line.from + end..line.end);
        let styled = self.style == Style::Styled;
        let ends = matches!(rest.trim_ascii(), b"" | b",") || (styled && is_tail(rest));
        let place = self.here(open.from, line.from + end);
        if self.style == Style::Unknown {
            self.style = Style::Bare;
        }
        self.region = Region::Lines;
        if open.loose && mcp_core::json::scan(self.bytes(place)).is_err() {
            self.push_aside(place, open.known, AsideKind::Note);
        } else {
            self.object(place, open.known, Shape::Pretty);
        }
        match ends {
            true => self.source.consume(line.next, open.lines + 1),
            false => self.source.consume(line.from + end, open.lines),
        }
    }

    /// A message that is not closed: what there is of it is told as it is.
    fn broken(&mut self, open: Open, next: usize, lines: u64) -> bool {
        let bytes = self.source.slice(open.from..next);
        let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let place = self.here(open.from, open.from + text.len());
        if open.loose {
            self.push_aside(place, open.known, AsideKind::Note);
        } else {
            self.push_frame(place, open.known);
            self.met_broken(lines);
        }
        self.source.consume(next, lines);
        self.region = Region::Lines;
        true
    }

    /// Notes the shape of a message that is not closed.
    pub(super) fn met_broken(&mut self, lines: u64) {
        let shape = if lines > 1 {
            Shape::Pretty
        } else {
            Shape::Lines
        };
        if self.exchange.is_none() {
            self.meet(shape);
        }
        if self.style == Style::Unknown {
            self.style = Style::Bare;
        }
    }

    /// The next element of an array of messages, or of the entries of an archive.
    pub(super) fn list_step(&mut self, mut list: List) -> io::Result<bool> {
        if list.followed == 0 {
            let Some(first) = self.element_ahead()? else {
                return Ok(false);
            };
            if !matches!(first, b'{' | b'[') {
                self.end_list(list, first == b']');
                return Ok(true);
            }
        }
        let to = self.source.ahead().len().min(self.limits.frame + 1);
        let ahead = self.source.slice(list.followed..to);
        if let Some(end) = list.extent.feed(ahead) {
            let end = list.followed + end;
            self.element(list, end);
            return Ok(true);
        }
        list.followed = to;
        self.region = Region::List(list);
        if list.followed > self.limits.frame {
            let known = Known::on(self.source.number());
            self.too_long(0, known, Skip::Element(Extent::default(), list.archive));
            return Ok(true);
        }
        if self.source.fill()? {
            return Ok(true);
        }
        if self.source.ends {
            let place = self.here(0, list.followed);
            self.push_frame(place, Known::on(self.source.number()));
            self.source.consume_counting(list.followed);
            self.region = Region::Lines;
        }
        Ok(self.source.ends)
    }

    fn element(&mut self, list: List, end: usize) {
        let place = self.here(0, end);
        let known = Known::on(self.source.number());
        match list.archive {
            true => self.entry(place, known),
            false => self.object(place, known, Shape::List),
        }
        self.source.consume_counting(end);
        self.region = Region::List(List {
            archive: list.archive,
            ..List::default()
        });
    }

    fn end_list(&mut self, list: List, closed: bool) {
        self.region = Region::Lines;
        if closed {
            self.source.consume(1, 0);
        }
        if list.archive {
            // What else is in the archive.
            self.region = Region::Skip(Skip::Value(Extent::inside(2)));
        }
    }

    /// Passes over what separates elements; the first byte of what comes then.
    fn element_ahead(&mut self) -> io::Result<Option<u8>> {
        loop {
            let ahead = self.source.ahead();
            let between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
            let count = ahead.iter().take_while(|byte| between(byte)).count();
            let first = ahead.get(count).copied();
            self.source.consume_counting(count);
            if first.is_some() || !self.source.fill()? {
                return Ok(first);
            }
        }
    }

    /// Looks for the entries of an archive.
    pub(super) fn archive_step(&mut self, searched: usize) -> io::Result<bool> {
        const KEY: &[u8] = b"\"entries\"";
        // As much as may stand between the key and its bracket.
        const GAP: usize = 32;
        self.meet(Shape::Har);
        self.style = Style::Styled;
        let ahead = self.source.slice(searched..self.source.ahead().len());
        if let Some(found) = memchr::memmem::find(ahead, KEY) {
            let behind = searched + found + KEY.len();
            let all_there = self.source.has(behind + GAP)?;
            let gap = self
                .source
                .slice(behind..self.source.ahead().len().min(behind + GAP));
            let between = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b':';
            let at = gap.iter().take_while(between).count();
            if at == gap.len() && !all_there && !self.source.ends {
                return Ok(false);
            }
            let found = gap.get(at) == Some(&b'[');
            self.source
                .consume_counting(behind + if found { at + 1 } else { 0 });
            self.region = match found {
                true => Region::List(List {
                    archive: true,
                    ..List::default()
                }),
                false => Region::Archive(0),
            };
            return Ok(true);
        }
        let passed = self.source.ahead().len().saturating_sub(KEY.len());
        self.source.consume_counting(passed);
        self.region = Region::Archive(0);
        if self.source.fill()? {
            return Ok(true);
        }
        if self.source.ends {
            self.source.consume_counting(self.source.ahead().len());
            self.region = Region::Lines;
        }
        Ok(false)
    }

    /// Passes over more.
    pub(super) fn skip_step(&mut self, skip: Skip) -> io::Result<bool> {
        if self.source.ahead().is_empty() && !self.source.fill()? {
            return Ok(false);
        }
        let ahead = self.source.ahead();
        let all = ahead.len();
        let (passed, region) = match skip {
            Skip::Line => match memchr::memchr(b'\n', ahead) {
                Some(at) => (at + 1, Region::Lines),
                None => (all, Region::Skip(skip)),
            },
            Skip::Value(mut extent) => match extent.feed(ahead) {
                Some(end) => (end, Region::Lines),
                None => (all, Region::Skip(Skip::Value(extent))),
            },
            Skip::Element(mut extent, archive) => match extent.feed(ahead) {
                Some(end) => {
                    let list = List {
                        archive,
                        ..List::default()
                    };
                    (end, Region::List(list))
                }
                None => (all, Region::Skip(Skip::Element(extent, archive))),
            },
            Skip::Bytes(left) => {
                let passed = usize::try_from(left).unwrap_or(usize::MAX).min(all);
                match left - passed as u64 {
                    0 => (passed, Region::Lines),
                    left => (passed, Region::Skip(Skip::Bytes(left))),
                }
            }
        };
        self.source.consume_counting(passed);
        self.region = region;
        Ok(true)
    }
}

/// Whether a line may go on with a message that is not closed.
fn goes_on(line: &[u8], flat: bool) -> bool {
    match line.first() {
        Some(b' ' | b'\t' | b'}' | b']' | b'\r') | None => true,
        Some(b'"' | b'[') => flat,
        Some(b'{') => flat && !super::prefix::has_key(line),
        _ => false,
    }
}

/// Whether an HTTP archive begins here.
pub(super) fn opens_archive(text: &[u8]) -> bool {
    let after = |text: &[u8], part: &[u8]| {
        text.strip_prefix(part)
            .map(|rest| rest.trim_ascii_start().to_vec())
    };
    let head = text.get(..text.len().min(256)).unwrap_or(text);
    let log = after(head, b"{").and_then(|rest| after(&rest, b"\"log\""));
    let value = log.and_then(|rest| after(&rest, b":"));
    value.is_some_and(|value| value.starts_with(b"{"))
}
