//! The places in a text that a query is about.
//!
//! In: a text and a query. Out: spans of the text with the term that each fits, in order, never
//! overlapping. What counts as a fit is what the index counts, save for words that only began alike.

use super::atoms::{Atom, atoms, capped};
use super::cut::{Chunk, Piece, Script, chunks};
use super::query::compounds;
use super::terms::{Name, Term};
use super::{english, index, korean};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// So many places are enough to choose from.
const MOST: usize = 500;
/// So many bytes after the first place no better one is looked for.
const FAR: usize = 64 * 1024;
/// A longer word that begins with one of so many letters fits it.
const BEGINNING: usize = 3;

/// A place that fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    /// The bytes in the text.
    pub(super) at: Range<usize>,
    /// Which grapheme of the text it begins with.
    pub(super) place: usize,
    /// Which term of the query it fits.
    pub(super) term: usize,
    /// How well: 3 is what was typed, 1 a part of it.
    pub(super) weight: u32,
}

/// What is compared with the text.
struct Needle<'a> {
    term: usize,
    weight: u32,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Letters { letters: Vec<char>, script: Script },
    Name(&'a Name),
}

/// All places, up to a number that is enough. Where a term is not found as it was meant, what it may
/// have meant is looked for.
pub(super) fn hits(text: &str, terms: &[Term]) -> Vec<Hit> {
    let needles: Vec<Needle<'_>> = terms.iter().enumerate().flat_map(needles).collect();
    let (clear, weak): (Vec<_>, Vec<_>) = needles.into_iter().partition(|needle| needle.weight > 1);
    let mut all = find(text, &clear, false);
    let missing = |needle: &Needle<'_>| all.iter().all(|hit| hit.term != needle.term);
    let weak: Vec<_> = weak.into_iter().filter(missing).collect();
    if !weak.is_empty() {
        all.extend(find(text, &weak, false));
        all = apart(all);
    }
    let missing = |(term, _): &(usize, _)| all.iter().all(|hit| hit.term != *term);
    let forms: Vec<_> = terms.iter().enumerate().filter_map(forms).collect();
    let forms: Vec<_> = forms.into_iter().filter(missing).collect();
    if !forms.is_empty() {
        all.extend(of_one_verb(text, &forms));
        all = apart(all);
    }
    match all.is_empty() {
        true => find(text, &clear, true),
        false => all,
    }
}

fn find(text: &str, needles: &[Needle<'_>], inside: bool) -> Vec<Hit> {
    let mut all: Vec<Hit> = Vec::new();
    for chunk in chunks(text) {
        let mut found = Vec::new();
        for needle in needles {
            match &needle.kind {
                Kind::Name(name) => names(&chunk, needle, name, &mut found),
                Kind::Letters { letters, script } => {
                    let inside = inside || letters.len() > 1;
                    for piece in chunk.pieces.iter().filter(|piece| piece.script == *script) {
                        letters_in(piece, needle, letters, inside, &mut found);
                    }
                }
            }
        }
        all.extend(apart(found));
        let first = all.first().map_or(usize::MAX, |hit| hit.at.start);
        let here = chunk.pieces.first().map_or(0, |piece| piece.at().start);
        if all.len() >= MOST || here.saturating_sub(FAR) > first {
            break;
        }
    }
    all
}

/// What a Korean word may be a form of; nothing of one syllable, which stands in too many words.
fn forms((number, term): (usize, &Term)) -> Option<(usize, Vec<String>)> {
    let Term::Hangul(word) = term else {
        return None;
    };
    let stems = korean::stems(word).into_iter().map(|stem| stem.text);
    let all = stems.chain([word.clone()]);
    Some((
        number,
        all.filter(|text| text.chars().count() > 1).collect(),
    ))
}

/// Words that may be forms of the same verb though they share no letters: 고친 and 고쳤다.
fn of_one_verb(text: &str, forms: &[(usize, Vec<String>)]) -> Vec<Hit> {
    let mut all = Vec::new();
    for piece in chunks(text).flat_map(|chunk| chunk.pieces) {
        let Some(first) = piece
            .letters
            .first()
            .filter(|_| piece.script == Script::Hangul)
        else {
            continue;
        };
        let stems = korean::stems(&capped(piece.text()));
        let same = |form: &String| stems.iter().any(|stem| stem.text == *form);
        let term = forms.iter().find(|(_, forms)| forms.iter().any(same));
        all.extend(term.map(|(term, _)| Hit {
            at: piece.at(),
            place: first.place,
            term: *term,
            weight: 1,
        }));
        if all.len() >= MOST
            || all
                .first()
                .is_some_and(|hit: &Hit| hit.at.start + FAR < first.at.start)
        {
            break;
        }
    }
    all
}

/// The best of what overlaps, in order.
fn apart(mut found: Vec<Hit>) -> Vec<Hit> {
    found.sort_by_key(|hit| (Reverse(hit.weight), Reverse(hit.at.len())));
    let mut kept: BTreeMap<usize, Hit> = BTreeMap::new();
    for hit in found {
        // What is kept never overlaps, so only the last one that begins before the end can.
        let before = kept.range(..hit.at.end).next_back();
        if before.is_none_or(|(_, other)| other.at.end <= hit.at.start) {
            kept.insert(hit.at.start, hit);
        }
    }
    kept.into_values().collect()
}

fn needles((number, term): (usize, &Term)) -> Vec<Needle<'_>> {
    let needle = |weight, kind| Needle {
        term: number,
        weight,
        kind,
    };
    let letters = |word: &str, script| Kind::Letters {
        letters: word.chars().collect(),
        script,
    };
    match term {
        Term::Name(name) => vec![needle(3, Kind::Name(name))],
        Term::Dense(word) => vec![needle(3, letters(word, Script::Dense))],
        Term::Hangul(word) => {
            let mut needles = vec![needle(3, letters(word, Script::Hangul))];
            let mut whole = vec![word.clone()];
            for stem in korean::stems(word) {
                let weight = if stem.sure { 3 } else { 1 };
                needles.push(needle(weight, letters(&stem.text, Script::Hangul)));
                whole.push(stem.text);
            }
            let parts = whole.iter().flat_map(|word| compounds(word)).flatten();
            let telling = |part: &&str| part.chars().count() > 1 && !korean::is_ending(part);
            let parts = parts.filter(telling);
            needles.extend(parts.map(|part| needle(1, letters(part, Script::Hangul))));
            needles
        }
    }
}

