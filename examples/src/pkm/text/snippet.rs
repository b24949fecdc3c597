//! The part of a text that shows why it was found.
//!
//! In: a text and a query. Out: about two lines of the text, with what matched between `**` (as
//! Markdown marks what is strong), and `…` where it was cut. Cuts and marks stand only between
//! graphemes: a family of emoji, a syllable of jamo or an accent is never torn from its letter.

use super::matches::{Hit, hits};
use super::query::Query;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// How long a snippet is, in graphemes, without marks.
const LENGTH: usize = 160;
/// How much of it stands before the first place that fits, at least where there is so much.
const LEAD: usize = 40;
/// How far a cut is moved to stand between words.
const SLACK: usize = 15;
/// Stands before and after what matched.
const MARK: &str = "**";

/// The part of the text that fits the query best; its beginning where nothing fits.
pub(in crate::pkm) fn snippet(text: &str, query: &Query) -> String {
    let hits = hits(text, &query.terms);
    let Some(best) = best(&hits) else {
        return beginning(text);
    };
    let range = around(text, best.at.start);
    let shown = hits
        .iter()
        .filter(|hit| range.start <= hit.at.start && hit.at.end <= range.end);
    show(text, range.clone(), shown)
}

/// The beginning of a text.
pub(in crate::pkm) fn beginning(text: &str) -> String {
    let text = text.trim_start();
    show(text, around(text, 0), std::iter::empty())
}

/// The place from which the most terms stand near each other.
fn best(hits: &[Hit]) -> Option<&Hit> {
    let worth = |(number, first): (usize, &Hit)| {
        let mut terms: Vec<(usize, u32)> = Vec::new();
        let near = |hit: &&Hit| hit.place < first.place + LENGTH - LEAD;
        for hit in hits.iter().skip(number).take_while(near) {
            match terms.iter_mut().find(|(term, _)| *term == hit.term) {
                Some((_, weight)) => *weight = (*weight).max(hit.weight),
                None => terms.push((hit.term, hit.weight)),
            }
        }
        terms.iter().map(|(_, weight)| weight + 3).sum::<u32>()
    };
    let worths = hits.iter().enumerate().map(|hit| (worth(hit), hit.1));
    // The first of the best.
    worths
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, hit)| hit)
}

/// The bytes to show around a place.
fn around(text: &str, at: usize) -> Range<usize> {
    let (end, after) = reach(text[at..].graphemes(true), LENGTH - LEAD.min(at));
    let lead = LENGTH.saturating_sub(after);
    let (start, _) = reach(text[..at].graphemes(true).rev(), lead);
    let (start, end) = (at - start, at + end);
    // Where there was nothing before, there is more after.
    let (end, _) = match start {
        0 => reach(
            text.graphemes(true),
            LENGTH.max(text[..end].graphemes(true).count()),
        ),
        _ => (end, 0),
    };
    between_words(text, start..end, at)
}

/// How many bytes so many graphemes take, and how many there are.
fn reach<'a>(graphemes: impl Iterator<Item = &'a str>, most: usize) -> (usize, usize) {
    graphemes.take(most).fold((0, 0), |(bytes, count), next| {
        (bytes + next.len(), count + 1)
    })
}

/// Moves cuts to the next space, if one is near; never over the place that is shown.
fn between_words(text: &str, range: Range<usize>, at: usize) -> Range<usize> {
    let space = |grapheme: &str| grapheme.chars().all(char::is_whitespace);
    let mut start = range.start;
    if start > 0 {
        let mut near = text[start..at].grapheme_indices(true).take(SLACK);
        if let Some((offset, found)) = near.find(|(_, grapheme)| space(grapheme)) {
            start += offset + found.len();
        }
    }
    let mut end = range.end;
    if end < text.len() {
        let mut near = text[at..end].grapheme_indices(true).rev().take(SLACK);
        if let Some((offset, _)) = near.find(|(_, grapheme)| space(grapheme)) {
            end = if offset > 0 { at + offset } else { end };
        }
    }
    start..end
}

