//! Text from outside, made fit to be repeated to a person.
//!
//! In: a name or a short text that a peer made up. Out: the same, cut where it is long, without a
//! character that a terminal would obey or nobody would see. It is the only place that decides how
//! much of a peer's text comes back, and it never changes a name that is short and plain.

use std::borrow::Cow;

/// Names longer than this are cut.
const LONGEST: usize = 80;

/// A name that a peer made up, as it may stand in a path or a message: cut if it is very long, and
/// with its control and invisible characters escaped.
///
/// ```
/// use mcp_core::json::shown_name;
/// assert_eq!(shown_name("page_size"), "page_size");
/// assert_eq!(shown_name("a\u{1b}[2J"), "a\\u{1b}[2J");
/// assert!(shown_name(&"x".repeat(1_000)).len() < 100);
/// ```
pub fn shown_name(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => {
            let start = name.get(..end).unwrap_or_default();
            Cow::Owned(format!("{}…", visible(start)))
        }
        None => visible(name),
    }
}

/// The text with its control and invisible characters escaped. Quotes and backslashes stay.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    const MARKS: [char; 3] = ['"', '\'', '\\'];
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(odd) = rest.find(|c| !is_letter(c)) {
        // NB. with the character before: a mark that stands on one is no mark of its own.
        let before = rest
            .get(..odd)
            .and_then(|plain| plain.char_indices().next_back());
        let (plain, from) = rest.split_at(before.map_or(odd, |(at, _)| at));
        shown.push_str(plain);
        let odd = odd - plain.len();
        let end = from.get(odd..).and_then(|odd| odd.find(is_letter));
        let end = end.map_or(from.len(), |end| odd + end);
        let (odd, after) = from.split_at(end);
        for piece in odd.split_inclusive(MARKS) {
            let words = piece.strip_suffix(MARKS).unwrap_or(piece);
            shown.extend(words.escape_debug());
            shown.push_str(piece.get(words.len()..).unwrap_or_default());
        }
        rest = after;
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

/// Whether a character surely is one that people see: ASCII, Hangul syllables, Han, kana. NB. the
/// rest is looked up in the tables of the standard library, which takes longer.
pub(crate) const fn is_letter(c: char) -> bool {
    matches!(c, ' '..='~' | '가'..='힣' | '\u{4e00}'..='\u{9fa5}' | 'ぁ'..='ゖ' | 'ァ'..='ヺ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(shown_name("a\r\n\u{9b}2J"), "a\\r\\n\\u{9b}2J");
        assert_eq!(shown_name("a\u{202e}b"), "a\\u{202e}b");
    }

    #[test]
    fn what_is_not_looked_up_would_not_be_escaped() {
        for c in ('\0'..=char::MAX).filter(|c| is_letter(*c) && !"\"'\\".contains(*c)) {
            assert!(c.escape_debug().eq([c]), "{c:?}");
        }
    }

    #[test]
    fn names_in_any_script_stay_as_they_are() {
        for name in ["größe", "हिन्दी", "it's \"x\\y\"", "名前", "e\u{301}"] {
            assert_eq!(shown_name(name), name);
        }
    }

    #[test]
    fn a_long_name_is_cut_at_a_character() {
        let shown = shown_name(&"é".repeat(500)).into_owned();
        assert_eq!(shown, format!("{}…", "é".repeat(LONGEST)));
    }
}
