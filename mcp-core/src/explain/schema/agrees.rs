//! No false alarm: what a full implementation of JSON Schema accepts is accepted here.
//!
//! In: schemas and values that chance makes, with keywords that our checker does not know. Out: a
//! failed test for each fault that is none.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::Checked;
use crate::json::Raw;
use crate::schema::NoPatterns;

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2i64..4).prop_map(Value::from),
        Just(json!(1.5)),
        "[ab]{0,3}".prop_map(Value::from),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[abc]", inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A keyword that holds no schema, with its value.
fn plain_keyword() -> BoxedStrategy<(&'static str, Value)> {
    let kind = prop::sample::select(vec![
        "string", "integer", "number", "boolean", "null", "array", "object",
    ]);
    let names = || prop::collection::btree_set("[abc]", 1..3).prop_map(|names| json!(names));
    prop_oneof![
        kind.clone().prop_map(|kind| ("type", json!(kind))),
        prop::collection::btree_set(kind, 1..3).prop_map(|kinds| ("type", json!(kinds))),
        value().prop_map(|value| ("const", value)),
        prop::collection::vec(scalar(), 1..4).prop_map(|values| ("enum", json!(values))),
        (-1i64..3).prop_map(|n| ("minimum", json!(n))),
        (-1i64..3).prop_map(|n| ("exclusiveMaximum", json!(n))),
        (0u64..3).prop_map(|n| ("minLength", json!(n))),
        (0u64..3).prop_map(|n| ("maxItems", json!(n))),
        (0u64..3).prop_map(|n| ("minProperties", json!(n))),
        Just(("uniqueItems", json!(true))),
        "[ab^$]{1,2}".prop_map(|pattern| ("pattern", json!(pattern))),
        Just(("format", json!("date"))),
        names().prop_map(|names| ("required", names)),
        names().prop_map(|names| ("dependentRequired", json!({ "a": names }))),
        Just(("$ref", json!("#/$defs/d"))),
        Just(("nullable", json!(true))),
        Just(("x-order", json!(1))),
    ]
    .boxed()
}

fn schema() -> BoxedStrategy<Value> {
    let object = |keywords: Vec<(&'static str, Value)>| {
        let members = keywords
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        Value::Object(members.collect::<Map<_, _>>())
    };
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Value::from),
        6 => prop::collection::vec(plain_keyword(), 0..3).prop_map(object),
    ];
    leaf.prop_recursive(3, 24, 3, move |inner| {
        let one = inner.clone();
        let several = prop::collection::vec(inner.clone(), 1..3).prop_map(Value::from);
        let by_name = prop::collection::btree_map("[abc]", inner, 1..3);
        let by_name = by_name.prop_map(|all| Value::Object(all.into_iter().collect()));
        let holders = vec![
            "not",
            "if",
            "then",
            "else",
            "contains",
            "items",
            "additionalProperties",
            "propertyNames",
            "unevaluatedProperties",
        ];
        let lists = vec!["anyOf", "oneOf", "allOf", "prefixItems"];
        let maps = vec!["properties", "patternProperties", "dependentSchemas"];
        let keyword = prop_oneof![
            3 => plain_keyword(),
            3 => (prop::sample::select(holders), one),
            3 => (prop::sample::select(lists), several),
            3 => (prop::sample::select(maps), by_name),
        ];
        prop::collection::vec(keyword, 1..4).prop_map(object)
    })
    .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_valid_has_no_fault(
        mut schema in schema(),
        target in schema(),
        values in prop::collection::vec(value(), 8),
    ) {
        if let Value::Object(members) = &mut schema {
            members.insert("$defs".to_owned(), json!({ "d": target }));
        }
        let Ok(validator) = jsonschema::validator_for(&schema) else {
            return Ok(());
        };
        let Some(checked) = Checked::compile(&schema.to_string(), &NoPatterns) else {
            return Ok(());
        };
        for value in values {
            if validator.is_valid(&value) {
                let text = value.to_string();
                let faults = checked.check(Raw::parse(&text).expect("JSON"));
                prop_assert!(faults.is_empty(), "{schema} {value}: {faults:?}");
            }
        }
    }
}
