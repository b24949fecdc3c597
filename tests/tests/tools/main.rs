//! The tour, held to what it shows: every word, every kind of parameter, every kind of return and
//! every kind of failure, with the JSON that is listed and sent in each revision.
//!
//! In: the example server `tour`, and servers of a tool or two. Out: exact messages. Conversations
//! that are about the protocol itself are scripts, elsewhere.

mod echoes;
mod errors;
mod limits;
mod numbers;
mod parameters;
mod reports;
mod returns;
mod strictness;
mod words;

use mcp_runtime::Server;
use serde_json::{Value, json};
use std::time::Duration;
use tests::talk::Talk;

/// Every revision, oldest first.
const REVISIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

/// A revision in which wrong arguments are JSON-RPC errors, which are short to compare.
const STRICT: &str = "2025-06-18";

/// A conversation with the tour.
fn tour(revision: &str) -> Talk {
    Talk::open(examples::tour::server(), revision)
}

/// A conversation with a server of these tools.
fn talk(server: Server) -> Talk {
    Talk::open(server, STRICT)
}

fn server() -> Server {
    Server::new("small", "1")
}

/// Calls a tool with arguments as text, for what a `Value` can't hold. Not for 2026-07-28.
fn call_with(talk: &mut Talk, tool: &str, arguments: &str) -> Value {
    let request = format!(
        r#"{{"jsonrpc":"2.0","id":"text","method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    );
    talk.line(request.as_bytes());
    let answer = talk.next(Duration::from_secs(20));
    answer.unwrap_or_else(|| panic!("no answer to {request}"))
}

/// The text of a good result.
fn text_of(answer: &Value) -> &str {
    assert_ne!(answer["result"]["isError"], true, "{answer}");
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_else(|| panic!("no text: {answer}"))
}

/// A refusal: the message, and each field with its reason.
fn faults(answer: &Value) -> Vec<(String, String)> {
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let data = &answer["error"]["data"];
    let said = |fault: &Value| {
        let word = |key: &str| fault[key].as_str().unwrap_or_default().to_owned();
        (word("field"), word("reason"))
    };
    match data["errors"].as_array() {
        Some(all) => all.iter().map(said).collect(),
        None => vec![said(data)],
    }
}

/// Calls a tool and expects these fields to be refused, in this order, for these reasons.
#[track_caller]
fn refused(talk: &mut Talk, tool: &str, arguments: &Value, expected: &[(&str, &str)]) {
    let answer = talk.call(tool, arguments.clone());
    let expected: Vec<(String, String)> = expected
        .iter()
        .map(|(field, reason)| ((*field).to_owned(), (*reason).to_owned()))
        .collect();
    assert_eq!(faults(&answer), expected, "{arguments}");
    let (field, reason) = &expected[0];
    let message = format!("Invalid params: {field} {reason}");
    assert_eq!(answer["error"]["message"], message.as_str());
}

/// A result object as this revision sends it: 2026-07-28 says more.
fn shaped(revision: &str, mut result: Value) -> Value {
    if revision == "2026-07-28" {
        result["resultType"] = "complete".into();
        result["_meta"]["io.modelcontextprotocol/serverInfo"] = json!({
            "name": "tour",
            "title": "The tour",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Shows everything that a tool can be",
            "websiteUrl": "https://example.com/tour",
            "icons": [{"src": "https://example.com/tour.png", "mimeType": "image/png"}],
        });
    }
    result
}

/// Whether a revision is this one or a later one.
fn since(revision: &str, first: &str) -> bool {
    revision >= first
}
