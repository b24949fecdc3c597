//! The pass over random schemas, of the shapes that types lead to.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::samples::{Dice, sample, without_absent};
use super::*;

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a", "b", "c", "id", "kind"]).prop_map(str::to_owned)
}

fn scalar() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!({"type": "string"}),
        json!({"type": "string", "minLength": 1, "description": "Words."}),
        json!({"type": "integer", "format": "int8", "minimum": -128, "maximum": 127}),
        json!({"type": "integer", "format": "uint64", "minimum": 0, "maximum": u64::MAX}),
        json!({"type": "number", "format": "double"}),
        json!({"type": "boolean"}),
        json!({"type": "null"}),
        json!({"type": "string", "enum": ["x", "y"]}),
        json!({"oneOf": [{"type": "string", "const": "x", "description": "X."}, {"type": "string", "const": "z"}]}),
        json!({"type": "integer", "not": {"const": 0}}),
        json!({"type": "object"}),
        json!(true),
    ])
}

/// A struct: some members, some of them required.
fn object(inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    prop::collection::btree_map(name(), (inner, any::<bool>()), 0..4)
        .prop_map(|members| {
            let required: Vec<&String> = members
                .iter()
                .filter(|(_, (_, needed))| *needed)
                .map(|(n, _)| n)
                .collect();
            let properties: Map<String, Value> = members
                .iter()
                .map(|(n, (s, _))| (n.clone(), s.clone()))
                .collect();
            let mut out = json!({"type": "object", "properties": properties});
            if !required.is_empty() {
                out["required"] = json!(required);
            }
            out
        })
        .boxed()
}

fn tagged(inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    prop::collection::vec(object(inner), 2..4)
        .prop_map(|mut cases| {
            for (at, case) in cases.iter_mut().enumerate() {
                case["properties"]["tag"] = json!({"type": "string", "const": format!("v{at}")});
                let mut required = case["required"].as_array().cloned().unwrap_or_default();
                required.push("tag".into());
                case["required"] = Value::Array(required);
                case["description"] = json!(format!("Variant {at}."));
            }
            json!({"oneOf": cases})
        })
        .boxed()
}

fn external(inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    prop::collection::vec(inner, 1..3)
        .prop_map(|cases| {
            let case = |(at, schema)| {
                let key = format!("V{at}");
                json!({"type": "object", "properties": {&key: schema}, "required": [&key], "additionalProperties": false})
            };
            let mut all: Vec<Value> = cases.into_iter().enumerate().map(case).collect();
            all.insert(0, json!({"type": "string", "enum": ["U"]}));
            json!({"oneOf": all})
        })
        .boxed()
}

/// As `schemars` makes an `Option`.
fn option(schema: Value) -> Value {
    match schema {
        Value::Object(mut members)
            if members.get("type").is_some_and(Value::is_string)
                && !members.contains_key("oneOf")
                && !members.contains_key("anyOf") =>
        {
            if members["type"] != "null" {
                members["type"] = json!([members["type"], "null"]);
            }
            if let Some(Value::Array(words)) = members.get_mut("enum") {
                words.push(Value::Null);
            }
            Value::Object(members)
        }
        other if other.is_object() => json!({"anyOf": [other, {"type": "null"}]}),
        other => other,
    }
}

fn schema() -> BoxedStrategy<Value> {
    scalar()
        .prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                inner.clone().prop_map(option),
                inner.clone().prop_map(|s| json!({"type": "array", "items": s})),
                prop::collection::vec(inner.clone(), 1..4).prop_map(|p| {
                    json!({"type": "array", "minItems": p.len(), "maxItems": p.len(), "prefixItems": p})
                }),
                inner.clone().prop_map(|s| json!({"type": "object", "additionalProperties": s})),
                inner.clone().prop_map(|s| {
                    json!({"type": "object", "additionalProperties": false, "patternProperties": {r"^-?\d+$": s}})
                }),
                object(inner.clone()),
                tagged(inner.clone()),
                external(inner.clone()),
                prop::collection::vec(inner.clone(), 2..4).prop_map(|cases| json!({"anyOf": cases})),
                (object(inner.clone()), tagged(inner.clone())).prop_map(|(object, union)| {
                    let mut object = object;
                    object["oneOf"] = union["oneOf"].clone();
                    object
                }),
                (object(inner.clone()), tagged(inner)).prop_map(|(object, union)| {
                    let mut object = object;
                    object["anyOf"] = json!([union, {}]);
                    object
                }),
            ]
        })
        .boxed()
}

