//! Output schemas: made from how a type is written, objects where the revision wants objects.

use std::collections::HashMap;

use mcp_runtime::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tests::servers::named;
use tests::talk::Talk;

use super::{properties, required};

const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Out {
    user_id: u32,
    #[serde(rename(serialize = "out", deserialize = "in"))]
    v: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing)]
    #[expect(dead_code, reason = "read, never written")]
    secret: String,
    #[serde(default)]
    n: u32,
}

/// Reads and writes one type.
#[tool]
async fn both(#[arg(flatten)] given: Out) -> Json<Out> {
    Json(given)
}

#[test]
fn the_output_schema_describes_how_the_type_is_written() {
    let mut talk = Talk::open(
        Server::new("results", "1.0.0").tools(tools![both]),
        "2025-06-18",
    );
    let tool = talk.tool("both");
    let output = &tool["outputSchema"];
    let mut names: Vec<&String> = output["properties"]
        .as_object()
        .expect("properties")
        .keys()
        .collect();
    names.sort();
    assert_eq!(names, ["n", "note", "out", "userId"]);
    assert_eq!(required(output), ["n", "out", "userId"]);
    let mut names: Vec<&String> = properties(&tool).keys().collect();
    names.sort();
    assert_eq!(names, ["in", "n", "note", "secret", "userId"]);

    let answer = talk.call("both", json!({"userId": 1, "in": "v", "secret": "s"}));
    let content = &answer["result"]["structuredContent"];
    assert_eq!(content, &json!({"userId": 1, "out": "v", "n": 0}));
    let validator = jsonschema::validator_for(output).expect("a schema");
    assert!(validator.is_valid(content), "{output} refuses {content}");
}

/// A map.
#[tool]
async fn map() -> Json<HashMap<String, u8>> {
    Json(HashMap::from([("k".to_owned(), 1)]))
}

#[test]
fn every_output_schema_up_to_2025_11_25_is_of_an_object_and_true() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut talk = Talk::open(named("structured").expect("a server"), version);
        for tool in talk.tools() {
            let name = tool["name"].as_str().expect("a name").to_owned();
            let arguments = if name == "fallible" {
                json!({"fail": false})
            } else {
                json!({})
            };
            let answer = talk.call(&name, arguments);
            let content = answer["result"].get("structuredContent");
            match tool.get("outputSchema") {
                Some(schema) => {
                    assert_eq!(schema["type"], "object", "{tool}");
                    let content = content.unwrap_or_else(|| {
                        panic!("{name} lists a schema and sends nothing for it")
                    });
                    let validator = jsonschema::validator_for(schema).expect("a schema");
                    assert!(validator.is_valid(content), "{schema} refuses {content}");
                }
                None => assert!(content.is_none_or(Value::is_object), "{answer}"),
            }
        }
    }
    let mut talk = Talk::open(
        Server::new("results", "1.0.0").tools(tools![map]),
        "2025-06-18",
    );
    assert_eq!(
        talk.tool("map")["outputSchema"]["additionalProperties"]["type"],
        "integer"
    );
}

#[test]
fn a_result_is_seen_through_to_the_schema_of_what_it_holds() {
    let mut talk = Talk::open(named("structured").expect("a server"), "2025-06-18");
    let tool = talk.tool("fallible");
    assert_eq!(required(&tool["outputSchema"]), ["n", "s"]);
    assert_eq!(talk.refusal("fallible", json!({"fail": true})), "no pair");
}

#[test]
fn no_protocol_member_is_ever_null() {
    fn walk(value: &Value, path: &str) {
        match value {
            Value::Null => panic!("null at {path}"),
            Value::Array(items) => items
                .iter()
                .enumerate()
                .for_each(|(i, item)| walk(item, &format!("{path}[{i}]"))),
            Value::Object(members) => {
                for (key, value) in members.iter().filter(|(key, _)| {
                    !["enum", "default", "const", "structuredContent", "examples"]
                        .contains(&key.as_str())
                }) {
                    walk(value, &format!("{path}.{key}"));
                }
            }
            _ => {}
        }
    }
    for version in REVISIONS {
        for name in [
            "plain",
            "contents",
            "structured",
            "paged",
            "dressed",
            "empty",
        ] {
            let mut talk = Talk::open(named(name).expect("a server"), version);
            let mut answers = Vec::new();
            answers.push(match talk.welcome() {
                Some(welcome) => welcome.clone(),
                None => talk.request("server/discover", json!({})),
            });
            assert!(answers[0]["result"].is_object(), "{}", answers[0]);
            answers.push(talk.request("tools/list", json!({})));
            answers.push(talk.request("prompts/list", json!({})));
            if name == "contents" {
                answers.push(talk.call("all", json!({})));
                answers.push(talk.call("empty_inside", json!({})));
            }
            answers.iter().for_each(|answer| walk(answer, name));
        }
    }
}
