use super::*;
use crate::explain::{Lang, Limits};
use crate::method::Side;
use crate::rpc::classify;
use crate::version::ProtocolVersion;

const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add"}}"#;
const INIT: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#;
const NOTE: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
const MODERN: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"더하기","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
const RESULT: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
const POST: &str = "accept: application/json, text/event-stream\ncontent-type: application/json";
const MIRRORS: &str =
    "mcp-protocol-version: 2026-07-28\nMcp-Method: tools/call\nmcp-name: =?base64?642U7ZWY6riw?=";

/// A conversation over HTTP, told by what was found last.
struct Wire {
    state: State,
    findings: Vec<Finding>,
}

impl Wire {
    fn new(version: Option<ProtocolVersion>) -> Self {
        let mut state = State::new(Limits::default());
        state.session.version = version;
        let findings = Vec::new();
        Wire { state, findings }
    }

    fn head(&mut self, start: Start<'_>, headers: &str) {
        let lines = headers.lines().filter_map(|line| line.split_once(": "));
        let head = Head::new(start, lines.collect());
        self.findings = super::head(&mut self.state, &head);
    }

    fn carry(&mut self, from: Side, carrier: Carrier, text: &str) {
        let frame = Frame::new(text.as_bytes())
            .sent_by(from)
            .carried_by(carrier);
        let mut found = Found::new(text, 0);
        body(
            &mut self.state,
            &frame,
            &classify(text.as_bytes()).unwrap(),
            &mut found,
        );
        self.findings.extend(found.into_list());
    }

    fn ask(&mut self, verb: &str, headers: &str, body: &str) -> Vec<&'static str> {
        let start = Start::Request {
            method: verb,
            target: "/mcp",
        };
        self.head(start, headers);
        if !body.is_empty() {
            self.carry(Side::Client, Carrier::Body, body);
        }
        self.codes()
    }

    fn answer(&mut self, status: u16, headers: &str, body: &str) -> Vec<&'static str> {
        self.head(Start::Response { status }, headers);
        if !body.is_empty() {
            self.carry(Side::Server, Carrier::Body, body);
        }
        self.codes()
    }

    /// The codes, after a look at the words: nothing may be left open in them.
    fn codes(&self) -> Vec<&'static str> {
        for (f, lang) in self
            .findings
            .iter()
            .flat_map(|f| Lang::ALL.map(|lang| (f, lang)))
        {
            for text in [
                f.title(lang),
                f.found(lang),
                f.expected(lang),
                f.rule(lang),
                f.next(lang),
            ] {
                let open = text.split('{').skip(1).any(|part| {
                    let name = part.split('}').next().unwrap_or_default();
                    !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase())
                });
                assert!(!open, "{text}");
            }
        }
        self.findings.iter().map(|f| f.code.name()).collect()
    }
}

fn legacy() -> Wire {
    Wire::new(Some(ProtocolVersion::LATEST_LEGACY))
}

fn with(headers: &str) -> String {
    format!("{POST}\n{headers}")
}

fn nothing() -> Vec<&'static str> {
    Vec::new()
}

fn status(status: u16, headers: &str) -> Vec<&'static str> {
    let mut wire = Wire::new(None);
    wire.ask("POST", POST, CALL);
    wire.answer(status, headers, "")
}

#[test]
fn a_post_accepts_both_kinds_of_answer() {
    let json = "content-type: application/json\nAccept: application/json";
    assert_eq!(legacy().ask("POST", json, INIT), ["http-accept"]);
    let any = "content-type: application/json\nAccept: */*";
    assert_eq!(legacy().ask("POST", any, INIT), ["http-accept-wildcard"]);
    let apart =
        "content-type: application/json\naccept: application/json;q=0.9\naccept: Text/Event-Stream";
    assert_eq!(legacy().ask("POST", apart, INIT), nothing());
}

#[test]
fn a_get_accepts_a_stream() {
    assert_eq!(
        Wire::new(None).ask("GET", "accept: text/html", ""),
        ["http-accept"]
    );
    assert_eq!(
        Wire::new(None).ask("GET", "accept: text/event-stream", ""),
        nothing()
    );
}

