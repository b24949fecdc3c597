//! Enums as arguments: merged into one object at the root, or refused when the server is built.

use mcp_runtime::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tests::talk::Talk;

use super::{properties, required};

#[derive(Deserialize, JsonSchema, Debug)]
#[expect(dead_code, reason = "shown by Debug")]
#[serde(tag = "kind", rename_all = "snake_case")]
enum By {
    Name { name: String },
    Id { id: u32 },
}

#[derive(Deserialize, JsonSchema, Debug)]
struct Find {
    limit: u32,
    #[serde(flatten)]
    by: By,
}

/// Finds by name or id.
#[tool]
async fn find(#[arg(flatten)] find: Find) -> String {
    format!("{} {:?}", find.limit, find.by)
}

#[derive(Deserialize, JsonSchema, Debug)]
#[expect(dead_code, reason = "shown by Debug")]
#[serde(tag = "op", rename_all = "snake_case")]
enum Command {
    Create { name: String },
    Delete { id: u32 },
}

/// Creates or deletes.
#[tool]
async fn command(#[arg(flatten)] command: Command) -> String {
    format!("{command:?}")
}

#[test]
fn a_tagged_enum_at_the_root_is_one_object_with_every_field() {
    let mut talk = Talk::open(
        Server::new("unions", "1.0.0").tools(tools![find, command]),
        "2025-06-18",
    );
    for tool in talk.tools() {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object");
        for word in ["oneOf", "anyOf", "allOf", "enum", "not", "$ref"] {
            assert!(schema.get(word).is_none(), "{word} at the root of {tool}");
        }
    }
    let tool = talk.tool("find");
    let names: Vec<&String> = properties(&tool).keys().collect();
    for name in ["limit", "kind", "name", "id"] {
        assert!(
            names.iter().any(|n| *n == name),
            "{name} is missing in {names:?}"
        );
    }
    assert_eq!(properties(&tool)["kind"]["enum"], json!(["name", "id"]));
    assert_eq!(required(&tool["inputSchema"]), ["kind", "limit"]);
    let tool = talk.tool("command");
    assert_eq!(properties(&tool)["op"]["enum"], json!(["create", "delete"]));
    assert_eq!(required(&tool["inputSchema"]), ["op"]);
}

#[test]
fn what_a_merged_enum_cannot_say_is_still_checked_before_the_handler() {
    let mut talk = Talk::open(
        Server::new("unions", "1.0.0").tools(tools![find, command]),
        "2025-06-18",
    );
    assert_eq!(
        talk.text("find", json!({"limit": 1, "kind": "id", "id": 7})),
        "1 Id { id: 7 }"
    );
    let wrong = talk.refusal("find", json!({"limit": 1, "kind": "id"}));
    assert!(wrong.contains("id"), "{wrong}");
    let wrong = talk.refusal("find", json!({"limit": 1, "kind": "ids", "id": 7}));
    assert!(wrong.starts_with("Invalid params: kind must be"), "{wrong}");
    assert_eq!(
        talk.text("command", json!({"op": "delete", "id": 1})),
        "Delete { id: 1 }"
    );
}

/// A list at the root.
#[tool]
async fn of_list(#[arg(flatten)] _list: Vec<u8>) -> String {
    String::new()
}

/// A pair at the root.
#[tool]
async fn of_pair(#[arg(flatten)] _pair: (u8, u8)) -> String {
    String::new()
}

#[test]
fn what_cannot_be_an_object_is_refused_when_the_server_is_built() {
    for (tools, name) in [(tools![of_list], "of_list"), (tools![of_pair], "of_pair")] {
        let error = Server::new("unions", "1.0.0")
            .tools(tools)
            .build()
            .map(drop)
            .unwrap_err()
            .to_string();
        assert!(error.contains(name), "{error}");
    }
}
