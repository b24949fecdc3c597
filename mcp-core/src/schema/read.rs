//! Reading the parts of a schema.
//!
//! In: the value of a keyword, and its place. Out: what it must be, or an error that names the
//! place. It knows nothing of what the keywords mean.

use serde_json::{Map, Number, Value};

use super::SchemaError;
use super::node::Types;

type Result<T> = std::result::Result<T, SchemaError>;

/// One type or several.
pub(super) fn types(value: &Value, path: &str) -> Result<Types> {
    let named = |value: &Value| {
        let name = text(value, path)?;
        Types::named(name)
            .ok_or_else(|| SchemaError::new(path, format!("there is no type `{name}`")))
    };
    match value {
        Value::Array(names) => names
            .iter()
            .try_fold(Types::NONE, |all, name| Ok(all.or(named(name)?))),
        name => named(name),
    }
}

pub(super) fn join(path: &str, word: &str) -> String {
    if path.is_empty() {
        word.to_owned()
    } else {
        format!("{path}.{word}")
    }
}

pub(super) fn text<'v>(value: &'v Value, path: &str) -> Result<&'v str> {
    value
        .as_str()
        .ok_or_else(|| SchemaError::new(path, "must be a string"))
}

pub(super) fn number<'v>(value: &'v Value, path: &str) -> Result<&'v Number> {
    value
        .as_number()
        .ok_or_else(|| SchemaError::new(path, "must be a number"))
}

pub(super) fn array<'v>(value: &'v Value, path: &str) -> Result<&'v Vec<Value>> {
    value
        .as_array()
        .ok_or_else(|| SchemaError::new(path, "must be an array"))
}

pub(super) fn object<'v>(value: &'v Value, path: &str) -> Result<&'v Map<String, Value>> {
    value
        .as_object()
        .ok_or_else(|| SchemaError::new(path, "must be an object"))
}

pub(super) fn flag(members: &Map<String, Value>, word: &str, path: &str) -> Result<bool> {
    match members.get(word) {
        None => Ok(false),
        Some(value) => value
            .as_bool()
            .ok_or_else(|| SchemaError::new(join(path, word), "must be true or false")),
    }
}

pub(super) fn count(members: &Map<String, Value>, word: &str, path: &str) -> Result<Option<usize>> {
    let Some(value) = members.get(word) else {
        return Ok(None);
    };
    let whole = value.as_u64().or_else(|| {
        let float = value.as_f64()?;
        (float >= 0.0 && float.fract() == 0.0 && float < 1e15).then_some(float as u64)
    });
    let count = whole.and_then(|whole| usize::try_from(whole).ok());
    match count {
        Some(count) => Ok(Some(count)),
        None => Err(SchemaError::new(
            join(path, word),
            "must be a whole number of at least 0",
        )),
    }
}

/// What a reference inside a schema leads to.
pub(super) fn inside<'v>(root: &'v Value, target: &str) -> Option<&'v Value> {
    let pointer = target.strip_prefix('#')?;
    root.pointer(&percent_decoded(pointer))
}

/// Whether a reference leads to a place inside the schema.
#[cfg(feature = "explain")]
pub(crate) fn leads_inside(root: &Value, target: &str) -> bool {
    inside(root, target).is_some()
}

/// A JSON pointer in a URI fragment has its special characters written as `%xx`.
fn percent_decoded(pointer: &str) -> String {
    let bytes = pointer.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = (*byte == b'%')
            .then(|| pointer.get(at + 1..at + 3))
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        out.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}
