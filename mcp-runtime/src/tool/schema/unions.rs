//! Unions as clients can take them: merged where that is possible, else `anyOf`.
//!
//! In: a schema with `oneOf`, `anyOf` or `allOf` whose cases are listed schemas already. Out: one
//! object with the members of all object cases, one enum with all words; what is left is `anyOf`.
//! It never leaves `oneOf`, and never merges what is not an object.

use serde_json::{Map, Value, json};

use super::Widening;
use super::enums::{Words, enum_words};
use super::objects::is_object;
use super::portable::{Portable, has_member, said};
use super::walk::{Schema, as_schema, cases, describe, is_type, join, properties, required};

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
fn put_in(schema: &mut Schema, union: Schema) {
    let whole = is_object(&union) && is_object(schema);
    for (key, value) in union {
        match key.as_str() {
            "description" => {
                let text = value.as_str().unwrap_or_default().to_owned();
                if said(schema).is_none_or(|there| !there.contains(&text)) {
                    describe(schema, &text, "\n\n");
                }
            }
            // The cases are whole objects: what the union says holds for the base as well.
            _ if whole => drop(schema.insert(key, value)),
            "anyOf" if schema.contains_key("anyOf") => {
                schema.insert("allOf".into(), json!([{ "anyOf": value }]));
            }
            _ => drop(schema.entry(key).or_insert(value)),
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

/// One object with the members of all.
fn merge(portable: &mut Portable, objects: &[Schema], path: &str) -> Schema {
    let tag = tag_of(objects);
    let mut members: Map<String, Value> = Map::new();
    for object in objects {
        for (name, _) in properties(object) {
            if !members.contains_key(name) {
                let member = member(portable, objects, name, tag.as_deref(), path);
                members.insert(name.clone(), member);
            }
        }
    }
    let needed = |name: &String| objects.iter().all(|o| required(o).contains(&name.as_str()));
    let needed: Vec<Value> = members
        .keys()
        .filter(|name| needed(name))
        .cloned()
        .map(Value::from)
        .collect();
    let mut out = Schema::new();
    out.insert("type".into(), "object".into());
    out.insert("properties".into(), Value::Object(members));
    if !needed.is_empty() {
        out.insert("required".into(), Value::Array(needed));
    }
    let closed = |object: &Schema| object.get("additionalProperties") == Some(&Value::Bool(false));
    if objects.iter().all(closed) {
        out.insert("additionalProperties".into(), false.into());
    } else {
        out.insert("additionalProperties".into(), true.into());
    }
    if tag.is_none()
        && let Some(line) = choice_line(objects)
    {
        describe(&mut out, &line, "\n\n");
    }
    out
}

/// What is listed for a member that several objects may have.
fn member(
    portable: &mut Portable,
    objects: &[Schema],
    name: &str,
    tag: Option<&str>,
    path: &str,
) -> Value {
    let owners: Vec<&Schema> = objects.iter().filter(|o| has_member(o, name)).collect();
    let mut kinds: Vec<Value> = Vec::new();
    for owner in &owners {
        let kind = properties(owner)
            .find(|(there, _)| *there == name)
            .map(|(_, kind)| kind);
        kinds.extend(kind.filter(|kind| !kinds.contains(kind)).cloned());
    }
    let at = join(&join(path, "properties"), name);
    let mut schema = as_schema(any_of(portable, kinds, &at));
    let Some(tag) = tag else {
        return Value::Object(schema);
    };
    if tag == name {
        if let Some(lines) = variant_lines(objects, tag) {
            describe(&mut schema, &lines, "\n\n");
        }
    } else if owners.len() < objects.len() {
        let values: Vec<String> = owners
            .iter()
            .flat_map(|o| tag_values(o, tag))
            .map(|v| format!("\"{v}\""))
            .collect();
        let need = owners.iter().all(|o| required(o).contains(&name));
        let verb = if need { "Needed" } else { "Allowed" };
        describe(
            &mut schema,
            &format!("{verb} only when `{tag}` is {}.", values.join(" or ")),
            " ",
        );
    }
    Value::Object(schema)
}

/// What is said of each variant.
fn variant_lines(objects: &[Schema], tag: &str) -> Option<String> {
    let line = |object: &Schema| {
        let said = said(object)?;
        let values: Vec<String> = tag_values(object, tag)
            .iter()
            .map(|v| format!("`{v}`"))
            .collect();
        Some(format!("- {}: {said}", values.join(", ")))
    };
    let lines: Vec<String> = objects.iter().filter_map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Objects that each need one member of their own are told apart by it: exactly one must be given.
fn choice_line(objects: &[Schema]) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for object in objects {
        let [name] = required(object)[..] else {
            return None;
        };
        let fresh = !names.iter().any(|there| there == name);
        if !fresh || properties(object).count() != 1 {
            return None;
        }
        names.push(name.to_owned());
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Some(format!("Give exactly one of {}.", names.join(", ")))
}

/// The member by whose value the objects are told apart.
fn tag_of(objects: &[Schema]) -> Option<String> {
    let first = objects.first()?;
    let is_tag = |name: &str| {
        let mut seen: Vec<String> = Vec::new();
        objects.iter().all(|object| {
            let values = tag_values(object, name);
            let fresh = !values.is_empty() && !values.iter().any(|value| seen.contains(value));
            seen.extend(values);
            fresh && required(object).contains(&name)
        })
    };
    properties(first)
        .map(|(name, _)| name)
        .find(|name| is_tag(name))
        .cloned()
}

fn tag_values(object: &Schema, tag: &str) -> Vec<String> {
    let member = properties(object).find(|(name, _)| *name == tag);
    let member = member.and_then(|(_, kind)| kind.as_object());
    member.and_then(enum_words).unwrap_or_default()
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
