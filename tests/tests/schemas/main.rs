//! What is listed for the types of a tool: schemas that every client can use, and that are true.
//!
//! In: tools with the types that have broken clients elsewhere. Out: their listed schemas, walked as
//! data, and calls that hold the schema to its word.

mod arguments;
mod by_hand;
mod names;
mod results;
mod unions;

use serde_json::{Map, Value};

/// Visits every schema inside a schema: properties, items, unions, definitions, itself included.
/// Booleans count: `true` is a schema too.
fn each_schema<'v>(schema: &'v Value, path: &str, visit: &mut dyn FnMut(&str, &'v Value)) {
    visit(path, schema);
    let Some(members) = schema.as_object() else {
        return;
    };
    for (word, value) in members {
        let path = format!("{path}/{word}");
        match word.as_str() {
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    each_schema(inner, &format!("{path}/{name}"), visit);
                }
            }
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => {
                for (i, inner) in value.as_array().into_iter().flatten().enumerate() {
                    each_schema(inner, &format!("{path}/{i}"), visit);
                }
            }
            "items" | "not" | "if" | "then" | "else" | "contains" | "propertyNames" => {
                each_schema(value, &path, visit)
            }
            "additionalProperties" if value.is_object() => each_schema(value, &path, visit),
            _ => {}
        }
    }
}

/// Every word used anywhere in a schema, with its path.
fn words(schema: &Value) -> Vec<(String, &str, &Value)> {
    let mut found = Vec::new();
    each_schema(schema, "", &mut |path, inner| {
        for (word, value) in inner.as_object().into_iter().flatten() {
            found.push((path.to_owned(), word.as_str(), value));
        }
    });
    found
}

fn properties(tool: &Value) -> &Map<String, Value> {
    tool["inputSchema"]["properties"]
        .as_object()
        .unwrap_or_else(|| panic!("no properties: {tool}"))
}

/// The names that must be there, sorted.
fn required(schema: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    names.sort_unstable();
    names
}
