//! The smallest things that are found, in the order of the text.
//!
//! In: a piece. Out: for Korean and other scripts without spaces each letter with the next one
//! (`인증흐름` is 인증, 증흐, 흐름, 름), so that any part of a word is found as a phrase; for other
//! scripts the stems of its words.

use super::cut::{Piece, Script};
use super::english;
use std::ops::Range;

/// So many letters of a word count.
const LONGEST: usize = 64;

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Atom {
    pub(super) text: String,
    /// Its bytes in the text.
    pub(super) at: Range<usize>,
}

/// The atoms of a piece.
pub(super) fn atoms(piece: &Piece) -> Vec<Atom> {
    match piece.script {
        Script::Spaced => names(piece),
        Script::Hangul | Script::Dense => pairs(piece),
    }
}

fn names(piece: &Piece) -> Vec<Atom> {
    let parts = english::parts(&piece.letters).into_iter();
    let atom = |part: Range<usize>| {
        let letters = piece.letters.get(part)?;
        let text: String = letters.iter().map(|letter| letter.c).collect();
        Some(Atom {
            text: english::stem(&capped(text)),
            at: letters.first()?.at.start..letters.last()?.at.end,
        })
    };
    parts.filter_map(atom).collect()
}

fn pairs(piece: &Piece) -> Vec<Atom> {
    let letters = piece.letters.iter().enumerate();
    let atom = |(at, letter): (usize, &super::cut::Letter)| {
        let next = piece.letters.get(at + 1);
        let text = [Some(letter), next];
        Atom {
            text: text.iter().flatten().map(|letter| letter.c).collect(),
            at: letter.at.start..next.map_or(letter.at.end, |next| next.at.end),
        }
    };
    letters.map(atom).collect()
}

/// The atoms with which a part of a word is found: all but the last letter, which pairs with
/// whatever comes after it.
pub(super) fn phrase(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    match letters.len() {
        0 | 1 => vec![word.to_owned()],
        _ => letters
            .windows(2)
            .map(|pair| pair.iter().collect())
            .collect(),
    }
}

/// The word, if it is not too long to be one.
pub(super) fn capped(mut word: String) -> String {
    if let Some((end, _)) = word.char_indices().nth(LONGEST) {
        word.truncate(end);
    }
    word
}
