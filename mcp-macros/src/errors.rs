//! Everything that is wrong with one item, said at once.
//!
//! In: mistakes, each with the user's own tokens. Out: one `compile_error!` for each of them.
//! It never stops at the first mistake.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::Error;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Faults(Option<Error>);

impl Faults {
    /// Adds an error that already has its place.
    pub(crate) fn push(&mut self, error: Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Adds a mistake that covers the given tokens.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.push(Error::new_spanned(tokens, message));
    }

    /// Adds a mistake at one place.
    pub(crate) fn at_span(&mut self, span: Span, message: impl std::fmt::Display) {
        self.push(Error::new(span, message));
    }

    /// The `compile_error!`s, or nothing when all is well.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        self.0.map(|all| all.to_compile_error())
    }
}

/// The words of an unknown key: what it is, what was perhaps meant, and what there is.
pub(crate) fn unknown(word: &str, attribute: &str, known: &[&str]) -> String {
    let listed = known
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ");
    match nearest(word, known) {
        Some(meant) => {
            format!("unknown word `{word}`, did you mean `{meant}`? `{attribute}` knows {listed}")
        }
        None => format!("unknown word `{word}`: `{attribute}` knows {listed}"),
    }
}

/// The known word that is at most a third of its letters away.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    known
        .iter()
        .map(|candidate| (distance(word, candidate), *candidate))
        .filter(|(far, candidate)| *far <= (candidate.chars().count() / 3).max(1))
        .min_by_key(|(far, _)| *far)
        .map(|(_, candidate)| candidate)
}

/// How many letters have to be put in, taken out, changed or swapped with their neighbour.
fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let changed = last[j] + usize::from(a != b);
            let mut best = changed.min(last[j + 1] + 1).min(row[j] + 1);
            let swapped = i > 0 && j > 0 && *a == to[j - 1] && from[i - 1] == *b;
            if swapped {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_of_neighbours_counts_as_one_mistake() {
        assert_eq!(distance("mni", "min"), 1);
        assert_eq!(distance("", "min"), 3);
        assert_eq!(distance("nmae", "name"), 1);
    }

    #[test]
    fn the_nearest_word_is_named_only_when_it_is_near() {
        assert_eq!(
            nearest("read_onyl", &["name", "read_only"]),
            Some("read_only")
        );
        assert_eq!(nearest("colour", &["name", "read_only"]), None);
    }

    #[test]
    fn an_unknown_word_is_answered_with_all_that_are_known() {
        let said = unknown("mni", "#[arg]", &["min", "max"]);
        assert_eq!(
            said,
            "unknown word `mni`, did you mean `min`? `#[arg]` knows `min`, `max`"
        );
    }
}
