//! The listed schema: what clients are shown.
//!
//! In: a precise schema. Out: one without the constructs that clients stumble over, which allows at
//! least as much, save `null` for members that may be left out. Where it allows more, it says so.
//! It never touches a schema that was written by hand.

use serde_json::{Map, Value, json};

use super::unions;
use super::walk::{
    Schema, as_schema, change_inner, describe, is_null, is_type, join, properties, required,
};
use super::{Widened, Widening};

/// What is said of a value that may be anything.
pub(super) const ANYTHING: &str = "Any JSON value.";

/// String formats that all clients take.
const FORMATS: [&str; 9] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "time",
    "uuid",
];

/// A schema on its way to the list.
#[derive(Debug, Default)]
pub(super) struct Portable {
    pub(super) widened: Vec<Widened>,
}

impl Portable {
    pub(super) fn widen(&mut self, path: &str, way: Widening) {
        let widened = Widened {
            path: path.to_owned(),
            way,
        };
        if !self.widened.contains(&widened) {
            self.widened.push(widened);
        }
    }

    /// What is listed for a value that is always there: `null` stays, if it is allowed.
    // The recursion ends: the precise schema was bounded when it was made.
    pub(super) fn of(&mut self, value: Value, path: &str) -> Value {
        let mut schema = as_schema(value);
        if schema.contains_key("default") || schema.contains_key("examples") {
            show_without_absent(&mut schema);
        }
        self.members(&mut schema);
        let result: Result<(), std::convert::Infallible> =
            change_inner(&mut schema, path, |inner, at| Ok(self.of(inner, at)));
        let Ok(()) = result;
        self.format(&mut schema, path);
        constant(&mut schema);
        self.exclusion(&mut schema, path);
        self.tuple(&mut schema, path);
        self.map_keys(&mut schema, path);
        if is_type(&schema, "array") {
            let any = || json!({"description": ANYTHING});
            schema.entry("items").or_insert_with(any);
        }
        unions::list(self, &mut schema, path);
        split_types(&mut schema);
        if is_free(&schema) {
            schema.entry("description").or_insert(ANYTHING.into());
        }
        Value::Object(schema)
    }

    /// Takes `null` away from the members that may be left out.
    fn members(&mut self, schema: &mut Schema) {
        let needed: Vec<String> = required(schema).into_iter().map(str::to_owned).collect();
        let Some(members) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
            return;
        };
        for (name, member) in members {
            if !needed.contains(name) {
                *member = Value::Object(without_null(as_schema(member.take())));
            }
        }
    }

    fn format(&mut self, schema: &mut Schema, path: &str) {
        let Some(format) = schema.get("format").and_then(Value::as_str) else {
            return;
        };
        // A format is a hint to most validators, so even one that stays is a promise not kept.
        let format = format.to_owned();
        self.widen(path, Widening::Format);
        if !FORMATS.contains(&format.as_str()) {
            schema.remove("format");
            let said = schema.get("description").and_then(Value::as_str);
            if !said.is_some_and(|said| said.contains(&format)) {
                describe(schema, &format!("Format: {format}."), " ");
            }
        }
    }

    fn exclusion(&mut self, schema: &mut Schema, path: &str) {
        let Some(not) = schema.remove("not") else {
            return;
        };
        self.widen(path, Widening::Exclusion);
        match not.get("const") {
            Some(value) => describe(schema, &format!("Not {value}."), " "),
            None if not.as_object().is_some_and(Map::is_empty) => {
                describe(schema, "Must be left out.", " ");
            }
            None => {}
        }
    }

    fn tuple(&mut self, schema: &mut Schema, path: &str) {
        let Some(Value::Array(places)) = schema.remove("prefixItems") else {
            return;
        };
        let most = schema.get("maxItems").and_then(Value::as_u64);
        let all_named = most.is_some_and(|most| most <= places.len() as u64);
        let rest = schema.remove("items").filter(|_| !all_named);
        let open = !all_named && rest.is_none();
        let mut kinds: Vec<Value> = Vec::new();
        for kind in places.into_iter().chain(rest) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if open {
            kinds = vec![json!({"description": ANYTHING})];
        }
        if kinds.len() > 1 || open {
            self.widen(path, Widening::Tuple);
        }
        schema.insert(
            "items".into(),
            unions::any_of(self, kinds, &join(path, "items")),
        );
    }

    fn map_keys(&mut self, schema: &mut Schema, path: &str) {
        let Some(Value::Object(patterns)) = schema.remove("patternProperties") else {
            return;
        };
        self.widen(path, Widening::MapKeys);
        let patterns_said: Vec<String> = patterns.keys().map(|p| format!("`{p}`")).collect();
        let mut kinds: Vec<Value> = Vec::new();
        let others = schema.remove("additionalProperties");
        let open = matches!(others, None | Some(Value::Bool(true)));
        for kind in patterns
            .into_iter()
            .map(|(_, kind)| kind)
            .chain(others.filter(Value::is_object))
        {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let at = join(path, "additionalProperties");
        let kind = if open {
            Value::Bool(true)
        } else {
            let names = format!("Names match {}.", patterns_said.join(" or "));
            describe(schema, &names, " ");
            unions::any_of(self, kinds, &at)
        };
        schema.insert("additionalProperties".into(), kind);
    }
}

