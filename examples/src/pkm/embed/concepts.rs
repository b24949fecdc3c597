//! The small table of words that mean about the same in English and Korean.
//!
//! In: `concepts.txt`, compiled in, and one word of a text. Out: the numbers of the lines that the
//! word belongs to. It knows single words only, not phrases.

use super::features::{Word, one_syllable, words};
use std::collections::HashMap;

/// A line of the table that a word belongs to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Meaning {
    /// The number of the line among the lines with words, from 0.
    pub(super) line: usize,
    /// 1 for a word of the table; less for a compound that contains one.
    pub(super) weight: f32,
}

/// What a compound is worth, compared with the word of the table itself.
const WEIGHT_IN_COMPOUND: f32 = 0.6;

/// The table, found by stem.
#[derive(Debug)]
pub(super) struct Concepts {
    lines_of: HashMap<String, Vec<usize>>,
    /// The most syllables or letters of a word in the table.
    longest: usize,
}

impl Concepts {
    /// The table that is compiled in.
    pub(super) fn built_in() -> Self {
        Self::read(include_str!("concepts.txt"))
    }

    fn read(table: &str) -> Self {
        let lines = table
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut lines_of = HashMap::<String, Vec<usize>>::new();
        for (number, line) in lines.enumerate() {
            for word in words(line) {
                let lines = lines_of.entry(word.whole().to_owned()).or_default();
                if !lines.contains(&number) {
                    lines.push(number);
                }
            }
        }
        let longest = lines_of.keys().map(|word| word.chars().count()).max();
        Self {
            lines_of,
            longest: longest.unwrap_or(0),
        }
    }

    /// The meanings of a word, each once, in the order of the table.
    pub(super) fn of(&self, word: &Word) -> Vec<Meaning> {
        let mut found = Vec::new();
        for form in word.forms() {
            self.note(&mut found, form.text, 1.0);
        }
        if word.is_korean() && found.is_empty() {
            self.inside(word.whole(), &mut found);
        }
        found.sort_by_key(|meaning| meaning.line);
        found
    }

    /// What a Korean compound contains: `여행자보험` both travel and insurance.
    fn inside(&self, word: &str, found: &mut Vec<Meaning>) {
        let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
        for (nth, &start) in starts.iter().enumerate() {
            let ends = starts.iter().skip(nth + 1).copied().chain([word.len()]);
            for end in ends.take(self.longest) {
                let part = word.get(start..end).unwrap_or_default();
                // A single syllable stands in too many words to mean anything there.
                if !one_syllable(part) {
                    self.note(found, part, WEIGHT_IN_COMPOUND);
                }
            }
        }
    }

    fn note(&self, found: &mut Vec<Meaning>, text: &str, weight: f32) {
        for &line in self.lines_of.get(text).into_iter().flatten() {
            if found.iter().all(|meaning| meaning.line != line) {
                found.push(Meaning { line, weight });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meanings(concepts: &Concepts, text: &str) -> Vec<usize> {
        let word = words(text).into_iter().next().expect("a word");
        let found = concepts.of(&word);
        found.iter().map(|meaning| meaning.line).collect()
    }

    #[test]
    fn words_of_a_line_share_its_meaning_whatever_their_ending() {
        let concepts = Concepts::read("# a remark\n\nlogin auth 인증\nmoney 돈\n");
        for text in [
            "login",
            "Logins",
            "auth",
            "인증",
            "인증을",
            "인증하는",
            "재인증",
        ] {
            assert_eq!(meanings(&concepts, text), [0], "{text}");
        }
        for text in ["money", "돈", "돈을"] {
            assert_eq!(meanings(&concepts, text), [1], "{text}");
        }
    }

    #[test]
    fn one_syllable_means_nothing_inside_another_word() {
        let concepts = Concepts::read("money 돈\n");
        assert!(meanings(&concepts, "돈가스").is_empty());
    }

    #[test]
    fn a_compound_means_all_that_it_contains() {
        let concepts = Concepts::read("travel 여행\ninsurance 보험\n");
        assert_eq!(meanings(&concepts, "여행자보험은"), [0, 1]);
    }

    #[test]
    fn every_line_of_the_table_has_words_that_are_kept() {
        let table = include_str!("concepts.txt");
        let concepts = Concepts::built_in();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            for text in line.split_whitespace() {
                let word = words(text).into_iter().next();
                let word = word.unwrap_or_else(|| panic!("{text} is dropped as too common"));
                assert!(!concepts.of(&word).is_empty(), "{text} is not found");
            }
        }
    }
}
