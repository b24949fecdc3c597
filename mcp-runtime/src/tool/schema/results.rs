//! The schemas of results.
//!
//! In: the normal form of what a type is written as. Out: the same meaning in what clients take:
//! no format outside the standard, every array with `items`, no boolean schemas. Nothing is widened
//! or narrowed: a result must fit its schema, and a client may check that.

use serde_json::{Value, json};

use super::portable::ANYTHING;
use super::walk::{Schema, as_schema, cases, change_inner, describe, is_type};

/// Formats that JSON Schema defines.
const STANDARD: [&str; 19] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// Tidies a schema and all inside of it.
pub(super) fn tidy(mut schema: Schema) -> Schema {
    let result: Result<(), std::convert::Infallible> = change_inner(&mut schema, "", |inner, _| {
        Ok(Value::Object(tidy(as_schema(inner))))
    });
    let Ok(()) = result;
    let format = schema.get("format").and_then(Value::as_str);
    if let Some(format) = format.filter(|format| !STANDARD.contains(format)) {
        let line = format!("Format: {format}.");
        schema.remove("format");
        describe(&mut schema, &line, " ");
    }
    if is_type(&schema, "array") && !schema.contains_key("items") {
        let places = cases(&schema, "prefixItems");
        let mut kinds: Vec<Value> = Vec::new();
        for kind in places {
            if !kinds.contains(kind) {
                kinds.push(kind.clone());
            }
        }
        // NB. `items` speaks only of what comes after the places that are named: there is nothing.
        let items = match kinds.as_slice() {
            [] => json!({"description": ANYTHING}),
            [one] => one.clone(),
            _ => json!({"anyOf": kinds}),
        };
        schema.insert("items".into(), items);
    }
    if schema.is_empty() {
        schema.insert("description".into(), ANYTHING.into());
    }
    schema
}

/// Whether only objects fit.
// The recursion ends: the normal form was bounded when it was made.
pub(super) fn is_always_object(schema: &Schema) -> bool {
    if let Some(kind) = schema.get("type") {
        return kind == "object";
    }
    let all = |keyword: &str| {
        let list = cases(schema, keyword);
        let object = |case: &Value| case.as_object().is_some_and(is_always_object);
        !list.is_empty() && list.iter().all(object)
    };
    schema.contains_key("properties") || all("oneOf") || all("anyOf")
}
