//! The handshake, the revision and what each side can do.

use super::lines::{one, opened, told, wrong};
use crate::explain::Lang;

const OPEN: &str = r#"-> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
const ANSWER: &str = r#"<- {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}"#;
const CLOSE: &str = r#"-> {"jsonrpc":"2.0","method":"notifications/initialized"}"#;

fn answered(version: &str) -> String {
    format!("{OPEN}\n{}", ANSWER.replace("2025-06-18", version))
}

#[test]
fn a_handshake_says_what_was_agreed_on_and_what_that_decides() {
    let log = opened("2025-06-18", "");
    assert_eq!(told(&log), ["2 version-agreed"]);
    let finding = one(&log, "version-agreed");
    assert!(finding.next(Lang::En).contains("structuredContent"));
    assert!(finding.next(Lang::Ko).contains("-32602"));
    assert!(told(&answered("2025-03-26")).contains(&"2 version-other".to_owned()));
}

#[test]
fn a_revision_that_cannot_be_answered_is_told() {
    assert_eq!(wrong(&answered("2026-07-28")), ["2 version-stateless"]);
    assert_eq!(wrong(&answered("1.0")), ["2 version-unknown"]);
    let both = answered("2025-06-18").replace("2025-06-18", "2024-10-07");
    assert!(told(&both).contains(&"2 version-unpublished".to_owned()));
    assert_eq!(wrong(&both), [""; 0]);
}

#[test]
fn requests_before_the_end_of_the_handshake_are_told() {
    let list = r#"-> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
<- {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#;
    let ping = r#"-> {"jsonrpc":"2.0","id":3,"method":"ping"}
<- {"jsonrpc":"2.0","id":3,"result":{}}"#;
    assert_eq!(
        wrong(&format!("{OPEN}\n{ANSWER}\n{list}")),
        ["3 initialized-missing"]
    );
    assert_eq!(
        wrong(&format!("{OPEN}\n{ANSWER}\n{ping}\n{CLOSE}\n{list}")),
        [""; 0]
    );
    let early =
        format!("{OPEN}\n-> {{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}}\n{ANSWER}");
    assert!(told(&early).contains(&"2 request-before-answer".to_owned()));
    let early = format!("{OPEN}\n{CLOSE}\n{ANSWER}\n{list}");
    assert!(told(&early).contains(&"2 initialized-early".to_owned()));
    assert_eq!(wrong(&early), [""; 0]);
}

#[test]
fn a_request_without_a_handshake_is_noted_and_an_error_once_one_comes() {
    let list = r#"-> {"jsonrpc":"2.0","id":7,"method":"tools/list"}"#;
    let told_alone = told(list);
    assert!(
        told_alone.contains(&"1 session-unseen".to_owned()),
        "{told_alone:?}"
    );
    assert_eq!(wrong(list), [""; 0]);
    let log = format!(
        "{list}\n<- {{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{{\"code\":-32602,\"message\":\"x\",\"data\":1}}}}\n{OPEN}\n{ANSWER}"
    );
    assert!(wrong(&log).contains(&"1 not-initialized".to_owned()));
    let log = format!(
        "{list}\n<- {{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{{\"code\":-32602,\"message\":\"Received request before initialization was complete\",\"data\":1}}}}"
    );
    assert!(wrong(&log).contains(&"1 not-initialized".to_owned()));
    // A log that begins in the middle.
    let log = format!(
        "{list}\n<- {{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{{\"tools\":[]}}}}\n{OPEN}\n{ANSWER}"
    );
    assert_eq!(wrong(&log), [""; 0]);
}

#[test]
fn a_second_handshake_is_told_but_a_new_connection_is_not() {
    let again = OPEN.replace("\"id\":1", "\"id\":2");
    let log = format!("{OPEN}\n{ANSWER}\n{CLOSE}\n{again}");
    assert!(wrong(&log).contains(&"4 already-initialized".to_owned()));
    let log = format!("{OPEN}\n{ANSWER}\n{CLOSE}\n{OPEN}\n{ANSWER}\n{CLOSE}");
    assert_eq!(wrong(&log), [""; 0]);
    assert!(told(&log).contains(&"4 session-anew".to_owned()));
}

#[test]
fn a_server_that_asks_before_initialized_is_told() {
    let open = OPEN.replace("\"capabilities\":{}", "\"capabilities\":{\"roots\":{}}");
    let log = format!(
        "{open}\n{ANSWER}\n<- {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}}\n-> {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"roots\":[]}}}}"
    );
    assert_eq!(wrong(&log), ["3 server-request-early"]);
}

#[test]
fn what_was_not_declared_is_an_error_since_it_is_forbidden_and_a_warning_before() {
    let asks = [
        (
            r#"-> {"jsonrpc":"2.0","id":7,"method":"prompts/list"}"#,
            "prompts",
        ),
        (
            r#"-> {"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"a:b"}}"#,
            "resources",
        ),
        (
            r#"-> {"jsonrpc":"2.0","id":7,"method":"resources/subscribe","params":{"uri":"a:b"}}"#,
            "resources.subscribe",
        ),
        (
            r#"-> {"jsonrpc":"2.0","id":7,"method":"logging/setLevel","params":{"level":"info"}}"#,
            "logging",
        ),
        (
            r#"<- {"jsonrpc":"2.0","id":7,"method":"roots/list"}"#,
            "roots",
        ),
    ];
    for (ask, capability) in asks {
        let finding = one(&opened("2025-06-18", ask), "capability-missing");
        assert!(finding.title(Lang::En).contains(&format!("`{capability}`")));
        one(&opened("2025-03-26", ask), "capability-unstated");
    }
    let changed = r#"<- {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    assert_eq!(
        wrong(&opened("2025-06-18", changed)),
        ["4 capability-unstated"]
    );
}

