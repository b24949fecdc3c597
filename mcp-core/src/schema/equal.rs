//! When two JSON values are the same.
//!
//! In: text of values. Out: whether they are equal as JSON Schema sees it: `1.0` is `1`, the order
//! of members does not count, and neither does the way in which a string is escaped.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde_json::Value;

use super::number::Decimal;
use crate::json::{Kind, Raw};

/// Whether the text is of the same value.
pub(super) fn same_value(raw: Raw<'_>, value: &Value) -> bool {
    match value {
        Value::Null => raw.is_null(),
        Value::Bool(flag) => raw.get() == if *flag { "true" } else { "false" },
        Value::Number(number) => {
            raw.kind() == Kind::Number && {
                let text = number.to_string();
                Decimal::read(raw.get())
                    .compare(Decimal::read(&text))
                    .is_eq()
            }
        }
        Value::String(text) => raw.kind() == Kind::String && raw.string().is_ok_and(|t| t == *text),
        Value::Array(_) | Value::Object(_) => {
            same_kind(raw, value) && canonical(raw) == canonical_value(value)
        }
    }
}

fn same_kind(raw: Raw<'_>, value: &Value) -> bool {
    matches!(
        (raw.kind(), value),
        (Kind::Array, Value::Array(_)) | (Kind::Object, Value::Object(_))
    )
}

fn canonical_value(value: &Value) -> String {
    let text = value.to_string();
    Raw::parse(&text).map(canonical).unwrap_or_default()
}

/// The positions of the first two elements that are the same.
pub(super) fn twins(array: Raw<'_>) -> Option<(usize, usize)> {
    let mut seen = HashSet::new();
    for (index, element) in array.elements().enumerate() {
        if !seen.insert(canonical(element)) {
            let key = canonical(element);
            let first = array.elements().position(|e| canonical(e) == key);
            return Some((first.unwrap_or(0), index));
        }
    }
    None
}

/// A text that is the same for the same values.
fn canonical(raw: Raw<'_>) -> String {
    let mut out = String::new();
    write_canonical(raw, &mut out);
    out
}

fn write_canonical(raw: Raw<'_>, out: &mut String) {
    match raw.kind() {
        Kind::Null | Kind::Bool => out.push_str(raw.get()),
        Kind::Number => Decimal::read(raw.get()).write_canonical(out),
        Kind::String => match raw.string() {
            // Writing to a String can't fail, here and below.
            Ok(text) => drop(write!(out, "{text:?}")),
            Err(_) => out.push_str(raw.get()),
        },
        Kind::Array => {
            out.push('[');
            for element in raw.elements() {
                write_canonical(element, out);
                out.push(',');
            }
            out.push(']');
        }
        Kind::Object => {
            let mut members: Vec<_> = raw.members().collect();
            members.sort_by(|a, b| a.key.cmp(&b.key));
            out.push('{');
            for member in members {
                let _ = write!(out, "{:?}:", member.key);
                write_canonical(member.value, out);
                out.push(',');
            }
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn same(text: &str, value: Value) -> bool {
        same_value(Raw::parse(text).unwrap(), &value)
    }

    #[test]
    fn numbers_are_the_same_by_value_and_not_by_spelling() {
        assert!(same("1.0", json!(1)));
        assert!(same("1e1", json!(10)));
        assert!(!same("1", json!(true)));
        assert!(same("[1.0]", json!([1])));
        assert!(same(r#"{"b":2,"a":10e-1}"#, json!({"a": 1, "b": 2})));
        assert!(!same("[1,2]", json!([2, 1])));
    }

    #[test]
    fn strings_are_the_same_however_they_are_escaped() {
        assert!(same(r#""\u0061""#, json!("a")));
        assert!(same(r#"["\u0061"]"#, json!(["a"])));
    }

    #[test]
    fn twins_are_found_among_values_of_all_kinds() {
        let twins_of = |text: &str| twins(Raw::parse(text).unwrap());
        assert_eq!(twins_of(r#"[1,"1",true,null,[1]]"#), None);
        assert_eq!(twins_of("[5,1,2,1.0]"), Some((1, 3)));
        assert_eq!(twins_of(r#"[{"a":1,"b":2},{"b":2,"a":1}]"#), Some((0, 1)));
    }
}
