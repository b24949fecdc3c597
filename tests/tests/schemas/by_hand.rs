//! Schemas that were written by hand pass through as they are, or are refused with a reason.

use mcp_runtime::prelude::*;
use serde_json::{Value, json};
use tests::talk::Talk;

const SCHEMA: &str = r##"{"type":"object","definitions":{"n":{"type":"integer"}},
 "properties":{"r":{"type":"string","x-other":"Region"},"a":{"$ref":"#/definitions/n"}},
 "if":{"required":["a"]},"then":{"required":["r"]},"dependentRequired":{"r":["a"]},
 "$schema":"http://json-schema.org/draft-07/schema#","$comment":"keep","propertyOrder":["r","a"]}"##;

fn tool(schema: &'static str) -> Tool {
    Tool::new("by_hand", schema, |call: ToolCall| async move {
        Ok::<_, mcp_runtime::Error>(call.text().to_owned())
    })
}

#[test]
fn a_schema_written_by_hand_is_listed_word_for_word_and_enforced() {
    let mut talk = Talk::open(
        Server::new("hand", "1.0.0").tool(tool(SCHEMA)),
        "2025-06-18",
    );
    let listed = talk.tool("by_hand")["inputSchema"].clone();
    assert_eq!(listed, serde_json::from_str::<Value>(SCHEMA).expect("JSON"));
    assert_eq!(
        talk.text("by_hand", json!({"a": 1, "r": "x"})),
        r#"{"a":1,"r":"x"}"#
    );
    talk.refusal("by_hand", json!({"a": 1}));
    talk.refusal("by_hand", json!({"a": "1", "r": "x"}));
}

#[test]
fn a_schema_that_no_tool_can_have_is_refused_when_the_server_is_built() {
    for schema in [
        r#"{"type":"array"}"#,
        r#"{"type":"object","properties":{"a":{"$ref":"https://example.com/x"}}}"#,
        "null",
        "{",
    ] {
        let built = Server::new("hand", "1.0.0").tool(tool(schema)).build();
        let error = built.map(drop).expect_err(schema).to_string();
        assert!(error.contains("by_hand"), "{schema}: {error}");
    }
}
