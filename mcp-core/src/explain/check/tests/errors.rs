//! Errors, and results that say that a tool failed.

use super::{faults, findings, notes, only};
use crate::explain::Lang;

const OPEN: &str = r#"
-> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
<- {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"resources":{}},"serverInfo":{"name":"s","version":"1"}}}
-> {"jsonrpc":"2.0","method":"notifications/initialized"}
-> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
<- {"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}}}]}}
"#;

/// After the handshake and the list, a call on line 6, and this error to it on line 7.
fn answered(method: &str, params: &str, error: &str) -> String {
    let asked = format!(r#"{{"jsonrpc":"2.0","id":3,"method":"{method}","params":{params}}}"#);
    format!("{OPEN}-> {asked}\n<- {{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{error}}}")
}

/// The faults of that error, those of the request left out.
fn of_error(method: &str, params: &str, error: &str) -> Vec<String> {
    let mut all = faults(&answered(method, params, error));
    all.retain(|told| told.starts_with("7 "));
    all
}

/// Params with a claim of the revision of the handshake, and perhaps more members.
fn claimed(more: &str) -> String {
    format!(r#"{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"2025-06-18"}}{more}}}"#)
}

const ADD: &str = r#"{"name":"add","arguments":{"a":1}}"#;

/// The same in the newest revision.
fn modern(error: &str) -> String {
    const META: &str = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"uri":"a://b"}"#;
    format!(
        "-> {{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"resources/read\",\"params\":{META}}}\n<- {{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{error}}}"
    )
}

#[test]
fn an_error_needs_an_integer_code_and_a_message() {
    let of = |error: &str| of_error("tools/call", ADD, error);
    assert_eq!(
        of("{}"),
        [
            "7 error-no-code error.code",
            "7 error-no-message error.message"
        ]
    );
    for code in ["1.5", "\"-32602\"", "true"] {
        let error = format!(r#"{{"code":{code},"message":"no such note: 7"}}"#);
        assert_eq!(of(&error), ["7 error-code-type error.code"]);
    }
    assert_eq!(
        of(r#"{"code":1,"message":{}}"#),
        ["7 error-message-type error.message"]
    );
    assert!(of(r#"{"code":1,"message":"no such note: 7"}"#).is_empty());
}

#[test]
fn every_error_is_explained() {
    let log = answered(
        "tools/call",
        ADD,
        r#"{"code":-32602,"message":"Unknown tool: add"}"#,
    );
    let note = only(&log, "error-explained");
    assert_eq!(
        note.title(Lang::En),
        "the error -32602 means: the method exists, but its params are wrong"
    );
    assert!(note.rule(Lang::Ko).contains("2025-06-18까지는"));
    let own = answered(
        "tools/call",
        ADD,
        r#"{"code":404,"message":"no such note: 7"}"#,
    );
    assert!(
        only(&own, "error-explained")
            .title(Lang::En)
            .contains("made up itself")
    );
}

#[test]
fn the_member_and_the_reason_in_data_are_restated() {
    let error = r#"{"code":-32602,"message":"Invalid params: limit must be >= 1","data":{"field":"limit","reason":"must be >= 1","retryable":false}}"#;
    let log = answered("tools/call", ADD, error);
    let note = only(&log, "error-names-field");
    assert_eq!(
        note.title(Lang::En),
        "the other side refused `limit`: it must be >= 1"
    );
    assert_eq!(
        note.title(Lang::Ko),
        "상대가 `limit`을 거부했습니다: 1 이상이어야 합니다"
    );
    assert_eq!(note.path, "error.data.field");
    assert!(note.next(Lang::En).contains("line 6"));
    only(&log, "error-not-retryable");
    let two = r#"{"code":-32602,"message":"Invalid params: a","data":{"errors":[{"field":"a","reason":"is required"},{"field":"b","reason":"is required"}]}}"#;
    let told = notes(&answered("tools/call", ADD, two));
    assert!(told.contains(&"7 error-names-field error.data.errors[1].field".to_owned()));
}

#[test]
fn what_may_be_tried_again_is_told_with_its_delay() {
    let error = r#"{"code":-31503,"message":"Busy: 8 calls are running","data":{"retryable":true,"retryAfterMs":250}}"#;
    let log = answered("tools/call", ADD, error);
    let note = only(&log, "error-retryable");
    assert_eq!(
        note.title(Lang::En),
        "the same request may be sent again, after 250 ms"
    );
}

#[test]
fn a_code_that_contradicts_the_case_is_told() {
    let no_method = r#"{"code":-32601,"message":"Unknown tool: ad"}"#;
    let params = r#"{"name":"ad","arguments":{}}"#;
    assert_eq!(
        of_error("tools/call", params, no_method),
        ["7 error-code-tool error.code"]
    );
    assert!(of_error("prompts/list", "{}", no_method).is_empty());
    let params = r#"{"code":-32602,"message":"Unknown method: foo/bar"}"#;
    assert_eq!(
        of_error("foo/bar", &claimed(""), params),
        ["7 error-code-method error.code"]
    );
    let internal = r#"{"code":-32603,"message":"a is a string, but 1 is added"}"#;
    let wrong = r#"{"name":"add","arguments":{"a":"x"}}"#;
    assert_eq!(
        of_error("tools/call", wrong, internal),
        ["7 error-code-internal error.code"]
    );
    assert!(of_error("tools/call", ADD, internal).is_empty());
}

#[test]
fn codes_belong_to_their_revisions() {
    let told = |log: &str| {
        let mut all = faults(log);
        all.retain(|told| told.contains("error.code"));
        all
    };
    let not_found = r#"{"code":-32002,"message":"no a://b","data":{"uri":"a://b"}}"#;
    assert_eq!(
        told(&modern(not_found)),
        ["2 error-code-revision error.code"]
    );
    assert!(of_error("resources/read", r#"{"uri":"a://b"}"#, not_found).is_empty());
    let header = r#"{"code":-32020,"message":"Mcp-Method differs"}"#;
    assert!(told(&modern(header)).is_empty());
    let add = claimed(r#","name":"add""#);
    assert_eq!(
        of_error("tools/call", &add, header),
        ["7 error-code-revision error.code"]
    );
    let url = r#"{"code":-32042,"message":"visit x","data":{"elicitations":[]}}"#;
    assert_eq!(
        of_error("tools/call", &add, url),
        ["7 error-code-revision error.code"]
    );
    let reserved = r#"{"code":-32050,"message":"no disk left"}"#;
    assert_eq!(
        told(&modern(reserved)),
        ["2 error-code-reserved error.code"]
    );
    assert!(of_error("tools/call", ADD, reserved).is_empty());
    let by_rpc = r#"{"code":-32500,"message":"no disk left"}"#;
    assert_eq!(
        of_error("tools/call", ADD, by_rpc),
        ["7 error-code-reserved error.code"]
    );
}

#[test]
fn a_message_that_says_nothing_is_a_warning() {
    for message in [
        "Something went wrong",
        "",
        "Error",
        "Internal error",
        "문제가 발생했습니다.",
    ] {
        let error = format!(r#"{{"code":-32603,"message":"{message}"}}"#);
        assert_eq!(
            of_error("tools/call", ADD, &error),
            ["7 error-vague error.message"]
        );
    }
    let with_reference = r#"{"code":-32603,"message":"Internal error","data":{"reference":"x1"}}"#;
    assert!(of_error("tools/call", ADD, with_reference).is_empty());
}

#[test]
fn data_that_would_help_or_is_prescribed_is_missed() {
    let bare = r#"{"code":-32602,"message":"Invalid params"}"#;
    assert_eq!(
        of_error("tools/call", ADD, bare),
        ["7 error-no-data error.data"]
    );
    let named = r#"{"code":-32602,"message":"Invalid params: a must be an integer"}"#;
    assert!(of_error("tools/call", ADD, named).is_empty());
    let nowhere = r#"{"code":-32002,"message":"Resource not found"}"#;
    let uri = r#"{"uri":"a://b"}"#;
    assert_eq!(
        of_error("resources/read", uri, nowhere),
        ["7 error-no-data error.data"]
    );
    let told = |error: &str| {
        let mut all = faults(&modern(error));
        all.retain(|told| told.contains("error.data"));
        all
    };
    let list = r#"{"code":-32021,"message":"needs sampling","data":{"requiredCapabilities":["sampling"]}}"#;
    assert_eq!(
        told(list),
        ["2 error-data-type error.data.requiredCapabilities"]
    );
    let none = r#"{"code":-32022,"message":"not served: 1900-01-01"}"#;
    assert_eq!(told(none), ["2 error-data-missing error.data.supported"]);
}

#[test]
fn an_answer_to_a_request_with_a_fault_leads_back_to_it() {
    let wrong = r#"{"name":"add","arguments":{"a":"x"}}"#;
    let error = r#"{"code":-32602,"message":"Invalid params: a must be an integer"}"#;
    let note = only(&answered("tools/call", wrong, error), "error-known-cause");
    assert_eq!(
        note.title(Lang::En),
        "line 6 says why: argument-wrong at `params.arguments.a`"
    );
}

#[test]
fn a_tool_that_failed_is_restated_and_missed_when_it_does_not_say_why() {
    let result = |result: &str| {
        let log = answered("tools/call", ADD, "{}");
        log.replace(r#""error":{}"#, &format!(r#""result":{result}"#))
    };
    let failed = result(r#"{"content":[{"type":"text","text":"no note 7"}],"isError":true}"#);
    assert!(
        only(&failed, "tool-failed")
            .title(Lang::En)
            .contains("the tool `add` says that it failed")
    );
    assert!(
        findings(&failed)
            .iter()
            .all(|f| f.code.name() != "tool-failed-vague")
    );
    let vague = result(r#"{"content":[{"type":"text","text":"Error: failed"}],"isError":true}"#);
    only(&vague, "tool-failed-vague");
    let ours = result(
        r#"{"content":[{"type":"text","text":"x"}],"isError":true,"_meta":{"mcp-runtime/invalidArguments":{"field":"a","reason":"must be an integer"}}}"#,
    );
    assert!(
        only(&ours, "tool-failed")
            .title(Lang::En)
            .contains("was not run")
    );
    only(&ours, "error-names-field");
}