fn letters_in(
    piece: &Piece,
    needle: &Needle<'_>,
    letters: &[char],
    inside: bool,
    found: &mut Vec<Hit>,
) {
    // NB. a piece may be a whole note, if that has no spaces.
    let most = found.len() + MOST;
    let windows = piece.letters.windows(letters.len().max(1)).enumerate();
    for (at, window) in windows {
        if found.len() >= most || at > 0 && !inside {
            break;
        }
        let same = window
            .iter()
            .map(|letter| letter.c)
            .eq(letters.iter().copied());
        let (Some(first), Some(last)) = (window.first(), window.last()) else {
            continue;
        };
        if same && (inside || at == 0) {
            found.push(Hit {
                at: first.at.start..last.at.end,
                place: first.place,
                term: needle.term,
                weight: needle.weight,
            });
        }
    }
}

fn names(chunk: &Chunk, needle: &Needle<'_>, name: &Name, found: &mut Vec<Hit>) {
    let spaced = |piece: &&Piece| piece.script == Script::Spaced;
    let pieces: Vec<&Piece> = chunk.pieces.iter().filter(spaced).collect();
    let Some(first) = pieces.first().and_then(|piece| piece.letters.first()) else {
        return;
    };
    let mut hit = |at: Range<usize>, weight| {
        let before = pieces.iter().flat_map(|piece| &piece.letters);
        let place = before.clone().find(|letter| letter.at.start == at.start);
        found.push(Hit {
            place: place.unwrap_or(first).place,
            at,
            term: needle.term,
            weight,
        });
    };
    if index::joined(chunk).contains(&name.whole) {
        let end = pieces.last().map_or(first.at.end, |piece| piece.at().end);
        return hit(first.at.start..end, 3);
    }
    let all: Vec<Atom> = pieces.iter().flat_map(|piece| atoms(piece)).collect();
    for window in all.windows(name.parts.len().max(1)) {
        let same = window.iter().map(|atom| &atom.text).eq(&name.parts);
        if let (true, Some(first), Some(last)) = (same, window.first(), window.last()) {
            hit(first.at.start..last.at.end, 3);
        }
    }
    for piece in &pieces {
        let text = piece.text();
        if text == name.whole || english::stem(&text) == name.stem {
            hit(piece.at(), 3);
        } else if name.whole.chars().count() >= BEGINNING && text.starts_with(&name.whole) {
            hit(piece.at(), 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pkm::text::terms::terms;
    use std::time::{Duration, Instant};

    #[test]
    fn a_long_text_without_spaces_is_read_in_reasonable_time() {
        let started = Instant::now();
        let found = hits(&"가".repeat(200_000), &terms("가가 가가가가"));
        assert!(!found.is_empty());
        let took = started.elapsed();
        assert!(took < Duration::from_secs(20), "{took:?}");
    }

    fn marked<'a>(text: &'a str, query: &str) -> Vec<&'a str> {
        let hits = hits(text, &terms(query));
        hits.into_iter().map(|hit| &text[hit.at]).collect()
    }

    #[test]
    fn stems_compounds_and_names_are_found_where_they_stand() {
        assert_eq!(marked("본인증명과 인증은", "인증을"), ["인증", "인증"]);
        assert_eq!(marked("인증의 흐름", "인증흐름"), ["인증", "흐름"]);
        assert_eq!(
            marked("He searches; searching.", "search"),
            ["searches", "searching"]
        );
        assert_eq!(
            marked("JSON-RPC or jsonrpc", "json-rpc"),
            ["JSON-RPC", "jsonrpc"]
        );
        assert_eq!(marked("call `tools/call`", "tools/call"), ["tools/call"]);
        assert_eq!(marked("한글과 글", "글"), ["글"]);
        assert_eq!(marked("한글과", "글"), ["글"]);
        assert_eq!(marked("볶아야 퍼지지 않는다", "볶는다"), ["볶"]);
        assert_eq!(marked("최근에 고친 버그", "고쳤다"), ["고친"]);
        assert_eq!(marked("가장 어려운 일", "어렵다"), ["어려운"]);
    }
}
