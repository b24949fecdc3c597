//! A schema of anybody's, in the words that our checker knows.
//!
//! In: a schema, and the engine for patterns. Out: one that accepts at least as much, and whether
//! anything that restricts was left out. What stands under `not`, or must be the only one of
//! several, is kept only when it means the same.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::schema::Patterns;

/// The schema in words that the checker knows, and whether something that restricts was left out.
pub(super) fn loosen(schema: &Value, patterns: &dyn Patterns) -> (Value, bool) {
    let mut loosener = Loosener::new(schema, patterns);
    let (mut loose, _) = loosener.schema(schema, true);
    drop_dangling(&mut loose, &mut loosener.loosened);
    (loose, loosener.loosened)
}

/// What becomes of a keyword.
enum Part {
    /// It means the same.
    Same(Value),
    /// It is kept, but may be looser than it was.
    Looser(Value),
    /// It restricts nothing.
    Nothing,
    /// It is left out, though it may restrict.
    Dropped,
}

struct Loosener<'p> {
    patterns: &'p dyn Patterns,
    /// Beside `$ref` nothing counts (up to draft 7).
    ref_stands_alone: bool,
    /// Something that restricts was left out.
    loosened: bool,
}

impl<'p> Loosener<'p> {
    fn new(root: &Value, patterns: &'p dyn Patterns) -> Self {
        let dialect = root.get("$schema").and_then(Value::as_str);
        Loosener {
            patterns,
            ref_stands_alone: dialect.is_some_and(|dialect| dialect.contains("draft-0")),
            loosened: false,
        }
    }

    /// The schema in words that the checker knows, and whether it means the same.
    // The recursion ends with the depth that serde_json reads.
    fn schema(&mut self, schema: &Value, is_root: bool) -> (Value, bool) {
        let Value::Object(members) = schema else {
            return (schema.clone(), true);
        };
        // References inside are looked up from here, which nobody does.
        if !is_root && members.contains_key("$id") && holds_ref(schema) {
            self.loosened = true;
            return (Value::Bool(true), false);
        }
        let alone = self.ref_stands_alone && members.contains_key("$ref");
        let mut out = Map::new();
        let mut exact = true;
        for (keyword, value) in members {
            if alone && !["$ref", "$defs", "definitions"].contains(&&**keyword) {
                exact = false;
                continue;
            }
            match self.part(keyword, value, members) {
                Part::Nothing => {}
                Part::Same(value) => drop(out.insert(keyword.clone(), value)),
                Part::Looser(value) => {
                    exact = false;
                    let keyword = if keyword == "oneOf" { "anyOf" } else { keyword };
                    insert_or_join(&mut out, keyword, value);
                }
                Part::Dropped => {
                    exact = false;
                    self.loosened = true;
                }
            }
        }
        exact &= self.old_tuple(members, &mut out);
        exact &= allow_null(members, &mut out);
        (Value::Object(out), exact)
    }

    fn part(&mut self, keyword: &str, value: &Value, beside: &Map<String, Value>) -> Part {
        match keyword {
            "type" | "const" | "minLength" | "maxLength" | "minimum" | "maximum" | "multipleOf"
            | "minItems" | "maxItems" | "uniqueItems" | "minProperties" | "maxProperties" => {
                Part::Same(value.clone())
            }
            "title" | "description" | "$comment" | "$schema" | "$id" | "deprecated"
            | "readOnly" | "writeOnly" | "$anchor" => Part::Nothing,
            // See `allow_null`.
            "nullable" => Part::Nothing,
            // Examples are made from these.
            "default" | "example" | "examples" => Part::Same(value.clone()),
            "enum" if beside.contains_key("const") => Part::Dropped,
            "enum" => Part::Same(value.clone()),
            "format" | "contentEncoding" | "contentMediaType" => Part::Looser(value.clone()),
            // Booleans up to draft 4.
            "exclusiveMinimum" | "exclusiveMaximum" if value.is_boolean() => Part::Dropped,
            "exclusiveMinimum" | "exclusiveMaximum" => Part::Same(value.clone()),
            // A boolean up to draft 3.
            "required" if value.is_boolean() => Part::Dropped,
            "required" => Part::Same(value.clone()),
            "pattern" => match value.as_str().is_some_and(|p| self.is_usable(p)) {
                true => Part::Looser(value.clone()),
                false => Part::Dropped,
            },
            "$ref" => match value.as_str().is_some_and(|to| to.starts_with('#')) {
                true => Part::Looser(value.clone()),
                false => Part::Dropped,
            },
            "properties" | "$defs" | "definitions" => self.map(value),
            "patternProperties" => self.by_pattern(value),
            "additionalProperties" if !self.knows_patterns(beside) => Part::Dropped,
            "additionalProperties" | "propertyNames" => self.one(value),
            // A list up to draft 7; see `old_tuple`.
            "items" if value.is_array() => Part::Nothing,
            "items" => self.one(value),
            "additionalItems" => Part::Nothing,
            "prefixItems" if value.as_array().is_some_and(Vec::is_empty) => Part::Nothing,
            "prefixItems" | "allOf" | "anyOf" | "oneOf" => self.list(value),
            "not" => match self.one(value) {
                Part::Same(value) => Part::Same(value),
                _ => Part::Dropped,
            },
            _ if keyword.starts_with("x-") => Part::Nothing,
            _ => Part::Dropped,
        }
    }

