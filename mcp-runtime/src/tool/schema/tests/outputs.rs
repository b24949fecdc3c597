//! The schemas of results: as they are written, without what breaks clients.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::{OutputSchema, output, writing};
use super::*;

fn of_result<T: JsonSchema>() -> OutputSchema {
    let mut generator = writing();
    let schema = generator.subschema_for::<T>().to_value();
    output(schema, generator.take_definitions(false)).unwrap()
}

fn keys(schema: &Value) -> Vec<String> {
    schema.as_object().unwrap().keys().cloned().collect()
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Out {
    user_id: u32,
    #[serde(rename(serialize = "out", deserialize = "in"))]
    v: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing)]
    #[allow(dead_code)]
    secret: String,
    #[serde(default)]
    n: u32,
    maybe: Option<u8>,
}

#[test]
fn a_result_is_listed_as_it_is_written() {
    let OutputSchema { schema, is_object } = of_result::<Out>();
    assert!(is_object);
    assert_eq!(
        keys(&schema["properties"]),
        ["maybe", "n", "note", "out", "userId"]
    );
    assert_eq!(schema["required"], json!(["userId", "out", "n", "maybe"]));
    let out = Out {
        user_id: 1,
        v: "v".into(),
        note: None,
        secret: "s".into(),
        n: 2,
        maybe: None,
    };
    let written = serde_json::to_value(&out).unwrap();
    assert!(valid(&schema, &written), "{written}");
    assert_eq!(
        keys(&flat::<Out>().unwrap().listed["properties"]),
        ["in", "maybe", "n", "note", "secret", "userId"]
    );
}

#[test]
fn null_that_is_really_returned_stays() {
    let schema = of_result::<Out>().schema;
    assert!(valid(&schema["properties"]["maybe"], &Value::Null));
    assert!(valid(
        &of_result::<Vec<Option<u8>>>().schema,
        &json!([null, 1])
    ));
}

#[test]
fn only_what_is_always_an_object_is_said_to_be_one() {
    assert!(!of_result::<i32>().is_object);
    assert!(!of_result::<Vec<String>>().is_object);
    assert!(!of_result::<Option<Out>>().is_object);
    assert!(of_result::<HashMap<String, u8>>().is_object);
    #[derive(Serialize, JsonSchema)]
    #[allow(dead_code)]
    enum Either {
        A(u8),
        B { x: u8 },
    }
    let either = of_result::<Either>();
    assert!(either.is_object);
    assert_eq!(either.schema["type"], "object");
    assert!(valid(
        &either.schema,
        &serde_json::to_value(Either::A(1)).unwrap()
    ));
    #[derive(Serialize, JsonSchema)]
    #[allow(dead_code)]
    enum Mixed {
        Nothing,
        B { x: u8 },
    }
    assert!(!of_result::<Mixed>().is_object);
}

#[test]
fn a_result_that_contains_itself_has_its_root_spelled_out_and_its_reference_resolved() {
    #[derive(Serialize, JsonSchema)]
    struct Node {
        name: String,
        kids: Vec<Node>,
    }
    let OutputSchema { schema, is_object } = of_result::<Node>();
    assert!(is_object && schema["type"] == "object");
    assert!(schema.get("$ref").is_none());
    let leaf = || Node {
        name: "leaf".into(),
        kids: Vec::new(),
    };
    let tree = Node {
        name: "tree".into(),
        kids: vec![leaf(), leaf()],
    };
    assert!(valid(&schema, &serde_json::to_value(tree).unwrap()));
    assert!(!valid(
        &schema,
        &json!({"name": "tree", "kids": [{"name": 1, "kids": []}]})
    ));
}

#[test]
fn a_result_has_standard_formats_arrays_with_items_and_no_boolean_schemas() {
    #[derive(Serialize, JsonSchema)]
    struct Odd {
        n: u64,
        f: f32,
        ip: std::net::IpAddr,
        at: (f64, String),
        any: Value,
        list: Vec<Value>,
        #[schemars(url)]
        link: String,
    }
    let schema = of_result::<Odd>().schema;
    let mut formats = Vec::new();
    everywhere(&schema, &mut |schema| {
        formats.extend(schema.get("format").cloned());
        if schema.get("type").is_some_and(|t| t == "array") {
            assert!(schema["items"].is_object());
        }
    });
    assert_eq!(formats, ["uri"]);
    assert_eq!(
        schema["properties"]["any"],
        json!({"description": "Any JSON value."})
    );
    assert_eq!(
        schema["properties"]["n"],
        json!({"type": "integer", "minimum": 0})
    );
    let odd = Odd {
        n: u64::MAX,
        f: 0.5,
        ip: std::net::Ipv4Addr::LOCALHOST.into(),
        at: (1.0, "x".into()),
        any: Value::Null,
        list: vec![json!(1), json!("x")],
        link: "https://example.com/".into(),
    };
    assert!(valid(&schema, &serde_json::to_value(odd).unwrap()));
}

#[test]
fn a_documented_enum_in_a_result_is_one_enum() {
    #[derive(Serialize, JsonSchema)]
    #[allow(dead_code)]
    enum Level {
        /// quiet
        Low,
        /// loud
        High,
    }
    let schema = of_result::<Level>().schema;
    assert_eq!(schema["enum"], json!(["Low", "High"]));
    assert!(valid(&schema, &serde_json::to_value(Level::High).unwrap()));
}
