//! How far a string is plain.
//!
//! In: bytes, and a place inside a string. Out: where its first quote, backslash or control
//! character is. It looks at a block of bytes at once and knows nothing of JSON beyond that.

/// The offset of the first quote, backslash or control character at or after `at`, or the length.
#[inline(always)]
pub(super) fn plain_end(bytes: &[u8], at: usize) -> usize {
    match word_at(bytes, at).map(marks) {
        Some(marks) if marks != 0 => at + first_of(marks),
        Some(_) => plain_end_beyond(bytes, at + WORD),
        None => plain_end_within_word(bytes, at),
    }
}

/// The same for what is longer than a word.
#[inline(never)]
fn plain_end_beyond(bytes: &[u8], mut at: usize) -> usize {
    // Most names and short texts end here.
    let far = at + 56;
    while let Some(word) = word_at(bytes, at) {
        let marks = marks(word);
        if marks != 0 {
            return at + first_of(marks);
        }
        at += WORD;
        if at == far {
            at = skip_blocks(bytes, at);
        }
    }
    plain_end_within_word(bytes, at)
}

/// Skips plain blocks of a long text; the compiler makes vector code of it.
#[inline(never)]
fn skip_blocks(bytes: &[u8], mut at: usize) -> usize {
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>())
        && !block.iter().fold(false, |any, &b| any | is_special(b))
    {
        at += 16;
    }
    at
}

/// The same where less than a word is left of the text.
#[inline(never)]
fn plain_end_within_word(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at)
        && !is_special(byte)
    {
        at += 1;
    }
    at
}

#[inline(always)]
const fn is_special(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

pub(super) const WORD: usize = 8;
pub(super) const ONES: u64 = 0x0101_0101_0101_0101;
pub(super) const HIGHS: u64 = 0x8080_8080_8080_8080;

#[inline(always)]
pub(super) fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let word = bytes.get(at..)?.first_chunk::<WORD>()?;
    Some(u64::from_le_bytes(*word))
}

/// Marks the special bytes of a word by their highest bits.
///
/// NB. Subtracting one from each byte borrows from the next one only above a byte that matched, so
/// the lowest mark is always right, and there is none where none is due.
#[inline(always)]
pub(super) fn marks(word: u64) -> u64 {
    let quotes = (word ^ (ONES * b'"' as u64)).wrapping_sub(ONES);
    let slashes = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    let controls = word.wrapping_sub(ONES * 0x20);
    (quotes | slashes | controls) & !word & HIGHS
}

/// Whether there is nothing beyond ASCII; made for short text, and no slower for long.
#[inline]
pub(super) fn is_ascii(bytes: &[u8]) -> bool {
    // Two words that may overlap are all of a text of their length.
    let Some(last) = bytes.len().checked_sub(WORD) else {
        return bytes.iter().fold(0, |any, byte| any | byte) < 0x80;
    };
    match (bytes.len(), word_at(bytes, 0), word_at(bytes, last)) {
        (..=16, Some(first), Some(last)) => (first | last) & HIGHS == 0,
        _ => bytes.is_ascii(),
    }
}

/// The place of the lowest mark.
#[inline(always)]
pub(super) fn first_of(marks: u64) -> usize {
    (marks.trailing_zeros() / 8) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_judged_alike_wherever_it_stands() {
        // Neighbours that differ by one from what is looked for.
        let neighbours = [b'!', b'#', b'[', b' ', 0x80, 0xFF];
        for byte in 0..=255u8 {
            for length in [1, 7, 8, 9, 16, 17, 63, 64, 65, 100] {
                for place in 0..length {
                    let mut bytes = vec![neighbours[place % 6]; length];
                    bytes[place] = byte;
                    let expected = match is_special(byte) {
                        true => place,
                        false => length,
                    };
                    let found = plain_end(&bytes, 0);
                    assert_eq!(found, expected, "{byte} at {place} of {length}");
                }
            }
        }
    }

    #[test]
    fn what_is_beyond_ascii_is_seen_wherever_it_stands() {
        for length in 0..40 {
            let mut bytes = vec![b'~'; length];
            assert!(is_ascii(&bytes));
            for place in 0..length {
                bytes[place] = 0x80;
                assert!(!is_ascii(&bytes), "at {place} of {length}");
                bytes[place] = b'~';
            }
        }
    }

    #[test]
    fn special_are_quotes_backslashes_and_controls() {
        let special: Vec<u8> = (0..=255).filter(|&byte| is_special(byte)).collect();
        let expected: Vec<u8> = (0..0x20).chain([b'"', b'\\']).collect();
        assert_eq!(special, expected);
    }
}
