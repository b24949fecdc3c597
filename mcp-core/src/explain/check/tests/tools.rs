//! Calls of tools and the lists they are compared with.

use super::{faults, findings, notes, only};
use crate::explain::Lang;

const LIST: &str = r#"
-> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
<- {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"search_notes","description":"d","inputSchema":{"type":"object","properties":{"query":{"type":"string","minLength":1},"limit":{"type":"integer","minimum":1,"maximum":50},"tags":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}},"additionalProperties":false}}},"required":["query"],"additionalProperties":false}},{"name":"add","description":"d","inputSchema":{"type":"object"}}]}}
"#;

/// The list, then a call with these params, on line 3.
fn call(params: &str) -> String {
    format!(
        "{LIST}-> {{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{params}}}"
    )
}

#[test]
fn a_right_call_is_read_without_a_finding_and_korean_stays() {
    let log = call(r#"{"name":"search_notes","arguments":{"query":"MCP 인증 흐름","limit":5}}"#);
    assert!(findings(&log).is_empty());
}

#[test]
fn a_missing_or_wrong_name_is_told() {
    assert_eq!(faults(&call("{}")), ["3 tool-no-name params.name"]);
    assert_eq!(
        faults(&call(r#"{"name":7}"#)),
        ["3 tool-name-type params.name"]
    );
    let misnamed = only(&call(r#"{"tool":"add","arguments":{}}"#), "tool-no-name");
    assert!(
        misnamed
            .next(Lang::En)
            .contains("`tool` was probably meant to be `name`")
    );
}

#[test]
fn an_unknown_tool_is_told_with_the_nearest() {
    let log = call(r#"{"name":"serch_notes","arguments":{"query":"x"}}"#);
    let finding = only(&log, "tool-unknown");
    assert!(
        finding
            .title(Lang::En)
            .contains("did you mean \"search_notes\"?")
    );
    assert_eq!(finding.path, "params.name");
    let prefixed = only(
        &call(r#"{"name":"mcp__notes__search_notes"}"#),
        "tool-unknown",
    );
    assert_eq!(prefixed.next(Lang::En), "call \"search_notes\"");
    let far = only(&call(r#"{"name":"zzz"}"#), "tool-unknown");
    assert_eq!(far.next(Lang::En), "call one of \"search_notes\", \"add\"");
}

#[test]
fn what_may_stand_on_a_page_that_was_not_seen_is_a_warning() {
    let log = r#"
        -> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
        <- {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":"2"}}
        -> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"zzz"}}
    "#;
    assert_eq!(faults(log), ["3 tool-not-listed params.name"]);
}

#[test]
fn a_call_before_any_list_is_noted_once() {
    let log = r#"
        -> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}
        -> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}
    "#;
    assert_eq!(notes(log), ["1 tool-before-list params.name"]);
    let asked = r#"
        -> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
        -> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}}
    "#;
    assert!(notes(asked).is_empty());
}

#[test]
fn arguments_under_params_are_told_with_where_they_belong() {
    let log = call(r#"{"name":"search_notes","query":"MCP 인증 흐름"}"#);
    assert_eq!(faults(&log), ["3 arguments-astray params.query"]);
    let finding = only(&log, "arguments-astray");
    assert_eq!(
        finding.title(Lang::En),
        "found `query` under params; put it inside `arguments`"
    );
    assert!(
        finding
            .next(Lang::En)
            .contains(r#""arguments": {"query": …}"#)
    );
    let beside = call(r#"{"name":"search_notes","query":"x","arguments":{"limit":0}}"#);
    assert_eq!(
        faults(&beside),
        [
            "3 arguments-astray params.query",
            "3 argument-wrong params.arguments.limit"
        ]
    );
    let unlisted =
        r#"-> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","x":1}}"#;
    assert_eq!(faults(unlisted), ["1 arguments-astray params.x"]);
}

#[test]
fn arguments_under_another_name_are_told_once() {
    for name in ["input", "argument", "args"] {
        let log = call(&format!(
            r#"{{"name":"search_notes","{name}":{{"query":"x"}}}}"#
        ));
        assert_eq!(
            faults(&log),
            [format!("3 arguments-misnamed params.{name}")]
        );
    }
}

#[test]
fn arguments_that_are_no_object_are_told_and_json_in_a_string_by_name() {
    let log = call(r#"{"name":"add","arguments":"{\"query\":\"x\"}"}"#);
    assert_eq!(faults(&log), ["3 arguments-stringified params.arguments"]);
    let log = call(r#"{"name":"add","arguments":"x"}"#);
    assert_eq!(faults(&log), ["3 arguments-type params.arguments"]);
    let log = call(r#"{"arguments":"{}"}"#);
    assert_eq!(
        faults(&log),
        [
            "3 arguments-stringified params.arguments",
            "3 tool-no-name params.name"
        ]
    );
    let log = call(r#"{"name":"add","arguments":[1,2]}"#);
    assert_eq!(faults(&log), ["3 arguments-type params.arguments"]);
}

#[test]
fn every_argument_that_does_not_fit_is_told_at_its_place() {
    let log = call(
        r#"{"name":"search_notes","arguments":{"limit":999,"limt":1,"tags":[{},{"name":7}]}}"#,
    );
    assert_eq!(
        faults(&log),
        [
            "3 argument-missing params.arguments.query",
            "3 argument-wrong params.arguments.limit",
            "3 argument-wrong params.arguments.tags[1].name",
            "3 argument-unknown params.arguments.limt",
        ]
    );
    let limit = only(&log, "argument-unknown");
    assert!(limit.title(Lang::En).contains("did you mean `limit`?"));
    let all = findings(&log);
    let frame = log
        .lines()
        .last()
        .and_then(|l| l.strip_prefix("-> "))
        .expect("a frame");
    let at = |n: usize| all.get(n).and_then(|f| frame.get(f.span.clone()?));
    assert_eq!((at(1), at(2)), (Some("999"), Some("7")));
    assert_eq!(all[1].title(Lang::Ko), "`limit`: 50 이하여야 합니다");
    assert!(
        all[0]
            .next(Lang::En)
            .contains("for example \"arguments\": {")
    );
}

#[test]
fn null_for_an_argument_that_may_be_left_out_is_a_warning() {
    let log = call(r#"{"name":"search_notes","arguments":{"query":"x","limit":null}}"#);
    assert_eq!(faults(&log), ["3 argument-null params.arguments.limit"]);
    let log = call(r#"{"name":"search_notes","arguments":{"query":null}}"#);
    assert_eq!(faults(&log), ["3 argument-wrong params.arguments.query"]);
}

#[test]
fn without_arguments_the_required_ones_are_missing() {
    let log = call(r#"{"name":"search_notes"}"#);
    assert_eq!(faults(&log), ["3 argument-missing params.arguments.query"]);
}