#[test]
fn a_mode_of_elicitation_must_be_declared() {
    let ask = r#"<- {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"url","url":"https://a.b","message":"m","elicitationId":"e"}}"#;
    let log = opened("2025-11-25", ask);
    let log = log.replacen(
        "\"capabilities\":{}",
        "\"capabilities\":{\"elicitation\":{}}",
        1,
    );
    assert!(
        one(&log, "capability-missing")
            .title(Lang::En)
            .contains("elicitation.url")
    );
    let log = log.replacen("\"elicitation\":{}", "\"elicitation\":{\"url\":{}}", 1);
    assert!(!told(&log).iter().any(|told| told.contains("capability")));
}

fn claimed(id: u64, version: &str, more: &str) -> String {
    format!(
        r#"-> {{"jsonrpc":"2.0","id":{id},"method":"tools/list","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"{version}"{more}}}}}}}"#
    )
}

#[test]
fn a_stateless_request_must_say_its_terms() {
    let capable = r#","io.modelcontextprotocol/clientCapabilities":{}"#;
    assert_eq!(wrong(&claimed(1, "2026-07-28", "")), ["1 meta-missing"]);
    assert_eq!(wrong(&claimed(1, "2026-07-28", capable)), [""; 0]);
    assert_eq!(
        wrong(&claimed(1, "2025-11-25", capable)),
        ["1 version-unsupported"]
    );
    assert_eq!(
        wrong(&claimed(1, "next", capable)),
        ["1 version-unsupported"]
    );
    assert!(told(&claimed(1, "2031-01-01", capable)).contains(&"1 version-newer".to_owned()));
    let log = format!(
        "{}\n-> {{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}}",
        claimed(1, "2026-07-28", capable)
    );
    assert_eq!(wrong(&log), ["2 meta-missing"]);
}

#[test]
fn what_a_discovery_says_counts_from_then_on() {
    let capable = r#","io.modelcontextprotocol/clientCapabilities":{}"#;
    let discover = claimed(1, "2026-07-28", capable).replace("tools/list", "server/discover");
    let answer = r#"<- {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"prompts":{}},"ttlMs":0,"cacheScope":"private"}}"#;
    let log = format!(
        "{discover}\n{answer}\n{}",
        claimed(2, "2026-07-28", capable)
    );
    assert!(wrong(&log).contains(&"3 capability-missing".to_owned()));
}

