//! What a query asks for, term by term.
//!
//! In: a query as it was typed. Out: its terms, without what says nothing. What a term may look
//! like in a note is not known here.

use super::atoms::{atoms, capped};
use super::cut::{Chunk, Piece, Script, chunks};
use super::{english, korean};

/// So many terms of a query count.
const MOST: usize = 24;

/// One thing that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Term {
    /// A Korean word, as it was typed.
    Hangul(String),
    /// A word of a script without spaces.
    Dense(String),
    /// A name or a word of another script.
    Name(Name),
}

/// A name, whole and in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// Without the signs in it.
    pub(super) whole: String,
    pub(super) stem: String,
    /// The stems of the words in it, in their order.
    pub(super) parts: Vec<String>,
    /// The stems of its pieces; one, unless signs join it.
    pub(super) pieces: Vec<String>,
}

/// The terms of a query.
pub(super) fn terms(query: &str) -> Vec<Term> {
    let mut terms = Vec::new();
    for chunk in chunks(query) {
        of_chunk(&chunk, &mut terms);
    }
    let telling: Vec<Term> = terms.iter().filter(|term| tells(term)).cloned().collect();
    // NB. somebody may look for "the".
    let mut terms = if telling.is_empty() { terms } else { telling };
    let mut at = 0;
    while at < terms.len() {
        let again = terms[..at].contains(&terms[at]);
        if again {
            terms.remove(at);
        } else {
            at += 1;
        }
    }
    terms.truncate(MOST);
    terms
}

fn tells(term: &Term) -> bool {
    match term {
        Term::Hangul(word) => !korean::is_filler(word),
        Term::Dense(_) => true,
        Term::Name(name) => !english::is_filler(&name.whole),
    }
}

fn of_chunk(chunk: &Chunk, terms: &mut Vec<Term>) {
    let mut pieces = chunk.pieces.iter().peekable();
    let mut first = true;
    while let Some(piece) = pieces.next() {
        let attached = !first || chunk.glued && !terms.is_empty();
        first = false;
        match piece.script {
            Script::Hangul => terms.extend(hangul(piece, attached)),
            Script::Dense => terms.push(Term::Dense(capped(piece.text()))),
            Script::Spaced => {
                let mut all = vec![piece];
                while let Some(more) = pieces.next_if(|next| next.joined) {
                    all.push(more);
                }
                terms.push(Term::Name(Name::of(&all)));
            }
        }
    }
}

fn hangul(piece: &Piece, attached: bool) -> Option<Term> {
    let mut word = capped(piece.text());
    if attached && korean::is_particle(&word) {
        return None;
    }
    // A letter that is not finished: `인증ㅎ` on the way to 인증하다.
    let syllable = |c: char| ('가'..='힣').contains(&c);
    if word.chars().any(syllable) {
        word = word.trim_end_matches(|c| !syllable(c)).to_owned();
    }
    Some(Term::Hangul(word))
}

impl Name {
    fn of(pieces: &[&Piece]) -> Self {
        let whole = capped(pieces.iter().map(|piece| piece.text()).collect());
        let parts = pieces.iter().flat_map(|piece| atoms(piece));
        let stem = match pieces.len() {
            1 => english::stem(&whole),
            _ => whole.clone(),
        };
        Self {
            stem,
            whole,
            parts: parts.map(|atom| atom.text).collect(),
            pieces: pieces
                .iter()
                .map(|piece| english::stem(&capped(piece.text())))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(query: &str) -> Vec<String> {
        let text = |term| match term {
            Term::Hangul(word) | Term::Dense(word) => word,
            Term::Name(name) => name.whole,
        };
        terms(query).into_iter().map(text).collect()
    }

    #[test]
    fn particles_after_names_and_after_quotes_are_no_terms() {
        assert_eq!(plain("OAuth는 `tools/call`을"), ["oauth", "toolscall"]);
        assert_eq!(plain("RAG인덱스"), ["rag", "인덱스"]);
        assert_eq!(plain("(인증)에서"), ["인증"]);
    }

    #[test]
    fn words_that_say_nothing_are_left_out_unless_nothing_else_is_there() {
        assert_eq!(
            plain("how does the OAuth flow work"),
            ["oauth", "flow", "work"]
        );
        assert_eq!(plain("인증에 대한 어떤 글"), ["인증에", "글"]);
        assert_eq!(plain("백업은 어떻게 하고 있지?"), ["백업은"]);
        assert_eq!(plain("있다"), ["있다"]);
        assert_eq!(plain("the"), ["the"]);
    }

    #[test]
    fn a_syllable_that_is_being_typed_does_not_hide_the_word() {
        assert_eq!(plain("인증ㅎ"), ["인증"]);
        assert_eq!(plain("ㅋㅋ"), ["\u{110f}\u{110f}"]);
    }

    #[test]
    fn signs_alone_are_nothing() {
        for query in ["", "\"", "* - ()", "🙂", "\0"] {
            assert_eq!(plain(query), [""; 0], "{query:?}");
        }
    }
}
