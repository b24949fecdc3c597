//! Values made from schemas: most fit, some just don't.

use serde_json::{Map, Value, json};

/// Numbers from a seed.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.roll(times) == 0
    }
}

fn junk(dice: &mut Dice) -> Value {
    const JUNK: [&str; 22] = [
        "null",
        "true",
        "0",
        "1",
        "-1",
        "0.5",
        "7.0",
        "300",
        "-129",
        "4294967296",
        "1e30",
        "18446744073709551616",
        r#""""#,
        r#""a""#,
        r#""Low""#,
        r#""10.0.0.1""#,
        r#""long text""#,
        "[]",
        "[1]",
        r#"["a",1]"#,
        "{}",
        r#"{"a":1}"#,
    ];
    serde_json::from_str(JUNK[dice.roll(JUNK.len())]).unwrap()
}

/// A value that probably fits the schema, and sometimes just not.
pub(super) fn sample(root: &Value, schema: &Value, dice: &mut Dice, depth: usize) -> Value {
    if depth > 8 || dice.once_in(25) {
        return junk(dice);
    }
    let Some(rules) = schema.as_object() else {
        return junk(dice);
    };
    if let Some(target) = rules.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(target.trim_start_matches('#')).unwrap();
        return sample(root, target, dice, depth + 1);
    }
    for word in ["oneOf", "anyOf"] {
        if let Some(kinds) = rules.get(word).and_then(Value::as_array) {
            let kind = &kinds[dice.roll(kinds.len())];
            return sample(root, kind, dice, depth + 1);
        }
    }
    if let Some(word) = rules.get("const") {
        return word.clone();
    }
    if let Some(words) = rules.get("enum").and_then(Value::as_array) {
        return words[dice.roll(words.len())].clone();
    }
    let kind = match rules.get("type") {
        Some(Value::Array(kinds)) => kinds[dice.roll(kinds.len())].as_str(),
        Some(kind) => kind.as_str(),
        None => None,
    };
    match kind {
        Some("null") => Value::Null,
        Some("boolean") => dice.once_in(2).into(),
        Some("string") => text(rules, dice),
        Some("integer" | "number") => number(rules, dice),
        Some("array") => array(root, rules, dice, depth),
        Some("object") => object(root, rules, dice, depth),
        _ => junk(dice),
    }
}

fn text(rules: &Map<String, Value>, dice: &mut Dice) -> Value {
    let least = rules.get("minLength").and_then(Value::as_u64).unwrap_or(0) as usize;
    let length = (least + dice.roll(3)).saturating_sub(dice.roll(2));
    let letters: String = (0..length)
        .map(|_| ['a', 'ä', '😀', 'Z'][dice.roll(4)])
        .collect();
    match dice.roll(3) {
        0 if rules.contains_key("format") => "10.0.0.1".into(),
        _ if rules.contains_key("pattern") && !dice.once_in(4) => "abc".into(),
        _ => letters.into(),
    }
}

fn number(rules: &Map<String, Value>, dice: &mut Dice) -> Value {
    let ends: Vec<&Value> = ["minimum", "maximum", "exclusiveMaximum"]
        .iter()
        .filter_map(|w| rules.get(*w))
        .collect();
    match dice.roll(6) {
        0 if !ends.is_empty() => ends[dice.roll(ends.len())].clone(),
        1 if !ends.is_empty() => {
            let end = ends[dice.roll(ends.len())];
            match (end.as_i64(), end.as_u64()) {
                (Some(end), _) => end.saturating_add(1 - 2 * dice.roll(2) as i64).into(),
                (None, Some(end)) => (end - 1).into(),
                _ => end.clone(),
            }
        }
        2 => json!(f64::from(dice.roll(20) as u32) / 2.0),
        3 => json!(-(dice.roll(4) as i64)),
        _ => json!(dice.roll(12)),
    }
}

fn array(root: &Value, rules: &Map<String, Value>, dice: &mut Dice, depth: usize) -> Value {
    let least = rules.get("minItems").and_then(Value::as_u64).unwrap_or(0) as usize;
    let length = match dice.roll(8) {
        0 => least + 1,
        1 => least.saturating_sub(1),
        _ if rules.contains_key("maxItems") => least,
        _ => least + dice.roll(3),
    };
    let free = json!({});
    let places = rules.get("prefixItems").and_then(Value::as_array);
    let kind = |at: usize| {
        places
            .and_then(|p| p.get(at))
            .or(rules.get("items"))
            .unwrap_or(&free)
    };
    (0..length)
        .map(|at| sample(root, kind(at), dice, depth + 1))
        .collect()
}

fn object(root: &Value, rules: &Map<String, Value>, dice: &mut Dice, depth: usize) -> Value {
    let mut out = Map::new();
    let needed = super::super::walk::required(rules);
    for (name, kind) in super::super::walk::properties(rules) {
        let leave_out = if needed.contains(&name.as_str()) {
            dice.once_in(15)
        } else {
            dice.once_in(2)
        };
        if !leave_out {
            out.insert(name.clone(), sample(root, kind, dice, depth + 1));
        }
    }
    let mut more: Vec<(&str, &Value)> = Vec::new();
    if let Some(kind) = rules.get("additionalProperties").filter(|k| k.is_object()) {
        more.push((["7", "x", "-3", "Low"][dice.roll(4)], kind));
    }
    for kind in rules
        .get("patternProperties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        more.push((["7", "-3"][dice.roll(2)], kind.1));
    }
    for (name, kind) in more {
        if !dice.once_in(3) {
            out.insert(name.to_owned(), sample(root, kind, dice, depth + 1));
        }
    }
    if dice.once_in(20) {
        out.insert("surplus".into(), junk(dice));
    }
    Value::Object(out)
}

/// The value without the `null`s that count as absent: of the members that are `null`, those are
/// left out without which the value fits the schema, if there are such.
pub(super) fn without_absent(schema: &Value, value: &Value) -> Value {
    let validator = jsonschema::validator_for(schema).unwrap();
    let nulls = count_nulls(value).min(10);
    let choices = (0..1_u32 << nulls).map(|left_out| without(value, &mut { left_out }));
    let mut fitting = choices.filter(|choice| validator.is_valid(choice));
    fitting.next().unwrap_or_else(|| value.clone())
}

/// How many members are `null`.
fn count_nulls(value: &Value) -> u32 {
    match value {
        Value::Object(members) => {
            let count = |v: &Value| u32::from(v.is_null()) + count_nulls(v);
            members.values().map(count).sum()
        }
        Value::Array(items) => items.iter().map(count_nulls).sum(),
        _ => 0,
    }
}

/// The value without the `null` members whose bits are set.
fn without(value: &Value, left_out: &mut u32) -> Value {
    match value {
        Value::Object(members) => {
            let mut kept = Map::new();
            for (name, value) in members {
                if value.is_null() {
                    let leave_out = *left_out & 1 == 1;
                    *left_out >>= 1;
                    if leave_out {
                        continue;
                    }
                }
                kept.insert(name.clone(), without(value, left_out));
            }
            Value::Object(kept)
        }
        Value::Array(items) => items.iter().map(|item| without(item, left_out)).collect(),
        other => other.clone(),
    }
}