/// A default or example is shown without the members that may be left out and are `null`: the
/// listed schema does not mention that `null`.
fn show_without_absent(schema: &mut Schema) {
    let rules = schema.clone();
    if let Some(default) = schema.get_mut("default") {
        leave_out_absent(default, &rules);
    }
    let examples = schema.get_mut("examples").and_then(Value::as_array_mut);
    for example in examples.into_iter().flatten() {
        leave_out_absent(example, &rules);
    }
}

// The recursion ends with the schema.
fn leave_out_absent(value: &mut Value, rules: &Schema) {
    let member = |name: &str| properties(rules).find(|(there, _)| *there == name);
    match value {
        Value::Object(members) => {
            let needed = required(rules);
            members.retain(|name, value| {
                !value.is_null() || member(name).is_none() || needed.contains(&name.as_str())
            });
            for (name, value) in members {
                if let Some((_, Value::Object(inner))) = member(name) {
                    leave_out_absent(value, inner);
                }
            }
        }
        Value::Array(items) => {
            if let Some(Value::Object(inner)) = rules.get("items") {
                items
                    .iter_mut()
                    .for_each(|item| leave_out_absent(item, inner));
            }
        }
        _ => {}
    }
}

/// One constant string is an enum of one.
fn constant(schema: &mut Schema) {
    if schema.get("const").is_some_and(Value::is_string)
        && let Some(word) = schema.remove("const")
    {
        schema.insert("type".into(), "string".into());
        schema.insert("enum".into(), Value::Array(vec![word]));
    }
}

/// Several types in one `type` become a union: clients compare `type` with one name.
fn split_types(schema: &mut Schema) {
    let Some(Value::Array(types)) = schema.get("type") else {
        return;
    };
    let types = types.clone();
    if let [one] = types.as_slice() {
        schema.insert("type".into(), one.clone());
        return;
    }
    let (notes, rules): (Schema, Schema) = std::mem::take(schema)
        .into_iter()
        .partition(|(key, _)| super::normal::is_note(key));
    let split = |name: &Value| {
        let mut case = rules.clone();
        case.insert("type".into(), name.clone());
        keep_for_type(&mut case, name.as_str().unwrap_or_default());
        Value::Object(case)
    };
    *schema = notes;
    schema.insert("anyOf".into(), types.iter().map(split).collect());
}

/// Takes away the rules that say nothing about values of this type.
fn keep_for_type(schema: &mut Schema, name: &str) {
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| type_of(value) == name);
    }
    schema.retain(|key, _| match key.as_str() {
        "minLength" | "maxLength" | "pattern" | "format" => name == "string",
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            matches!(name, "integer" | "number")
        }
        "items" | "minItems" | "maxItems" | "uniqueItems" => name == "array",
        "properties" | "required" | "additionalProperties" => name == "object",
        "enum" => name != "null",
        _ => true,
    });
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether the schema allows everything.
fn is_free(schema: &Schema) -> bool {
    schema
        .keys()
        .all(|key| super::normal::is_note(key) || key.starts_with("x-"))
}

/// The schema without `null` among what it allows.
pub(super) fn without_null(mut schema: Schema) -> Schema {
    if let Some(Value::Array(types)) = schema.get_mut("type")
        && types.iter().any(|name| name != "null")
    {
        types.retain(|name| name != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            schema.insert("type".into(), one);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && values.iter().any(|value| !value.is_null())
    {
        values.retain(|value| !value.is_null());
    }
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(kinds)) = schema.get_mut(keyword) else {
            continue;
        };
        if !kinds.iter().any(is_null) || kinds.iter().all(is_null) {
            continue;
        }
        kinds.retain(|kind| !is_null(kind));
        if let [Value::Object(only)] = kinds.as_slice() {
            let only = only.clone();
            let free = only.iter().all(|(key, value)| {
                super::normal::is_note(key) || schema.get(key).is_none_or(|there| there == value)
            });
            if free {
                schema.remove(keyword);
                for (key, value) in only {
                    schema.entry(key).or_insert(value);
                }
            }
        }
    }
    schema
}

/// The definitions that the schema refers to, each in its listed form, with all they refer to.
pub(super) fn definitions(
    portable: &mut Portable,
    listed: &Value,
    precise: &Map<String, Value>,
) -> Map<String, Value> {
    let mut out = Map::new();
    let mut waiting = super::references(listed);
    while let Some(name) = waiting.pop() {
        let Some(schema) = precise.get(&name).filter(|_| !out.contains_key(&name)) else {
            continue;
        };
        let schema = portable.of(schema.clone(), &format!("$defs.{name}"));
        waiting.extend(super::references(&schema));
        out.insert(name, schema);
    }
    out
}

/// The description of a schema, if it has one.
pub(super) fn said(schema: &Schema) -> Option<&str> {
    schema.get("description").and_then(Value::as_str)
}

/// Whether the object has this member.
pub(super) fn has_member(schema: &Schema, name: &str) -> bool {
    properties(schema).any(|(there, _)| there == name)
}
