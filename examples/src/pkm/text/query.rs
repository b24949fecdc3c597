//! The words of a query, in FTS5's language.
//!
//! In: a query as it was typed. Out: expressions from strict to loose. Each word is quoted, and no
//! quote is ever part of a word, so nothing that is typed is read as an operator (FTS5, 3).

use super::atoms::phrase;
use super::index::exact;
use super::korean;
use super::terms::{Name, Term, terms};

/// The columns with whole words, and those with atoms.
const BAGS: &str = "{title_bag bag tag_bag}";
const RUNS: &str = "{title_run run tag_run}";
/// The words of a compound may stand so many atoms apart: `인증에서의 흐름` for `인증흐름`.
const APART: usize = 4;
/// A word of so many letters is also looked for as the beginning of longer ones.
const BEGINNING: usize = 3;
/// A compound of more syllables is not taken apart.
const COMPOUND: usize = 10;

/// What is looked for.
#[derive(Debug)]
pub(in crate::pkm) struct Query {
    pub(super) terms: Vec<Term>,
}

/// How a term may stand in a note.
#[derive(Debug, Default)]
struct Ways {
    /// What was meant.
    strict: Vec<String>,
    /// What may have been meant.
    loose: Vec<String>,
    /// A part of it.
    part: Vec<String>,
}

impl Query {
    /// Reads a query; whatever is typed is one.
    pub(in crate::pkm) fn read(text: &str) -> Self {
        Self { terms: terms(text) }
    }

    /// Expressions for FTS5, each worth asking only where those before found too little: the terms
    /// next to each other, all terms as they were meant, all terms loosely, any term as it was meant.
    /// None where nothing is asked for.
    pub(in crate::pkm) fn strict_to_loose(&self) -> Vec<String> {
        let ways = self.ways();
        let strict = ways.iter().map(|way| any(&[&way.strict]));
        let loose = ways.iter().map(|way| any(&[&way.strict, &way.loose]));
        let (strict, loose): (Vec<_>, Vec<_>) = (strict.collect(), loose.collect());
        match strict.len() {
            0 => Vec::new(),
            1 => vec![strict.concat(), loose.concat()],
            _ => vec![
                self.next_to_each_other(),
                strict.join(" AND "),
                loose.join(" AND "),
                strict.join(" OR "),
            ],
        }
    }

    /// Any term in any way, or a part of one: worth asking only where nothing else was found.
    pub(in crate::pkm) fn last_resort(&self) -> Option<String> {
        let ways = self.ways();
        let each = ways.iter().map(|way| any(&[&way.loose, &way.part]));
        let each: Vec<String> = each.filter(|way| way != "()").collect();
        (!each.is_empty()).then(|| each.join(" OR "))
    }

    fn next_to_each_other(&self) -> String {
        let last = self.terms.len().saturating_sub(1);
        let atoms = self
            .terms
            .iter()
            .enumerate()
            .flat_map(|(at, term)| match term {
                Term::Name(name) => name.parts.clone(),
                Term::Hangul(word) | Term::Dense(word) => {
                    let mut atoms = phrase(word);
                    // The last letter of a word has no next one.
                    let end = word
                        .chars()
                        .next_back()
                        .filter(|_| word.chars().nth(1).is_some());
                    atoms.extend(end.filter(|_| at < last).map(String::from));
                    atoms
                }
            });
        in_order(&atoms.collect::<Vec<_>>())
    }

    fn ways(&self) -> Vec<Ways> {
        self.terms.iter().map(Ways::of).collect()
    }
}

fn any(ways: &[&Vec<String>]) -> String {
    let all: Vec<&str> = ways.iter().copied().flatten().map(String::as_str).collect();
    format!("({})", all.join(" OR "))
}

fn whole(word: &str) -> String {
    format!("{BAGS} : \"{word}\"")
}

fn beginning(word: &str) -> String {
    format!("{BAGS} : \"{word}\" *")
}

fn in_order(atoms: &[String]) -> String {
    format!("{RUNS} : \"{}\"", atoms.join(" "))
}

fn beginning_in_order(atoms: &[String]) -> String {
    format!("{RUNS} : \"{}\" *", atoms.join(" "))
}

impl Ways {
    fn of(term: &Term) -> Self {
        match term {
            Term::Hangul(word) => Self::hangul(word),
            Term::Dense(word) => Self::dense(word),
            Term::Name(name) => Self::name(name),
        }
    }

