//! What of a caller's own names comes back in a report, and how much.
//!
//! In: calls whose arguments have names that are endless, or made for a terminal. Out: what the
//! answer repeats of them. It never asks what is said beside the names.

use super::*;
use mcp_runtime::prelude::*;
use mcp_runtime::{Tool, ToolCall};
use std::collections::BTreeMap;

/// Takes one number.
#[tool]
async fn closed(n: Option<u8>) -> String {
    format!("{n:?}")
}

/// Takes anything.
#[tool]
async fn free(value: Option<Value>, map: Option<BTreeMap<String, u8>>) -> String {
    format!("{value:?} {map:?}")
}

/// Fields.
#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Fields {
    #[allow(dead_code, reason = "it is shown")]
    n: Option<u8>,
}

/// Takes fields.
#[tool]
async fn flat(#[arg(flatten)] fields: Fields) -> String {
    format!("{fields:?}")
}

/// A tool under a schema that only the other checker knows.
fn by_hand() -> Tool {
    let schema = json!({
        "type": "object", "properties": {"n": {"type": "integer"}},
        "if": true, "unevaluatedProperties": false,
    });
    Tool::new("by_hand", schema, |_: ToolCall| async { "ran" })
}

fn all() -> Talk {
    talk(
        server()
            .tools(tools![closed, free, flat])
            .tools([by_hand()]),
    )
}

/// Each way in which a caller's own name can stand in a report.
fn ways(name: &str) -> Vec<(&'static str, String)> {
    let name = Value::from(name);
    vec![
        ("closed", format!("{{{name}:1}}")),
        ("flat", format!("{{{name}:1}}")),
        ("by_hand", format!("{{{name}:1}}")),
        ("by_hand", format!("{{{name}:1,{name}:1}}")),
        ("free", format!("{{\"map\":{{{name}:\"x\"}}}}")),
        ("free", format!("{{\"value\":{{{name}:1,{name}:2}}}}")),
        ("free", format!("{{\"value\":[{{{name}:1e999}}]}}")),
    ]
}

#[test]
fn a_name_that_was_sent_comes_back_cut() {
    let mut talk = all();
    for (tool, arguments) in ways(&"x".repeat(5_000)) {
        let answer = call_with(&mut talk, tool, &arguments);
        assert_eq!(faults(&answer).len(), 1, "{answer}");
        let length = answer.to_string().len();
        assert!(length < 1_000, "{tool}: {length}");
    }
}

#[test]
fn a_name_that_was_sent_comes_back_without_what_a_terminal_obeys() {
    let mut talk = all();
    for (tool, arguments) in ways("a\u{1b}[2J\u{9b}1m\u{202e}b") {
        let answer = call_with(&mut talk, tool, &arguments);
        let field = &faults(&answer)[0].0;
        assert!(
            field.ends_with("a\\u{1b}[2J\\u{9b}1m\\u{202e}b"),
            "{tool}: {answer}"
        );
        let message = answer["error"]["message"].as_str().expect("a message");
        assert!(!message.contains(['\u{1b}', '\u{9b}', '\u{202e}']));
    }
}

#[test]
fn a_report_has_so_many_faults_and_no_more() {
    let mut talk = all();
    let names: Vec<_> = (0..1_000).map(|n| format!("\"x{n}\":1")).collect();
    let arguments = format!("{{{}}}", names.join(","));
    for tool in ["closed", "flat", "by_hand"] {
        let answer = call_with(&mut talk, tool, &arguments);
        assert_eq!(faults(&answer).len(), 64, "{tool}");
    }
}
