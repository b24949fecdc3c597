//! What a JSON string says, once its escapes are decoded.
//!
//! In: the inside of a string that is known to be valid. Out: the text, borrowed when nothing was
//! escaped. A lone surrogate has no text: it is an error here, or U+FFFD where text must come out.

use std::borrow::Cow;
use std::fmt;

use super::plain::plain_end;

/// Why a value has no text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BadText {
    /// It is not a string.
    NotAString,
    /// It holds half of a surrogate pair, which stands for no character.
    LoneSurrogate,
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadText::NotAString => "must be a string",
            BadText::LoneSurrogate => "must not hold half of a surrogate pair",
        })
    }
}

impl std::error::Error for BadText {}

/// Whether the inside of a string has escapes.
#[inline]
pub(crate) fn is_escaped(inner: &str) -> bool {
    // Calling into the vector code of `memchr` pays for long text only.
    const LONG: usize = 64;
    let bytes = inner.as_bytes();
    match bytes.len() {
        0..LONG => plain_end(bytes, 0) < bytes.len(),
        _ => memchr::memchr(b'\\', bytes).is_some(),
    }
}

/// Decodes the inside of a string.
#[inline]
pub(super) fn decode(inner: &str) -> Result<Cow<'_, str>, BadText> {
    if !is_escaped(inner) {
        return Ok(Cow::Borrowed(inner));
    }
    let mut out = String::with_capacity(inner.len());
    match unescape(inner, &mut out) {
        true => Ok(Cow::Owned(out)),
        false => Err(BadText::LoneSurrogate),
    }
}

/// Decodes the inside of a string; half a surrogate pair becomes U+FFFD.
#[inline]
pub(super) fn decode_lossy(inner: &str) -> Cow<'_, str> {
    if !is_escaped(inner) {
        return Cow::Borrowed(inner);
    }
    let mut out = String::with_capacity(inner.len());
    unescape(inner, &mut out);
    Cow::Owned(out)
}

/// Appends the decoded text; `false` when half a surrogate pair was replaced by U+FFFD.
fn unescape(inner: &str, out: &mut String) -> bool {
    let mut whole = true;
    let mut rest = inner;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        out.push_str(rest.get(..at).unwrap_or(""));
        let escape = rest.get(at + 1..).unwrap_or("");
        let (decoded, length) = match escape.as_bytes().first() {
            Some(b'u') => match unit_pair(escape) {
                Some(found) => found,
                None => {
                    whole = false;
                    (char::REPLACEMENT_CHARACTER, 5)
                }
            },
            Some(b'b') => ('\u{8}', 1),
            Some(b'f') => ('\u{c}', 1),
            Some(b'n') => ('\n', 1),
            Some(b'r') => ('\r', 1),
            Some(b't') => ('\t', 1),
            Some(&other) => (other as char, 1),
            None => break,
        };
        out.push(decoded);
        rest = escape.get(length..).unwrap_or("");
    }
    out.push_str(rest);
    whole
}

/// The character of `uXXXX` or `uXXXX\uXXXX`, and how long its text is. None for half a pair.
fn unit_pair(escape: &str) -> Option<(char, usize)> {
    let first = unit(escape)?;
    if let Some(found) = char::from_u32(first) {
        return Some((found, 5));
    }
    let second = escape.get(5..)?.strip_prefix('\\').and_then(unit)?;
    if !(0xD800..0xDC00).contains(&first) || !(0xDC00..0xE000).contains(&second) {
        return None;
    }
    let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    char::from_u32(code).map(|found| (found, 11))
}

/// The value of the four digits of `uXXXX`.
fn unit(escape: &str) -> Option<u32> {
    let digits = escape.strip_prefix('u')?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}