    fn one(&mut self, value: &Value) -> Part {
        match self.schema(value, false) {
            (schema, true) => Part::Same(schema),
            (schema, false) => Part::Looser(schema),
        }
    }

    fn list(&mut self, value: &Value) -> Part {
        let Value::Array(schemas) = value else {
            return Part::Same(value.clone());
        };
        let mut exact = true;
        let mut one = |schema| {
            let (schema, same) = self.schema(schema, false);
            exact &= same;
            schema
        };
        let schemas: Value = schemas.iter().map(&mut one).collect();
        match exact {
            true => Part::Same(schemas),
            false => Part::Looser(schemas),
        }
    }

    fn map(&mut self, value: &Value) -> Part {
        let Value::Object(schemas) = value else {
            return Part::Same(value.clone());
        };
        let mut exact = true;
        let mut out = Map::new();
        for (name, schema) in schemas {
            let (schema, same) = self.schema(schema, false);
            exact &= same;
            out.insert(name.clone(), schema);
        }
        match exact {
            true => Part::Same(Value::Object(out)),
            false => Part::Looser(Value::Object(out)),
        }
    }

    fn by_pattern(&mut self, value: &Value) -> Part {
        let (Part::Same(Value::Object(mut all)) | Part::Looser(Value::Object(mut all))) =
            self.map(value)
        else {
            return Part::Same(value.clone());
        };
        let before = all.len();
        all.retain(|pattern, _| self.is_usable(pattern));
        self.loosened |= all.len() < before;
        Part::Looser(Value::Object(all))
    }

    /// Whether all names that patterns speak of are known as such.
    fn knows_patterns(&self, beside: &Map<String, Value>) -> bool {
        let patterns = beside.get("patternProperties").and_then(Value::as_object);
        patterns.is_none_or(|all| all.keys().all(|pattern| self.is_usable(pattern)))
    }

    /// Whether a pattern can be checked, and does not refuse more than its author meant: engines
    /// differ in what a letter or a digit is.
    fn is_usable(&self, pattern: &str) -> bool {
        let differs = [r"\W", r"\D", r"\S", r"\b", r"\B"]
            .iter()
            .any(|class| pattern.contains(class));
        let negated =
            pattern.contains("[^") && [r"\w", r"\d", r"\s"].iter().any(|c| pattern.contains(c));
        !differs && !negated && self.patterns.compile(pattern).is_ok()
    }

    /// `items` as a list, with `additionalItems` for what comes after it. Whether that is the
    /// same.
    fn old_tuple(&mut self, members: &Map<String, Value>, out: &mut Map<String, Value>) -> bool {
        let Some(items @ Value::Array(list)) = members.get("items") else {
            return true;
        };
        if members.contains_key("prefixItems") {
            self.loosened = true;
            return false;
        }
        let mut exact = true;
        let mut put = |keyword: &str, part| match part {
            Part::Same(value) => drop(out.insert(keyword.to_owned(), value)),
            Part::Looser(value) => {
                exact = false;
                out.insert(keyword.to_owned(), value);
            }
            Part::Nothing | Part::Dropped => exact = false,
        };
        if !list.is_empty() {
            put("prefixItems", self.list(items));
        }
        if let Some(rest) = members.get("additionalItems") {
            put("items", self.one(rest));
        }
        exact
    }
}

/// Puts the cases of a second union beside those of the first.
fn insert_or_join(out: &mut Map<String, Value>, keyword: &str, value: Value) {
    if keyword == "anyOf" && out.contains_key("anyOf") {
        let all = out.entry("allOf").or_insert_with(|| json!([]));
        if let Value::Array(all) = all {
            all.push(json!({ "anyOf": value }));
        }
        return;
    }
    out.insert(keyword.to_owned(), value);
}

/// `nullable`, of OpenAPI, which servers mean though no draft has it. Whether that is the same.
fn allow_null(members: &Map<String, Value>, out: &mut Map<String, Value>) -> bool {
    if members.get("nullable") != Some(&Value::Bool(true)) {
        return true;
    }
    let rest = std::mem::take(out);
    out.insert("anyOf".to_owned(), json!([rest, { "type": "null" }]));
    false
}

fn holds_ref(schema: &Value) -> bool {
    let mut waiting = vec![schema];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(members) if members.contains_key("$ref") => return true,
            Value::Object(members) => waiting.extend(members.values()),
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
    false
}

/// Keywords with values that are no schemas.
const VALUES: [&str; 5] = ["const", "default", "enum", "example", "examples"];

/// Leaves out references that lead nowhere. All that are left stand where that only loosens.
fn drop_dangling(schema: &mut Value, loosened: &mut bool) {
    if !holds_ref(schema) {
        return;
    }
    let mut targets = HashMap::new();
    let root = schema.clone();
    let mut leads = |target: &str| -> bool {
        let known = targets.get(target).copied();
        known.unwrap_or_else(|| {
            let leads = crate::schema::leads_inside(&root, target);
            targets.insert(target.to_owned(), leads);
            leads
        })
    };
    let mut waiting = vec![schema];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(members) => {
                let dangles = members
                    .get("$ref")
                    .and_then(Value::as_str)
                    .is_some_and(|target| !leads(target));
                if dangles {
                    members.remove("$ref");
                    *loosened = true;
                }
                let schemas = members
                    .iter_mut()
                    .filter(|(name, _)| !VALUES.contains(&&***name));
                waiting.extend(schemas.map(|(_, value)| value));
            }
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
}