#[test]
fn a_client_that_falls_back_to_the_handshake_is_healthy() {
    let capable = r#","io.modelcontextprotocol/clientCapabilities":{}"#;
    let discover = claimed(0, "2026-07-28", capable).replace("tools/list", "server/discover");
    let refused = r#"<- {"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"Method not found: server/discover","data":{}}}"#;
    let list = r#"-> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
<- {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#;
    let log = format!("{discover}\n{refused}\n{OPEN}\n{ANSWER}\n{CLOSE}\n{list}");
    assert_eq!(wrong(&log), [""; 0]);
}

#[test]
fn a_batch_is_judged_by_the_revision() {
    let batch = r#"-> [{"jsonrpc":"2.0","id":7,"method":"tools/list"},{"jsonrpc":"2.0","id":8,"method":"resources/list"}]"#;
    assert_eq!(wrong(&opened("2025-06-18", batch)), ["4 batch-not-allowed"]);
    assert!(told(batch).contains(&"1 batch-unsure".to_owned()));
    assert_eq!(wrong("-> []"), ["1 batch-empty"]);
    let ping = r#"-> [{"jsonrpc":"2.0","id":7,"method":"ping"},{"jsonrpc":"2.0","id":8,"method":"ping"}]
<- [{"jsonrpc":"2.0","id":7,"result":{}},{"jsonrpc":"2.0","id":8,"result":{}}]"#;
    assert_eq!(wrong(&opened("2025-03-26", ping)), [""; 0]);
    let initialize = format!("-> [{}]", OPEN.trim_start_matches("-> "));
    assert_eq!(wrong(&initialize), ["1 batch-initialize"]);
    let odd = r#"-> [{"jsonrpc":"2.0","id":7,"method":"ping"},1]"#;
    assert!(wrong(&opened("2025-03-26", odd)).contains(&"4 batch-entry-not-object".to_owned()));
}

#[test]
fn a_handshake_that_is_nearly_closed_is_told_once() {
    let list = r#"-> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
<- {"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#;
    for (close, code) in [
        (
            r#"-> {"jsonrpc":"2.0","method":"initialized"}"#,
            "3 notification-misnamed",
        ),
        (
            r#"-> {"jsonrpc":"2.0","id":9,"method":"notifications/initialized"}
<- {"jsonrpc":"2.0","id":9,"error":{"code":-32600,"message":"Invalid request: \"id\" must not be given","data":{}}}"#,
            "3 notification-with-id",
        ),
    ] {
        assert_eq!(wrong(&format!("{OPEN}\n{ANSWER}\n{close}\n{list}")), [code]);
    }
}

#[test]
fn a_list_that_is_refused_before_any_handshake_lacks_one() {
    let list = r#"-> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
<- {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid request parameters","data":{}}}"#;
    assert!(wrong(list).contains(&"1 not-initialized".to_owned()));
    assert!(
        wrong(r#"-> {"jsonrpc":"2.0","id":1,"method":"server/discover"}"#)
            .contains(&"1 not-initialized".to_owned())
    );
}

#[test]
fn thousands_of_questions_cost_no_more_than_they_are_long() {
    let many = |of: &str| {
        let members = (0..20_000).map(|i| format!(r#""r{i}":{of}"#));
        members.collect::<Vec<_>>().join(",")
    };
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"roots":{}}}"#;
    let (asked, given) = (many(r#"{"method":"roots/list"}"#), many(r#"{"roots":[]}"#));
    let log = format!(
        r#"-> {{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"a","arguments":{{}},{meta}}}}}
<- {{"jsonrpc":"2.0","id":1,"result":{{"resultType":"input_required","inputRequests":{{{asked}}}}}}}
-> {{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"a","arguments":{{}},"inputResponses":{{{given}}},{meta}}}}}"#
    );
    assert_eq!(super::faults(&log), Vec::<String>::new());
}

#[test]
fn a_call_keeps_no_more_of_a_long_name_than_is_shown() {
    use crate::explain::state::calls::{kept, named};
    let long = "가".repeat(1_000_000);
    assert!(kept(&long).len() <= 1024 && named(&long).len() <= 1024);
    assert_eq!(kept("add"), "add");
}
