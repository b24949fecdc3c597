//! What of a text the default embedder looks at: words, their stems, and parts of them.
//!
//! In: a text. Out: its words in order, each with the forms it may stand for. Very common words are
//! left out: they say nothing about what a text is about. It knows no dictionary, so a Korean word
//! that happens to end like a particle (`회의`, `나이`) is kept both whole and without its end.

use crate::pkm::text::final_consonant;
use rust_stemmers::{Algorithm, Stemmer};
use std::collections::HashSet;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// One word of a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    korean: bool,
    forms: Vec<(String, f32)>,
}

/// One thing that a word may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form<'a> {
    pub(super) text: &'a str,
    /// From 0 to 1: how likely it is what was meant.
    pub(super) weight: f32,
}

/// The whole Korean word where it may have a particle: less likely what a question says.
const WEIGHT_WITH_PARTICLE: f32 = 0.6;
/// One syllable, left when a particle is taken away: often a mistake.
const WEIGHT_OF_SYLLABLE: f32 = 0.5;

/// Particles, longest first, and what the syllable before them must end in.
const PARTICLES: [(&str, Before); 53] = [
    ("에서부터", Before::Any),
    ("으로부터", Before::Consonant),
    ("이라는", Before::Consonant),
    ("이라고", Before::Consonant),
    ("에서는", Before::Any),
    ("에서도", Before::Any),
    ("에게서", Before::Any),
    ("으로는", Before::Consonant),
    ("으로도", Before::Consonant),
    ("까지는", Before::Any),
    ("까지도", Before::Any),
    ("부터는", Before::Any),
    ("이에요", Before::Consonant),
    ("입니다", Before::Any),
    ("에서", Before::Any),
    ("에는", Before::Any),
    ("에도", Before::Any),
    ("에게", Before::Any),
    ("한테", Before::Any),
    ("으로", Before::Consonant),
    ("라는", Before::Vowel),
    ("라고", Before::Vowel),
    ("부터", Before::Any),
    ("까지", Before::Any),
    ("처럼", Before::Any),
    ("보다", Before::Any),
    ("마다", Before::Any),
    ("조차", Before::Any),
    ("밖에", Before::Any),
    ("이나", Before::Consonant),
    ("이랑", Before::Consonant),
    ("이란", Before::Consonant),
    ("이다", Before::Consonant),
    ("로는", Before::Vowel),
    ("로도", Before::Vowel),
    ("들은", Before::Any),
    ("들이", Before::Any),
    ("들을", Before::Any),
    ("은", Before::Consonant),
    ("는", Before::Vowel),
    ("이", Before::Consonant),
    ("가", Before::Vowel),
    ("을", Before::Consonant),
    ("를", Before::Vowel),
    ("과", Before::Consonant),
    ("와", Before::Vowel),
    ("로", Before::Vowel),
    ("의", Before::Any),
    ("에", Before::Any),
    ("도", Before::Any),
    ("만", Before::Any),
    ("랑", Before::Vowel),
    ("들", Before::Any),
];

/// The first syllables of what makes a verb of a noun: `갱신하는`, `갱신된`, `갱신했다`.
const VERBAL: [&str; 13] = [
    "하", "해", "했", "한", "할", "합", "함", "되", "된", "될", "됐", "돼", "됨",
];

#[derive(Clone, Copy)]
enum Before {
    Any,
    /// The syllable must end in a consonant.
    Consonant,
    /// It must not, save for `ㄹ` before `로`.
    Vowel,
}

