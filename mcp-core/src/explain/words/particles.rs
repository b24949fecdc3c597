//! The particles of Korean, which depend on the sound before them.
//!
//! In: a text with both forms, as `id은(는)`. Out: the text with the right one, as `id는`. Where the
//! sound can't be told both forms stay. It never touches a text that has no such pair.

use std::borrow::Cow;

/// How the word before a particle ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sound {
    Vowel,
    Rieul,
    Consonant,
}

/// What stands for both forms, the form after a consonant and the one after a vowel.
const PAIRS: &[(&str, &str, &str)] = &[
    ("은(는)", "은", "는"),
    ("이(가)", "이", "가"),
    ("을(를)", "을", "를"),
    ("과(와)", "과", "와"),
    ("(으)로", "으로", "로"),
    ("(이)어야", "이어야", "여야"),
    ("(이)며", "이며", "며"),
    ("(이)라", "이라", "라"),
    ("(이)고", "이고", "고"),
    ("(이)지만", "이지만", "지만"),
];

/// Settles every pair in the text.
pub(in crate::explain) fn settled(text: &str) -> Cow<'_, str> {
    if !text.contains('(') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let pair = PAIRS.iter().find(|(both, ..)| rest.starts_with(both));
        match pair.zip(sound(&out)) {
            Some(((both, consonant, vowel), sound)) => {
                let after_consonant = match sound {
                    Sound::Vowel => false,
                    // NB. `ㄹ` takes the short form of this one alone.
                    Sound::Rieul => *both != "(으)로",
                    Sound::Consonant => true,
                };
                out.push_str(if after_consonant { consonant } else { vowel });
                rest = rest.get(both.len()..).unwrap_or_default();
            }
            None => {
                out.push(first);
                rest = rest.get(first.len_utf8()..).unwrap_or_default();
            }
        }
    }
    Cow::Owned(out)
}

/// How the last word of a text ends, marks left aside.
fn sound(text: &str) -> Option<Sound> {
    let text = text.trim_end_matches(['"', '\'', '`', ')', ']', '}', '…', '”']);
    let last = text.chars().next_back()?;
    match last {
        '가'..='힣' => Some(match (u32::from(last) - 0xAC00) % 28 {
            0 => Sound::Vowel,
            8 => Sound::Rieul,
            _ => Sound::Consonant,
        }),
        '2' | '4' | '5' | '9' => Some(Sound::Vowel),
        '1' | '7' | '8' => Some(Sound::Rieul),
        '0' | '3' | '6' => Some(Sound::Consonant),
        'a'..='z' | 'A'..='Z' => Some(latin(text)),
        _ => None,
    }
}

/// How a word in Latin letters is read, as a rule: `null` 널, `name` 네임, `ping` 핑, `id` 아이디.
fn latin(text: &str) -> Sound {
    let word = text.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let letters = || word.chars().rev().take_while(char::is_ascii_alphabetic);
    let spelt = letters().count() > 1 && letters().all(|c| c.is_ascii_uppercase());
    // 타입, 블록: the only words with these ends that messages have.
    let lower = word.to_ascii_lowercase();
    if lower.ends_with("type") || lower.ends_with("block") || lower.ends_with("blob") {
        return Sound::Consonant;
    }
    let mut ends = letters().map(|c| c.to_ascii_lowercase());
    match (ends.next(), ends.next(), ends.next()) {
        (Some('l' | 'r'), ..) if spelt => Sound::Rieul,
        (Some('l'), ..) | (Some('e'), Some('l'), _) => Sound::Rieul,
        (Some('m' | 'n'), ..) | (Some('g'), Some('n'), _) => Sound::Consonant,
        (Some('e'), Some('m' | 'n'), _) => Sound::Consonant,
        // 루트, 플로트: the vowel is long.
        (Some('t'), Some('o'), Some('o')) | (Some('t'), Some('a'), Some('o' | 'e')) => Sound::Vowel,
        // 리밋, 인풋, 스텝: the vowel is short.
        (Some('t' | 'p'), Some('a' | 'e' | 'i' | 'o' | 'u'), Some(_)) if !spelt => Sound::Consonant,
        _ => Sound::Vowel,
    }
}

#[cfg(test)]
mod tests {
    use super::settled;

    #[test]
    fn a_particle_fits_the_sound_before_it() {
        for (both, right) in [
            ("요청은(는)", "요청은"),
            ("메시지은(는)", "메시지는"),
            ("\"id\"은(는)", "\"id\"는"),
            ("\"name\"이(가)", "\"name\"이"),
            ("null이(가)", "null이"),
            ("배열(으)로", "배열로"),
            ("객체(으)로", "객체로"),
            ("문(으)로", "문으로"),
            ("문자열(이)어야 합니다", "문자열이어야 합니다"),
            ("정수(이)어야 합니다", "정수여야 합니다"),
            ("3을(를) 2을(를)", "3을 2를"),
            ("URL을(를)", "URL을"),
            ("MCP과(와)", "MCP와"),
            ("`mimeType`이(가)", "`mimeType`이"),
            ("`action`이(가)", "`action`이"),
            ("`limit`이(가)", "`limit`이"),
            ("`root`이(가)", "`root`가"),
            ("`content`은(는)", "`content`는"),
            ("\"prompts/get\"을(를)", "\"prompts/get\"을"),
            ("`title`(으)로", "`title`로"),
            ("->은(는)", "->은(는)"),
            ("(없음)", "(없음)"),
        ] {
            assert_eq!(settled(both), right);
        }
    }
}
