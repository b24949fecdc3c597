//! Many reports of progress, as one line.
//!
//! In: the summaries of notifications of progress that follow each other in a call. Out: a line
//! each when they are few, else one for all: `progress 1…10 of 10, 10 reports`. It keeps the numbers
//! of the first and the last alone.

use super::line::{Place, head, line};
use super::{Paint, Style};
use crate::explain::summary::{Summary, What, push_counted, push_number};
use crate::explain::words::show as words;
use crate::json::Raw;
use crate::method::{self, Side};

/// Reports of progress that follow each other.
#[derive(Clone, Debug, Default)]
pub struct Run {
    count: usize,
    /// The lines of the first few.
    lines: String,
    line: u64,
    from: Option<Side>,
    place: Place,
    first: String,
    last: String,
    total: String,
}

impl Run {
    /// So many have a line each.
    pub const FEW: usize = 3;

    /// Takes in a message, when it is a report of progress; whether it is.
    pub fn take(&mut self, summary: &Summary<'_>, place: Place, style: &Style) -> bool {
        let What::Notification { method, params } = &summary.what else {
            return false;
        };
        if method != method::PROGRESS {
            return false;
        }
        let member = |name: &str| params.and_then(|params| params.member(name));
        let progress = member("progress");
        self.count += 1;
        if self.count == 1 {
            (self.line, self.from, self.place) = (summary.line, summary.from, place);
            keep(&mut self.first, progress);
        }
        if self.count <= Self::FEW {
            line(&mut self.lines, summary, place, style);
        }
        keep(&mut self.last, progress);
        keep(&mut self.total, member("total"));
        true
    }

    /// Whether it holds none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Appends its lines, and begins anew.
    pub fn finish(&mut self, out: &mut String, style: &Style) {
        if self.count <= Self::FEW {
            out.push_str(&self.lines);
        } else {
            head(out, self.line, self.from, self.place, style);
            style.painted(out, Paint::Faint, |out| self.together(out, style));
            out.push('\n');
        }
        self.count = 0;
        self.lines.clear();
    }

    fn together(&self, out: &mut String, style: &Style) {
        out.push_str(words::PROGRESS.in_lang(style.lang));
        out.push(' ');
        out.push_str(&self.first);
        out.push('…');
        out.push_str(&self.last);
        if !self.total.is_empty() {
            let of = words::OF_TOTAL.in_lang(style.lang);
            out.push_str(&of.replace("{total}", &self.total));
        }
        out.push_str(", ");
        push_counted(out, self.count, words::REPORTS, style.lang);
    }
}

/// Keeps a number as it is written.
fn keep(kept: &mut String, number: Option<Raw<'_>>) {
    kept.clear();
    if let Some(number) = number.filter(|number| !number.is_null()) {
        push_number(kept, number);
    }
}