/// Words without a meaning of their own: articles, pronouns, auxiliaries, words that ask.
const COMMON: &str = "
a an the and or but not no nor so if then than that this these those there here it its he him his she
her they them their we us our you your i me my mine is are was were be been being am do does did done
have has had having will would shall should can could may might must to of in on at by for from with
without into onto over under about as up down out off again only just also too very more most much
many some any each every all both few other such same own what which who whom whose when where why
how because while until after before between through during against one two get got make made let
once else still even ever never always often like want need know say said says goes went go going
것 수 등 때 더 안 못 및 그 이 저 나 내 너 네 제 우리 저희 그것 이것 저것 여기 거기 저기 무엇 뭐 뭘 어떤 어떻게
언제 어디 어디서 누가 누구 왜 얼마나 몇 그리고 그러나 하지만 그래서 그런데 그러면 또는 또 및 혹은 즉 만약 있다 있는 있고
있어 있었다 있으면 있음 없다 없는 없이 없고 없어 없으면 하다 하는 하고 하면 해서 했다 한다 할 한 하기 해야 되다 되는 되고 되면
된다 된 됐다 이다 아니다 아니라 아닌 같다 같은 같이 대한 대해 대해서 위해 위한 통해 따라 관한 관련 모든 모두 각 매우 너무 정말
아주 가장 조금 많이 다시 바로 이미 아직 계속 그냥 좀 잘 꼭 방법 경우 정도 때문 때문에 동안 이번 다음 지난 나는 내가 나의 제가
보다 보고 보면 봤다 싶다 싶은 말고 말자 것은 것이 것을 거 건 게 걸 알려줘 알려주세요 궁금 관해 적은 적어둔
";

/// The words of a text, in order.
pub(super) fn words(text: &str) -> Vec<Word> {
    let text: String = text.nfc().flat_map(char::to_lowercase).collect();
    let mut found = Vec::new();
    let mut after = After::Space;
    for run in runs(&text) {
        let next = match run {
            Run::Korean(run) => {
                found.extend(korean(run, after));
                After::Korean
            }
            Run::Other(run) => {
                found.extend(other(run));
                let digit = run.ends_with(|last: char| last.is_numeric());
                if digit { After::Digit } else { After::Letter }
            }
            Run::Between => After::Space,
        };
        after = next;
    }
    found
}

/// Whether a text is one character.
pub(super) fn one_syllable(text: &str) -> bool {
    text.chars().nth(1).is_none()
}

impl Word {
    /// Whether it is written in Hangul.
    pub(super) fn is_korean(&self) -> bool {
        self.korean
    }

    /// The word as it stands; of other scripts the stem.
    pub(super) fn whole(&self) -> &str {
        self.forms.first().map_or("", |(text, _)| text)
    }

    /// All that it may be, the whole word first.
    pub(super) fn forms(&self) -> impl Iterator<Item = Form<'_>> {
        let forms = self.forms.iter();
        forms.map(|(text, weight)| Form {
            text,
            weight: *weight,
        })
    }

    /// Pieces that words of one family share: two syllables, or three letters.
    pub(super) fn parts(&self) -> Vec<&str> {
        let length = if self.korean { 2 } else { 3 };
        // The last form has the least at its end that is not the word itself.
        let last = self
            .forms
            .iter()
            .rev()
            .find(|(text, _)| !one_syllable(text));
        let Some((text, _)) = last else {
            return Vec::new();
        };
        let starts = text.char_indices().map(|(at, _)| at);
        let borders: Vec<usize> = starts.chain([text.len()]).collect();
        let windows = borders.windows(length + 1);
        windows
            .filter_map(|window| text.get(*window.first()?..*window.last()?))
            .collect()
    }
}

enum Run<'a> {
    Korean(&'a str),
    Other(&'a str),
    Between,
}

#[derive(Clone, Copy, PartialEq)]
enum After {
    Space,
    Letter,
    Digit,
    Korean,
}

/// Stretches of one kind of character.
fn runs(text: &str) -> impl Iterator<Item = Run<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = kind(rest.chars().next()?);
        let end = rest.find(|character| kind(character) != first);
        let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(match first {
            0 => Run::Between,
            1 => Run::Korean(run),
            _ => Run::Other(run),
        })
    })
}

fn kind(character: char) -> u8 {
    match character {
        '가'..='힣' => 1,
        _ if character.is_alphanumeric() => 2,
        _ => 0,
    }
}

fn is_common(text: &str) -> bool {
    static SET: LazyLock<HashSet<&str>> = LazyLock::new(|| COMMON.split_whitespace().collect());
    SET.contains(text)
}

fn other(text: &str) -> Option<Word> {
    if is_common(text) || (one_syllable(text) && text.is_ascii()) {
        return None;
    }
    let stem = if text.is_ascii() {
        Stemmer::create(Algorithm::English).stem(text).into_owned()
    } else {
        text.to_owned()
    };
    Some(Word {
        korean: false,
        forms: vec![(stem, 1.0)],
    })
}

