//! Enums of words.
//!
//! In: schemas that allow some strings, in the ways in which `schemars` writes them. Out: one
//! `enum` that says the same, with what is said of the words in its description. It never changes
//! which words are allowed.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::normal::is_note;
use super::walk::{Schema, cases, describe, is_type, words};

/// The words that a schema allows, if it allows nothing else and says nothing else.
pub(super) fn enum_words(schema: &Schema) -> Option<Vec<String>> {
    let plain = |key: &String| is_note(key) || matches!(key.as_str(), "type" | "enum" | "const");
    let words = words(schema).filter(|_| schema.keys().all(plain))?;
    Some(words.into_iter().map(str::to_owned).collect())
}

/// Words from several schemas.
#[derive(Default)]
pub(super) struct Words {
    all: Vec<String>,
    seen: HashSet<String>,
    lines: Vec<String>,
}

impl Words {
    /// Takes the words of a schema, and what is said of them; `false` if it allows more than words.
    pub(super) fn take(&mut self, schema: &Schema) -> bool {
        let Some(words) = enum_words(schema) else {
            return false;
        };
        if let Some(said) = schema.get("description").and_then(Value::as_str) {
            self.lines
                .push(match (words.as_slice(), schema.contains_key("const")) {
                    ([word], true) => format!("- `{word}`: {said}"),
                    _ => said.to_owned(),
                });
        }
        for word in words {
            if self.seen.insert(word.clone()) {
                self.all.push(word);
            }
        }
        true
    }

    /// One schema for all words; none if there are none.
    pub(super) fn into_schema(self) -> Option<Schema> {
        if self.all.is_empty() {
            return None;
        }
        let mut schema = Schema::new();
        schema.insert("type".into(), "string".into());
        schema.insert("enum".into(), self.all.into());
        if !self.lines.is_empty() {
            describe(&mut schema, &self.lines.join("\n"), "\n\n");
        }
        Some(schema)
    }
}

/// An enum whose variants have descriptions comes as a union of constants: one `enum` says the same.
pub(super) fn collect_words(schema: &mut Schema) {
    let keyword = if schema.contains_key("oneOf") {
        "oneOf"
    } else {
        "anyOf"
    };
    if schema.contains_key("enum") || schema.contains_key("const") {
        return;
    }
    let mut words = Words::default();
    let mut or_null = false;
    for case in cases(schema, keyword) {
        let Some(case) = case.as_object() else { return };
        if is_type(case, "null") {
            or_null = true;
        } else if !is_type(case, "string") || !words.take(case) {
            return;
        }
    }
    let Some(mut all) = words.into_schema() else {
        return;
    };
    if or_null {
        all.insert("type".into(), json!(["string", "null"]));
        if let Some(Value::Array(words)) = all.get_mut("enum") {
            words.push(Value::Null);
        }
    }
    schema.remove(keyword);
    for (key, value) in all {
        match (key.as_str(), value) {
            ("description", Value::String(lines)) => describe(schema, &lines, "\n\n"),
            (_, value) => drop(schema.insert(key, value)),
        }
    }
}
