//! A value that fits a schema, made from the schema alone.
//!
//! In: a schema. Out: the value that its author wrote for it (`default`, `examples`, the first of
//! an `enum`), else a plain one that keeps the bounds. It is a good guess, not a proof: whoever
//! shows one checks it first, as [`Checker::report`](super::Checker::report) does.

use serde_json::{Map, Number, Value, json};

use super::sample::matching;

/// Nothing is built deeper than this; what contains itself ends before.
const DEEPEST: usize = 8;
/// No list is made longer.
const MOST_ITEMS: u64 = 16;
/// No text is made longer.
const LONGEST: u64 = 256;

/// A value that fits the schema, with only the members that are required.
///
/// ```
/// use mcp_core::schema::example;
/// use serde_json::json;
///
/// let schema = json!({
///     "type": "object",
///     "properties": {
///         "query": {"type": "string", "minLength": 1},
///         "limit": {"type": "integer", "minimum": 10, "default": 20},
///     },
///     "required": ["query"],
/// });
/// assert_eq!(example(&schema), json!({"query": "text"}));
/// ```
pub fn example(schema: &Value) -> Value {
    example_with(schema, &[])
}

/// A value that fits the schema, with the members that are required and those named.
pub fn example_with(schema: &Value, also: &[&str]) -> Value {
    let made = Maker { root: schema }.value(schema, also, 0, 0);
    made.unwrap_or(Value::Null)
}

struct Maker<'s> {
    root: &'s Value,
}

impl<'s> Maker<'s> {
    /// The `nth` example of the schema: others are asked for where no two may be the same.
    // The recursion ends at `DEEPEST`.
    fn value(&self, schema: &'s Value, also: &[&str], nth: usize, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        let Value::Object(rules) = schema else {
            return Some(json!("text"));
        };
        if let Some(written) = written(rules, nth) {
            return Some(written);
        }
        if let Some(target) = rules.get("$ref").and_then(Value::as_str) {
            let target = self.root.pointer(target.strip_prefix('#')?)?;
            return self.value(target, also, nth, depth + 1);
        }
        for keyword in ["oneOf", "anyOf", "allOf"] {
            if let Some(kinds) = rules.get(keyword).and_then(Value::as_array) {
                return self.union(rules, kinds, also, nth, depth);
            }
        }
        match kind(rules) {
            Some("null") => Some(Value::Null),
            Some("boolean") => Some((nth == 0).into()),
            Some("integer") => whole(rules, nth),
            Some("number") => number(rules, nth),
            Some("array") => self.array(rules, depth),
            Some("object") => self.object(rules, also, depth),
            Some("string") => text(rules, nth),
            _ => Some(json!("text")),
        }
    }

    /// The first kind for which there is an example; of an object, with the members beside it.
    fn union(
        &self,
        rules: &'s Map<String, Value>,
        kinds: &'s [Value],
        also: &[&str],
        nth: usize,
        depth: usize,
    ) -> Option<Value> {
        let kinds = kinds
            .iter()
            .filter(|kind| kind.get("type") != Some(&json!("null")));
        let found = kinds
            .filter_map(|kind| self.value(kind, also, nth, depth + 1))
            .next()?;
        let Value::Object(mut members) = found else {
            return Some(found);
        };
        if let Some(Value::Object(more)) = self.object(rules, also, depth) {
            for (name, value) in more {
                members.entry(name).or_insert(value);
            }
        }
        Some(Value::Object(members))
    }

    fn object(&self, rules: &'s Map<String, Value>, also: &[&str], depth: usize) -> Option<Value> {
        let required = rules.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        let properties = rules.get("properties").and_then(Value::as_object);
        let free = Value::Bool(true);
        let mut members = Map::new();
        for name in required.chain(also.iter().copied()) {
            let schema = properties.and_then(|p| p.get(name));
            let known = schema.is_some() || !also.contains(&name);
            if known && !members.contains_key(name) {
                let made = Maker { root: self.root };
                let value = match schema {
                    Some(schema) => made.value(schema, &[], 0, depth + 1)?,
                    None => free.clone(),
                };
                members.insert(name.to_owned(), value);
            }
        }
        if members.is_empty() && properties.is_none_or(Map::is_empty) {
            members.extend(self.entry(rules, depth));
        }
        Some(Value::Object(members))
    }

    /// One entry of a map.
    fn entry(&self, rules: &'s Map<String, Value>, depth: usize) -> Option<(String, Value)> {
        let patterns = rules.get("patternProperties").and_then(Value::as_object);
        let by_pattern = patterns.and_then(|patterns| {
            let (pattern, schema) = patterns.iter().next()?;
            Some((matching(pattern)?, schema))
        });
        let (name, schema) = match by_pattern {
            Some(entry) => entry,
            None => {
                let others = rules.get("additionalProperties");
                (
                    "name".to_owned(),
                    others.filter(|others| others.is_object())?,
                )
            }
        };
        Some((name, self.value(schema, &[], 0, depth + 1)?))
    }

    fn array(&self, rules: &'s Map<String, Value>, depth: usize) -> Option<Value> {
        let count = |word: &str| rules.get(word).and_then(Value::as_u64);
        let least = count("minItems").unwrap_or(0);
        let length = least.max(1).min(count("maxItems").unwrap_or(u64::MAX));
        if least > MOST_ITEMS {
            return None;
        }
        let places = rules.get("prefixItems").and_then(Value::as_array);
        let unique = rules.get("uniqueItems") == Some(&Value::Bool(true));
        let mut items = Vec::new();
        for at in 0..usize::try_from(length.min(MOST_ITEMS)).ok()? {
            let place = places.and_then(|places| places.get(at));
            let Some(schema) = place.or(rules.get("items")) else {
                items.push(json!(at));
                continue;
            };
            match self.value(schema, &[], if unique { at } else { 0 }, depth + 1) {
                Some(item) => items.push(item),
                // A list of what contains itself may end here.
                None if items.len() as u64 >= least => break,
                None => return None,
            }
        }
        Some(Value::Array(items))
    }
}