fn korean(text: &str, after: After) -> Option<Word> {
    let attached = matches!(after, After::Letter | After::Digit);
    // `MCP를`, `3박`: what hangs on a Latin word is a particle, on a number a unit.
    let hangs = attached && PARTICLES.iter().any(|(particle, _)| *particle == text);
    if hangs || is_common(text) || (after == After::Digit && one_syllable(text)) {
        return None;
    }
    let noun = without_particle(text);
    let root = without_verb(noun);
    if is_common(noun) || is_common(root) {
        return None;
    }
    let whole = if root == text {
        1.0
    } else {
        WEIGHT_WITH_PARTICLE
    };
    let mut forms = vec![(text.to_owned(), whole)];
    if root != text {
        let weight = if one_syllable(root) {
            WEIGHT_OF_SYLLABLE
        } else {
            1.0
        };
        forms.push((root.to_owned(), weight));
    }
    Some(Word {
        korean: true,
        forms,
    })
}

/// The word without the particle at its end, where it has one that fits.
fn without_particle(text: &str) -> &str {
    let fitting = PARTICLES.iter().find_map(|(particle, before)| {
        let rest = text.strip_suffix(particle)?;
        fits(rest.chars().next_back()?, *before, particle).then_some(rest)
    });
    fitting.unwrap_or(text)
}

fn fits(last: char, before: Before, particle: &str) -> bool {
    /// The number of `ㄹ` among the final consonants.
    const RIEUL: u32 = 8;
    let end = final_consonant(last);
    match before {
        Before::Any => true,
        Before::Consonant => end != Some(0),
        Before::Vowel => end == Some(0) || (end == Some(RIEUL) && particle.starts_with('로')),
    }
}

/// The noun of two syllables or more that a verb is made of.
fn without_verb(text: &str) -> &str {
    let ends = text.char_indices().skip(2).map(|(at, _)| text.split_at(at));
    let mut verbs = ends.filter(|(_, verb)| VERBAL.iter().any(|first| verb.starts_with(first)));
    verbs.next().map_or(text, |(noun, _)| noun)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(text: &str) -> Vec<String> {
        let forms = words(text);
        let forms = forms.iter().flat_map(|word| word.forms());
        forms.map(|form| form.text.to_owned()).collect()
    }

    #[test]
    fn english_words_are_stems_whatever_their_case() {
        assert_eq!(forms("Searching SEARCHES"), ["search", "search"]);
    }

    #[test]
    fn korean_words_lose_their_particle_and_are_kept_whole_beside_it() {
        assert_eq!(forms("인증을"), ["인증을", "인증"]);
        assert_eq!(forms("서버에서는"), ["서버에서는", "서버"]);
        assert_eq!(forms("회의"), ["회의", "회"]);
    }

    #[test]
    fn a_particle_that_does_not_fit_the_sound_before_it_is_part_of_the_word() {
        assert_eq!(forms("나이"), ["나이"]);
        assert_eq!(forms("사이"), ["사이"]);
        assert_eq!(forms("값이"), ["값이", "값"]);
        assert_eq!(forms("서울로"), ["서울로", "서울"]);
    }

    #[test]
    fn nouns_made_verbs_are_found_as_nouns() {
        assert_eq!(forms("갱신하는"), ["갱신하는", "갱신"]);
        assert_eq!(forms("만료됐는데"), ["만료됐는데", "만료"]);
    }

    #[test]
    fn what_hangs_on_a_latin_word_or_a_number_is_no_word() {
        assert_eq!(forms("MCP를"), ["mcp"]);
        assert_eq!(forms("3박 4일"), Vec::<String>::new());
        assert_eq!(forms("KTX기차"), ["ktx", "기차"]);
    }

    #[test]
    fn syllables_in_parts_are_the_same_words() {
        let parts: String = "인증을".nfd().collect();
        assert_eq!(forms(&parts), forms("인증을"));
    }

    #[test]
    fn common_words_are_left_out() {
        assert_eq!(forms("what is the 것 그리고 어떻게"), Vec::<String>::new());
    }

    #[test]
    fn parts_are_pairs_of_syllables_and_threes_of_letters() {
        let words = words("가계부를 tokens");
        let parts: Vec<&str> = words.iter().flat_map(Word::parts).collect();
        assert_eq!(parts, ["가계", "계부", "tok", "oke", "ken"]);
    }
}