/// The text in one line, with its marks.
fn show<'a>(text: &str, range: Range<usize>, hits: impl Iterator<Item = &'a Hit>) -> String {
    let mut out = String::with_capacity(range.len() + 16);
    if range.start > 0 {
        out.push('…');
    }
    let mut at = range.start;
    for hit in touching(hits.filter(|hit| hit.at.start >= range.start)) {
        one_line(&text[at..hit.start], &mut out);
        // It may be strong already.
        let strong = text[..hit.start].ends_with(MARK) && text[hit.end..].starts_with(MARK);
        let mark = if strong { "" } else { MARK };
        out.push_str(mark);
        one_line(&text[hit.clone()], &mut out);
        out.push_str(mark);
        at = hit.end;
    }
    one_line(&text[at..range.end], &mut out);
    out.truncate(out.trim_end().len());
    if !text[range.end..].trim().is_empty() {
        out.push('…');
    }
    out
}

/// Spans without those that overlap one before; what touches is one: `**5월**`, not `**5****월**`.
fn touching<'a>(hits: impl Iterator<Item = &'a Hit>) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    for hit in hits {
        match spans.last_mut() {
            Some(last) if hit.at.start == last.end => last.end = hit.at.end,
            Some(last) if hit.at.start < last.end => {}
            _ => spans.push(hit.at.clone()),
        }
    }
    spans
}

/// Space of any kind and size becomes one space, what a terminal would obey none.
fn one_line(text: &str, out: &mut String) {
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() {
            if !out.ends_with([' ', '…']) && !out.is_empty() {
                out.push(' ');
            }
        } else {
            out.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, query: &str) -> String {
        snippet(text, &Query::read(query))
    }

    #[test]
    fn what_matched_is_marked_in_the_text_as_it_was_written() {
        assert_eq!(
            of("MCP 인증은\n  쉽다.", "mcp 인증"),
            "**MCP** **인증**은 쉽다."
        );
        assert_eq!(of("이미 **인증** 됨", "인증"), "이미 **인증** 됨");
        assert_eq!(of("Café au lait", "CAFE"), "**Café** au lait");
        assert_eq!(of("내일은 5월 3일", "5월 3일"), "내일은 **5월** **3일**");
        assert_eq!(of("ㅋㅋㅋㅋ", "ㅋㅋ"), "**ㅋㅋㅋㅋ**");
    }

    #[test]
    fn a_long_text_is_cut_around_the_best_place() {
        let text = format!(
            "인증 {} 인증 흐름 {}",
            "가나다라 ".repeat(100),
            "마바 ".repeat(100)
        );
        let shown = of(&text, "인증 흐름");
        assert!(shown.contains("**인증** **흐름**"), "{shown}");
        assert!(shown.starts_with('…') && shown.ends_with('…'), "{shown}");
        assert!(shown.graphemes(true).count() <= LENGTH + 16, "{shown}");
    }

    #[test]
    fn no_grapheme_is_ever_torn() {
        let families = [
            "👨‍👩‍👧‍👦",
            "🇰🇷",
            "e\u{301}\u{323}",
            "\u{1112}\u{1161}\u{11ab}",
            "👍🏽",
        ];
        for family in families {
            for before in 0..6 {
                let text = format!(
                    "{}찾기{}",
                    "x".repeat(before) + &family.repeat(300),
                    family.repeat(300)
                );
                let shown = of(&text, "찾기");
                let whole = [family, "x", "찾", "기", "*", "…"];
                assert!(
                    shown
                        .graphemes(true)
                        .all(|grapheme| whole.contains(&grapheme)),
                    "{shown:?}"
                );
                assert!(shown.contains("**찾기**"), "{shown:?}");
            }
        }
    }

    #[test]
    fn where_nothing_fits_the_beginning_is_shown() {
        assert_eq!(of("  첫 줄", "없음"), "첫 줄");
        assert_eq!(of("", "없음"), "");
        assert!(of(&"가".repeat(1000), "없음").ends_with('…'));
    }

    #[test]
    fn what_is_shown_can_not_steer_a_terminal() {
        assert_eq!(of("a\u{1b}[2J\0b", "b"), "a [2J **b**");
    }
}