#[test]
fn a_post_is_sent_as_json() {
    let plain = "accept: application/json, text/event-stream\ncontent-type: text/plain";
    assert_eq!(legacy().ask("POST", plain, INIT), ["http-content-type"]);
    let charset = "accept: application/json, text/event-stream\ncontent-type: application/json; charset=utf-8";
    assert_eq!(legacy().ask("POST", charset, INIT), nothing());
}

#[test]
fn headers_that_were_not_logged_are_not_missed() {
    assert_eq!(legacy().ask("POST", "", CALL), nothing());
}

#[test]
fn every_request_after_the_handshake_names_the_revision() {
    assert_eq!(
        legacy().ask("POST", POST, CALL),
        ["http-version-header-missing"]
    );
    assert_eq!(legacy().ask("POST", POST, INIT), nothing());
    assert_eq!(
        legacy().ask("DELETE", "host: x", ""),
        ["http-version-header-missing"]
    );
    let other = with("MCP-Protocol-Version: 2025-06-18");
    assert_eq!(
        legacy().ask("POST", &other, NOTE),
        ["http-version-header-other"]
    );
    let mut older = Wire::new(Some(ProtocolVersion::V2025_03_26));
    assert_eq!(older.ask("POST", POST, CALL), nothing());
}

#[test]
fn a_request_without_a_handshake_repeats_its_body_in_headers() {
    assert_eq!(
        Wire::new(None).ask("POST", &with(MIRRORS), MODERN),
        nothing()
    );
    assert_eq!(
        Wire::new(None).ask("POST", POST, MODERN),
        [
            "http-header-missing",
            "http-header-missing",
            "http-header-missing"
        ]
    );
    let other = MIRRORS.replace("tools/call", "tools/list");
    let mut wire = Wire::new(None);
    assert_eq!(
        wire.ask("POST", &with(&other), MODERN),
        ["http-header-other"]
    );
    assert_eq!(wire.findings[0].path, "method");
    assert_eq!(
        &MODERN[wire.findings[0].span.clone().unwrap()],
        "tools/call"
    );
}

#[test]
fn a_header_that_cannot_be_decoded_is_told() {
    let broken = MIRRORS.replace("642U7ZWY6riw", "642U7ZWY6ri");
    assert_eq!(
        Wire::new(None).ask("POST", &with(&broken), MODERN),
        ["http-header-undecodable"]
    );
}

#[test]
fn a_session_is_named_once_it_is_issued() {
    let mut wire = Wire::new(None);
    wire.ask("POST", POST, INIT);
    wire.answer(
        200,
        "content-type: application/json\nMcp-Session-Id: s-1",
        "",
    );
    assert_eq!(wire.ask("POST", POST, CALL), ["http-session-missing"]);
    assert_eq!(
        wire.ask("POST", &with("mcp-session-id: s-1"), CALL),
        nothing()
    );
    assert_eq!(
        wire.ask("POST", &with("mcp-session-id: s-2"), CALL),
        ["http-session-unknown"]
    );
}

#[test]
fn a_session_that_is_gone_is_left() {
    let mut wire = Wire::new(None);
    wire.ask("POST", &with("mcp-session-id: s-1"), CALL);
    assert_eq!(
        wire.answer(404, "content-type: application/json", ""),
        ["http-404-session"]
    );
    assert_eq!(
        wire.ask("POST", &with("mcp-session-id: s-1"), CALL),
        ["http-session-used-on"]
    );
    assert_eq!(wire.ask("POST", POST, INIT), nothing());
}

#[test]
fn there_are_no_sessions_without_a_handshake() {
    let headers = with(&format!("{MIRRORS}\nmcp-session-id: s-1"));
    assert_eq!(
        Wire::new(None).ask("POST", &headers, MODERN),
        ["http-session-modern"]
    );
}

#[test]
fn a_token_does_not_stand_in_the_address() {
    let mut wire = Wire::new(None);
    let start = Start::Request {
        method: "POST",
        target: "/mcp?access_token=abc",
    };
    wire.head(start, POST);
    assert_eq!(wire.codes(), ["http-token-in-query"]);
}

