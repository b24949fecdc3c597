//! Messages with something before them on their line.
//!
//! In: lines that begin with a time, a direction, the words of a logger. Out: the messages on them, or
//! asides.

use std::io::{self, Read};
use std::ops::Range;

use mcp_core::json::{Raw, scan};

use super::extent::Extent;
use super::format::Shape;
use super::lines::{closes, is_of_curl};
use super::made::Known;
use super::piece::AsideKind;
use super::prefix::{self, Prefix};
use super::reader::Reader;
use super::sign::Sign;
use super::source::Line;
use super::start;
use super::state::Style;

impl<R: Read> Reader<R> {
    /// A line on which other words may stand before a message.
    pub(super) fn told_line(&mut self, line: Line) -> io::Result<bool> {
        let bytes = self.source.slice(0..line.end);
        let Some(prefix) = prefix::read(bytes, self.limits.prefix) else {
            return self.stray(line, self.known());
        };
        let behind_time = bytes.get(prefix.start..).unwrap_or(&[]);
        if prefix.at.is_some() && self.format.has(Shape::Http) && is_of_curl(behind_time) {
            let known = self.told(prefix, 0..0);
            self.aside_line(line, known, AsideKind::Note);
            return Ok(true);
        }
        let text = bytes.get(prefix.payload..).unwrap_or(&[]).trim_ascii();
        let (text, marked) = (!text.is_empty(), prefix.marked && self.marked);
        let printed = self.style == Style::Bare && is_print(bytes, prefix);
        if prefix.sign == Sign::Stderr && self.style != Style::Bare {
            let known = self.told(prefix, 0..0);
            self.aside_line(line, known, AsideKind::Stderr);
        } else if prefix.quoted && !printed && self.quoted(line, prefix) {
            self.pass(line);
        } else if prefix.json && !prefix.quoted && !printed {
            self.prefixed(line, prefix);
        } else if let Some(stamp) = prefix.at
            && let Some((look, from)) = start::read(self.source.slice(prefix.start..line.end))
        {
            let at = self.clock.resolve(stamp);
            self.begin_head(look, from, Some(at));
        } else if marked && !text {
            self.pass(line);
        } else if marked {
            let end = self.text_end(line);
            let known = self.told(prefix, 0..0);
            let place = self.here(prefix.payload, end);
            self.push_frame(place, known);
            self.pass(line);
        } else {
            let mut known = self.known();
            known.at = known
                .at
                .or(prefix.at.map(|stamp| self.clock.resolve(stamp)));
            return self.stray(line, known);
        }
        Ok(true)
    }

    /// A message with something before it, and perhaps something behind it.
    fn prefixed(&mut self, line: Line, prefix: Prefix) {
        let from = prefix.payload;
        let bytes = self.source.slice(from..line.end);
        let mut extent = Extent::default();
        let mut end = from + bytes.trim_ascii_end().len();
        let mut open = false;
        if prefix.words || !closes(bytes) {
            match extent.feed(bytes) {
                Some(closed) if is_tail(bytes.get(closed..).unwrap_or(&[])) => end = from + closed,
                Some(_) => {}
                None => open = true,
            }
        }
        self.met_prefix(prefix);
        let place = self.here(from, end);
        let known = self.told(prefix, from..end);
        if prefix.words && is_shortened(self.bytes(place)) {
            self.push_aside(place, known, AsideKind::Shortened);
            return self.pass(line);
        }
        if open {
            return self.unclosed(line, from, extent, known, prefix.words);
        }
        self.object(place, known, Shape::Lines);
        self.pass(line);
    }

    /// A message that a logger has written as a string; `false` when it is none.
    fn quoted(&mut self, line: Line, prefix: Prefix) -> bool {
        let text = self.source.slice(prefix.payload..line.end);
        let Some(message) = unquoted(text) else {
            return false;
        };
        self.met_prefix(prefix);
        self.meet(Shape::Lines);
        let mut known = self.told(prefix, 0..0);
        known.from = self.owner.sender(prefix.sign, message.as_bytes());
        let place = self.keep(message.as_bytes());
        self.push_frame(place, known);
        true
    }

    pub(super) fn met_prefix(&mut self, prefix: Prefix) {
        self.style = Style::Styled;
        self.marked |= prefix.marked;
        if prefix.sign != Sign::None {
            self.meet(Shape::Arrows);
        }
        if prefix.at.is_some() {
            self.meet(Shape::Times);
        }
        if prefix.words {
            self.meet(Shape::Words);
        }
    }

    /// What a prefix tells of what follows it.
    fn told(&mut self, prefix: Prefix, message: Range<usize>) -> Known {
        let message = self.source.slice(message);
        let sender = self.owner.sender(prefix.sign, message);
        Known {
            from: sender,
            at: prefix.at.map(|stamp| self.clock.resolve(stamp)),
            ..Known::on(self.source.number())
        }
    }
}

/// Whether a line between bare messages is a print of a message rather than one: there are words
/// before it, and not those of a log.
fn is_print(line: &[u8], prefix: Prefix) -> bool {
    let verb = prefix.marked && matches!(prefix.sign, Sign::Out | Sign::In);
    let verb = verb
        && line
            .trim_ascii_start()
            .first()
            .is_some_and(u8::is_ascii_alphabetic);
    match prefix.at {
        Some(_) => prefix.words && prefix.sign == Sign::None,
        None => prefix.words || verb,
    }
}

/// The string that a text begins with.
fn unquoted(text: &[u8]) -> Option<String> {
    let (mut end, mut escaped) = (1, false);
    loop {
        match text.get(end)? {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => break,
            _ => {}
        }
        end += 1;
    }
    let quoted = str::from_utf8(text.get(..=end)?).ok()?;
    let string = Raw::parse(quoted).ok()?.string().ok()?;
    Some(string.into_owned())
}

/// Whether the writer of the log left out the middle of a message, and no message is left.
fn is_shortened(text: &[u8]) -> bool {
    let marked = memchr::memmem::find(text, b" chars truncated]").is_some();
    marked && scan(text).is_err()
}

/// Whether what stands behind a message is a logger's: it is set apart, and is no second message.
pub(super) fn is_tail(rest: &[u8]) -> bool {
    let text = rest.trim_ascii();
    // Or the message was quoted.
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'\'' | b'"' | b'`');
    let apart = rest.first().is_some_and(ends);
    apart && !matches!(text.first(), None | Some(b'}' | b']')) && !prefix::has_key(text)
}