    fn hangul(word: &str) -> Self {
        let mut ways = Self::default();
        ways.strict.push(whole(&exact(word)));
        ways.strict.push(whole(word));
        match word.chars().count() {
            1 => {
                ways.strict.push(beginning(word));
                ways.loose.push(beginning_in_order(&phrase(word)));
            }
            _ => ways.strict.push(in_order(&phrase(word))),
        }
        for stem in korean::stems(word) {
            let list = if stem.sure {
                &mut ways.strict
            } else {
                &mut ways.loose
            };
            list.push(whole(&stem.text));
            if stem.text.chars().count() > 1 {
                list.push(in_order(&phrase(&stem.text)));
            }
            ways.loose.extend(apart(&stem.text));
            ways.part.extend(both(&stem.text));
        }
        ways.loose.extend(apart(word));
        ways.part.extend(both(word));
        ways
    }

    fn dense(word: &str) -> Self {
        let atoms = phrase(word);
        let one = match word.chars().count() {
            1 => beginning_in_order(&atoms),
            _ => in_order(&atoms),
        };
        Self {
            strict: vec![one],
            ..Self::default()
        }
    }

    fn name(name: &Name) -> Self {
        let mut ways = Self {
            strict: vec![
                whole(&exact(&name.whole)),
                whole(&name.stem),
                in_order(&name.parts),
            ],
            ..Self::default()
        };
        if name.whole.chars().count() >= BEGINNING {
            ways.loose.push(beginning(&name.whole));
            ways.loose.push(beginning_in_order(&name.parts));
        }
        if name.pieces.len() > 1 {
            // NB. a number alone says too little: 28 of 2026-07-28.
            let number = |piece: &&String| piece.bytes().all(|byte| byte.is_ascii_digit());
            let pieces = name.pieces.iter().filter(|piece| !number(piece));
            ways.part.extend(pieces.map(|piece| whole(piece)));
        }
        if name.stem.chars().count() > BEGINNING {
            // Stems of one word differ at times: rebalanc is of rebalancing, rebal of rebalance.
            ways.part.push(beginning(&exact(&name.stem)));
        }
        let letters = |part: &str| part.chars().all(char::is_alphabetic);
        let telling = |part: &&String| letters(part) && part.chars().count() > BEGINNING;
        let parts = name.parts.iter().filter(telling);
        ways.part.extend(parts.map(|part| whole(part)));
        ways
    }
}

/// The words that a compound may be made of, near each other.
fn apart(word: &str) -> Vec<String> {
    let splits = compounds(word);
    let near = |words: Vec<&str>| {
        let phrases: Vec<String> = words
            .iter()
            .map(|word| format!("\"{}\"", phrase(word).join(" ")))
            .collect();
        format!("{RUNS} : NEAR({}, {APART})", phrases.join(" "))
    };
    splits.into_iter().map(near).collect()
}

/// The two words that a compound may be made of, anywhere in one note.
fn both(word: &str) -> Vec<String> {
    let two =
        |words: &Vec<&str>| words.len() == 2 && words.iter().all(|word| word.chars().count() > 1);
    let both = |words: Vec<&str>| {
        let each = words.iter().map(|word| in_order(&phrase(word)));
        format!("({})", each.collect::<Vec<_>>().join(" AND "))
    };
    compounds(word).into_iter().filter(two).map(both).collect()
}

/// The ways to see two words in one, each of two syllables at least; the first may be of one, as
/// in 웹서버.
pub(super) fn compounds(word: &str) -> Vec<Vec<&str>> {
    let borders: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
    let length = borders.len();
    if !(3..=COMPOUND).contains(&length) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (first, &at) in borders.iter().enumerate().skip(1).take(length - 2) {
        let (head, tail) = word.split_at(at);
        if length - first >= 2 {
            found.push(vec![head, tail]);
        }
        // Three words, of two syllables or more each.
        if first < 2 {
            continue;
        }
        for (second, &next) in borders.iter().enumerate().skip(first + 2) {
            if length - second >= 2 {
                found.push(vec![head, &word[at..next], &word[next..]]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compound_is_seen_as_two_or_three_words() {
        assert_eq!(compounds("웹서버"), [["웹", "서버"]]);
        assert_eq!(compounds("인증흐름"), [["인", "증흐름"], ["인증", "흐름"]]);
        assert!(compounds("사용자인증흐름").contains(&vec!["사용자", "인증", "흐름"]));
        assert!(compounds("글").is_empty() && compounds("인증").is_empty());
    }

    #[test]
    fn nothing_typed_becomes_an_operator() {
        for query in [
            "\"",
            "a\" OR \"b",
            "NEAR(a b)",
            "-a",
            "a*",
            "title_bag:x",
            "^a",
            "{a}:b",
        ] {
            for expression in Query::read(query).strict_to_loose() {
                assert_eq!(expression.matches('"').count() % 2, 0, "{expression}");
            }
        }
        assert!(Query::read("\"* (").strict_to_loose().is_empty());
    }
}
