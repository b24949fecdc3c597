//! Escaping text for the inside of a JSON string.
//!
//! In: text. Out: the same appended to a buffer, with escapes for quotes, backslashes and control
//! characters, and for the three line ends beyond ASCII that some readers of event streams mistake
//! for their own. It never looks at a plain byte alone.

use super::plain::{HIGHS, ONES, WORD, first_of, word_at};

/// Appends the text as the inside of a JSON string.
pub(super) fn escape_into(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut plain_words = 0;
    while let Some(word) = word_at(bytes, at) {
        let length = out.len();
        out.extend_from_slice(&word.to_le_bytes());
        let marks = marks(word);
        if marks == 0 {
            at += WORD;
            plain_words += 1;
            if plain_words == 4 {
                plain_words = 0;
                at = copy_blocks(out, bytes, at);
            }
            continue;
        }
        // The whole word was copied at once; what stands from the mark on is taken back.
        plain_words = 0;
        let plain = first_of(marks);
        out.truncate(length + plain);
        at += plain;
        at += push_escaped(out, bytes, at);
    }
    while at < bytes.len() {
        at += push_escaped(out, bytes, at);
    }
}

/// Copies plain blocks of a long text; the compiler makes vector code of the test.
#[inline(never)]
fn copy_blocks(out: &mut Vec<u8>, bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<32>())
        && block.iter().fold(0, |any, &byte| any | mark(byte)) == 0
    {
        at += block.len();
    }
    out.extend_from_slice(bytes.get(from..at).unwrap_or_default());
    at
}

/// Not zero for a byte that may need an escape, alone or as the start of one of the line ends.
#[inline(always)]
const fn mark(byte: u8) -> u8 {
    (byte < 0x20) as u8
        | (byte == b'"') as u8
        | (byte == b'\\') as u8
        | (byte == 0xE2) as u8
        | (byte == 0xC2) as u8
}

/// Marks such bytes of a word by their highest bits; the lowest mark is always right.
#[inline(always)]
fn marks(word: u64) -> u64 {
    let quotes = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
    let slashes = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    let controls = word.wrapping_sub(ONES * 0x20);
    let ascii = (quotes | slashes | controls) & !word & HIGHS;
    if word & HIGHS == 0 {
        return ascii;
    }
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & HIGHS;
    ascii | zeros(word ^ (ONES * 0xE2)) | zeros(word ^ (ONES * 0xC2))
}

/// Appends what stands at `at`, escaped where it has to be; returns how many bytes that was.
#[inline(always)]
fn push_escaped(out: &mut Vec<u8>, bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b'"') => out.extend_from_slice(b"\\\""),
        Some(&byte) if mark(byte) == 0 => out.push(byte),
        _ => return push_rare(out, bytes.get(at..).unwrap_or_default()),
    }
    1
}

#[inline(never)]
fn push_rare(out: &mut Vec<u8>, rest: &[u8]) -> usize {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let (escape, length): (&[u8], usize) = match rest {
        [b'\\', ..] => (b"\\\\", 1),
        [b'\n', ..] => (b"\\n", 1),
        [b'\r', ..] => (b"\\r", 1),
        [b'\t', ..] => (b"\\t", 1),
        [0x08, ..] => (b"\\b", 1),
        [0x0C, ..] => (b"\\f", 1),
        [0xE2, 0x80, 0xA8, ..] => (b"\\u2028", 3),
        [0xE2, 0x80, 0xA9, ..] => (b"\\u2029", 3),
        [0xC2, 0x85, ..] => (b"\\u0085", 2),
        [control @ 0..0x20, ..] => {
            let (high, low) = (usize::from(control >> 4), usize::from(control & 15));
            out.extend_from_slice(&[b'\\', b'u', b'0', b'0', HEX[high], HEX[low]]);
            return 1;
        }
        [other, ..] => {
            out.push(*other);
            return 1;
        }
        [] => return 1,
    };
    out.extend_from_slice(escape);
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str) -> String {
        let mut out = Vec::new();
        escape_into(&mut out, text);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_ends_a_line_anywhere_is_escaped() {
        assert_eq!(
            escaped("a\u{2028}b\u{2029}c\u{85}d\re\nf\u{0}g\u{7f}\u{feff}😀"),
            "a\\u2028b\\u2029c\\u0085d\\re\\nf\\u0000g\u{7f}\u{feff}😀"
        );
    }

    #[test]
    fn look_alikes_of_the_line_ends_are_left_alone() {
        for text in [
            "€", "é", "\u{2027}", "\u{202a}", "\u{84}", "\u{a0}", "â", "Â",
        ] {
            let long = text.repeat(100);
            assert_eq!(escaped(text), text);
            assert_eq!(escaped(&long), long);
        }
    }

    #[test]
    fn an_escape_may_stand_anywhere_in_a_word_or_block() {
        for before in (0..100).chain([1000]) {
            for (plain, written) in [
                ("\u{2028}", "\\u2028"),
                ("\"", "\\\""),
                ("\\", "\\\\"),
                ("\u{1f}", "\\u001f"),
                ("\u{85}", "\\u0085"),
            ] {
                for after in [0, 1, 7, 8, 50] {
                    let (before, after) = ("x".repeat(before), "y".repeat(after));
                    assert_eq!(
                        escaped(&format!("{before}{plain}{after}")),
                        format!("{before}{written}{after}")
                    );
                }
            }
        }
    }
}
