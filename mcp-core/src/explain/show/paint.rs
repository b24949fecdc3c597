//! The colours.
//!
//! In: what a text is. Out: the codes around it, or none. White, black, yellow and blue are
//! not used: each is hard to see on some ground.

use super::Style;
use crate::explain::code::Severity;

/// What a text is, for its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Paint {
    /// An error and its marks.
    Error,
    /// A warning and its marks.
    Warning,
    /// A note and its marks.
    Note,
    /// What matters most in its place.
    Strong,
    /// A call that failed.
    Failed,
    /// What only some readers look for.
    Faint,
    /// What the client sends.
    Client,
    /// What the server sends.
    Server,
    /// The frame of an excerpt.
    Frame,
}

impl Paint {
    /// The colour of a severity.
    pub const fn of(severity: Severity) -> Self {
        match severity {
            Severity::Error => Paint::Error,
            Severity::Warning => Paint::Warning,
            Severity::Note => Paint::Note,
        }
    }

    const fn code(self) -> &'static str {
        match self {
            Paint::Error => "\x1b[1;31m",
            Paint::Warning => "\x1b[1;35m",
            Paint::Note => "\x1b[1;36m",
            Paint::Failed => "\x1b[31m",
            Paint::Strong => "\x1b[1m",
            Paint::Faint | Paint::Frame => "\x1b[2m",
            Paint::Client => "\x1b[36m",
            Paint::Server => "\x1b[32m",
        }
    }
}

const END: &str = "\x1b[0m";

impl Style {
    /// Appends what `write` writes, in a colour.
    pub(super) fn painted(&self, out: &mut String, paint: Paint, write: impl FnOnce(&mut String)) {
        if !self.color {
            return write(out);
        }
        out.push_str(paint.code());
        write(out);
        out.push_str(END);
    }

    /// Appends a text in a colour.
    pub fn paint(&self, out: &mut String, paint: Paint, text: &str) {
        if !text.is_empty() {
            self.painted(out, paint, |out| out.push_str(text));
        }
    }
}
