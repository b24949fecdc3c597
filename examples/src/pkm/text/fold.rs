//! Letters that people take for the same become the same.
//!
//! In: graphemes, what people see as one character. Out: their letters without case, accents and
//! width, composed: café and CAFE, ＭＣＰ and mcp, 인증 as macOS writes it in files (NFD) and 인증 as
//! it is typed (NFC).

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Appends the letters of one grapheme; other characters stay as they are.
pub(super) fn fold(grapheme: &str, into: &mut Vec<char>) {
    if let [byte] = grapheme.as_bytes() {
        into.push(char::from(byte.to_ascii_lowercase()));
        return;
    }
    let mut chars = grapheme.chars();
    if let (Some(c @ ('가'..='힣' | '一'..='鿿')), None) = (chars.next(), chars.next()) {
        into.push(c);
        return;
    }
    let plain: String = grapheme.nfkd().filter(|&c| !is_accent(c)).collect();
    let mut first = true;
    for c in plain.nfc().flat_map(char::to_lowercase) {
        // Signs that belong to the letter before, such as variants of emoji.
        if first || c.is_alphanumeric() {
            match spelled(c) {
                Some(letters) => into.extend(letters.chars()),
                None => into.push(c),
            }
        }
        first = false;
    }
}

/// Combining Diacritical Marks.
fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Letters that Unicode does not take apart, though people type them as others.
fn spelled(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ı' => "i",
        'þ' => "th",
        'ς' => "σ",
        _ => return None,
    })
}

/// Whether it is there only for machines: it neither shows nor divides words.
pub(super) fn is_invisible(grapheme: &str) -> bool {
    grapheme.chars().all(|c| {
        matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}')
    })
}

/// What texts are compared by, to put them in order and to find tags.
pub(in crate::pkm) fn key(text: &str) -> String {
    let mut folded = Vec::with_capacity(text.len());
    for grapheme in text.trim().graphemes(true) {
        if !is_invisible(grapheme) {
            fold(grapheme, &mut folded);
        }
    }
    folded.into_iter().collect()
}

/// Whether nothing of it can be seen.
pub(in crate::pkm) fn is_blank(text: &str) -> bool {
    text.graphemes(true).all(|grapheme| {
        is_invisible(grapheme)
            || grapheme
                .chars()
                .all(|c| c.is_whitespace() || c.is_control())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_look_alike_are_alike() {
        for (a, b) in [
            ("CAFÉ", "cafe"),
            ("cafe\u{301}", "café"),
            ("ＭＣＰ", "mcp"),
            ("\u{110b}\u{1175}\u{11ab}\u{110c}\u{1173}\u{11bc}", "인증"),
            ("ﾊﾝｸﾞﾙ", "ハングル"),
            ("İstanbul", "istanbul"),
            ("Straße", "STRASSE"),
            ("ﬁnd", "find"),
            ("Łódź", "lodz"),
            ("인\u{200b}증", "인증"),
        ] {
            assert_eq!(key(a), key(b), "{a} and {b}");
        }
    }

    #[test]
    fn what_differs_stays_different() {
        for (a, b) in [("인증", "인즘"), ("が", "か"), ("c", "c++"), ("가", "까")] {
            assert_ne!(key(a), key(b), "{a} and {b}");
        }
    }

    #[test]
    fn space_and_what_does_not_show_is_blank() {
        for blank in ["", " \n\t", "\u{200b}\u{feff}", "\0", "\u{3000}"] {
            assert!(is_blank(blank), "{blank:?}");
        }
        for seen in [".", "가", "🙂", "a\u{301}"] {
            assert!(!is_blank(seen), "{seen:?}");
        }
    }
}