/// What the author of the schema wrote for a value.
fn written(rules: &Map<String, Value>, nth: usize) -> Option<Value> {
    if let Some(only) = rules.get("const") {
        return Some(only.clone());
    }
    let default = rules.get("default").filter(|value| !value.is_null());
    let list = |word: &str| rules.get(word).and_then(Value::as_array);
    let examples = list("examples").into_iter().flatten();
    let mut all = default.into_iter().chain(examples);
    if let Some(found) = all.nth(nth) {
        return Some(found.clone());
    }
    list("enum")?.get(nth).cloned()
}

/// The type to give an example of.
fn kind(rules: &Map<String, Value>) -> Option<&str> {
    match rules.get("type") {
        Some(Value::String(kind)) => Some(kind),
        Some(Value::Array(kinds)) => {
            let mut kinds = kinds.iter().filter_map(Value::as_str);
            kinds.find(|kind| *kind != "null")
        }
        _ if rules.contains_key("properties") => Some("object"),
        _ if rules.contains_key("items") => Some("array"),
        _ if rules.contains_key("minimum") || rules.contains_key("maximum") => Some("number"),
        _ => None,
    }
}

fn bound(rules: &Map<String, Value>, word: &str) -> Option<f64> {
    rules.get(word)?.as_f64()
}

/// 1 if it fits, else the number nearest to it that does.
fn whole(rules: &Map<String, Value>, nth: usize) -> Option<Value> {
    let low = [
        bound(rules, "minimum").map(f64::ceil),
        bound(rules, "exclusiveMinimum").map(|end| end.floor() + 1.0),
    ];
    let high = [
        bound(rules, "maximum").map(f64::floor),
        bound(rules, "exclusiveMaximum").map(|end| end.ceil() - 1.0),
    ];
    let low = low.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
    let high = high.into_iter().flatten().fold(f64::INFINITY, f64::min);
    let step = bound(rules, "multipleOf")
        .filter(|step| *step > 0.0)
        .unwrap_or(1.0);
    let start = 1_f64.max(low).min(high);
    let mut value = (start / step).ceil() * step;
    if value > high {
        value = (high / step).floor() * step;
    }
    value += step * nth as f64;
    if value.abs() < 9e15 && value >= low && value <= high && value.fract() == 0.0 {
        return Some(json!(value as i64));
    }
    None
}

fn number(rules: &Map<String, Value>, nth: usize) -> Option<Value> {
    if let Some(value) = whole(rules, nth) {
        return Some(value);
    }
    let low = bound(rules, "minimum").or(bound(rules, "exclusiveMinimum"));
    let high = bound(rules, "maximum").or(bound(rules, "exclusiveMaximum"));
    let value = match (low, high) {
        (Some(low), Some(high)) => low / 2.0 + high / 2.0,
        (Some(end), None) | (None, Some(end)) => end,
        (None, None) => 0.5,
    };
    Number::from_f64(value).map(Value::Number)
}

fn text(rules: &Map<String, Value>, nth: usize) -> Option<Value> {
    let count = |word: &str| rules.get(word).and_then(Value::as_u64);
    let least = count("minLength").unwrap_or(0);
    let most = count("maxLength").unwrap_or(u64::MAX);
    if least > LONGEST {
        return None;
    }
    if let Some(pattern) = rules.get("pattern").and_then(Value::as_str) {
        return matching(pattern).map(Value::from);
    }
    let format = rules.get("format").and_then(Value::as_str);
    if let Some(known) = format.and_then(of_format) {
        return Some(known.into());
    }
    let mut text = "text".to_owned();
    if nth > 0 {
        text = format!("{nth}{text}");
    }
    while (text.len() as u64) < least {
        text.push_str("text");
    }
    let longest = most.min(least.max(4 + u64::from(nth > 0)));
    text.truncate(usize::try_from(longest).ok()?);
    Some(text.into())
}

/// A text in a format that JSON Schema or `schemars` names.
fn of_format(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "1985-04-12T23:20:50Z",
        "partial-date-time" => "1985-04-12T23:20:50",
        "date" => "1985-04-12",
        "time" => "12:00:00Z",
        "partial-time" => "12:00:00",
        "duration" => "PT1H",
        "email" => "someone@example.com",
        "hostname" => "example.com",
        "ip" | "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "uri" | "url" | "iri" => "https://example.com/",
        "uri-reference" => "/path",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        "json-pointer" => "/a/0",
        "regex" => "^a+$",
        _ => return None,
    })
}
