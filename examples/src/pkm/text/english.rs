//! English words without their endings, and names in parts.
//!
//! In: a piece of letters and digits. Out: its stem (Snowball's English), and the words that capitals
//! and digits show in it: `nextCursor` is next and cursor.

use super::cut::Letter;
use super::list::List;
use rust_stemmers::{Algorithm, Stemmer};
use std::ops::Range;

/// The stem of a folded word; other words than English ones stay as they are.
pub(super) fn stem(word: &str) -> String {
    let letters = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if !letters || word.len() > 60 {
        return word.to_owned();
    }
    Stemmer::create(Algorithm::English).stem(word).into_owned()
}

/// The words inside of a name, as parts of its letters.
pub(super) fn parts(letters: &[Letter]) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let begins = before.is_none_or(|before| begins(before, letter, letters.get(at + 1)));
        match parts.last_mut() {
            Some(part) if !begins => part.end = at + 1,
            _ => parts.push(at..at + 1),
        }
    }
    parts
}

fn begins(before: &Letter, letter: &Letter, after: Option<&Letter>) -> bool {
    let (digit, digit_before) = (letter.c.is_ascii_digit(), before.c.is_ascii_digit());
    // NB. the signs of `C++` stay with it.
    if !letter.c.is_alphanumeric() {
        return false;
    }
    let small_after = after.is_some_and(|after| after.c.is_alphabetic() && !after.capital);
    digit != digit_before || letter.capital && (!before.capital || small_after)
}

/// Words of a question that say nothing of what is looked for.
static FILLERS: List = List::new(
    "\
    a an the of in on at to for by with from and or is are was were be do does did how what \
    which who when where why about my me i it its this that these those as not can please \
    find show",
);

/// Whether a word of a question says nothing of what is looked for.
pub(super) fn is_filler(word: &str) -> bool {
    FILLERS.has(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pkm::text::cut::chunks;

    #[test]
    fn endings_come_off() {
        for word in ["searching", "searches", "searched", "search"] {
            assert_eq!(stem(word), "search", "{word}");
        }
        assert_eq!(stem("2026"), "2026");
        assert_eq!(stem("c++"), "c++");
    }

    #[test]
    fn capitals_and_digits_show_the_words_in_a_name() {
        let parts_of = |text| {
            let chunk = chunks(text).next().expect("a chunk");
            let atoms = chunk.pieces.iter().flat_map(crate::pkm::text::atoms::atoms);
            atoms.map(|atom| atom.text).collect::<Vec<_>>()
        };
        assert_eq!(parts_of("nextCursor"), ["next", "cursor"]);
        assert_eq!(parts_of("JSONRpcError"), ["json", "rpc", "error"]);
        assert_eq!(parts_of("OAuth2"), ["o", "auth", "2"]);
        assert_eq!(parts_of("snake_case"), ["snake", "case"]);
        assert_eq!(parts_of("C++"), ["c++"]);
    }
}
