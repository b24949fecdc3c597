//! One line of a conversation.
//!
//! In: a summary, and where it stands among the others. Out: its line: number, arrow, what it is,
//! and at the right edge the id and the latency.

use std::time::Duration;

use super::{GUTTER, Paint, Style, width};
use crate::explain::summary::{Outcome, Summary, What, Writer, push_id, push_integer, push_text};
use crate::method::Side;

/// Where a line stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Place {
    /// How deep it stands among the lines of a call: 0 for the call itself and whatever belongs to
    /// none, 1 for what belongs to a call, 2 for what belongs to a question inside of it.
    pub depth: usize,
    /// It stands deeper than what it belongs to: an answer says which request it answers.
    pub apart: bool,
}

impl Place {
    /// So deep among the lines of a call.
    pub const fn at_depth(depth: usize) -> Self {
        Place {
            depth,
            apart: false,
        }
    }

    /// Whether it stands below the request it belongs to.
    const fn is_below_its_request(self) -> bool {
        self.depth > 0 && !self.apart
    }
}

/// Bytes that an id and a latency seldom exceed.
const TAIL: usize = 64;

/// Appends the line of a message, with its line end.
pub fn line(out: &mut String, summary: &Summary<'_>, place: Place, style: &Style) {
    let taken = head(out, summary.line, summary.from, place, style);
    let mut tail = String::with_capacity(TAIL);
    push_tail(&mut tail, summary, place, style);
    let tail_width = width::columns(&tail);
    let room = (style.width).saturating_sub(taken + tail_width + usize::from(tail_width > 0) * 2);
    let before = out.len();
    Writer::new(out, style)
        .nested(place.is_below_its_request())
        .label(summary);
    let label_width = fit(out, before, room);
    if style.color
        && let Some(paint) = paint_of(summary, place)
    {
        let text = out.split_off(before);
        style.paint(out, paint, &text);
    }
    if !tail.is_empty() {
        let gap = (style.width).saturating_sub(taken + label_width + tail_width);
        push_spaces(out, gap.max(2));
        style.paint(out, Paint::Faint, &tail);
    }
    out.push('\n');
    if let What::Batch { entries } = &summary.what {
        for entry in entries {
            let inside = Place {
                depth: place.depth + 1,
                apart: true,
            };
            line(out, entry, inside, style);
        }
    }
}

/// Appends the line of a text that is no message.
pub fn aside(out: &mut String, number: u64, text: &str, style: &Style) {
    push_number(out, number, style);
    out.push_str("     ");
    let room = style.width.saturating_sub(GUTTER + 5);
    style.painted(out, Paint::Faint, |out| push_text(out, text, room, style));
    out.push('\n');
}

/// Appends the line of something that is said about the lines before it.
pub fn remark(out: &mut String, text: &str, place: Place, style: &Style) {
    push_spaces(out, GUTTER + 5 + 2 * place.depth);
    style.paint(out, Paint::Faint, text);
    out.push('\n');
}

/// The number and the arrow; the columns they take.
pub(super) fn head(
    out: &mut String,
    line: u64,
    from: Option<Side>,
    place: Place,
    style: &Style,
) -> usize {
    let number = push_number(out, line, style);
    out.push_str("  ");
    match from {
        Some(Side::Client) => style.paint(out, Paint::Client, "→"),
        Some(Side::Server) => style.paint(out, Paint::Server, "←"),
        None => out.push(' '),
    }
    out.push_str("  ");
    for _ in 0..place.depth {
        out.push_str("  ");
    }
    number + 5 + 2 * place.depth
}

/// The number of a line at the right of its columns; the columns it takes.
pub(super) fn push_number(out: &mut String, number: u64, style: &Style) -> usize {
    let digits = number.checked_ilog10().map_or(0, |log| log as usize + 1);
    let pad = GUTTER.saturating_sub(digits);
    push_spaces(out, pad);
    if digits > 0 {
        style.painted(out, Paint::Faint, |out| {
            push_integer(out, number.cast_signed());
        });
    }
    pad + digits
}

/// Appends so many spaces.
fn push_spaces(out: &mut String, count: usize) {
    const SPACES: &str = "                                ";
    let mut left = count;
    while let Some(spaces) = SPACES
        .get(..left.min(SPACES.len()))
        .filter(|s| !s.is_empty())
    {
        out.push_str(spaces);
        left -= spaces.len();
    }
}

/// Cuts what was written since to as much as fits; the columns it takes.
fn fit(out: &mut String, since: usize, room: usize) -> usize {
    let text = out.get(since..).unwrap_or_default();
    let (fits, taken) = width::cut(text, room);
    if fits.len() == text.len() {
        return taken;
    }
    let (fits, taken) = width::cut(fits, room.saturating_sub(1));
    let end = since + fits.len();
    out.truncate(end);
    out.push('…');
    taken + 1
}

/// The id, where the line is not among those of its call, and the latency.
fn push_tail(out: &mut String, summary: &Summary<'_>, place: Place, style: &Style) {
    let (id, after) = match &summary.what {
        What::Request { id, .. } => (Some(id), None),
        What::Answer { id, to, .. } => {
            let id = id.as_ref().filter(|_| !place.is_below_its_request());
            (id, to.as_ref().and_then(|to| to.after))
        }
        _ => (None, None),
    };
    if let Some(id) = id {
        out.push_str("id ");
        push_id(out, id, style);
    }
    if let Some(after) = after {
        out.push_str(if id.is_some() { "  " } else { "" });
        push_duration(out, after);
    }
}

/// Appends a span of time in two or three digits.
pub fn push_duration(out: &mut String, span: Duration) {
    use std::fmt::Write as _;
    let micros = span.as_micros();
    let millis = micros / 1_000;
    // Writing to a string never fails.
    let _ = match millis {
        0 if micros == 0 => write!(out, "0 ms"),
        0 => write!(out, "{micros} µs"),
        1..10 if micros % 1_000 >= 50 => write!(out, "{}.{} ms", millis, micros % 1_000 / 100),
        1..1_000 => write!(out, "{millis} ms"),
        1_000..60_000 => write!(out, "{}.{} s", millis / 1_000, millis % 1_000 / 100),
        60_000..3_600_000 => {
            write!(out, "{} min {} s", millis / 60_000, millis % 60_000 / 1_000)
        }
        _ => write!(
            out,
            "{} h {} min",
            millis / 3_600_000,
            millis % 3_600_000 / 60_000
        ),
    };
}

fn paint_of(summary: &Summary<'_>, place: Place) -> Option<Paint> {
    match &summary.what {
        What::Request { .. } if place.depth == 0 => Some(Paint::Strong),
        What::Answer {
            outcome: Outcome::Error { .. } | Outcome::ToolError { .. },
            ..
        } => Some(Paint::Failed),
        What::Notification { .. } | What::Http { .. } => Some(Paint::Faint),
        _ => None,
    }
}
