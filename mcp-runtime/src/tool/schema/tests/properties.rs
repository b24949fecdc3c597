//! The two promises between what is listed and what is accepted, tried on random values.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::{NonZeroI32, NonZeroU32};

use mcp_core::json::{Text, from_raw};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

use super::types::*;
use super::*;

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn once_in(&mut self, times: usize) -> bool {
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
fn sample(root: &Value, schema: &Value, dice: &mut Dice, depth: usize) -> Value {
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

/// The value without the `null`s that count as absent.
fn without_absent(schema: &Value, value: &Value) -> Value {
    let validator = jsonschema::validator_for(schema).unwrap();
    if validator.is_valid(value) {
        return value.clone();
    }
    without_nulls(value)
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.iter().filter(|(_, v)| !v.is_null());
            Value::Object(kept.map(|(k, v)| (k.clone(), without_nulls(v))).collect())
        }
        Value::Array(elements) => elements.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

/// Whether the type is really made of the value.
fn taken<T: DeserializeOwned>(checker: &Checker, arguments: &Value) -> bool {
    let text = Text::from_serialize(arguments).unwrap();
    checker.accepts(text.as_raw())
        && text
            .as_raw()
            .member("p")
            .is_some_and(|p| from_raw::<T>(p).is_ok())
}

/// How many values were taken and refused.
#[derive(Default)]
struct Count {
    taken: usize,
    refused: usize,
}

/// Whether the type has rules that its generated schema does not tell; what breaks them is refused
/// by the type itself.
fn own_rules(name: &str) -> bool {
    // The names of variants as keys of a map, when the variants are documented.
    name == "HashMap<Level, u8>"
        // The nanoseconds are added to the seconds, which may be too many then.
        || name == "std::time::Duration"
}

fn hold<T: JsonSchema + DeserializeOwned>(name: &str, widened: &[Widening]) {
    let schemas = of::<T>();
    let ways: Vec<Widening> = schemas.widened.iter().map(|w| w.way).collect();
    for way in widened {
        assert!(
            ways.contains(way),
            "{name} is not widened by {way:?}: {ways:?}"
        );
    }
    for way in &ways {
        assert!(
            widened.contains(way),
            "{name} is widened by {way:?} at {:?}",
            schemas.widened
        );
    }
    let checker = checker(&schemas);
    let listed = Value::Object(schemas.listed.clone());
    let listed_validator = jsonschema::validator_for(&listed).unwrap();
    let precise_validator = jsonschema::validator_for(&schemas.precise).unwrap();
    let mut count = Count::default();
    let config = Config {
        cases: 300,
        failure_persistence: None,
        ..Config::default()
    };
    let outcome = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    )
    .run(&any::<u64>(), |seed| {
        let mut dice = Dice(seed | 1);
        let from = if dice.once_in(2) {
            &listed
        } else {
            &schemas.precise
        };
        let value = sample(from, from, &mut dice, 0);
        let Value::Object(_) = value else {
            return Ok(());
        };
        let text = Text::from_serialize(&value).unwrap();
        prop_assert_eq!(
            checker.accepts(text.as_raw()),
            precise_validator.is_valid(&value),
            "{}: the checker and an independent validator differ on {}",
            name,
            value
        );
        let taken = taken::<T>(&checker, &value);
        if taken {
            let kept = without_absent(&listed, &value);
            prop_assert!(
                listed_validator.is_valid(&kept),
                "{}: taken, but not listed: {}",
                name,
                value
            );
        }
        if widened.is_empty() && !own_rules(name) && listed_validator.is_valid(&value) {
            prop_assert!(taken, "{}: listed, but not taken: {}", name, value);
        }
        Ok(())
    });
    if let Err(error) = outcome {
        panic!(
            "{error}\nlisted: {listed:#}\nprecise: {:#}",
            schemas.precise
        );
    }
    // The promises say nothing if nothing is ever taken, or nothing refused.
    for seed in 1..400_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let value = sample(&schemas.precise, &schemas.precise, &mut dice, 0);
        if taken::<T>(&checker, &value) {
            count.taken += 1;
        } else {
            count.refused += 1;
        }
    }
    assert!(
        count.taken >= 20,
        "{name}: only {} values were taken",
        count.taken
    );
    assert!(
        count.refused >= 5,
        "{name}: only {} values were refused",
        count.refused
    );
}

macro_rules! hold_each {
    ($($type:ty => [$($way:ident),*];)*) => {
        /// Each type with its promises.
        const TYPES: &[(&str, fn(&str, &[Widening]), &[Widening])] =
            &[$((stringify!($type), hold::<$type>, &[$(Widening::$way),*])),*];
    };
}

each!(hold_each);

#[test]
fn what_is_taken_is_listed_and_what_is_listed_is_taken_save_the_known_widenings() {
    assert!(TYPES.len() >= 40);
    let mut broken = 0;
    for (name, hold, widened) in TYPES {
        let name = name.replace(' ', "").replace(",", ", ");
        broken += usize::from(std::panic::catch_unwind(|| hold(&name, widened)).is_err());
    }
    assert_eq!(broken, 0, "types whose promises are broken");
}
