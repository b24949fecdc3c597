//! The embedder that needs no download: a text becomes the sum of its words, parts of words and
//! meanings, each hashed to a place in the vector.
//!
//! In: texts. Out: vectors of [`DIMENSIONS`] numbers, of length 1, or of length 0 for a text without
//! a word that counts; the same text gives the same vector on every machine. It never reads a file,
//! and it never understands a sentence: it finds what shares words, stems, parts of Korean words, or
//! the meanings of the small table in `concepts.txt`. Negation, word order and everything that has
//! to be known about the world are beyond it.

use super::concepts::Concepts;
use super::features::{Word, words};
use super::{EmbedError, Embedder};
use std::collections::BTreeMap;

/// How many numbers a vector has. More would cost memory and time for each note, fewer would let
/// words that have nothing in common fall on the same place more often.
pub(super) const DIMENSIONS: usize = 1024;

/// What the vectors depend on besides the text.
///
/// NB. Raise the number with every change of `concepts.txt`, of `features.rs` or of the weights
/// below: vectors of another name are stale and are made anew.
pub(super) const NAME: &str = "builtin-1";

/// Features that share places by chance make a cosine of 0.03 on average; this is three times that.
/// A word that stands once in a long note may stay below it: that is what full-text search is for.
const FLOOR: f32 = 0.1;

/// On how many places of the vector a feature stands.
const PLACES_OF_FEATURE: usize = 4;

const WEIGHT_OF_WORD: f32 = 1.0;
const WEIGHT_OF_MEANING: f32 = 1.0;
/// For all parts of one word together.
const WEIGHT_OF_PARTS: f32 = 0.5;

/// What a hash stands for: the same letters as a word and as a part of one differ.
#[derive(Clone, Copy)]
enum Kind {
    Word = 1,
    Part = 2,
    Meaning = 3,
}

/// The default embedder. The module says what it can do and what it can't.
#[derive(Debug)]
pub struct Builtin {
    concepts: Concepts,
}

impl Builtin {
    /// An embedder with the table of meanings that is compiled in.
    pub fn new() -> Self {
        Self {
            concepts: Concepts::built_in(),
        }
    }

    fn vector(&self, text: &str) -> Vec<f32> {
        let mut features = Features::default();
        for word in words(text) {
            self.take(&word, &mut features);
        }
        features.into_vector()
    }

    fn take(&self, word: &Word, features: &mut Features) {
        for form in word.forms() {
            features.add(Kind::Word, form.text, WEIGHT_OF_WORD * form.weight);
        }
        let parts = word.parts();
        let share = WEIGHT_OF_PARTS / (parts.len().max(1) as f32).sqrt();
        for part in parts {
            features.add(Kind::Part, part, share);
        }
        for meaning in self.concepts.of(word) {
            let line = meaning.line.to_string();
            features.add(Kind::Meaning, &line, WEIGHT_OF_MEANING * meaning.weight);
        }
    }
}

impl Default for Builtin {
    fn default() -> Self {
        Self::new()
    }
}

impl Embedder for Builtin {
    fn name(&self) -> &str {
        NAME
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| self.vector(text)).collect())
    }

    fn floor(&self) -> f32 {
        FLOOR
    }
}

/// What was seen in one text. Ordered, so that sums are made in the same order everywhere: the
/// addition of floats depends on it.
#[derive(Default)]
struct Features(BTreeMap<u64, Seen>);

#[derive(Default)]
struct Seen {
    weight: f32,
    times: u32,
}

impl Features {
    fn add(&mut self, kind: Kind, text: &str, weight: f32) {
        let seen = self.0.entry(hash(kind, text)).or_default();
        seen.weight = seen.weight.max(weight);
        seen.times += 1;
    }

