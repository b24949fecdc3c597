//! Letters that are written as escapes.
//!
//! In: any text, JSON or not. Out: the text with these letters as themselves, and which place of the
//! text each place of it is: a token is no less secret for a letter that is written `\u002d`. Text
//! without such letters is not copied. Quotes, backslashes and control characters stay escaped.

use std::borrow::Cow;

use super::value::is_token_byte;

/// A text whose letters are all written plainly.
pub(super) struct Plain<'a> {
    pub(super) text: Cow<'a, str>,
    /// Behind which place of the text how many bytes are missing.
    shifts: Vec<(usize, usize)>,
}

impl<'a> Plain<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut plain = Plain {
            text: Cow::Borrowed(text),
            shifts: Vec::new(),
        };
        let first = [&b"\\u00"[..], b"\\/"];
        let first = first.map(|start| memchr::memmem::find(bytes, start));
        let Some(mut from) = first.into_iter().flatten().min() else {
            return plain;
        };
        let before = bytes.get(..from).unwrap_or_default();
        from -= before
            .iter()
            .rev()
            .take_while(|byte| **byte == b'\\')
            .count();
        let (mut out, mut done, mut missing) = (String::new(), 0, 0);
        while let Some(at) = memchr::memchr(b'\\', bytes.get(from..).unwrap_or_default()) {
            let start = from + at;
            let slashes = bytes.get(start..).unwrap_or_default();
            let slashes = slashes.iter().take_while(|byte| **byte == b'\\').count();
            let behind = start + slashes;
            from = behind;
            let Some((letter, length)) = letter(bytes.get(behind..).unwrap_or_default()) else {
                continue;
            };
            from = behind + length;
            out.push_str(text.get(done..start).unwrap_or_default());
            missing += slashes + length - 1;
            plain.shifts.push((out.len(), missing));
            out.push(char::from(letter));
            done = from;
        }
        if !plain.shifts.is_empty() {
            out.push_str(text.get(done..).unwrap_or_default());
            plain.text = Cow::Owned(out);
        }
        plain
    }

    /// The place of the text as it was written.
    pub(super) fn written(&self, place: usize) -> usize {
        let before = self.shifts.partition_point(|(at, _)| *at < place);
        let shift = before.checked_sub(1).and_then(|last| self.shifts.get(last));
        place + shift.map_or(0, |(_, missing)| *missing)
    }
}

/// The letter that stands behind backslashes, and how long it is written.
fn letter(bytes: &[u8]) -> Option<(u8, usize)> {
    match bytes {
        [b'/', ..] => Some((b'/', 1)),
        [b'u', b'0', b'0', high @ b'2'..=b'7', low, ..] => {
            let low = char::from(*low).to_digit(16)?;
            let letter = (high - b'0') * 16 + u8::try_from(low).ok()?;
            (is_token_byte(letter) || b":@&? ".contains(&letter)).then_some((letter, 5))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_and_their_places_are_known() {
        let text = r#"a\u002db\\u005fc\/d\u0022\n\u00e9\u007f"#;
        let plain = Plain::of(text);
        assert_eq!(plain.text, r#"a-b_c/d\u0022\n\u00e9\u007f"#);
        for (place, written) in [(0, 0), (1, 1), (2, 7), (3, 8), (4, 15), (5, 16), (6, 18)] {
            assert_eq!(plain.written(place), written, "{place}");
        }
        assert_eq!(plain.written(plain.text.len()), text.len());
        assert!(matches!(Plain::of(r#"a\nb\u0001"#).text, Cow::Borrowed(_)));
    }
}
