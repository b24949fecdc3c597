//! UTF-16 made UTF-8.
//!
//! In: the bytes of a UTF-16 text, in parts of any size. Out: the same text in UTF-8; half a
//! surrogate pair becomes U+FFFD.

/// A text that is decoded part by part.
#[derive(Debug)]
pub(super) struct Wide {
    big: bool,
    /// The first byte of a unit whose second is in the next part.
    odd: Option<u8>,
    /// The first half of a pair whose second is in the next part.
    half: Option<u16>,
}

impl Wide {
    pub(super) const fn new(big: bool) -> Self {
        Wide {
            big,
            odd: None,
            half: None,
        }
    }

    /// Decodes a part.
    pub(super) fn decode(&mut self, part: &[u8], out: &mut Vec<u8>) {
        for byte in part {
            let Some(first) = self.odd.take() else {
                self.odd = Some(*byte);
                continue;
            };
            let unit = match self.big {
                true => u16::from_be_bytes([first, *byte]),
                false => u16::from_le_bytes([first, *byte]),
            };
            self.unit(unit, out);
        }
    }

    fn unit(&mut self, unit: u16, out: &mut Vec<u8>) {
        let is_first = (0xD800..0xDC00).contains(&unit);
        let before = self.half.take();
        let units = [before.unwrap_or(unit), unit];
        let units = match (before, is_first) {
            (None, true) => {
                self.half = Some(unit);
                return;
            }
            (Some(_), true) => {
                self.half = Some(unit);
                units.get(..1)
            }
            (Some(_), false) => Some(&units[..]),
            (None, false) => units.get(..1),
        };
        let units = units.unwrap_or(&[]).iter().copied();
        for decoded in char::decode_utf16(units) {
            let decoded = decoded.unwrap_or(char::REPLACEMENT_CHARACTER);
            out.extend_from_slice(decoded.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

/// Whether a line of a log that is not in UTF-16 is in UTF-16, and whether its units are big-endian.
pub(super) fn line(line: &[u8]) -> Option<bool> {
    match line {
        [0xFF, 0xFE, ..] => Some(false),
        [0xFE, 0xFF, ..] => Some(true),
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => Some(false),
        [0, first, 0, second, ..] if *first != 0 && *second != 0 => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_any_size_give_the_same_text() {
        let text = "{\"a\":\"흐름 😀\"}\n";
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for size in 1..7 {
            let (mut wide, mut out) = (Wide::new(true), Vec::new());
            for part in bytes.chunks(size) {
                wide.decode(part, &mut out);
            }
            assert_eq!(out, text.as_bytes());
        }
    }
}
