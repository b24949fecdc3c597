//! Header values that are written as `=?base64?…?=`.
//!
//! In: the value of a header. Out: the text it stands for. Anything else than the exact marks is
//! the text itself.

use std::borrow::Cow;

/// The text that a value stands for; none when it stands between the marks and is no base64 of
/// UTF-8.
pub(super) fn decoded(value: &str) -> Option<Cow<'_, str>> {
    let inner = value.strip_prefix("=?base64?");
    match inner.and_then(|inner| inner.strip_suffix("?=")) {
        None => Some(Cow::Borrowed(value)),
        Some(inner) => String::from_utf8(bytes(inner)?).ok().map(Cow::Owned),
    }
}

/// The bytes of standard base64 with padding (RFC 4648, section 4).
fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    if !text.len().is_multiple_of(4) || padding > 2 {
        return None;
    }
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    for group in digits.as_bytes().chunks(4) {
        let mut bits = 0u32;
        for place in 0..4 {
            bits = bits << 6 | group.get(place).map_or(Some(0), |byte| digit(*byte))?;
        }
        let [_, decoded @ ..] = bits.to_be_bytes();
        out.extend(decoded.iter().take(group.len().saturating_sub(1)));
    }
    Some(out)
}

fn digit(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_specification_hold() {
        for (value, text) in [
            ("=?base64?SGVsbG8sIOS4lueVjA==?=", "Hello, 世界"),
            ("=?base64?IHBhZGRlZCA=?=", " padded "),
            ("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=", "=?base64?literal?="),
            ("=?base64??=", ""),
            ("=?BASE64?SGVsbG8?=", "=?BASE64?SGVsbG8?="),
            ("plain", "plain"),
        ] {
            assert_eq!(decoded(value).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_is_no_base64_has_no_text() {
        for value in ["=?base64?SGVsbG8?=", "=?base64?a_-=?=", "=?base64?/w==?="] {
            assert_eq!(decoded(value), None, "{value}");
        }
    }
}
