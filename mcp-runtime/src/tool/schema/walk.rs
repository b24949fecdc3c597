//! Going through the schemas inside a schema.
//!
//! In: a schema as a JSON object. Out: each schema that stands directly inside it, with its place.
//! It knows where schemas stand, and nothing of what they mean.

use serde_json::{Map, Value};

/// A schema object.
pub(super) type Schema = Map<String, Value>;

/// How deep schemas may be nested.
pub(super) const DEEPEST: usize = 64;

/// Where the members of an object are schemas.
const NAMED: [&str; 2] = ["properties", "patternProperties"];
/// Where the elements of an array are schemas.
const LISTED: [&str; 4] = ["oneOf", "anyOf", "allOf", "prefixItems"];
/// Where one schema stands.
const SINGLE: [&str; 5] = [
    "items",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "not",
];

/// Replaces each schema directly inside by what `change` makes of it; `path` is the place of the
/// outer schema. `true` and `false` for members that are not named stay as they are.
pub(super) fn change_inner<E>(
    schema: &mut Schema,
    path: &str,
    mut change: impl FnMut(Value, &str) -> Result<Value, E>,
) -> Result<(), E> {
    for (keyword, value) in schema.iter_mut() {
        let at = join(path, keyword);
        if NAMED.contains(&keyword.as_str()) {
            for (name, inner) in value.as_object_mut().into_iter().flatten() {
                *inner = change(inner.take(), &join(&at, name))?;
            }
        } else if LISTED.contains(&keyword.as_str()) {
            for (index, inner) in value.as_array_mut().into_iter().flatten().enumerate() {
                *inner = change(inner.take(), &format!("{at}[{index}]"))?;
            }
        } else if SINGLE.contains(&keyword.as_str()) {
            let flag = keyword.ends_with("Properties") && value.is_boolean();
            if !flag {
                *value = change(value.take(), &at)?;
            }
        }
    }
    Ok(())
}

/// `path.word`
pub(super) fn join(path: &str, word: &str) -> String {
    if path.is_empty() {
        word.to_owned()
    } else {
        format!("{path}.{word}")
    }
}

/// A schema as an object: `true` allows anything, `false` nothing.
pub(super) fn as_schema(value: Value) -> Schema {
    match value {
        Value::Object(schema) => schema,
        Value::Bool(false) => Schema::from_iter([("not".to_owned(), Value::Object(Map::new()))]),
        _ => Schema::new(),
    }
}

/// Whether the schema's only type is this one.
pub(super) fn is_type(schema: &Schema, name: &str) -> bool {
    schema.get("type").and_then(Value::as_str) == Some(name)
}

/// Whether the schema is `{"type": "null"}`, descriptions aside.
pub(super) fn is_null(value: &Value) -> bool {
    value.as_object().is_some_and(|s| is_type(s, "null"))
}

/// The names in `required`.
pub(super) fn required(schema: &Schema) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

/// The members of `properties`.
pub(super) fn properties(schema: &Schema) -> impl Iterator<Item = (&String, &Value)> {
    schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
}

/// The schemas in `oneOf`, `anyOf` or `allOf`.
pub(super) fn cases<'s>(schema: &'s Schema, keyword: &str) -> &'s [Value] {
    let list = schema.get(keyword).and_then(Value::as_array);
    list.map(Vec::as_slice).unwrap_or_default()
}

/// The words of a `const` or `enum` that allows strings only.
pub(super) fn words(schema: &Schema) -> Option<Vec<&str>> {
    if let Some(word) = schema.get("const") {
        return Some(vec![word.as_str()?]);
    }
    let words = schema.get("enum")?.as_array()?;
    words.iter().map(Value::as_str).collect()
}

/// Puts a sentence or line after the description.
pub(super) fn describe(schema: &mut Schema, line: &str, between: &str) {
    let old = schema.get("description").and_then(Value::as_str);
    let text = match old {
        Some(old) if !old.is_empty() => format!("{old}{between}{line}"),
        _ => line.to_owned(),
    };
    schema.insert("description".to_owned(), text.into());
}
