//! The rules of both eras, each on a message of its own.

use super::{Admission, Session, Terms};
use mcp_core::json::Raw;
use mcp_core::logging::LoggingLevel;
use mcp_core::rpc::{ErrorCode, Fault, Params};
use mcp_core::version::ProtocolVersion;

const CLAIM: &str = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}"#;
const HELLO: &str = r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"qa","version":"0"}}"#;

fn params(text: &str) -> Params<'_> {
    Params::read(Some(Raw::parse(text).expect("JSON"))).expect("params")
}

fn admit(session: &Session, method: &str, text: &str) -> Result<Admission, Fault> {
    session.admit(method, &params(text))
}

fn fresh() -> Session {
    Session::new(&ProtocolVersion::ALL, LoggingLevel::Info)
}

fn greeted() -> Session {
    let mut session = fresh();
    session.initialize(&params(HELLO)).expect("a handshake");
    session
}

fn serve(version: ProtocolVersion) -> Admission {
    Admission::Serve(Terms {
        version,
        log_level: None,
    })
}

#[test]
fn a_request_with_terms_of_its_own_needs_no_handshake() {
    for session in [fresh(), greeted()] {
        let admitted = admit(&session, "tools/list", CLAIM);
        assert_eq!(admitted, Ok(serve(ProtocolVersion::V2026_07_28)));
    }
}

#[test]
fn before_the_handshake_only_ping_and_initialize_are_admitted() {
    let session = fresh();
    assert_eq!(admit(&session, "ping", "{}"), Ok(Admission::Ping));
    assert_eq!(
        admit(&session, "initialize", HELLO),
        Ok(Admission::Handshake)
    );
    let refused = admit(&session, "tools/list", "{}").expect_err("no terms");
    assert_eq!(refused.code, ErrorCode::INVALID_PARAMS);
}

#[test]
fn after_the_handshake_its_revision_holds() {
    let admitted = admit(&greeted(), "tools/list", "{}");
    assert_eq!(admitted, Ok(serve(ProtocolVersion::V2025_06_18)));
}

#[test]
fn a_second_handshake_is_refused() {
    let refused = admit(&greeted(), "initialize", HELLO).expect_err("a second one");
    assert_eq!(refused.code, ErrorCode::INVALID_REQUEST);
}

#[test]
fn an_unknown_version_is_answered_with_the_newest_that_has_a_handshake() {
    for asked in ["2099-01-01", "2026-07-28", "1.0", ""] {
        let text = format!(r#"{{"protocolVersion":"{asked}"}}"#);
        let mut session = fresh();
        let agreed = session.initialize(&params(&text)).expect("a handshake");
        assert_eq!(agreed.version, ProtocolVersion::V2025_11_25, "{asked}");
    }
}

#[test]
fn a_handshake_without_a_version_names_what_is_missing_and_can_be_tried_again() {
    let mut session = fresh();
    for text in [
        "{}",
        r#"{"protocolVersion":5}"#,
        r#"{"protocolVersion":null}"#,
    ] {
        let refused = session.initialize(&params(text)).expect_err("no version");
        assert_eq!(refused.field, "params.protocolVersion");
    }
    assert!(session.legacy().is_none());
    assert!(session.initialize(&params(HELLO)).is_ok());
}

#[test]
fn a_restricted_server_agrees_on_nothing_else() {
    let served = [ProtocolVersion::V2025_03_26, ProtocolVersion::V2025_06_18];
    let mut session = Session::new(&served, LoggingLevel::Info);
    let text = r#"{"protocolVersion":"2025-11-25"}"#;
    let agreed = session.initialize(&params(text)).expect("a handshake");
    assert_eq!(agreed.version, ProtocolVersion::V2025_06_18);
}

#[test]
fn a_server_without_stateless_revisions_reads_no_terms() {
    let session = Session::new(&[ProtocolVersion::V2025_06_18], LoggingLevel::Info);
    let refused = admit(&session, "server/discover", CLAIM).expect_err("no handshake yet");
    assert_eq!(refused.code, ErrorCode::INVALID_PARAMS);
    assert!(refused.message().contains("initialize first"));
    assert!(!refused.message().contains("_meta"), "it never helps here");
}

#[test]
fn a_server_without_handshakes_names_its_revisions() {
    let session = Session::new(&[ProtocolVersion::V2026_07_28], LoggingLevel::Info);
    let refused = admit(&session, "initialize", HELLO).expect_err("no handshakes");
    assert_eq!(refused.field, "method");
    assert_eq!(refused.code, ErrorCode::UNSUPPORTED_PROTOCOL_VERSION);
    let data = refused.data.clone().expect("data");
    assert_eq!(data["supported"], serde_json::json!(["2026-07-28"]));
    assert_eq!(data["requested"], "2025-06-18");
}

#[test]
fn terms_that_are_incomplete_or_of_the_wrong_type_are_invalid_params() {
    let cases = [
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#,
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}}}"#,
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}}"#,
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":null}}"#,
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"WARN"}}"#,
        // What is missing is said before whether the version is served.
        r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}}"#,
    ];
    for text in cases {
        let refused = admit(&fresh(), "tools/list", text).expect_err(text);
        assert_eq!(refused.code, ErrorCode::INVALID_PARAMS, "{text}");
        assert!(refused.field.starts_with("params._meta[\"io."), "{text}");
    }
}

#[test]
fn a_version_that_is_not_served_stateless_is_answered_with_those_that_are() {
    for asked in ["1900-01-01", "2025-11-25"] {
        let text = CLAIM.replace("2026-07-28", asked);
        let refused = admit(&greeted(), "tools/list", &text).expect_err(asked);
        assert_eq!(refused.code, ErrorCode::UNSUPPORTED_PROTOCOL_VERSION);
        let data = serde_json::json!({"supported": ["2026-07-28"], "requested": asked});
        assert_eq!(refused.data, Some(data));
    }
}

#[test]
fn only_the_revision_with_batches_has_them() {
    let mut session = fresh();
    assert!(!session.has_batches());
    let text = r#"{"protocolVersion":"2025-03-26"}"#;
    session.initialize(&params(text)).expect("a handshake");
    assert!(session.has_batches());
    assert!(!greeted().has_batches());
}

#[test]
fn an_id_that_can_t_be_read_is_null_until_a_newer_revision_is_agreed_on() {
    assert!(fresh().unreadable_id_is_null());
    assert!(greeted().unreadable_id_is_null());
    let mut newer = fresh();
    let text = r#"{"protocolVersion":"2025-11-25"}"#;
    newer.initialize(&params(text)).expect("a handshake");
    assert!(!newer.unreadable_id_is_null());
}

#[test]
fn an_id_that_can_t_be_read_is_never_null_where_no_served_revision_has_that() {
    use ProtocolVersion::{V2025_06_18, V2025_11_25, V2026_07_28};
    let is_null = |served: &[_]| Session::new(served, LoggingLevel::Info).unreadable_id_is_null();
    assert!(!is_null(&[V2026_07_28]));
    assert!(!is_null(&[V2025_11_25, V2026_07_28]));
    assert!(is_null(&[V2025_06_18, V2026_07_28]));
}
