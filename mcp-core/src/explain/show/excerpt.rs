//! The text that a finding is about: a window of one line, with marks right under the member.
//!
//! In: the bytes of a frame, and the bytes that the finding is about. Out: two lines. Wide
//! characters, combining marks and escaped control characters move the marks as they move the text.
//! It looks at the surroundings of the place alone, however long the frame is.

use std::ops::Range;

use super::line::push_number;
use super::{GUTTER, Paint, Style, width};
use crate::explain::frame::Frame;
use crate::explain::summary::secrets_in;
use crate::json::visible;

/// Bytes on either side of a place that may come into its window.
const REACH: usize = 600;
/// Columns that a tab takes.
const TAB: &str = "    ";
/// Columns in which the left edge looks for a member to begin with.
const SNAP: usize = 12;

/// The text that findings are about.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Source<'a> {
    /// What the log is called; may be empty.
    pub name: &'a str,
    /// The frame; empty when it is not at hand any more.
    pub bytes: &'a [u8],
    /// The line of the log on which the frame begins; 0 when it is not known.
    pub line: u64,
}

impl<'a> Source<'a> {
    /// A frame.
    pub const fn of(frame: &Frame<'a>) -> Self {
        Source {
            name: "",
            bytes: frame.bytes,
            line: frame.line,
        }
    }

    /// A log of which no frame is at hand.
    pub const fn gone() -> Self {
        Source {
            name: "",
            bytes: b"",
            line: 0,
        }
    }

    /// Names the log.
    #[must_use]
    pub const fn named(mut self, name: &'a str) -> Self {
        self.name = name;
        self
    }
}

/// A character as it is shown.
struct Cell {
    /// Its bytes in the frame.
    bytes: Range<usize>,
    /// Where its text is among the shown ones.
    shown: Range<usize>,
    columns: usize,
}

/// A window of one line of a frame.
pub(super) struct Excerpt {
    /// The line of the log.
    pub(super) line: u64,
    cells: Vec<Cell>,
    shown: String,
    /// Which cells are in the window.
    window: Range<usize>,
    /// Which cells the finding is about; none when it is about the whole.
    marked: Option<Range<usize>>,
    cut_left: bool,
    cut_right: bool,
}

/// Cuts out the line that a finding is about.
pub(super) fn cut(
    source: Source<'_>,
    span: Option<Range<usize>>,
    style: &Style,
) -> Option<Excerpt> {
    if source.bytes.is_empty() {
        return None;
    }
    let place = span.clone().unwrap_or(0..0);
    let (bounds, lines_before) = line_bounds(source.bytes, place.start);
    let near = neighbourhood(source.bytes, &bounds, &place);
    let mut excerpt = Excerpt {
        line: match source.line {
            0 => 0,
            line => line + lines_before,
        },
        cells: Vec::new(),
        shown: String::new(),
        window: 0..0,
        marked: None,
        cut_left: near.start > bounds.start,
        cut_right: near.end < bounds.end,
    };
    excerpt.fill(source.bytes, near, style);
    excerpt.marked = span.map(|span| excerpt.cells_of(&span));
    excerpt.choose(style.width.saturating_sub(GUTTER + 3));
    Some(excerpt)
}

/// The line around a place, and how many lines are before it.
fn line_bounds(bytes: &[u8], at: usize) -> (Range<usize>, u64) {
    let at = at.min(bytes.len());
    let (before, after) = bytes.split_at(at);
    let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    let end = memchr::memchr(b'\n', after).map_or(bytes.len(), |end| at + end);
    let lines = memchr::memchr_iter(b'\n', before).count();
    (start..end, lines as u64)
}

/// The part of a line that may come into a window around a place, in whole characters.
fn neighbourhood(bytes: &[u8], line: &Range<usize>, place: &Range<usize>) -> Range<usize> {
    let inside = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let mut start = place.start.saturating_sub(REACH).max(line.start);
    for _ in 0..3 {
        start += usize::from(start > line.start && inside(start));
    }
    let mut end = (place.end.min(place.start + REACH) + REACH).min(line.end);
    for _ in 0..3 {
        end -= usize::from(end < line.end && inside(end));
    }
    start..end.max(start)
}

impl Excerpt {
    /// Makes the cells of a part of the frame.
    fn fill(&mut self, bytes: &[u8], near: Range<usize>, style: &Style) {
        let part = bytes.get(near.clone()).unwrap_or_default();
        let part = match bytes.get(near.end) {
            // A carriage return before the line end is not worth a place.
            Some(b'\n') => part.strip_suffix(b"\r").unwrap_or(part),
            _ => part,
        };
        let mut secrets = secrets_in(bytes, near.clone(), style)
            .into_iter()
            .peekable();
        let mut at = near.start;
        for chunk in part.utf8_chunks() {
            for c in chunk.valid().chars() {
                let here = at..at + c.len_utf8();
                at = here.end;
                while secrets.next_if(|secret| secret.end <= here.start).is_some() {}
                match secrets.peek() {
                    Some(secret) if secret.start <= here.start => self.hide(here),
                    _ => self.push(here, c),
                }
            }
            for byte in chunk.invalid() {
                self.push_shown(at..at + 1, &format!("\\x{byte:02x}"));
                at += 1;
            }
        }
    }

