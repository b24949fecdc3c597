//! Methods that are not those of MCP, or not of this side or revision.

use super::lines::{one, opened, told, wrong};
use crate::explain::Lang;

#[test]
fn a_misspelt_method_is_named_with_the_nearest_one() {
    for (method, near) in [
        ("Tools/List", "tools/list"),
        ("tools/lst", "tools/list"),
        ("tool/call", "tools/call"),
        ("pnig", "ping"),
    ] {
        let log = opened(
            "2025-06-18",
            &format!(
                r#"-> {{"jsonrpc":"2.0","id":7,"method":"{method}"}}
            <- {{"jsonrpc":"2.0","id":7,"error":{{"code":-32601,"message":"Method not found"}}}}"#
            ),
        );
        let finding = one(&log, "method-unknown");
        assert!(
            finding.title(Lang::En).contains(near),
            "{}",
            finding.title(Lang::En)
        );
    }
}

#[test]
fn a_method_of_another_revision_is_told_apart() {
    let log = opened(
        "2025-06-18",
        r#"-> {"jsonrpc":"2.0","id":7,"method":"server/discover"}"#,
    );
    let finding = one(&log, "method-unknown");
    assert!(
        finding
            .title(Lang::En)
            .contains("is not part of revision 2025-06-18")
    );
    let claim = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    let log = format!(r#"-> {{"jsonrpc":"2.0","id":7,"method":"ping","params":{{{claim}}}}}"#);
    assert!(
        one(&log, "method-unknown")
            .title(Lang::En)
            .contains("2026-07-28")
    );
}

#[test]
fn a_function_called_as_a_method_is_shown_as_the_call_of_a_tool() {
    let log = r#"-> {"jsonrpc":"2.0","id":1,"method":"add","params":{"a":1,"b":2,"note":"secret","list":[1]}}"#;
    assert_eq!(wrong(log), ["1 method-tool-call"]);
    let next = one(log, "method-tool-call").next(Lang::En);
    assert_eq!(
        next,
        r#"send {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2,"note":"…","list":[…]}}}"#
    );
    let log = r#"-> {"jsonrpc":"2.0","id":1,"method":"add","params":[1,2]}"#;
    assert_eq!(wrong(log), ["1 params-not-object", "1 method-tool-call"]);
}

#[test]
fn positional_arguments_get_the_names_of_the_listed_tool() {
    let log = opened(
        "2025-06-18",
        r#"
        -> {"jsonrpc":"2.0","id":7,"method":"tools/list"}
        <- {"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}}]}}
        -> {"jsonrpc":"2.0","id":8,"method":"add","params":[1,2]}"#,
    );
    let next = one(&log, "method-tool-call").next(Lang::En);
    assert!(next.contains(r#""arguments":{"a":1,"b":2}"#), "{next}");
}

#[test]
fn a_request_without_an_id_and_a_notification_with_one_are_told() {
    assert_eq!(
        wrong(r#"-> {"jsonrpc":"2.0","method":"tools/list"}"#),
        ["1 request-without-id"]
    );
    let finding = one(
        r#"-> {"jsonrpc":"2.0","ID":1,"method":"tools/list"}"#,
        "request-without-id",
    );
    assert!(finding.found(Lang::En).contains("\"ID\""));
    let log = r#"-> {"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}"#;
    assert!(wrong(log).contains(&"1 notification-with-id".to_owned()));
}

#[test]
fn a_notification_that_is_nearly_right_is_named() {
    for (method, known) in [
        ("log", "notifications/message"),
        ("notifications/log", "notifications/message"),
        ("initialized", "notifications/initialized"),
        ("cancelled", "notifications/cancelled"),
        ("$/cancelRequest", "notifications/cancelled"),
        ("progress", "notifications/progress"),
        ("notifications/progres", "notifications/progress"),
        (
            "notifications/tools/listChanged",
            "notifications/tools/list_changed",
        ),
        ("notification/initialized", "notifications/initialized"),
    ] {
        let log = format!(r#"<- {{"jsonrpc":"2.0","method":"{method}"}}"#);
        let finding = one(&log, "notification-misnamed");
        assert!(
            finding.title(Lang::En).contains(&format!("`{known}`")),
            "{method}"
        );
    }
    assert_eq!(
        wrong(r#"<- {"jsonrpc":"2.0","method":"shutdown"}"#),
        ["1 notification-unknown"]
    );
    assert_eq!(
        told(r#"<- {"jsonrpc":"2.0","method":"notifications/vendor/thing"}"#),
        ["1 method-custom"]
    );
}

#[test]
fn a_request_of_the_wrong_side_is_told() {
    let log = opened(
        "2025-06-18",
        r#"<- {"jsonrpc":"2.0","id":7,"method":"tools/list"}
        -> {"jsonrpc":"2.0","id":7,"result":{"tools":[]}}"#,
    );
    assert_eq!(wrong(&log), ["4 method-wrong-side"]);
    let log = opened(
        "2025-03-26",
        r#"<- {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{}}
        -> {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}"#,
    );
    assert_eq!(wrong(&log), ["4 method-not-in-revision"]);
}

#[test]
fn a_stateless_server_sends_no_requests_and_a_client_no_answers() {
    let claim = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}}}"#;
    let log = format!(
        r#"-> {{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{{{claim}}}}}
        <- {{"jsonrpc":"2.0","id":1,"method":"roots/list"}}
        -> {{"jsonrpc":"2.0","id":2,"result":{{"roots":[]}}}}"#
    );
    let wrong = wrong(&log);
    assert!(
        wrong.contains(&"2 method-server-request".to_owned()),
        "{wrong:?}"
    );
    assert!(
        wrong.contains(&"3 answer-by-client".to_owned()),
        "{wrong:?}"
    );
}
