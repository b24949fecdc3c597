//! How many columns of a terminal a text takes.
//!
//! In: text. Out: columns, and text cut to a number of them. It never looks at a terminal: what a
//! font makes of a character is not known here.

use super::width_table::{NONE, TWO};

/// The first scalar value that takes anything else than one column.
const FIRST_ODD: u32 = 0xad;

/// How many columns a character takes. Control characters take none here: they are escaped before
/// they are shown.
///
/// ```
/// use mcp_core::explain::show::columns;
/// assert_eq!(columns("MCP 인증"), 8);
/// assert_eq!(columns("e\u{301}"), 1);
/// ```
#[inline]
pub(in crate::explain) fn of(c: char) -> usize {
    match u32::from(c) {
        0x20..=0x7e | 0xa0..FIRST_ODD => 1,
        // Hangul syllables and the ellipsis, which need no look into the table.
        0xac00..=0xd7a3 => 2,
        0x2026 => 1,
        scalar => of_odd(scalar),
    }
}

#[inline(never)]
fn of_odd(scalar: u32) -> usize {
    match scalar {
        0..0xa0 => 0,
        // The only one of three: a sign of Khmer.
        0x17d8 => 3,
        _ if is_in(NONE, scalar) => 0,
        _ if is_in(TWO, scalar) => 2,
        _ => 1,
    }
}

/// How many columns a text takes.
pub fn columns(text: &str) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => text.chars().map(of).sum(),
    }
}

/// As much of the beginning of a text as fits in so many columns, and the columns it takes.
pub(in crate::explain) fn cut(text: &str, columns: usize) -> (&str, usize) {
    // What is plain takes a column a byte.
    let ascii = text.as_bytes().get(..columns.min(text.len()));
    if ascii.is_some_and(<[u8]>::is_ascii) {
        let end = ascii.map_or(0, <[u8]>::len);
        let next = text.get(end..).unwrap_or_default().chars().next();
        // A mark joins the letter before it.
        if next.is_none_or(|c| of(c) > 0) {
            return (text.get(..end).unwrap_or_default(), end);
        }
    }
    let mut taken = 0;
    for (at, c) in text.char_indices() {
        let width = of(c);
        if taken + width > columns {
            return (text.get(..at).unwrap_or_default(), taken);
        }
        taken += width;
    }
    (text, taken)
}

/// The text, when it is whole and fits in so many columns; otherwise as much of its beginning as
/// leaves room for an ellipsis.
pub(in crate::explain) fn fit(text: &str, columns: usize, whole: bool) -> Result<&str, &str> {
    fit_plain(text, columns, whole, |_| true).unwrap_or(Err(""))
}

/// The same of a text whose characters all are plain, as far as they are looked at; none of another.
#[inline]
pub(in crate::explain) fn fit_plain(
    text: &str,
    columns: usize,
    whole: bool,
    is_plain: impl Fn(char) -> bool,
) -> Option<Result<&str, &str>> {
    // Names and most texts: a column a byte, as far as the first byte that does not fit.
    let ascii = text.as_bytes().get(..text.len().min(columns + 1))?;
    if ascii
        .iter()
        .fold(true, |all, b| all & matches!(b, b' '..=b'~'))
    {
        let fits = text.get(..text.len().min(columns.saturating_sub(1)));
        return Some(match whole && text.len() <= columns {
            true => Ok(text),
            false => Err(fits.unwrap_or_default()),
        });
    }
    let (mut taken, mut end) = (0, 0);
    for (at, c) in text.char_indices() {
        if !is_plain(c) {
            return None;
        }
        let width = of(c);
        if taken + width > columns {
            return Some(Err(text.get(..end).unwrap_or_default()));
        }
        taken += width;
        if taken < columns {
            end = at + c.len_utf8();
        }
    }
    Some(match whole {
        true => Ok(text),
        false => Err(text.get(..end).unwrap_or_default()),
    })
}

fn is_in(ranges: &[(u32, u32)], scalar: u32) -> bool {
    let after = ranges.partition_point(|(first, _)| *first <= scalar);
    let range = after.checked_sub(1).and_then(|at| ranges.get(at));
    range.is_some_and(|(_, last)| scalar <= *last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthChar;

    #[test]
    fn every_character_takes_the_columns_that_others_give_it() {
        for c in ('\0'..=char::MAX).filter(|c| !c.is_control()) {
            assert_eq!(Some(of(c)), c.width(), "{:?}", c);
        }
    }

    #[test]
    fn a_text_is_cut_before_the_character_that_does_not_fit() {
        assert_eq!(cut("인증 흐름", 5), ("인증 ", 5));
        assert_eq!(cut("인증 흐름", 6), ("인증 ", 5));
        assert_eq!(cut("e\u{301}x", 1), ("e\u{301}", 1));
        assert_eq!(cut("abc", 9), ("abc", 3));
    }

    #[test]
    fn a_plain_text_leaves_room_for_an_ellipsis_when_it_does_not_fit() {
        for (text, columns, whole, expected) in [
            ("abc", 3, true, Ok("abc")),
            ("abc", 3, false, Err("ab")),
            ("abc", 4, false, Err("abc")),
            ("abc", 2, true, Err("a")),
            ("abc", 0, true, Err("")),
            ("", 0, true, Ok("")),
            ("ab\u{301}", 2, true, Ok("ab\u{301}")),
            ("a인", 3, true, Ok("a인")),
            ("a인", 2, true, Err("a")),
        ] {
            assert_eq!(
                fit(text, columns, whole),
                expected,
                "{text} {columns} {whole}"
            );
        }
    }
}
