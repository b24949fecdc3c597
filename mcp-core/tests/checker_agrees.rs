//! The checker and an independent validator agree on random schemas and random values.

use mcp_core::json::Raw;
use mcp_core::schema::{Checker, Pattern, Patterns, example};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Three patterns that need no engine.
struct Few;

#[derive(Debug)]
struct Starts(char);

impl Patterns for Few {
    fn compile(&self, pattern: &str) -> Result<Box<dyn Pattern>, String> {
        let letter = pattern.chars().nth(1).ok_or("empty")?;
        Ok(Box::new(Starts(letter)))
    }
}

impl Pattern for Starts {
    fn is_match(&self, text: &str) -> bool {
        text.starts_with(self.0)
    }
}

fn pattern() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["^a", "^b", "^7"])
}

fn name() -> impl Strategy<Value = String> {
    // Among them one that is as long as a word, and two that begin alike.
    prop::sample::select(vec![
        "a",
        "b",
        "ab",
        "7",
        "c",
        "a_word_0",
        "a_word_01",
        "a_word_02",
    ])
    .prop_map(str::to_owned)
}

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-4_i64..8).prop_map(|n| json!(n)),
        (-4_i64..8).prop_map(|n| json!(n as f64 / 2.0)),
        (-4_i64..8).prop_map(|n| json!(n as f64)),
        // NB. Larger floats are multiples of anything to a validator that divides floats.
        Just(json!(1e15)),
        Just(json!(u64::MAX)),
    ]
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        number(),
        name().prop_map(Value::String),
        Just(json!("ä😀b")),
        Just(json!("")),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((name(), inner), 0..4)
                .prop_map(|m| Value::Object(m.into_iter().collect())),
        ]
    })
}

/// Zero to three keywords for a leaf, each with a plausible value.
fn rules() -> impl Strategy<Value = Map<String, Value>> {
    let count = || (0_u64..4).prop_map(|n| json!(n));
    let kind = || {
        prop::sample::select(vec![
            "null", "boolean", "integer", "number", "string", "array", "object",
        ])
    };
    let rule = prop_oneof![
        4 => kind().prop_map(|k| ("type", json!(k))),
        1 => (kind(), kind()).prop_filter("two", |(a, b)| a != b).prop_map(|(a, b)| ("type", json!([a, b]))),
        1 => leaf().prop_map(|v| ("const", v)),
        1 => number().prop_map(|n| ("minimum", n)),
        1 => number().prop_map(|n| ("maximum", n)),
        1 => number().prop_map(|n| ("exclusiveMinimum", n)),
        1 => number().prop_map(|n| ("exclusiveMaximum", n)),
        1 => prop::sample::select(vec![json!(2), json!(3), json!(0.5)]).prop_map(|n| ("multipleOf", n)),
        1 => count().prop_map(|n| ("minLength", n)),
        1 => count().prop_map(|n| ("maxLength", n)),
        1 => pattern().prop_map(|p| ("pattern", json!(p))),
        1 => count().prop_map(|n| ("minItems", n)),
        1 => count().prop_map(|n| ("maxItems", n)),
        1 => any::<bool>().prop_map(|u| ("uniqueItems", json!(u))),
        1 => count().prop_map(|n| ("minProperties", n)),
        1 => count().prop_map(|n| ("maxProperties", n)),
        1 => prop::collection::btree_set(name(), 0..3).prop_map(|n| ("required", json!(n))),
        1 => Just(("format", json!("uuid"))),
        1 => Just(("description", json!("words"))),
    ];
    let rule = rule.prop_map(|(word, value)| (word.to_owned(), value));
    prop::collection::vec(rule, 0..4).prop_map(|rules| rules.into_iter().collect())
}

fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        8 => rules().prop_map(Value::Object),
        1 => prop::collection::vec(leaf(), 1..4).prop_map(|v| json!({"enum": v})),
        1 => any::<bool>().prop_map(Value::Bool),
        1 => Just(json!({"$ref": "#/$defs/x"})),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..4);
        let named = prop::collection::btree_map(name(), inner.clone(), 0..4).boxed();
        let tagged = prop::collection::vec((name(), named.clone()), 2..4).prop_map(|cases| {
            let case = |(tag, members): (String, std::collections::BTreeMap<String, Value>)| {
                let mut members = members;
                members.insert("c".into(), json!({"const": tag}));
                json!({"type": "object", "properties": members, "required": ["c"], "additionalProperties": false})
            };
            cases.into_iter().map(case).collect::<Vec<_>>()
        });
        let part = prop_oneof![
            3 => named.prop_map(|p| ("properties", json!(p))),
            2 => inner.clone().prop_map(|s| ("additionalProperties", s)),
            1 => prop::collection::btree_map(pattern(), inner.clone(), 1..3).prop_map(|p| ("patternProperties", json!(p))),
            1 => inner.clone().prop_map(|s| ("propertyNames", s)),
            2 => inner.clone().prop_map(|s| ("items", s)),
            1 => list.clone().prop_map(|l| ("prefixItems", json!(l))),
            2 => list.clone().prop_map(|l| ("anyOf", json!(l))),
            2 => list.clone().prop_map(|l| ("oneOf", json!(l))),
            2 => tagged.prop_map(|l| ("oneOf", json!(l))),
            1 => list.prop_map(|l| ("allOf", json!(l))),
            1 => inner.prop_map(|s| ("not", s)),
        ];
        let part = part.prop_map(|(word, value)| (word.to_owned(), value));
        (rules(), prop::collection::vec(part, 1..3)).prop_map(|(mut rules, parts)| {
            rules.extend(parts);
            Value::Object(rules)
        })
    })
}

/// A whole schema, whose `$defs` may refer to the root.
fn document() -> impl Strategy<Value = Value> {
    let target = prop_oneof![
        Just(json!({"type": "integer"})),
        Just(json!({"type": "array", "items": {"$ref": "#"}})),
        Just(json!({"properties": {"a": {"$ref": "#/$defs/x"}}, "required": ["a"]})),
    ];
    (schema(), target).prop_map(|(schema, target)| match schema {
        Value::Object(mut members) => {
            members.insert("$defs".into(), json!({"x": target}));
            Value::Object(members)
        }
        other => other,
    })
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_checker_accepts_what_an_independent_validator_accepts(schema in document(), values in prop::collection::vec(value(), 12)) {
        let Ok(checker) = Checker::compile(&schema, &Few) else {
            // Only a schema that refers to itself without end is refused.
            prop_assert!(schema.to_string().contains("$ref"));
            return Ok(());
        };
        let validator = jsonschema::validator_for(&schema).unwrap();
        for value in values.iter().chain([&example(&schema)]) {
            let text = value.to_string();
            let raw = Raw::parse(&text).unwrap();
            prop_assert_eq!(checker.accepts(raw), validator.is_valid(value), "{}", value);
            let mut faults = Vec::new();
            checker.check(raw, &mut faults);
            prop_assert_eq!(faults.is_empty(), checker.accepts(raw), "{}: {:?}", value, faults);
            for fault in faults {
                prop_assert!(fault.reason.starts_with("must") || fault.reason.starts_with("is "), "{:?}", fault);
            }
        }
    }
}