    fn into_vector(self) -> Vec<f32> {
        let mut vector = vec![0.0; DIMENSIONS];
        for (hash, seen) in self.0 {
            // The tenth occurrence says less than the first.
            let value = seen.weight * (1.0 + (seen.times as f32).ln());
            for draw in draws(hash) {
                // A sign of its own lets two features on one place cancel out as often as add up.
                let sign = if draw >> 63 == 0 { 1.0 } else { -1.0 };
                if let Some(number) = vector.get_mut(draw as usize % DIMENSIONS) {
                    *number += sign * value;
                }
            }
        }
        super::normalise(&mut vector);
        vector
    }
}

/// Where a feature goes: several places, so that one that is shared by chance is a small part.
fn draws(hash: u64) -> [u64; PLACES_OF_FEATURE] {
    std::array::from_fn(|nth| {
        mix(hash.wrapping_add((nth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    })
}

/// FNV-1a, of the kind and then the text.
fn hash(kind: Kind, text: &str) -> u64 {
    let bytes = [kind as u8].into_iter().chain(text.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Makes each bit depend on all others.
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    bits = (bits ^ (bits >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    bits ^ (bits >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(left: &str, right: &str) -> f32 {
        let builtin = Builtin::new();
        let (left, right) = (builtin.vector(left), builtin.vector(right));
        left.iter()
            .zip(&right)
            .map(|(one, other)| one * other)
            .sum()
    }

    #[test]
    fn the_same_text_has_the_same_vector_of_length_one() {
        let (one, other) = (Builtin::new(), Builtin::new());
        let text = "MCP 인증 흐름, and a login";
        let vector = one.vector(text);
        assert_eq!(vector.len(), DIMENSIONS);
        assert_eq!(vector, other.vector(text));
        let length = vector.iter().map(|number| number * number).sum::<f32>();
        assert!((length - 1.0).abs() < 1e-5, "{length}");
    }

    #[test]
    fn vectors_are_the_ones_that_this_name_stands_for() {
        // When this fails, the features have changed: raise the number in `NAME`, then this one.
        let vector =
            Builtin::new().vector("서버 인증을 갱신했다: renewing the login tokens in 2026");
        let print = vector
            .iter()
            .enumerate()
            .fold(0_u64, |print, (at, number)| {
                let thousandths = (number * 1000.0).round() as i64;
                print
                    .wrapping_mul(31)
                    .wrapping_add((at as i64 * thousandths) as u64)
            });
        assert_eq!((NAME, print), ("builtin-1", 11_096_802_110_604_883_732));
    }

    #[test]
    fn a_text_without_words_has_a_vector_that_is_like_nothing() {
        for text in ["", " \n", "…!?", "the and of", "🎉"] {
            assert_eq!(alike(text, "🎉 the party"), 0.0, "{text:?}");
        }
    }

    #[test]
    fn a_question_in_one_language_is_like_a_note_in_the_other() {
        let (note, far) = ("가계부 5월 정리: 수입과 지출", "콜드브루 원두와 물의 비율");
        assert!(alike("household budget", note) > 3.0 * alike("household budget", far));
        assert!(alike("로그인 장애", "login outage on Monday") > 0.3);
    }

    #[test]
    fn a_word_counts_more_the_second_time_but_not_twice_as_much() {
        let (once, twice) = ("tea coffee", "tea coffee coffee");
        let (once, twice) = (alike("coffee", once), alike("coffee", twice));
        assert!(twice > once && twice < 2.0 * once, "{once} {twice}");
    }

    #[test]
    fn words_that_have_nothing_in_common_are_hardly_alike() {
        let texts = ["인덱스", "30", "kimchi", "여권", "async", "보리", "10"];
        for (nth, left) in texts.iter().enumerate() {
            for right in texts.iter().skip(nth + 1) {
                let alike = alike(left, right);
                assert!(alike < 0.2, "{left} {right} {alike}");
            }
        }
    }

    #[test]
    fn letters_in_parts_and_case_change_nothing() {
        use unicode_normalization::UnicodeNormalization;
        let parts: String = "회의록".nfd().collect();
        assert!(alike(&parts, "회의록") > 0.999);
        assert!(alike("OAUTH", "oauth") > 0.999);
    }
}
