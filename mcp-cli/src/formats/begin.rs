//! How a log is encoded.
//!
//! In: the beginning of a log, and lines in UTF-16. Out: nothing, or what must be told of them as
//! they are.

use std::io::{self, Read};

use super::format::Shape;
use super::lines::closes;
use super::made::Known;
use super::piece::AsideKind;
use super::prefix;
use super::reader::Reader;
use super::source::{Got, Line};
use super::state::{Region, Style};

impl<R: Read> Reader<R> {
    /// The beginning of the log: how it is encoded.
    pub(super) fn start_step(&mut self) -> io::Result<bool> {
        if !self.source.has(3)? && !self.source.ends {
            return Ok(false);
        }
        let wide = match self.source.ahead() {
            [0xFF, 0xFE, ..] => Some(false),
            [0xFE, 0xFF, ..] => Some(true),
            _ => None,
        };
        if let Some(big) = wide {
            let Some(whole) = self.is_wide(big)? else {
                return Ok(false);
            };
            if whole {
                self.source.consume(2, 0);
                self.source.go_wide(big);
                self.meet(Shape::Utf16);
                let place = self.here(0, 0);
                self.push_aside(place, Known::on(1), AsideKind::Utf16);
            }
        }
        if self.source.ahead().starts_with(b"\xEF\xBB\xBF") {
            let line = match self.source.line(0, self.limits.frame)? {
                Got::Nothing if !self.source.ends => return Ok(false),
                Got::Line(line) => line,
                Got::TooLong | Got::Nothing => Line::default(),
            };
            let text = self.source.slice(3..line.end);
            self.region = Region::Lines;
            if prefix::has_key(text) && closes(text) {
                self.style = Style::Bare;
                self.whole_line(line);
            } else {
                self.source.consume(3, 0);
            }
        }
        self.region = Region::Lines;
        Ok(true)
    }

    /// Whether the second line is in UTF-16 as the first; none as long as it is not there.
    fn is_wide(&mut self, big: bool) -> io::Result<Option<bool>> {
        let line = match self.source.line(0, self.limits.frame)? {
            Got::Line(line) => line,
            Got::Nothing if !self.source.ends => return Ok(None),
            Got::TooLong | Got::Nothing => return Ok(Some(true)),
        };
        // The second half of the line end, and a unit.
        if !self.source.has(line.next + 3)? && !self.source.ends {
            return Ok(None);
        }
        let next = self.source.slice(line.next..self.source.ahead().len());
        Ok(Some(match (big, next) {
            (_, []) | (true, [0, ..]) => true,
            (false, [first, rest @ ..]) => *first == 0 && rest.get(1).is_none_or(|byte| *byte == 0),
            _ => false,
        }))
    }

    /// A line in UTF-16 reaches the reader of messages as it is.
    pub(super) fn wide_line(&mut self, line: Line, big: bool) -> io::Result<bool> {
        let bytes = self.source.slice(0..line.end);
        let half = big && bytes.ends_with(&[0]);
        let end = line.end - usize::from(half);
        // The second half of the line end.
        if !big && !self.source.has(line.next + 1)? && !self.source.ends {
            return Ok(false);
        }
        let more = !big && self.source.ahead().get(line.next) == Some(&0);
        let place = self.here(0, end);
        self.push_frame(place, self.known());
        self.source.consume(line.next + usize::from(more), 1);
        Ok(true)
    }
}
