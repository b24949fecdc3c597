//! A text in parts that are short enough to mean one thing.
//!
//! In: a text. Out: all of it, in parts that end between lines, sentences or words where they can,
//! and always between graphemes.

use unicode_segmentation::UnicodeSegmentation;

/// The parts, each of at most so many bytes (more only for one grapheme); at least one.
pub(in crate::pkm) fn parts(text: &str, size: usize) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let (part, left) = text.split_at(end(text, size));
        rest = (!left.is_empty()).then_some(left);
        Some(part)
    })
}

fn end(text: &str, size: usize) -> usize {
    if text.len() <= size {
        return text.len();
    }
    let most = &text[..text.floor_char_boundary(size)];
    let half = most.len() / 2;
    let late = |at: &usize| *at > half;
    let after = |sign: &str| most.rfind(sign).map(|at| at + sign.len()).filter(late);
    let space = || most.rfind(char::is_whitespace).filter(late);
    after("\n\n")
        .or_else(|| after("\n"))
        .or_else(|| after(". "))
        .or_else(space)
        .unwrap_or_else(|| between_graphemes(text, most.len()))
}

/// The last border up to `most`; the end of the first grapheme where that is longer.
fn between_graphemes(text: &str, most: usize) -> usize {
    let mut best = 0;
    for (at, grapheme) in text.grapheme_indices(true) {
        let end = at + grapheme.len();
        if end > most && best > 0 {
            break;
        }
        best = end;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_text_and_end_at_borders() {
        let text = format!("{}\n\n{}", "한 문장. ".repeat(50), "👨‍👩‍👧‍👦".repeat(50));
        let all: Vec<&str> = parts(&text, 200).collect();
        assert_eq!(all.concat(), text);
        for part in &all {
            assert!(!part.is_empty() && part.len() <= 200, "{part:?}");
            assert!(!part.starts_with('\u{200d}'), "{part:?}");
        }
        assert_eq!(parts("", 10).collect::<Vec<_>>(), [""]);
    }
}
