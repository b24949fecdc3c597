//! The buffer between the input and the pieces.
//!
//! In: an input. Out: where lines end, and the bytes of what is not yet consumed. Offsets count from
//! the first byte that is not consumed. It never looks at a byte twice to find the end of a line,
//! and never knows what a line holds.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

use super::wide::Wide;

/// How much is asked of the input at once, at least.
const CHUNK: usize = 128 * 1024;

/// The part of the input that is at hand.
#[derive(Debug)]
pub(super) struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    /// The first byte that is not consumed.
    start: usize,
    /// The end of what was read.
    end: usize,
    /// The line that was asked for last, and how far it is known to have no end.
    asked: usize,
    searched: usize,
    /// The line of the log on which `start` stands, from 1.
    line: u64,
    /// How the input is decoded, when it is in UTF-16.
    wide: Option<Wide>,
    /// Whether an input that gives nothing has ended, or may give more later.
    pub(super) ends: bool,
}

/// A line in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Line {
    /// Where it begins.
    pub(super) from: usize,
    /// Where its text ends.
    pub(super) end: usize,
    /// Where the next one begins.
    pub(super) next: usize,
}

/// What comes of asking for a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Got {
    /// A whole line.
    Line(Line),
    /// A line of which so much was read that it is too long.
    TooLong,
    /// Nothing, now or for ever.
    Nothing,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Source {
            input,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            asked: 0,
            searched: 0,
            line: 1,
            wide: None,
            ends: true,
        }
    }

    /// The line that begins at `from`, unless it is longer than `limit`.
    pub(super) fn line(&mut self, from: usize, limit: usize) -> io::Result<Got> {
        if self.asked != from {
            (self.asked, self.searched) = (from, from);
        }
        loop {
            let ahead = self.ahead();
            if let Some(found) = memchr::memchr(b'\n', ahead.get(self.searched..).unwrap_or(&[])) {
                let end = self.searched + found;
                if end - from > limit {
                    return Ok(Got::TooLong);
                }
                self.searched = end;
                let next = end + 1;
                return Ok(Got::Line(Line { from, end, next }));
            }
            let length = ahead.len();
            if length.saturating_sub(from) > limit {
                return Ok(Got::TooLong);
            }
            self.searched = length.max(from);
            if self.fill()? {
                continue;
            }
            return Ok(match self.ends && length > from {
                true => Got::Line(Line {
                    from,
                    end: length,
                    next: length,
                }),
                false => Got::Nothing,
            });
        }
    }

    /// Whether so many bytes are at hand, after reading what is needed.
    pub(super) fn has(&mut self, count: usize) -> io::Result<bool> {
        while self.ahead().len() < count {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What is at hand.
    #[inline]
    pub(super) fn ahead(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or(&[])
    }

    /// A part of what is at hand.
    #[inline]
    pub(super) fn slice(&self, range: Range<usize>) -> &[u8] {
        self.ahead().get(range).unwrap_or(&[])
    }

    /// Where a part of what is at hand stands in the buffer, for [`Source::lend`].
    #[inline]
    pub(super) fn place(&self, range: Range<usize>) -> Range<usize> {
        self.start + range.start..self.start + range.end
    }

    /// What stands at a place, consumed or not, as long as nothing more was read.
    #[inline]
    pub(super) fn lend(&self, place: Range<usize>) -> &[u8] {
        self.buffer.get(place).unwrap_or(&[])
    }

    /// The line of the log on which the first byte that is not consumed stands.
    #[inline]
    pub(super) fn number(&self) -> u64 {
        self.line
    }

    /// Passes over bytes that hold so many line ends.
    #[inline]
    pub(super) fn consume(&mut self, count: usize, lines: u64) {
        let count = count.min(self.end - self.start);
        self.start += count;
        // What was asked for before is asked for at another offset now.
        match self.asked.checked_sub(count) {
            Some(asked) => (self.asked, self.searched) = (asked, self.searched - count),
            None => (self.asked, self.searched) = (0, 0),
        }
        self.line += lines;
    }

    /// Passes over bytes and counts the lines in them.
    pub(super) fn consume_counting(&mut self, count: usize) {
        let lines = memchr::memchr_iter(b'\n', self.slice(0..count)).count();
        self.consume(count, lines as u64);
    }

    /// Moves what is at hand to the front when that is less than what was consumed, so that all
    /// moves together are linear; else gets a larger buffer.
    fn make_room(&mut self) {
        if self.end - self.start <= self.start {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.buffer.len() - self.end < CHUNK / 2 {
            let length = (self.buffer.len() * 2).max(CHUNK);
            self.buffer.resize(length, 0);
        }
    }

    /// Takes the input for UTF-16 from here on, with what is at hand.
    pub(super) fn go_wide(&mut self, big: bool) {
        let mut wide = Wide::new(big);
        let mut decoded = Vec::new();
        wide.decode(self.ahead(), &mut decoded);
        (self.start, self.end) = (0, decoded.len());
        (self.asked, self.searched) = (0, 0);
        self.buffer = decoded;
        self.wide = Some(wide);
    }

    /// Reads more. `false` when there is nothing more.
    pub(super) fn fill(&mut self) -> io::Result<bool> {
        if self.buffer.len() - self.end < CHUNK / 2 {
            self.make_room();
        }
        if self.wide.is_some() {
            return self.fill_wide();
        }
        let room = self.buffer.get_mut(self.end..).unwrap_or(&mut []);
        let count = read(&mut self.input, room)?;
        self.end += count;
        Ok(count > 0)
    }

    fn fill_wide(&mut self) -> io::Result<bool> {
        // A unit becomes three bytes at most, so that what is decoded fits.
        let mut part = [0; CHUNK / 8];
        let mut decoded = Vec::new();
        while decoded.is_empty() {
            let count = read(&mut self.input, &mut part)?;
            if count == 0 {
                return Ok(false);
            }
            if let Some(wide) = &mut self.wide {
                wide.decode(part.get(..count).unwrap_or(&[]), &mut decoded);
            }
        }
        let room = self.buffer.get_mut(self.end..self.end + decoded.len());
        if let Some(room) = room {
            room.copy_from_slice(&decoded);
            self.end += decoded.len();
        }
        Ok(true)
    }
}

/// Reads into a buffer, past interruptions.
fn read(input: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(room) {
            Ok(count) => return Ok(count.min(room.len())),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
