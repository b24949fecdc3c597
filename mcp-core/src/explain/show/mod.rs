//! How messages and findings look on a terminal.
//!
//! In: a [`Summary`](super::Summary) or a [`Finding`](super::Finding), and a [`Style`]. Out: text,
//! appended to a buffer. A log that is read later and a server that runs print by this code alone.
//! It never asks a terminal anything, and shows no secret unless the style says so.

mod excerpt;
mod finding;
mod line;
mod paint;
mod run;
#[cfg(test)]
mod tests;
pub(super) mod width;
mod width_table;
pub(super) mod wrap;

use super::lang::Lang;

pub use excerpt::Source;
pub use finding::finding;
pub use line::{Place, aside, line, push_duration, remark};
pub use paint::Paint;
pub use run::Run;
pub use width::columns;

/// Columns that a number of a line takes; larger numbers take what they need.
const GUTTER: usize = 5;

/// How it is printed.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Style {
    /// In which language.
    pub lang: Lang,
    /// With the 16 colours that every terminal has, in those shades that can be read on a light and
    /// on a dark ground.
    pub color: bool,
    /// How many columns a line may have.
    pub width: usize,
    /// Secrets are shown.
    pub secrets: bool,
}

impl Style {
    /// No line is narrower.
    pub const NARROWEST: usize = 40;
    /// No line is wider, however wide the terminal: it would be hard to read.
    pub const WIDEST: usize = 100;

    /// In 80 columns, without colours and without secrets.
    pub const fn plain(lang: Lang) -> Self {
        Style {
            lang,
            color: false,
            width: 80,
            secrets: false,
        }
    }

    /// Says whether there are colours.
    #[must_use]
    pub const fn colored(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Says how wide the terminal is. Lines are as wide, within [`NARROWEST`](Self::NARROWEST) and
    /// [`WIDEST`](Self::WIDEST).
    #[must_use]
    pub fn in_columns(mut self, columns: usize) -> Self {
        self.width = columns.clamp(Self::NARROWEST, Self::WIDEST);
        self
    }

    /// Says whether secrets are shown.
    #[must_use]
    pub const fn with_secrets(mut self, secrets: bool) -> Self {
        self.secrets = secrets;
        self
    }
}
