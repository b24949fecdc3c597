//! Unions as clients can take them: merged where that is possible, else `anyOf`.
//!
//! In: a schema with `oneOf`, `anyOf` or `allOf` whose cases are listed schemas already. Out: one
//! object with the members of all object cases, one enum with all words; what is left is `anyOf`.
//! It never leaves `oneOf`, and never merges what is not an object.

use serde_json::{Value, json};

use super::Widening;
use super::enums::Words;
use super::merge::merge;
use super::objects::is_object;
use super::portable::{Portable, said};
use super::walk::{Schema, as_schema, cases, describe, is_type};

/// Rewrites the unions of a schema.
pub(super) fn list(portable: &mut Portable, schema: &mut Schema, path: &str) {
    merge_all_of(schema);
    for keyword in ["oneOf", "anyOf"] {
        let Some(Value::Array(kinds)) = schema.remove(keyword) else {
            continue;
        };
        let strict = keyword == "oneOf" && !are_disjoint(&kinds);
        let union = any_of(portable, kinds, path);
        if strict && union.get("anyOf").is_some() {
            portable.widen(path, Widening::OneOf);
        }
        put_in(schema, as_schema(union));
    }
}

/// Puts the rules of a union into the schema it stands in.
fn put_in(schema: &mut Schema, mut union: Schema) {
    if let Some(Value::String(text)) = union.remove("description")
        && said(schema).is_none_or(|there| !there.contains(&text))
    {
        describe(schema, &text, "\n\n");
    }
    // The cases are whole objects: what the union says holds for the base as well.
    let whole = is_object(&union) && is_object(schema);
    let apart =
        |(key, value): (&String, &Value)| schema.get(key).is_none_or(|there| there == value);
    if whole || union.iter().all(apart) {
        schema.extend(union);
    } else {
        let all = schema.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(all) = all {
            all.push(Value::Object(union));
        }
    }
}

/// What must hold as well is put beside the rest where they don't speak of the same.
fn merge_all_of(schema: &mut Schema) {
    let Some(Value::Array(parts)) = schema.remove("allOf") else {
        return;
    };
    let mut left = Vec::new();
    for part in parts {
        let Value::Object(part) = part else { continue };
        let apart = part.iter().all(|(key, value)| {
            super::normal::is_note(key) || schema.get(key).is_none_or(|there| there == value)
        });
        if apart {
            for (key, value) in part {
                schema.entry(key).or_insert(value);
            }
        } else {
            left.push(Value::Object(part));
        }
    }
    if !left.is_empty() {
        schema.insert("allOf".into(), Value::Array(left));
    }
}

/// One schema for several kinds of value.
pub(super) fn any_of(portable: &mut Portable, kinds: Vec<Value>, path: &str) -> Value {
    let mut words = Words::default();
    let mut objects: Vec<Schema> = Vec::new();
    let mut others: Vec<Value> = Vec::new();
    for kind in kinds {
        let schema = as_schema(kind);
        if is_type(&schema, "string") && words.take(&schema) {
            continue;
        }
        if is_object(&schema) && !schema.contains_key("$ref") {
            objects.push(schema);
        } else if !others.contains(&Value::Object(schema.clone())) {
            others.push(Value::Object(schema));
        }
    }
    let mut all = Vec::new();
    all.extend(words.into_schema().map(Value::Object));
    match objects.len() {
        0 => {}
        1 => all.extend(objects.pop().map(Value::Object)),
        _ => {
            portable.widen(path, Widening::MergedEnum);
            all.push(Value::Object(merge(portable, &objects, path)));
        }
    }
    all.extend(others);
    match <[Value; 1]>::try_from(all) {
        Ok([only]) => only,
        Err(all) => json!({"anyOf": all}),
    }
}

/// Whether no value can fit two of the kinds, as far as their types tell.
fn are_disjoint(kinds: &[Value]) -> bool {
    let mut seen: Vec<&str> = Vec::new();
    let mut objects = Vec::new();
    for kind in kinds {
        let Some(schema) = kind.as_object() else {
            return false;
        };
        let Some(name) = schema.get("type").and_then(Value::as_str) else {
            return false;
        };
        if name == "object" {
            objects.push(schema);
            continue;
        }
        let clash = |there: &&str| {
            *there == name
                || matches!(
                    (*there, name),
                    ("integer", "number") | ("number", "integer")
                )
        };
        if seen.iter().any(clash) {
            return false;
        }
        seen.push(name);
    }
    // Objects are merged, and that they were is told on its own.
    objects.len() != 1 || !seen.contains(&"object")
}

/// Whether the schema still has a union at its root.
pub(super) fn has_union(schema: &Schema) -> bool {
    ["oneOf", "anyOf", "allOf", "enum", "const", "not", "$ref"]
        .iter()
        .any(|word| schema.contains_key(*word))
        || !cases(schema, "oneOf").is_empty()
}
