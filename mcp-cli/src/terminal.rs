//! What the terminal and the environment ask for: language, colours, width.
//!
//! In: options and environment. Out: a [`Style`]. It prints nothing.

use std::env;
use std::io;

use anstream::{AutoStream, ColorChoice};
use mcp_core::explain::Lang;
use mcp_core::explain::show::Style;

use crate::args::Explain;

/// How to print, by the options and else by the environment.
pub(crate) fn style(options: &Explain) -> Style {
    let color = !options.no_color && !options.json && wants_color();
    Style::plain(options.lang.map_or_else(lang, Lang::from))
        .colored(color)
        .in_columns(columns())
        .with_secrets(options.show_secrets)
}

/// `NO_COLOR`, `CLICOLOR_FORCE` and whether stdout is a terminal.
fn wants_color() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// The language of the locale.
pub(crate) fn lang() -> Lang {
    Lang::of_environment(|name| env::var(name).ok())
}

/// The columns of the terminal.
fn columns() -> usize {
    const USUAL: usize = 80;
    let said = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || terminal_size::terminal_size_of(io::stdout());
    said.or_else(|| terminal().map(|(width, _)| usize::from(width.0)))
        .filter(|columns| *columns > 0)
        .unwrap_or(USUAL)
}
