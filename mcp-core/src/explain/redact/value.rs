//! What values look like: those that are secret, and those that only stand for one.
//!
//! In: the beginning of a value. Out: yes or no. It never looks further than it is given.

/// So much of a value is judged.
pub(super) const NEAR: usize = 64;

/// Bytes of tokens (RFC 6750: b64token).
pub(super) const fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=')
}

/// Bytes of names.
pub(super) const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Letters with digits among them, or long with both cases, as words never are.
pub(super) fn looks_random(value: &str) -> bool {
    let bytes = value.as_bytes();
    let has = |sort: fn(&u8) -> bool| bytes.iter().any(sort);
    let letters = has(u8::is_ascii_alphabetic);
    let cases = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    let plain = bytes.iter().all(|byte| is_token_byte(*byte));
    let mixed = letters && has(u8::is_ascii_digit) && bytes.len() >= 8;
    plain && !placeholder(value) && (mixed || (cases && bytes.len() >= 20))
}

/// Whole groups of four, with both cases in disorder.
pub(super) fn looks_like_base64(value: &str) -> bool {
    let bytes = value.as_bytes();
    let inner = bytes.get(1..).unwrap_or_default();
    let upper = inner
        .iter()
        .filter(|byte| byte.is_ascii_uppercase())
        .count();
    let lower = bytes.iter().any(u8::is_ascii_lowercase);
    bytes.len() >= 8 && bytes.len().is_multiple_of(4) && upper >= 2 && lower && !placeholder(value)
}

/// Of some length, and no plain word.
pub(super) fn looks_like_key(value: &str) -> bool {
    let word = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'_' | b'-');
    value.len() >= 8 && !value.bytes().all(word)
}

/// Whether the value only stands for one: `***`, `<token>`, `${TOKEN}`, `YOUR_KEY`.
pub(super) fn placeholder(value: &str) -> bool {
    const OPENERS: [&str; 9] = ["<", "${", "$(", "{", "[", "(", "%", "•", "…"];
    const WORDS: [&str; 8] = [
        "null",
        "none",
        "undefined",
        "true",
        "false",
        "string",
        "number",
        "boolean",
    ];
    const PARTS: [&str; 6] = ["redacted", "xxxx", "***", "....", "your_", "your-"];
    let value = value.trim();
    let variable = value.strip_prefix('$').is_some_and(|name| {
        name.bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte == b'_')
    });
    value.is_empty()
        || variable
        || OPENERS.iter().any(|opener| value.starts_with(opener))
        || value.ends_with("...")
        || WORDS.iter().any(|word| value.eq_ignore_ascii_case(word))
        || PARTS.iter().any(|part| holds(value, part))
}

/// Whether the text has this part, in any case.
fn holds(text: &str, part: &str) -> bool {
    let mut windows = text.as_bytes().windows(part.len());
    windows.any(|window| window.eq_ignore_ascii_case(part.as_bytes()))
}
