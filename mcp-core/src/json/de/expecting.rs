//! What serde's visitors say they expect, in the words of JSON.
//!
//! In: the texts that `serde` and its derive write for Rust programmers (`struct Point`, `i64`).
//! Out: what the sender of JSON would call it. What it doesn't know passes unchanged. It never
//! looks at the value.

use std::borrow::Cow;

use super::super::shown::visible;
use serde::de::{Expected, Unexpected};

/// What was expected.
pub(super) fn words(expected: &dyn Expected) -> Cow<'static, str> {
    let text = expected.to_string();
    Cow::Borrowed(match text.as_str() {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
        | "usize" => "an integer",
        "f32" | "f64" => "a number",
        "str" => "a string",
        "unit" => "null",
        "a map" | "map" => "an object",
        "a sequence" | "an array" | "sequence" => "an array",
        "a character" => "a string of one character",
        "a borrowed string" => "a string without escapes",
        "a byte array" | "a borrowed byte array" => "a string or an array of bytes",
        other => return expected_shape(other),
    })
}

fn expected_shape(text: &str) -> Cow<'static, str> {
    let counted = |count: Option<usize>| match count {
        Some(1) => Cow::Borrowed("an array of 1 item"),
        Some(count) => format!("an array of {count} items").into(),
        None => Cow::Borrowed("an array"),
    };
    if text.starts_with("tuple ") || text.starts_with("a tuple ") {
        return counted(number_in(text));
    }
    if text.starts_with("an array of length ") {
        return counted(number_in(text));
    }
    if text.starts_with("struct ") {
        return Cow::Borrowed("an object");
    }
    if text.starts_with("unit struct ") {
        return Cow::Borrowed("null");
    }
    if text.starts_with("internally tagged enum ") || text.starts_with("adjacently tagged enum ") {
        return Cow::Borrowed("an object");
    }
    if text.starts_with("unit variant ") {
        return Cow::Borrowed("a string that names the variant");
    }
    text.to_owned().into()
}

/// How many items were expected.
pub(super) fn count(expected: &dyn Expected) -> Option<usize> {
    number_in(&expected.to_string())
}

/// The last number in a text.
fn number_in(text: &str) -> Option<usize> {
    text.split(' ').rev().find_map(|word| word.parse().ok())
}

/// What was there.
pub(super) fn got(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => value.to_string(),
        Unexpected::Signed(value) => value.to_string(),
        Unexpected::Float(value) => value.to_string(),
        Unexpected::Char(_) | Unexpected::Str(_) | Unexpected::Bytes(_) => "string".to_owned(),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "array".to_owned(),
        Unexpected::Map => "object".to_owned(),
        Unexpected::UnitVariant => "string".to_owned(),
        Unexpected::NewtypeVariant | Unexpected::StructVariant | Unexpected::TupleVariant => {
            "object".to_owned()
        }
        other => other.to_string(),
    }
}

/// A string that was tried as the name of a variant: repeated when short.
pub(super) fn candidate(text: &str) -> String {
    const SHORT: usize = 64;
    if text.len() > SHORT {
        return "string".to_owned();
    }
    let mut out = Vec::new();
    super::super::write_str(&mut out, text);
    visible(&String::from_utf8_lossy(&out)).into_owned()
}