#[test]
fn a_session_id_is_visible_ascii() {
    let mut wire = Wire::new(None);
    wire.ask("POST", POST, INIT);
    let headers = "content-type: application/json\nmcp-session-id: a b";
    assert_eq!(wire.answer(200, headers, ""), ["http-session-characters"]);
}

#[test]
fn a_session_does_not_change_its_id() {
    let mut wire = Wire::new(None);
    wire.ask("POST", &with("mcp-session-id: s-1"), CALL);
    let headers = "content-type: application/json\nmcp-session-id: s-2";
    assert_eq!(wire.answer(200, headers, ""), ["http-session-changed"]);
}

#[test]
fn an_answer_is_json_or_a_stream() {
    assert_eq!(
        status(200, "content-type: text/html"),
        ["http-answer-content-type"]
    );
    assert_eq!(status(200, "content-type: text/event-stream"), nothing());
    let mut wire = Wire::new(None);
    wire.ask("GET", "accept: text/event-stream", "");
    assert_eq!(
        wire.answer(200, "content-type: application/json", ""),
        ["http-answer-content-type"]
    );
}

#[test]
fn a_request_is_not_just_accepted() {
    assert_eq!(status(202, "date: x"), ["http-accepted-request"]);
}

#[test]
fn a_notification_is_just_accepted() {
    let mut wire = Wire::new(None);
    wire.ask("POST", POST, NOTE);
    assert_eq!(
        wire.answer(200, "content-type: application/json", ""),
        ["http-notification-status"]
    );
    wire.ask("POST", POST, NOTE);
    assert_eq!(wire.answer(202, "date: x", ""), nothing());
    wire.ask("POST", POST, NOTE);
    assert_eq!(
        wire.answer(202, "date: x", RESULT),
        ["http-accepted-with-body"]
    );
}

#[test]
fn statuses_say_why_a_request_was_refused() {
    for (number, code) in [
        (307, "http-redirect"),
        (400, "http-400"),
        (403, "http-403"),
        (404, "http-404"),
        (405, "http-405-post"),
        (406, "http-406"),
        (413, "http-413"),
        (415, "http-415"),
        (429, "http-503"),
        (431, "http-413"),
        (502, "http-500"),
        (503, "http-503"),
    ] {
        assert_eq!(status(number, "content-type: text/html"), [code]);
    }
    let mut wire = Wire::new(None);
    wire.ask("GET", "accept: text/event-stream", "");
    assert_eq!(wire.answer(405, "allow: POST", ""), ["http-405"]);
}

#[test]
fn a_401_says_where_to_get_a_token() {
    let challenge = r#"WWW-Authenticate: Bearer resource_metadata="https://a/x", scope="files:read", error="invalid_token""#;
    let mut wire = legacy();
    wire.ask("POST", POST, INIT);
    assert_eq!(wire.answer(401, challenge, ""), ["http-401"]);
    assert!(wire.findings[0].found(Lang::En).contains("files:read"));
    assert_eq!(status(401, "date: x"), ["http-401-no-header"]);
    let mut older = Wire::new(Some(ProtocolVersion::V2025_06_18));
    older.ask("POST", POST, INIT);
    assert_eq!(
        older.answer(401, "www-authenticate: Bearer", ""),
        ["http-401-no-challenge"]
    );
}

#[test]
fn a_403_says_which_scopes_are_missing() {
    let challenge = r#"www-authenticate: Bearer error="insufficient_scope", scope="a b""#;
    assert_eq!(status(403, challenge), ["http-403-scope"]);
}

#[test]
fn errors_have_their_statuses_without_a_handshake() {
    let said = |number, code: i32| {
        let mut wire = Wire::new(None);
        wire.ask("POST", &with(MIRRORS), MODERN);
        let error =
            format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"m"}}}}"#);
        wire.answer(number, "content-type: application/json", &error)
    };
    for (code, number) in [(-32601, 404), (-32020, 400), (-32021, 400), (-32022, 400)] {
        assert_eq!(said(number, code), nothing());
        assert_eq!(said(200, code), ["http-status-differs"]);
    }
    assert_eq!(said(200, -32602), nothing());
    assert_eq!(said(500, -32603), ["http-500"]);
    assert_eq!(said(400, -32602), ["http-status-not-200"]);
}