/// What no listed schema may have.
fn assert_portable(listed: &Value) -> Result<(), TestCaseError> {
    const FORBIDDEN: [&str; 7] = [
        "oneOf",
        "const",
        "not",
        "prefixItems",
        "patternProperties",
        "$schema",
        "nullable",
    ];
    let mut wrong = Vec::new();
    everywhere(listed, &mut |schema| {
        for word in FORBIDDEN {
            if schema
                .get(word)
                .is_some_and(|value| word != "const" || value.is_string())
            {
                wrong.push(word);
            }
        }
        if schema.get("type").is_some_and(Value::is_array) {
            wrong.push("several types");
        }
        let array = schema.get("type").is_some_and(|t| t == "array");
        if array && !schema.get("items").is_some_and(Value::is_object) {
            wrong.push("no items");
        }
    });
    prop_assert!(wrong.is_empty(), "{:?}: {}", wrong, listed);
    Ok(())
}

fn parameter(schema: Value, required: bool, flat: bool) -> Parameter {
    Parameter {
        name: "p".into(),
        schema,
        required,
        keeps_null: false,
        flat,
    }
}

/// What is accepted is listed, and what is refused is told.
fn holds(schemas: &Schemas, seed: u64) -> Result<(), TestCaseError> {
    let checker = checker(schemas);
    let listed = Value::Object(schemas.listed.clone());
    assert_portable(&listed)?;
    let validator = jsonschema::validator_for(&listed).unwrap();
    let precise = jsonschema::validator_for(&schemas.precise).unwrap();
    let mut dice = Dice(seed | 1);
    for _ in 0..20 {
        let value = sample(&schemas.precise, &schemas.precise, &mut dice, 0);
        let text = value.to_string();
        let accepted = checker.accepts(raw(&text));
        prop_assert_eq!(
            accepted,
            precise.is_valid(&value),
            "{} by {}",
            &value,
            &schemas.precise
        );
        if accepted {
            let kept = without_absent(&listed, &value);
            prop_assert!(
                validator.is_valid(&kept),
                "accepted, but not listed: {}\n{}",
                value,
                listed
            );
        }
    }
    // What was not widened is refused in the list as well.
    if schemas.widened.is_empty() {
        for _ in 0..20 {
            let value = sample(&listed, &listed, &mut dice, 0);
            if validator.is_valid(&value) {
                prop_assert!(
                    checker.accepts(raw(&value.to_string())),
                    "listed, but refused: {}\n{}\n{}",
                    value,
                    listed,
                    schemas.precise
                );
            }
        }
    }
    Ok(())
}

/// Objects are closed; else what a type takes is what is accepted.
fn keeps_its_meaning(schema: &Value, schemas: &Schemas, seed: u64) -> Result<(), TestCaseError> {
    let generated = json!({"type": "object", "properties": {"p": schema}, "required": ["p"]});
    let generated_validator = jsonschema::validator_for(&generated).unwrap();
    let checker = checker(schemas);
    let mut dice = Dice(seed | 1);
    for at in 0..30 {
        let from = if at % 2 == 0 {
            &generated
        } else {
            &schemas.precise
        };
        let value = sample(from, from, &mut dice, 0);
        let accepted = checker.accepts(raw(&value.to_string()));
        let taken = generated_validator.is_valid(&value);
        if accepted {
            prop_assert!(
                taken,
                "accepted, but not taken: {}\n{}",
                value,
                schemas.precise
            );
        }
        let objects = value.to_string().matches('{').count();
        if taken && objects == 1 && value.as_object().is_some_and(|v| v.len() == 1) {
            prop_assert!(
                accepted,
                "taken, but not accepted: {}\n{}",
                value,
                schemas.precise
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_schema_of_a_type_is_listed_without_what_breaks_clients(schema in schema(), required in any::<bool>(), seed in any::<u64>()) {
        let schemas = arguments(vec![parameter(schema.clone(), required, false)], Map::new()).unwrap();
        holds(&schemas, seed)?;
        if required {
            keeps_its_meaning(&schema, &schemas, seed)?;
        }
    }

    #[test]
    fn any_flattened_type_is_one_object_or_refused(schema in schema(), seed in any::<u64>()) {
        if let Ok(schemas) = arguments(vec![parameter(schema, true, true)], Map::new()) {
            prop_assert_eq!(&schemas.listed["type"], "object");
            for word in ["oneOf", "anyOf", "allOf", "enum", "not", "$ref"] {
                prop_assert!(!schemas.listed.contains_key(word), "{:?}", schemas.listed);
            }
            holds(&schemas, seed)?;
        }
    }
}
