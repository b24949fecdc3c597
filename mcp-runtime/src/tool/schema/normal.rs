//! The precise schema: what a type really takes, in the few constructs that the checker knows well.
//!
//! In: a schema as `schemars` generates it. Out: one that allows the same, save that objects are
//! closed: members that a type does not know are not allowed, unless it collects them. Documented
//! enums become a plain `enum`, flattened enums a union of whole objects, number formats bounds.

use serde_json::{Map, Value, json};

use super::enums::collect_words;
use super::numbers::replace_format;
use super::objects::{is_object, spread};
use super::walk::{DEEPEST, Schema, as_schema, cases, change_inner};

/// How a schema is brought to its normal form.
#[derive(Debug)]
pub(super) struct Normal<'d> {
    /// The types that contain themselves, as generated.
    pub(super) definitions: &'d Map<String, Value>,
    /// For what is read: objects are closed and number types list their bounds.
    pub(super) input: bool,
}

impl Normal<'_> {
    /// The normal form of a schema that stands `depth` schemas deep at `path`.
    pub(super) fn of(&self, value: Value, path: &str, depth: usize) -> Result<Schema, String> {
        if depth > DEEPEST {
            return Err(format!(
                "the schema at `{path}` is nested more than {DEEPEST} deep"
            ));
        }
        let mut schema = self.with_target_inlined(as_schema(value));
        schema.remove("$schema");
        if schema.get("default").is_some_and(Value::is_null) {
            schema.remove("default");
        }
        change_inner(&mut schema, path, |inner, at| {
            self.of(inner, at, depth + 1).map(Value::Object)
        })?;
        replace_format(&mut schema, self.input);
        collapse_single(&mut schema);
        collect_words(&mut schema);
        if self.input {
            spread(&mut schema, path)?;
            close(&mut schema);
        }
        Ok(schema)
    }

    /// A reference beside other rules for the same object is replaced by what it leads to: both
    /// speak of the same members.
    fn with_target_inlined(&self, mut schema: Schema) -> Schema {
        const SAME: [&str; 5] = ["properties", "required", "oneOf", "anyOf", "allOf"];
        let beside = SAME.iter().any(|word| schema.contains_key(*word));
        let target = schema.get("$ref").filter(|_| beside);
        let Some(target) = target.and_then(|target| self.target(target)) else {
            return schema;
        };
        schema.remove("$ref");
        json!({"allOf": [target, schema]})
            .as_object()
            .cloned()
            .unwrap_or_default()
    }

    /// What a reference leads to, as generated.
    pub(super) fn target(&self, reference: &Value) -> Option<&Value> {
        let name = reference.as_str()?.strip_prefix("#/$defs/")?;
        self.definitions.get(&decoded(name))
    }
}

/// A name in a reference has its special characters written as `~0`, `~1` and `%xx`.
pub(super) fn decoded(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let code = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (first, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = after.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    let name = String::from_utf8_lossy(&bytes);
    name.replace("~1", "/").replace("~0", "~")
}

/// A union of one case is that case.
fn collapse_single(schema: &mut Schema) {
    for keyword in ["oneOf", "anyOf", "allOf"] {
        let [Value::Object(only)] = cases(schema, keyword) else {
            continue;
        };
        let distinct = only
            .iter()
            .all(|(key, value)| is_note(key) || schema.get(key).is_none_or(|there| there == value));
        if distinct {
            let only = only.clone();
            schema.remove(keyword);
            for (key, value) in only {
                schema.entry(key).or_insert(value);
            }
        }
    }
}

/// Whether the keyword says something about a value without restricting it.
pub(super) fn is_note(keyword: &str) -> bool {
    matches!(
        keyword,
        "title" | "description" | "deprecated" | "default" | "examples" | "readOnly" | "writeOnly"
    )
}

/// Closes an object whose members are all known.
fn close(schema: &mut Schema) {
    const OTHER: [&str; 6] = [
        "additionalProperties",
        "patternProperties",
        "oneOf",
        "anyOf",
        "allOf",
        "$ref",
    ];
    let or_null = schema.get("type") == Some(&json!(["object", "null"]));
    let known = (is_object(schema) || or_null) && schema.contains_key("properties");
    if known && !OTHER.iter().any(|word| schema.contains_key(*word)) {
        schema.insert("additionalProperties".into(), false.into());
    }
}
