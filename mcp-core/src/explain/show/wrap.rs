//! Sentences in lines.
//!
//! In: a text without control characters, and the columns that are left. Out: its lines. A word
//! that is longer than a line, as a piece of JSON may be, stays whole.

use super::width;

/// The text cut into lines of at most so many columns; the first may be shorter.
pub(in crate::explain) fn lines(text: &str, first: usize, rest: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut end, mut room) = (0, 0, first);
    let mut taken = 0;
    for word in text.split_inclusive(' ') {
        let bare = width::columns(word.trim_end_matches(' '));
        // A word that would fit on no line gets the widest.
        let early = taken == 0 && start == 0 && first < rest && bare > room;
        if (taken > 0 && taken + bare > room) || (early && lines.is_empty()) {
            lines.push(line(text, start, end));
            (start, taken, room) = (end, 0, rest);
        }
        taken += width::columns(word);
        end += word.len();
    }
    lines.push(line(text, start, end));
    lines
}

fn line(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default().trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_spaces_by_columns() {
        assert_eq!(
            lines("도구 이름을 고치세요", 9, 20),
            ["도구", "이름을 고치세요"]
        );
        assert_eq!(lines("a bb ccc", 4, 4), ["a bb", "ccc"]);
        assert_eq!(lines("", 4, 4), [""]);
    }

    #[test]
    fn a_long_word_stays_whole() {
        assert_eq!(lines("x {\"a\":1} y", 4, 4), ["x", "{\"a\":1}", "y"]);
        assert_eq!(lines("{\"a\":1} y", 3, 7), ["", "{\"a\":1}", "y"]);
    }
}
