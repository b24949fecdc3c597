//! Short pieces of a message, fit to stand in one line of a terminal.
//!
//! In: values of a message. Out: their beginning, on one line, cut to a number of columns, without
//! secrets and without characters that a terminal would obey. It never reads a long text to its
//! end.

use std::borrow::Cow;
use std::ops::Range;

use crate::explain::lang::{Lang, Words};
use crate::explain::redact::{redact, redact_spans};
use crate::explain::show::{Style, width};
use crate::explain::words::show::Counted;
use crate::json::{Raw, is_letter, visible};
use crate::rpc::Id;

/// How many bytes of a text are looked at that is to take so many columns: those that may be shown,
/// and enough behind them to know a secret by.
pub(super) const fn looked_at(columns: usize) -> usize {
    const BYTES_OF_A_COLUMN: usize = 3;
    const OF_A_SECRET: usize = 64;
    columns * BYTES_OF_A_COLUMN + OF_A_SECRET
}

/// The text without its secrets, unless they are to be shown.
pub(in crate::explain) fn shielded<'t>(text: &'t str, style: &Style) -> Cow<'t, str> {
    match style.secrets {
        true => Cow::Borrowed(text),
        false => redact(text),
    }
}

/// Which bytes of a part of a frame are secrets, in their order; none when they are to be shown.
pub(in crate::explain) fn secrets_in(
    bytes: &[u8],
    part: Range<usize>,
    style: &Style,
) -> Vec<Range<usize>> {
    /// Bytes around the part in which a secret may begin or be named.
    const AROUND: usize = 4 * 1_024;
    if style.secrets {
        return Vec::new();
    }
    let start = part.start.saturating_sub(AROUND);
    let end = part.end.saturating_add(AROUND).min(bytes.len());
    let mut secrets = Vec::new();
    let mut at = start;
    for chunk in bytes.get(start..end).unwrap_or_default().utf8_chunks() {
        let valid = chunk.valid();
        let found = redact_spans(valid).into_iter();
        secrets.extend(found.map(|(range, _)| at + range.start..at + range.end));
        at += valid.len() + chunk.invalid().len();
    }
    secrets
}

/// Appends a text: on one line, and at most so many columns of it.
pub(in crate::explain) fn push_text(out: &mut String, text: &str, columns: usize, style: &Style) {
    let start = text.floor_char_boundary(looked_at(columns));
    let start = text.get(..start).unwrap_or_default();
    let safe = shielded(start, style);
    let whole = start.len() == text.len();
    // What is seen as it is needs no look beyond the columns.
    match width::fit_plain(&safe, columns, whole, is_letter) {
        Some(fits) => push_fitting(out, fits),
        None => push_fitting(out, width::fit(&on_one_line(&safe), columns, whole)),
    }
}

fn push_fitting(out: &mut String, fits: Result<&str, &str>) {
    match fits {
        Ok(fits) => out.push_str(fits),
        Err(fits) => {
            out.push_str(fits.trim_end());
            out.push('…');
        }
    }
}

/// The text with its line ends and other white space as single spaces.
fn on_one_line(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    let mut words = text.split(|c: char| c.is_whitespace() && c != ' ');
    line.push_str(words.next().unwrap_or_default());
    for word in words.filter(|word| !word.is_empty()) {
        line.push(' ');
        line.push_str(word);
    }
    Cow::Owned(visible(&line).into_owned())
}

/// Appends the beginning of a string value; any other value as the name of its type.
pub(super) fn push_string(out: &mut String, raw: Raw<'_>, columns: usize, style: &Style) {
    match raw.beginning(looked_at(columns) + 1) {
        Some(text) => push_text(out, &text, columns, style),
        None => out.push_str(raw.kind().name()),
    }
}

/// Appends the beginning of a string value in quotes.
pub(super) fn push_quoted(out: &mut String, raw: Raw<'_>, columns: usize, style: &Style) {
    out.push('"');
    push_string(out, raw, columns, style);
    out.push('"');
}

/// Appends a number as it is written; nothing that is long, and no other value.
pub(in crate::explain) fn push_number(out: &mut String, raw: Raw<'_>) {
    const LONGEST: usize = 24;
    match raw.number() {
        Some(_) if raw.get().len() <= LONGEST => out.push_str(raw.get()),
        _ => out.push('?'),
    }
}

/// Appends an id as it is written.
pub(in crate::explain) fn push_id(out: &mut String, id: &Id, style: &Style) {
    const COLUMNS: usize = 20;
    match id {
        Id::Number(number) => push_integer(out, *number),
        Id::Text(text) => push_text(out, text.as_json(), COLUMNS, style),
    }
}

/// Appends an integer.
pub(in crate::explain) fn push_integer(out: &mut String, number: i64) {
    use std::fmt::Write as _;
    // Writing to a string never fails.
    let _ = write!(out, "{number}");
}

/// Appends how many there are of a thing.
pub(in crate::explain) fn push_counted(out: &mut String, n: usize, words: Counted, lang: Lang) {
    let [one, many] = words;
    let words = if n == 1 { one } else { many };
    push_filled(out, words, "n", n as u64, lang);
}

/// Appends words with a number in the place of their one name.
pub(in crate::explain) fn push_filled(
    out: &mut String,
    words: Words,
    name: &str,
    n: u64,
    lang: Lang,
) {
    let text = words.in_lang(lang);
    let parts = text
        .split_once('{')
        .and_then(|(before, rest)| Some((before, rest.strip_prefix(name)?.strip_prefix('}')?)));
    match parts {
        Some((before, after)) => {
            out.push_str(before);
            push_integer(out, n.cast_signed());
            out.push_str(after);
        }
        None => out.push_str(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, columns: usize) -> String {
        let mut out = String::new();
        push_text(&mut out, text, columns, &Style::plain(Lang::En));
        out
    }

    #[test]
    fn a_text_that_fits_stays_whole() {
        assert_eq!(shown("인증 흐름", 9), "인증 흐름");
        assert_eq!(shown("", 9), "");
    }

    #[test]
    fn a_text_that_does_not_fit_ends_in_an_ellipsis_within_its_columns() {
        assert_eq!(shown("인증 흐름", 8), "인증 흐…");
        assert_eq!(shown("abcdef", 4), "abc…");
        assert_eq!(shown(&"x".repeat(1 << 20), 4), "xxx…");
    }

    #[test]
    fn a_text_stands_on_one_line() {
        assert_eq!(shown("a\r\n\tb\u{1b}[2J\n", 40), "a b\\u{1b}[2J");
    }
}
