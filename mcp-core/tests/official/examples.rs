//! Every official example of a type we have is read, written and the same as before.

use std::collections::BTreeSet;
use std::fs;

use mcp_core::cancel::CancelledNotificationParams;
use mcp_core::capabilities::{ClientCapabilities, ServerCapabilities};
use mcp_core::content::{ContentBlock, ResourceContents};
use mcp_core::lifecycle::DiscoverResult;
use mcp_core::logging::LoggingMessageNotificationParams;
use mcp_core::meta::RequestParams;
use mcp_core::page::PaginatedRequestParams;
use mcp_core::progress::ProgressNotificationParams;
use mcp_core::rpc::ErrorObject;
use mcp_core::tool::{CallToolRequestParams, CallToolResult, ListToolsResult, Tool};
use mcp_core::version::ProtocolVersion;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::data;

type Again = fn(&str) -> Result<Value, serde_json::Error>;

/// Folders of examples, where in the example our type is, and the way through it.
const OURS: &[(&str, &str, Again)] = &[
    ("AudioContent", "", again::<ContentBlock>),
    ("BlobResourceContents", "", again::<ResourceContents>),
    ("CallToolRequest", "/params", again::<CallToolRequestParams>),
    ("CallToolRequestParams", "", again::<CallToolRequestParams>),
    ("CallToolResult", "", again::<CallToolResult>),
    ("CallToolResultResponse", "/result", again::<CallToolResult>),
    (
        "CancelledNotification",
        "/params",
        again::<CancelledNotificationParams>,
    ),
    (
        "CancelledNotificationParams",
        "",
        again::<CancelledNotificationParams>,
    ),
    ("ClientCapabilities", "", again::<ClientCapabilities>),
    ("DiscoverRequest", "/params", again::<RequestParams>),
    ("DiscoverResult", "", again::<DiscoverResult>),
    ("DiscoverResultResponse", "/result", again::<DiscoverResult>),
    ("EmbeddedResource", "", again::<ContentBlock>),
    ("HeaderMismatchError", "/error", again::<ErrorObject>),
    ("ImageContent", "", again::<ContentBlock>),
    ("InternalError", "", again::<ErrorObject>),
    ("InvalidParamsError", "", again::<ErrorObject>),
    (
        "ListToolsRequest",
        "/params",
        again::<PaginatedRequestParams>,
    ),
    ("ListToolsResult", "", again::<ListToolsResult>),
    (
        "ListToolsResultResponse",
        "/result",
        again::<ListToolsResult>,
    ),
    (
        "LoggingMessageNotification",
        "/params",
        again::<LoggingMessageNotificationParams>,
    ),
    (
        "LoggingMessageNotificationParams",
        "",
        again::<LoggingMessageNotificationParams>,
    ),
    ("MethodNotFoundError", "", again::<ErrorObject>),
    (
        "MissingRequiredClientCapabilityError",
        "/error",
        again::<ErrorObject>,
    ),
    (
        "PaginatedRequestParams",
        "",
        again::<PaginatedRequestParams>,
    ),
    ("ParseError", "", again::<ErrorObject>),
    (
        "ProgressNotification",
        "/params",
        again::<ProgressNotificationParams>,
    ),
    (
        "ProgressNotificationParams",
        "",
        again::<ProgressNotificationParams>,
    ),
    ("ResourceLink", "", again::<ContentBlock>),
    ("ServerCapabilities", "", again::<ServerCapabilities>),
    ("TextContent", "", again::<ContentBlock>),
    ("TextResourceContents", "", again::<ResourceContents>),
    ("Tool", "", again::<Tool>),
    (
        "UnsupportedProtocolVersionError",
        "/error",
        again::<ErrorObject>,
    ),
];

/// Folders whose types come with the features they belong to; `*` stands for any ending.
const LATER: &[&str] = &[
    "BooleanSchema",
    "Complete*",
    "CreateMessage*",
    "Elicit*",
    "GetPrompt*",
    "Input*",
    "ListPrompts*",
    "ListResource*",
    "ListRoots*",
    "ModelPreferences",
    "NumberSchema",
    "PromptListChangedNotification",
    "ReadResource*",
    "Resource",
    "ResourceListChangedNotification",
    "ResourceUpdated*",
    "Root",
    "SamplingMessage",
    "StringSchema",
    "Subscriptions*",
    "TitledMultiSelectEnumSchema",
    "TitledSingleSelectEnumSchema",
    "ToolListChangedNotification",
    "ToolResultContent",
    "ToolUseContent",
    "UntitledMultiSelectEnumSchema",
    "UntitledSingleSelectEnumSchema",
];

fn is_later(folder: &str) -> bool {
    LATER.iter().any(|later| match later.strip_suffix('*') {
        Some(start) => folder.starts_with(start),
        None => folder == *later,
    })
}

/// Through our type and back to JSON.
fn again<T: DeserializeOwned + Serialize>(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::to_value(serde_json::from_str::<T>(text)?)
}

#[test]
#[ignore = "reads the official schemas and examples; set MCP_OFFICIAL_DATA"]
fn every_official_example_is_read_and_written_again_as_it_was() {
    let examples = data::folder(ProtocolVersion::LATEST).join("examples");
    let mut faults = Vec::new();
    let mut files = 0;
    for (folder, place, again) in OURS {
        let entries = fs::read_dir(examples.join(folder))
            .unwrap_or_else(|fault| panic!("can't list {folder}: {fault}"));
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            let example = data::read(&path);
            let ours = example.pointer(place).expect("the part that is ours");
            files += 1;
            match again(&ours.to_string()) {
                Ok(written) if same(&written, ours) => {}
                Ok(written) => faults.push(format!("{}: {written}", path.display())),
                Err(fault) => faults.push(format!("{}: {fault}", path.display())),
            }
        }
    }
    data::assert_none(&faults);
    assert!(files >= OURS.len(), "only {files} examples");
}

#[test]
#[ignore = "reads the official schemas and examples; set MCP_OFFICIAL_DATA"]
fn every_folder_of_examples_is_ours_or_named_as_later() {
    let examples = data::folder(ProtocolVersion::LATEST).join("examples");
    let ours: BTreeSet<&str> = OURS.iter().map(|(folder, ..)| *folder).collect();
    let unknown: Vec<String> = fs::read_dir(examples)
        .expect("the folder of examples")
        .map(|entry| entry.expect("a readable folder").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| !ours.contains(name.as_str()))
        .filter(|name| !is_later(name))
        .collect();
    data::assert_none(&unknown);
}

/// Equal as JSON: `1.0` is `1`, and the order of members does not count.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}
