//! Members that a schema does not list. The official schemas are open, so no validator names them.
//!
//! In: a definition and a value. Out: the paths of the members that no listed alternative has. What
//! is a map by its definition (`_meta`, `data`, JSON Schemas) is not looked into.

use super::data::Schema;
use serde_json::Value;

/// Open by intention: schemas of tools, and what belongs to nobody.
const OPEN: &[&str] = &[
    "inputSchema",
    "outputSchema",
    "structuredContent",
    "data",
    "_meta",
];

/// Definitions of anything of a kind; what is of it is looked at by its own name.
const ANY: &[&str] = &["Result", "JSONRPCNotification"];

pub(crate) fn of(schema: &Schema, definition: &str, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    if !ANY.contains(&definition)
        && let Some(definition) = schema.definition(definition)
    {
        walk(schema, definition, value, "", &mut found);
    }
    found.sort();
    found
}

fn walk(schema: &Schema, node: &Value, value: &Value, path: &str, found: &mut Vec<String>) {
    let mut shapes = Vec::new();
    alternatives(schema, node, value, &mut shapes);
    match value {
        Value::Object(members) if shapes.iter().any(|s| s.get("properties").is_some()) => {
            for (key, inner) in members {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                let known: Vec<&Value> = shapes
                    .iter()
                    .filter_map(|shape| shape["properties"].get(key))
                    .collect();
                if known.is_empty() {
                    found.push(path);
                } else if !OPEN.contains(&key.as_str()) {
                    for shape in known {
                        walk(schema, shape, inner, &path, found);
                    }
                }
            }
        }
        Value::Array(items) => {
            for shape in shapes.iter().filter_map(|shape| shape.get("items")) {
                for (at, item) in items.iter().enumerate() {
                    walk(schema, shape, item, &format!("{path}[{at}]"), found);
                }
            }
        }
        _ => {}
    }
}

/// The plain schemas behind references and unions; of a union, those whose `type` is the value's.
fn alternatives<'s>(schema: &'s Schema, node: &'s Value, value: &Value, into: &mut Vec<&'s Value>) {
    if let Some(name) = node["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        if let Some(node) = schema.definition(name).filter(|_| !ANY.contains(&name)) {
            alternatives(schema, node, value, into);
        }
        return;
    }
    for word in ["anyOf", "allOf", "oneOf"] {
        for inner in node[word].as_array().into_iter().flatten() {
            alternatives(schema, inner, value, into);
        }
    }
    let kind = &node["properties"]["type"]["const"];
    if kind.is_null() || *kind == value["type"] {
        into.push(node);
    }
}
