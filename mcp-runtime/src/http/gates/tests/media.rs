//! Forms of bodies and answers, and the header that names the revision.

use super::fields;
use crate::http::gates::media::{Accepted, accepted, content, streams};
use crate::http::gates::revision::without_claim;
use http::HeaderMap;
use mcp_core::rpc::ErrorCode;
use mcp_core::version::ProtocolVersion;

fn each(name: &str, values: &[&str]) -> HeaderMap {
    let all: Vec<_> = values.iter().map(|v| (name, v.as_bytes())).collect();
    fields(&all)
}

#[test]
fn a_body_is_json_in_utf_8_and_nothing_else() {
    for (values, passes) in [
        (&["application/json"][..], true),
        (&["APPLICATION/JSON"], true),
        (&["application/json; charset=utf-8"], true),
        (&["application/json;charset=\"UTF-8\""], true),
        (&["application/json ; x=y"], true),
        (&["application/json; charset=utf-16"], false),
        (&["application/json; charset=utf-8; charset=utf-16"], false),
        (&["application/jsonfoo"], false),
        (&["application/json-patch+json"], false),
        (&["application/json, text/plain"], false),
        (&["application/json; x=y, text/plain"], false),
        (&["application/json; x"], false),
        (&["application/json; x=\"a, b; charset=utf-16\""], true),
        (&["application/json;"], true),
        (&["text/json"], false),
        (&["text/plain"], false),
        (&["text/plain; application/json"], false),
        (&["application/x-www-form-urlencoded"], false),
        (&["multipart/form-data; boundary=x"], false),
        (&[""], false),
        (&[], false),
        (&["application/json", "application/json"], false),
        (&["text/plain", "application/json"], false),
    ] {
        let got = content(&each("content-type", values));
        assert_eq!(got.is_ok(), passes, "{values:?}");
        if let Err(refused) = got {
            assert_eq!(refused.status(), 415);
            assert!(refused.error().message.contains("application/json"));
        }
    }
}

#[test]
fn a_body_is_not_packed() {
    for (coding, passes) in [
        ("identity", true),
        ("", true),
        ("gzip", false),
        ("br", false),
        ("identity, gzip", false),
    ] {
        let headers = fields(&[
            ("content-type", b"application/json"),
            ("content-encoding", coding.as_bytes()),
        ]);
        assert_eq!(content(&headers).is_ok(), passes, "{coding}");
    }
}

#[test]
fn an_answer_comes_in_the_form_that_the_client_takes() {
    use Accepted::{Both, JsonOnly, StreamOnly};
    for (values, expected) in [
        (&["application/json, text/event-stream"][..], Some(Both)),
        (&["text/event-stream", "application/json"], Some(Both)),
        (&["*/*"], Some(Both)),
        (&[], Some(Both)),
        (&["application/*, text/event-stream;q=0.9"], Some(Both)),
        (
            &["APPLICATION/JSON; charset=utf-8, text/event-stream"],
            Some(Both),
        ),
        (&["application/json"], Some(JsonOnly)),
        (&["application/*"], Some(JsonOnly)),
        (&["application/json, text/event-stream;q=0"], Some(JsonOnly)),
        (&["*/*, text/event-stream;q=0.000"], Some(JsonOnly)),
        (&["text/event-stream"], Some(StreamOnly)),
        (&["text/*;q=0.001"], Some(StreamOnly)),
        (&["*/*;q=0.1, application/json;q=0"], Some(StreamOnly)),
        (
            &["text/event-stream;x=\"a,application/json\""],
            Some(StreamOnly),
        ),
        (&["application/json;q=0, */*;q=0"], None),
        (&["text/html"], None),
        (&["*/*;q=0"], None),
        (&["json"], None),
    ] {
        let got = accepted(&each("accept", values));
        assert_eq!(got.as_ref().ok().copied(), expected, "{values:?}");
        if let Err(refused) = got {
            assert_eq!(refused.status(), 406);
            let message = &refused.error().message;
            assert!(message.contains("Accept: application/json, text/event-stream"));
        }
    }
}

#[test]
fn who_listens_takes_a_stream() {
    for (values, passes) in [
        (&["text/event-stream"][..], true),
        (&["*/*"], true),
        (&["application/json"], false),
        (&["application/json, text/event-stream;q=0"], false),
    ] {
        assert_eq!(
            streams(&each("accept", values)).is_ok(),
            passes,
            "{values:?}"
        );
    }
}

#[test]
fn a_revision_in_the_header_is_a_served_one_with_a_handshake() {
    let served = ProtocolVersion::ALL;
    let got = |values: &[&str]| without_claim(&each("mcp-protocol-version", values), &served);
    assert_eq!(got(&[]).expect("none"), None);
    let known = got(&["2025-06-18"]).expect("a known one");
    assert_eq!(known, Some(ProtocolVersion::V2025_06_18));
    for values in [
        &["2099-01-01"][..],
        &["2025-6-18"],
        &[""],
        &["2025-06-18", "2025-06-18"],
    ] {
        let fault = got(values).expect_err("unknown");
        assert_eq!(
            fault.code,
            ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
            "{values:?}"
        );
        let data = fault.to_error().data.expect("data");
        assert_eq!(
            data["supported"].as_array().map(Vec::len),
            Some(served.len())
        );
        assert!(fault.message().contains("MCP-Protocol-Version"), "{fault}");
    }
    let fault = got(&["2026-07-28"]).expect_err("its requests name it");
    assert_eq!(fault.code, ErrorCode::INVALID_PARAMS);
    let unserved = without_claim(
        &each("mcp-protocol-version", &["2024-11-05"]),
        &[ProtocolVersion::LATEST],
    );
    assert!(unserved.is_err());
}
