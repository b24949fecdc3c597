//! Whole conversations held to the schemas that the specification publishes, in each revision.
//!
//! In: the tour and the test servers, served in memory and over HTTP, and the folder that the environment variable
//! `MCP_OFFICIAL_DATA` names. Out: every message of a server that its revision's schema refuses, or
//! that has a member which this revision does not know. The data is not part of this repository, so
//! the tests are ignored unless asked for. How a message must read is the business of other tests.

#[path = "../../../mcp-core/tests/official/data.rs"]
#[allow(dead_code, reason = "a part of it serves the tests of the types alone")]
mod data;
mod play;
mod strays;

use data::Schema;
use mcp_core::version::ProtocolVersion;
use play::{Heard, Reach, conversations};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tests::servers::{over_http, serve};

/// What every revision must have been asked for; the test is worth nothing otherwise.
const SEEN: &[&str] = &[
    "ListToolsResult",
    "CallToolResult",
    "Result",
    "ProgressNotification",
    "LoggingMessageNotification",
];

#[test]
#[ignore = "reads the official schemas; set MCP_OFFICIAL_DATA"]
fn every_message_of_a_server_is_one_by_the_schema_of_its_revision() {
    hold_to_the_schemas(serve);
}

#[test]
#[ignore = "reads the official schemas; set MCP_OFFICIAL_DATA"]
fn every_message_over_http_is_one_by_the_schema_of_its_revision() {
    hold_to_the_schemas(over_http);
}

fn hold_to_the_schemas(reach: Reach) {
    let mut faults = Vec::new();
    for version in ProtocolVersion::ALL {
        let mut schema = Schema::of(version);
        let (mut count, mut seen) = (0, BTreeSet::new());
        for heard in conversations(version, reach) {
            count += 1;
            let mut told = |fault: String| {
                faults.push(format!(
                    "{version}, {} to {}: {fault}\n    {}",
                    heard.server,
                    heard.asked,
                    heard
                        .message
                        .to_string()
                        .chars()
                        .take(600)
                        .collect::<String>()
                ));
            };
            for (definition, value) in parts(&schema, &heard) {
                seen.insert(definition);
                for fault in schema.faults(definition, &value) {
                    told(format!("not a {definition}: {fault}"));
                }
                for stray in strays::of(&schema, definition, &value) {
                    told(format!("{definition} does not have {stray}"));
                }
            }
        }
        let opening = if version.is_modern() {
            &["DiscoverResult", "UnsupportedProtocolVersionError"][..]
        } else {
            &["InitializeResult", "EmptyResult"]
        };
        let error = error_of(&schema);
        for must in SEEN.iter().chain(opening).chain([&error]) {
            assert!(seen.contains(must), "no {must} came in {version}");
        }
        println!("{version}: {count} messages, {seen:?}");
        assert!(count > 300, "only {count} messages in {version}");
    }
    data::assert_none(&faults);
}

/// What an error reply is called.
fn error_of(schema: &Schema) -> &'static str {
    match schema.definition("JSONRPCError") {
        Some(_) => "JSONRPCError",
        None => "JSONRPCErrorResponse",
    }
}

/// The definitions that a message must fit, each with the part of the message that it is about.
fn parts(schema: &Schema, heard: &Heard) -> Vec<(&'static str, Value)> {
    let message = &heard.message;
    match message["method"].as_str() {
        Some("notifications/progress") => return notice(schema, "ProgressNotification", message),
        Some("notifications/message") => {
            return notice(schema, "LoggingMessageNotification", message);
        }
        Some(other) => panic!("a notification that nobody expects: {other}"),
        None => {}
    }
    if message.get("error").is_some() {
        let mut error = message.clone();
        // JSON-RPC demands null where no id could be read; the schemas forget it. It is sent while
        // a revision may be spoken that does not leave the member out.
        let known = heard.greeted || heard.server == "modern";
        let left_out = known && !heard.version.unreadable_id_is_null();
        if error.get("id") == Some(&Value::Null) && !left_out {
            error["id"] = json!(0);
        }
        let mut parts = vec![(error_of(schema), error)];
        // The schemas have this one since the revision that brought it.
        if message["error"]["code"] == -32022 && heard.version.is_modern() {
            parts.push(("UnsupportedProtocolVersionError", message.clone()));
        }
        return parts;
    }
    let reply = match schema.definition("JSONRPCResultResponse") {
        Some(_) => "JSONRPCResultResponse",
        None => "JSONRPCResponse",
    };
    vec![
        (reply, message.clone()),
        (heard.result, message["result"].clone()),
    ]
}

/// A notification is one by two definitions; the older ones of its kind don't list `jsonrpc`.
fn notice(
    schema: &Schema,
    definition: &'static str,
    message: &Value,
) -> Vec<(&'static str, Value)> {
    let mut own = message.clone();
    if !schema.members(definition).contains(&"jsonrpc")
        && let Some(members) = own.as_object_mut()
    {
        members.remove("jsonrpc");
    }
    vec![(definition, own), ("JSONRPCNotification", message.clone())]
}

#[test]
#[ignore = "reads the official schemas; set MCP_OFFICIAL_DATA"]
fn a_member_that_a_revision_does_not_know_is_found_at_any_depth() {
    let old = Schema::of(ProtocolVersion::V2024_11_05);
    let tool = json!({"name": "a", "title": "A", "inputSchema": {"type": "object", "x": 1}});
    let list = json!({"tools": [tool], "ttlMs": 0, "_meta": {"a": 1}});
    // NB. a result may have any further member, by these schemas; ours must still be known.
    assert_eq!(
        strays::of(&old, "ListToolsResult", &list),
        ["tools[0].title", "ttlMs"]
    );
    let call = json!({"content": [{"type": "text", "text": "", "title": ""}, {"type": "image", "text": ""}]});
    for version in ProtocolVersion::ALL {
        let found = strays::of(&Schema::of(version), "CallToolResult", &call);
        assert_eq!(found, ["content[0].title", "content[1].text"], "{version}");
    }
}
