//! Several objects as one.
//!
//! In: the listed schemas of the variants of an enum, each an object. Out: one object with the
//! members of all, that takes what any of them takes; which members go together is said in words.
//! It never allows less than a variant does.

use serde_json::{Map, Value, json};

use super::enums::enum_words;
use super::portable::{ANYTHING, Portable, has_member, said};
use super::unions::any_of;
use super::walk::{Schema, as_schema, describe, join, properties, required};

/// One object with the members of all.
pub(super) fn merge(portable: &mut Portable, objects: &[Schema], path: &str) -> Schema {
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
    out.insert(
        "additionalProperties".into(),
        others(portable, objects, path),
    );
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
    for object in objects {
        let named = properties(object).find(|(there, _)| *there == name);
        let kind = match (named, object.get("additionalProperties")) {
            (Some((_, kind)), _) => kind.clone(),
            (None, Some(Value::Bool(false))) => continue,
            (None, Some(kind @ Value::Object(_))) => kind.clone(),
            // This one takes a member of any name with any value.
            (None, _) => return json!({"description": ANYTHING}),
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
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

/// What is listed for the members that no object names.
fn others(portable: &mut Portable, objects: &[Schema], path: &str) -> Value {
    let mut kinds: Vec<Value> = Vec::new();
    for object in objects {
        match object.get("additionalProperties") {
            Some(Value::Bool(false)) => {}
            Some(kind @ Value::Object(_)) if !kinds.contains(kind) => kinds.push(kind.clone()),
            Some(Value::Object(_)) => {}
            _ => return Value::Bool(true),
        }
    }
    if kinds.is_empty() {
        return Value::Bool(false);
    }
    any_of(portable, kinds, &join(path, "additionalProperties"))
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
