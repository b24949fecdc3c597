//! The head of a request: methods, `Accept`, and what is answered to messages without a reply.

use mcp_runtime::http::HttpOptions;
use serde_json::json;
use tests::http::client::Request;
use tests::http::peer::{Peer, call, messages, modern, one, refusal, request, with_token};
use tests::servers::named;

use super::{WITH_SESSIONS, plain, serve};

#[test]
fn any_accept_that_the_server_can_meet_is_met_and_no_other() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-06-18", "qa");
    let ping = peer.post(&request(1, "ping", json!({})));
    for accept in [
        "*/*",
        "application/*, text/event-stream;q=0.9",
        "APPLICATION/JSON; charset=utf-8, text/event-stream",
        "application/json",
        "application/*",
    ] {
        let answer = peer.send(&ping.clone().with("Accept", accept));
        assert_eq!(answer.head.status, 200, "{accept}");
        assert!(answer.head.is_json(), "{accept}: {:?}", answer.head);
    }
    let stream = peer.send(&ping.clone().with("Accept", "text/event-stream"));
    assert!(stream.head.is_stream(), "{:?}", stream.head);
    assert_eq!(one(&stream)["result"], json!({}));
    let two = ping.clone().with("Accept", "application/json");
    let two = two.and("Accept", "text/event-stream");
    assert_eq!(peer.send(&two).head.status, 200);
    assert_eq!(peer.send(&ping.clone().without("Accept")).head.status, 200);
    let html = peer.send(&ping.with("Accept", "text/html"));
    assert_eq!(html.head.status, 406);
    assert!(html.head.is_json(), "{:?}", html.head);
    let get = peer.dressed(Request::bare("GET").with("Accept", "application/json"));
    assert!(matches!(peer.send(&get).head.status, 405 | 406));
}

#[test]
fn methods_that_are_not_served_are_told_which_are() {
    let modern_only = serve(named("modern").expect("a server"), HttpOptions::new());
    for method in ["GET", "DELETE", "PUT", "PATCH"] {
        let bare = Request::bare(method)
            .with("Accept", "text/event-stream")
            .with("Mcp-Session-Id", "x")
            .with("Last-Event-ID", "1");
        let answer = modern_only.1.send(&bare);
        assert_eq!(answer.head.status, 405, "{method}");
        let allow = answer.head.header("allow").unwrap_or_default();
        assert!(
            allow.contains("POST") && !allow.contains("GET"),
            "{method}: {allow}"
        );
        assert!(answer.body.len() < 1024, "{method}");
    }
}

#[test]
fn a_modern_request_has_no_use_for_a_session_or_an_event_id() {
    let (_served, peer) = plain();
    for session in ["x", "00000000-0000-0000-0000-000000000000"] {
        let request = modern(call(1, "add", json!({"a": 1, "b": 2})))
            .with("Mcp-Session-Id", session)
            .with("Last-Event-ID", "1");
        let answer = peer.send(&request);
        assert_eq!(answer.head.status, 200, "{}", answer.text());
        assert_eq!(answer.head.header("mcp-session-id"), None);
    }
}

#[test]
fn a_message_without_a_reply_gets_202_and_no_body() {
    let (_served, peer) = plain();
    for version in WITH_SESSIONS {
        let peer = Peer::greeted(peer.address, version, "qa");
        for message in [
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
            json!({"jsonrpc": "2.0", "method": "notifications/whatever"}),
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}),
        ] {
            let answer = peer.ask(&message);
            assert_eq!(answer.head.status, 202, "{message}");
            assert_eq!(answer.text(), "", "{message}");
        }
        for message in [
            json!({"jsonrpc": "2.0", "id": "srv-1", "result": {}}),
            json!({"jsonrpc": "2.0", "id": "srv-2", "error": {"code": -1, "message": "no"}}),
        ] {
            let answer = peer.ask(&message);
            assert!(matches!(answer.head.status, 202 | 400), "{message}");
            assert!(
                answer.head.status == 400 || answer.body.is_empty(),
                "{message}"
            );
        }
        let mut gone = peer.clone();
        gone.session = Some("00000000-0000-0000-0000-000000000000".to_owned());
        let note = json!({"jsonrpc": "2.0", "method": "notifications/whatever"});
        assert_eq!(gone.ask(&note).head.status, 404);
    }
}

#[test]
fn a_refusal_carries_the_id_of_the_request_whenever_it_could_be_read() {
    let (_served, peer) = plain();
    let session = Peer::greeted(peer.address, "2025-06-18", "qa");
    let mut unknown = session.clone();
    unknown.session = Some("00000000-0000-0000-0000-000000000000".to_owned());
    let gone = unknown.ask(&request("q1", "ping", json!({})));
    assert_eq!((refusal(&gone).0, refusal(&gone).1), (404, json!("q1")));
    let odd = session.post(&request(42, "ping", json!({})));
    let odd = session.send(&odd.with("MCP-Protocol-Version", "2099-01-01"));
    assert_eq!((refusal(&odd).0, refusal(&odd).1), (400, json!(42)));
    let without = peer.ask(&request("q3", "tools/list", json!({})));
    assert_eq!(
        (refusal(&without).0, refusal(&without).1),
        (400, json!("q3"))
    );
    for body in ["{", "[1,2]", ""] {
        let answer = peer.send(&session.dressed(Request::post(body)));
        let (status, id, code) = refusal(&answer);
        assert_eq!((status, id.is_null()), (400, true), "{body}");
        assert!(matches!(code, -32700 | -32600), "{body}: {code}");
    }
}

#[test]
fn a_client_that_takes_json_alone_gets_the_answer_and_never_a_notification_for_it() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-06-18", "qa");
    let steps = with_token(call(1, "steps", json!({})), 1);
    let json_alone = peer.post(&steps).with("Accept", "application/json");
    let answer = peer.send(&json_alone);
    assert!(answer.head.is_json(), "{:?}", answer.head);
    assert_eq!(one(&answer)["result"]["content"][0]["text"], "done");
    let streamed = peer.ask(&steps);
    assert!(streamed.head.is_stream(), "{:?}", streamed.head);
    assert_eq!(messages(&streamed).len(), 4);
    let quiet = peer.ask(&call(2, "steps", json!({})));
    assert!(quiet.head.is_json(), "{:?}", quiet.head);
    let modern = modern(steps).with("Accept", "application/json");
    let answer = peer.send(&modern);
    assert!(answer.head.is_json(), "{:?}", answer.head);
    assert_eq!(one(&answer)["result"]["content"][0]["text"], "done");
}
