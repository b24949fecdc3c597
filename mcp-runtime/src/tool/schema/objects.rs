//! Objects that are put together from several schemas.
//!
//! In: an object schema with `allOf`, `oneOf` or `anyOf` beside its own members, as flattened
//! fields and enums give it. Out: a union whose cases are whole objects, each with all of its
//! members, so that each can be closed and its faults be told. It never changes what is allowed.

use serde_json::{Map, Value, json};

use super::walk::{Schema, cases, is_type, properties};

/// How many whole objects may come out of one schema.
const MOST: usize = 64;

/// Whether the schema is for objects only.
pub(super) fn is_object(schema: &Schema) -> bool {
    is_type(schema, "object") || (schema.contains_key("properties") && !schema.contains_key("type"))
}

/// Rewrites the schema as a union of whole objects, if it is made of objects only.
pub(super) fn spread(schema: &mut Schema, path: &str) -> Result<(), String> {
    let composed = ["allOf", "oneOf", "anyOf"]
        .iter()
        .any(|word| schema.contains_key(*word));
    if !composed {
        if let Some(others) = schema.remove("unevaluatedProperties") {
            schema.entry("additionalProperties").or_insert(others);
        }
        return Ok(());
    }
    let Some(mut wholes) = wholes(schema, false) else {
        return Ok(());
    };
    if wholes.len() > MOST {
        return Err(format!(
            "the schema at `{path}` flattens enums into each other that make {} kinds of object, \
             and {MOST} are the most",
            wholes.len()
        ));
    }
    let any = !cases(schema, "anyOf").is_empty()
        || cases(schema, "allOf")
            .iter()
            .any(|case| case.get("anyOf").is_some());
    let base = base_of(schema);
    for whole in &mut wholes {
        // Without members that are named it is a map.
        if whole.contains_key("properties") && !whole.contains_key("patternProperties") {
            whole.entry("additionalProperties").or_insert(false.into());
        }
    }
    *schema = base;
    match <[Schema; 1]>::try_from(wholes) {
        Ok([only]) => {
            for (key, value) in only {
                if key == "description" {
                    schema.entry(key).or_insert(value);
                } else {
                    schema.insert(key, value);
                }
            }
        }
        Err(wholes) => {
            schema.remove("additionalProperties");
            schema.remove("patternProperties");
            let keyword = if any { "anyOf" } else { "oneOf" };
            let wholes = wholes.into_iter().map(Value::Object).collect();
            schema.insert(keyword.into(), Value::Array(wholes));
        }
    }
    Ok(())
}

/// All whole objects that the schema stands for; none if it is not made of objects only. `inside`:
/// it speaks of what is known to be an object.
fn wholes(schema: &Schema, inside: bool) -> Option<Vec<Schema>> {
    let union = ["oneOf", "anyOf", "allOf"]
        .iter()
        .any(|word| schema.contains_key(*word));
    let own = own_rules(schema);
    let free = own.is_empty() && !union;
    if free && inside {
        // Beside a union of objects, `{}` stands for "or none of these members".
        let nothing = ("properties".to_owned(), json!({}));
        return Some(vec![Schema::from_iter([nothing])]);
    }
    if free || !(is_object(schema) || own.is_empty()) || schema.contains_key("$ref") {
        return None;
    }
    let inside = inside || is_object(schema);
    let mut all = vec![own];
    for part in cases(schema, "allOf") {
        all = product(&all, &wholes(part.as_object()?, inside)?)?;
    }
    for keyword in ["oneOf", "anyOf"] {
        let list = cases(schema, keyword);
        if list.is_empty() {
            continue;
        }
        let mut alternatives = Vec::new();
        for case in list {
            alternatives.extend(wholes(case.as_object()?, inside)?);
        }
        all = product(&all, &alternatives)?;
    }
    Some(all)
}

/// Each of one side merged with each of the other.
fn product(left: &[Schema], right: &[Schema]) -> Option<Vec<Schema>> {
    // Not much more than may come out in the end.
    if left.len().saturating_mul(right.len()) > MOST * MOST {
        return None;
    }
    let pairs = left
        .iter()
        .flat_map(|l| right.iter().map(move |r| merged(l, r)));
    Some(pairs.collect())
}

/// A schema without the schemas it is composed of, and without its description when it is composed.
fn own_rules(schema: &Schema) -> Schema {
    let composed = ["oneOf", "anyOf", "allOf"]
        .iter()
        .any(|word| schema.contains_key(*word));
    let mut own: Schema = schema
        .iter()
        .filter(|(key, _)| {
            !matches!(
                key.as_str(),
                "oneOf" | "anyOf" | "allOf" | "unevaluatedProperties"
            )
        })
        .filter(|(key, _)| !(composed && super::normal::is_note(key)))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if let Some(others) = schema.get("unevaluatedProperties") {
        own.entry("additionalProperties").or_insert(others.clone());
    }
    own
}

/// What stands beside the union: the notes, and the members that all cases have.
fn base_of(schema: &Schema) -> Schema {
    let mut base: Schema = schema
        .iter()
        .filter(|(key, _)| {
            !matches!(
                key.as_str(),
                "oneOf" | "anyOf" | "allOf" | "unevaluatedProperties" | "additionalProperties"
            )
        })
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    base.insert("type".into(), "object".into());
    base
}

/// One object with the members of both.
pub(super) fn merged(left: &Schema, right: &Schema) -> Schema {
    let mut out = left.clone();
    for (key, value) in right {
        match (key.as_str(), out.get_mut(key)) {
            ("properties" | "patternProperties", Some(Value::Object(there))) => {
                merge_members(there, value);
            }
            ("required", Some(Value::Array(there))) => {
                for name in value.as_array().into_iter().flatten() {
                    if !there.contains(name) {
                        there.push(name.clone());
                    }
                }
            }
            ("additionalProperties", Some(there)) => {
                // A part that collects what the others don't know opens the whole.
                if *there == Value::Bool(false) {
                    *there = value.clone();
                }
            }
            (_, Some(_)) => {}
            (_, None) => {
                out.insert(key.clone(), value.clone());
            }
        }
    }
    if !out.is_empty() {
        out.insert("type".into(), "object".into());
    }
    out
}

/// A member that both sides know has to fit both.
fn merge_members(there: &mut Map<String, Value>, more: &Value) {
    for (name, schema) in more.as_object().into_iter().flatten() {
        match there.get_mut(name) {
            Some(known) if known == schema => {}
            Some(known) => *known = json!({"allOf": [known.take(), schema]}),
            None => {
                there.insert(name.clone(), schema.clone());
            }
        }
    }
}

/// The names that the objects of a schema may have, the required ones first.
pub(super) fn names(schema: &Schema) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: &str| {
        if !names.iter().any(|there| there == name) {
            names.push(name.to_owned());
        }
    };
    let unions = ["oneOf", "anyOf"]
        .into_iter()
        .flat_map(|word| cases(schema, word));
    let all = std::iter::once(schema).chain(unions.filter_map(Value::as_object));
    for object in all {
        super::walk::required(object).into_iter().for_each(&mut add);
        properties(object).for_each(|(name, _)| add(name));
    }
    names
}
