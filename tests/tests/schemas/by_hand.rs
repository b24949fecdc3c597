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

/// What the handler makes of arguments that the schema says less about.
#[derive(serde::Deserialize)]
struct Sent {
    r: String,
    n: u8,
}

#[test]
fn arguments_that_a_handler_can_t_read_are_told_like_any_wrong_argument() {
    let read = || {
        let schema = r#"{"type":"object","properties":{"r":{"type":"string"}}}"#;
        let tool = Tool::new("read", schema, |call: ToolCall| async move {
            let sent: Sent = call.arguments()?;
            Ok::<_, mcp_runtime::Error>(format!("{} {}", sent.r, sent.n))
        });
        Server::new("hand", "1.0.0").tool(tool)
    };
    let wrong = json!({"r": "x", "n": "many"});
    let mut talk = Talk::open(read(), "2025-06-18");
    assert_eq!(talk.text("read", json!({"r": "x", "n": 1})), "x 1");
    let error = talk.call("read", wrong.clone())["error"].clone();
    assert_eq!(error["code"], -32602);
    let data = json!({
        "field": "n", "reason": "must be an integer", "expected": "an integer", "got": "string",
        "retryable": false,
    });
    assert_eq!(error["data"], data);
    let answer = Talk::open(read(), "2025-11-25").call("read", wrong);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let text = "The arguments of `read` are wrong:\n- n must be an integer, got string";
    assert_eq!(answer["result"]["content"][0]["text"], text);
}