#[test]
fn a_request_without_its_terms_is_refused_with_400() {
    let body = MODERN.replace(r#","io.modelcontextprotocol/clientCapabilities":{}"#, "");
    let mut wire = Wire::new(None);
    wire.ask("POST", &with(MIRRORS), &body);
    let error = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"m"}}"#;
    assert_eq!(
        wire.answer(200, "content-type: application/json", error),
        ["http-status-differs"]
    );
}

#[test]
fn the_stream_of_a_get_carries_no_answers() {
    let answered = |headers: &str| {
        let mut wire = legacy();
        wire.ask(
            "GET",
            &format!("accept: text/event-stream\nmcp-protocol-version: 2025-11-25\n{headers}"),
            "",
        );
        wire.head(
            Start::Response { status: 200 },
            "content-type: text/event-stream",
        );
        wire.carry(Side::Server, Carrier::Event, RESULT);
        wire.codes()
    };
    assert_eq!(answered(""), ["sse-answer-on-get"]);
    assert_eq!(answered("last-event-id: 7"), nothing());
}

#[test]
fn responses_belong_to_requests_in_their_order() {
    let mut wire = Wire::new(None);
    wire.ask("POST", POST, CALL);
    wire.ask("POST", POST, NOTE);
    assert_eq!(
        wire.answer(200, "content-type: application/json", RESULT),
        nothing()
    );
    assert_eq!(wire.answer(202, "date: x", ""), nothing());
}

#[test]
fn messages_to_an_authorization_server_are_not_judged() {
    let mut wire = Wire::new(None);
    let start = Start::Request {
        method: "GET",
        target: "/.well-known/oauth-protected-resource",
    };
    wire.head(start, "accept: application/json");
    assert_eq!(wire.codes(), nothing());
    wire.head(
        Start::Response { status: 200 },
        "content-type: application/json",
    );
    let frame = Frame::new(b"{\"resource\":\"x\"}").carried_by(Carrier::Body);
    assert!(is_foreign(&mut wire.state, &frame));
    assert_eq!(wire.codes(), nothing());
}

#[test]
fn the_old_transport_has_rules_of_its_own() {
    let mut wire = Wire::new(None);
    wire.state.http.old = true;
    assert_eq!(
        wire.ask("POST", "content-type: application/json", CALL),
        nothing()
    );
    assert_eq!(wire.answer(202, "content-type: text/plain", ""), nothing());
}

#[test]
fn a_body_that_is_no_message_is_told_by_its_head() {
    let mut wire = Wire::new(None);
    wire.ask("POST", POST, CALL);
    wire.answer(401, "content-type: application/json", "");
    let frame = Frame::new(b"{\"error\":\"unauthorized\"}").carried_by(Carrier::Body);
    assert!(is_told(&wire.state, &frame));
    wire.ask("POST", POST, CALL);
    wire.answer(200, "content-type: application/json", "");
    assert!(!is_told(&wire.state, &frame));
}

#[test]
fn arguments_that_the_schema_wants_in_headers_stand_there() {
    const LIST: &str = r#"{"tools":[{"name":"go","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"at":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}}}}]}"#;
    let body = MODERN.replace(
        r#""name":"더하기""#,
        r#""name":"go","arguments":{"region":"eu","at":{"n":42}}"#,
    );
    let asked = |headers: &str| {
        let mut wire = Wire::new(None);
        let page = crate::json::Raw::parse(LIST).unwrap();
        wire.state
            .catalog
            .learn_tools(page, true, &Limits::default());
        let mirrors = MIRRORS.replace("=?base64?642U7ZWY6riw?=", "go");
        wire.ask("POST", &with(&format!("{mirrors}\n{headers}")), &body)
    };
    assert_eq!(asked("mcp-param-region: eu\nMcp-Param-N: 42.0"), nothing());
    assert_eq!(
        asked("mcp-param-region: us\nmcp-param-n: 42"),
        ["http-header-other"]
    );
    assert_eq!(asked("mcp-param-region: eu"), ["http-header-missing"]);
}
