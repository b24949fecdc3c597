//! The words of a note, as the index keeps them.
//!
//! In: a text. Out: whole words in any order (the bag), and atoms in the order of the text (the
//! run). A word is in the bag as it stands there, behind `=`, and with every stem that it may have.

use super::atoms::{atoms, capped};
use super::cut::{Chunk, Piece, Script, chunks};
use super::{english, korean};

/// The words of a text, divided by spaces.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::pkm) struct Words {
    /// Whole words.
    pub(in crate::pkm) bag: String,
    /// Atoms in their order.
    pub(in crate::pkm) run: String,
}

/// The words of a text.
pub(in crate::pkm) fn words(text: &str) -> Words {
    let mut words = Words::default();
    for chunk in chunks(text) {
        for (at, piece) in chunk.pieces.iter().enumerate() {
            for atom in atoms(piece) {
                push(&mut words.run, &atom.text);
            }
            match piece.script {
                Script::Spaced => spaced(piece, &mut words.bag),
                Script::Hangul => hangul(piece, at > 0, &mut words.bag),
                Script::Dense => {}
            }
        }
        for name in joined(&chunk) {
            push(&mut words.bag, &exact(&name));
            push(&mut words.bag, &name);
        }
    }
    words
}

/// How a word is kept as it stands in the text.
pub(super) fn exact(word: &str) -> String {
    format!("={word}")
}

fn push(words: &mut String, word: &str) {
    if !words.is_empty() {
        words.push(' ');
    }
    words.push_str(word);
}

fn spaced(piece: &Piece, bag: &mut String) {
    let word = capped(piece.text());
    push(bag, &exact(&word));
    push(bag, &english::stem(&word));
    let parts = atoms(piece);
    if parts.len() > 1 {
        parts.iter().for_each(|part| push(bag, &part.text));
    }
}

fn hangul(piece: &Piece, attached: bool, bag: &mut String) {
    let word = capped(piece.text());
    if attached && korean::is_particle(&word) {
        return;
    }
    push(bag, &exact(&word));
    push(bag, &word);
    for stem in korean::stems(&word) {
        push(bag, &stem.text);
    }
}

/// Names whose pieces signs join, without the signs: `JSON-RPC` is jsonrpc too.
pub(super) fn joined(chunk: &Chunk) -> Vec<String> {
    let mut names: Vec<(String, usize)> = Vec::new();
    for piece in &chunk.pieces {
        match names.last_mut() {
            Some((name, pieces)) if piece.joined => {
                name.push_str(&piece.text());
                *pieces += 1;
            }
            _ => names.push((piece.text(), 1)),
        }
    }
    let names = names.into_iter().filter(|(_, pieces)| *pieces > 1);
    names.map(|(name, _)| capped(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(text: &str) -> Vec<String> {
        words(text).bag.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_korean_word_is_kept_with_its_stems_and_in_pairs() {
        let words = words("인증은 흐름");
        assert_eq!(words.bag, "=인증은 인증은 인증 =흐름 흐름");
        assert_eq!(words.run, "인증 증은 은 흐름 름");
    }

    #[test]
    fn a_particle_after_another_script_is_no_word() {
        assert!(!bag("OAuth는").contains(&"는".to_owned()));
        assert!(bag("RAG인덱스").contains(&"인덱스".to_owned()));
    }

    #[test]
    fn names_are_kept_whole_and_in_parts() {
        let all = bag("JSON-RPC nextCursor C++");
        for word in ["jsonrpc", "json", "rpc", "=nextcursor", "cursor", "c++"] {
            assert!(all.contains(&word.to_owned()), "{word} in {all:?}");
        }
    }

    #[test]
    fn no_word_divides_the_index_in_another_place() {
        let words = words("a\"b\0c \u{1f469}\u{200d}\u{1f4bb} 東京\u{3000}x'y \u{202e}z");
        let odd = |c: char| c.is_control() || c == '"' || c.is_uppercase();
        assert!(
            !words.bag.contains(odd) && !words.run.contains(odd),
            "{words:?}"
        );
    }
}