    /// Adds a character.
    fn push(&mut self, bytes: Range<usize>, c: char) {
        let mut text = [0; 4];
        let text = &*c.encode_utf8(&mut text);
        match c {
            ' '..='~' => self.push_shown(bytes, text),
            '\t' => self.push_shown(bytes, TAB),
            // A mark joins the letter before it; alone it would be escaped.
            _ if width::of(c) == 0 && visible(&format!("x{c}")).len() == 1 + c.len_utf8() => {
                self.push_shown(bytes, text);
            }
            _ => self.push_shown(bytes, &visible(text)),
        }
    }

    fn push_shown(&mut self, bytes: Range<usize>, text: &str) {
        let start = self.shown.len();
        self.shown.push_str(text);
        self.cells.push(Cell {
            bytes,
            shown: start..self.shown.len(),
            columns: width::columns(text),
        });
    }

    /// Adds a byte of a secret: all of a secret is one cell.
    fn hide(&mut self, bytes: Range<usize>) {
        const HIDDEN: &str = "[redacted]";
        match self.cells.last_mut() {
            Some(last)
                if last.bytes.end == bytes.start
                    && self.shown.get(last.shown.clone()) == Some(HIDDEN) =>
            {
                last.bytes.end = bytes.end;
            }
            _ => self.push_shown(bytes, HIDDEN),
        }
    }

    /// The cells that show these bytes; an empty range before the cell at its place.
    fn cells_of(&self, span: &Range<usize>) -> Range<usize> {
        let start = self
            .cells
            .partition_point(|cell| cell.bytes.end <= span.start);
        let end = self
            .cells
            .partition_point(|cell| cell.bytes.start < span.end);
        start..end.max(start)
    }

    fn columns(&self, cells: Range<usize>) -> usize {
        let cells = self.cells.get(cells).unwrap_or_default();
        cells.iter().map(|cell| cell.columns).sum()
    }

    /// Chooses the window: all when it fits, else what is marked with more before than after it.
    fn choose(&mut self, room: usize) {
        let all = 0..self.cells.len();
        let ends = usize::from(self.cut_left) + usize::from(self.cut_right);
        if self.columns(all.clone()) + ends <= room {
            self.window = all;
            return;
        }
        let room = room.saturating_sub(2);
        let marked = self.marked.clone().unwrap_or(0..0);
        let inner = self.columns(marked.clone()).min(room);
        let before = ((room - inner) * 2 / 3).max(room.min(SNAP) / 2);
        let mut start = self.grown_left(marked.start, before);
        let mut end = self.grown_right(start, room);
        if end == self.cells.len() {
            start = self.grown_left(end, room);
        }
        if start > 0 {
            start = self.snapped(start, marked.start);
            end = self.grown_right(start, room);
        }
        self.cut_left |= start > 0;
        self.cut_right |= end < self.cells.len();
        self.window = start..end;
    }

    /// The first cell of as many as fit before one.
    fn grown_left(&self, from: usize, room: usize) -> usize {
        let (mut at, mut taken) = (from, 0);
        while let Some(cell) = at.checked_sub(1).and_then(|at| self.cells.get(at)) {
            taken += cell.columns;
            if taken > room {
                break;
            }
            at -= 1;
        }
        at
    }

    /// The cell behind the last of as many as fit from one on.
    fn grown_right(&self, from: usize, room: usize) -> usize {
        let (mut at, mut taken) = (from, 0);
        while let Some(cell) = self.cells.get(at) {
            taken += cell.columns;
            if taken > room {
                break;
            }
            at += 1;
        }
        at
    }

    /// The start of a member a little behind a cell, when there is one.
    fn snapped(&self, start: usize, limit: usize) -> usize {
        let mut before = None;
        let mut taken = 0;
        for at in start..limit {
            let Some(cell) = self.cells.get(at) else {
                break;
            };
            let text = self.shown.get(cell.shown.clone());
            if matches!(before, Some("{" | ",")) && matches!(text, Some("\"" | "{")) {
                return at;
            }
            taken += cell.columns;
            if taken > SNAP {
                break;
            }
            before = text;
        }
        // A mark does not stand without its letter.
        let mut start = start;
        while start < limit && self.cells.get(start).is_some_and(|cell| cell.columns == 0) {
            start += 1;
        }
        start
    }

    /// Appends the line and its marks, with what was found where that fits; whether it did.
    pub(super) fn write(&self, out: &mut String, found: &str, paint: Paint, style: &Style) -> bool {
        let number = push_number(out, self.line, style).max(GUTTER);
        style.paint(out, Paint::Frame, " | ");
        out.push_str(if self.cut_left { "…" } else { "" });
        for cell in self.cells.get(self.window.clone()).unwrap_or_default() {
            out.push_str(self.shown.get(cell.shown.clone()).unwrap_or_default());
        }
        out.push_str(if self.cut_right { "…" } else { "" });
        out.push('\n');
        let Some(marked) = &self.marked else {
            return false;
        };
        let pad = self.columns(self.window.start..marked.start.max(self.window.start))
            + usize::from(self.cut_left);
        let marked = marked.start..marked.end.min(self.window.end);
        let marks = self.columns(marked).max(1);
        out.extend(std::iter::repeat_n(' ', number));
        style.paint(out, Paint::Frame, " | ");
        out.extend(std::iter::repeat_n(' ', pad));
        let found = crate::explain::summary::shielded(found, style);
        let found = visible(&found);
        let fits = number + 3 + pad + marks + 1 + width::columns(&found) <= style.width;
        style.painted(out, paint, |out| {
            out.extend(std::iter::repeat_n('^', marks));
            if fits {
                out.push(' ');
                out.push_str(&found);
            }
        });
        out.push('\n');
        fits
    }
}
