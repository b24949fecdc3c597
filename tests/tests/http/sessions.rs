//! Sessions: when they begin, whose they are, and when they end.

use std::time::{Duration, Instant};

use serde_json::json;
use tests::http::client::Request;
use tests::http::peer::{Peer, call, hello, messages, modern, refusal, request};

use super::{WITH_SESSIONS, plain};

const UNKNOWN: &str = "00000000-0000-0000-0000-000000000000";

#[test]
fn an_unknown_session_is_404_and_a_missing_one_400() {
    let (_served, peer) = plain();
    for version in WITH_SESSIONS {
        let mut lost = Peer::greeted(peer.address, version, "qa");
        lost.session = Some(UNKNOWN.to_owned());
        assert_eq!(lost.ask(&request(1, "ping", json!({}))).head.status, 404);
        assert_eq!(
            lost.send(&lost.dressed(Request::bare("DELETE")))
                .head
                .status,
            404
        );
        lost.session = None;
        let (status, id, _) = refusal(&lost.ask(&request("a", "tools/list", json!({}))));
        assert_eq!((status, id), (400, json!("a")), "{version}");
    }
    let first = peer.send(&Request::bare("GET").with("Accept", "text/event-stream"));
    assert!(matches!(first.head.status, 400 | 405), "{:?}", first.head);
}

#[test]
fn a_session_ends_when_its_client_says_so() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-06-18", "qa");
    let bye = peer.dressed(Request::bare("DELETE"));
    assert!(matches!(peer.send(&bye).head.status, 200 | 204));
    assert_eq!(peer.ask(&request(1, "ping", json!({}))).head.status, 404);
    assert_eq!(peer.send(&bye).head.status, 404);
    // Who comes back with an id that is gone gets a new session.
    let again = peer.dressed(Request::post(hello("2025-06-18", "qa").to_string()));
    let again = peer.send(&again);
    assert_eq!(again.head.status, 200, "{}", again.text());
    let fresh = again.head.header("mcp-session-id").expect("a session");
    assert_ne!(Some(fresh), peer.session.as_deref());
}

#[test]
fn a_handshake_that_fails_leaves_no_session() {
    let (_served, peer) = plain();
    for params in [json!({}), json!({"protocolVersion": 5}), json!([])] {
        for _ in 0..50 {
            let failed = peer.ask(&request(1, "initialize", params.clone()));
            assert!(messages(&failed)[0]["error"]["code"].is_i64());
            assert_eq!(failed.head.header("mcp-session-id"), None);
        }
    }
    let first = peer.ask(&request(1, "tools/list", json!({})));
    assert_eq!(first.head.header("mcp-session-id"), None);
}

#[test]
fn ids_of_sessions_are_long_visible_and_never_alike() {
    let (_served, peer) = plain();
    let hello = Request::post(hello("2025-06-18", "qa").to_string());
    let ids: Vec<String> = (0..200)
        .map(|_| {
            let welcome = peer.send(&hello);
            welcome
                .head
                .header("mcp-session-id")
                .expect("an id")
                .to_owned()
        })
        .collect();
    for id in &ids {
        assert!(
            id.len() >= 22 && id.bytes().all(|b| (0x21..=0x7e).contains(&b)),
            "{id}"
        );
    }
    let mut sorted = ids;
    sorted.sort_unstable();
    for pair in sorted.windows(2) {
        let alike = pair[0]
            .bytes()
            .zip(pair[1].bytes())
            .take_while(|(a, b)| a == b);
        assert!(alike.count() <= 5, "{pair:?}");
    }
}

#[test]
fn each_session_has_a_client_a_revision_and_a_level_of_its_own() {
    let (_served, peer) = plain();
    let a = Peer::greeted(peer.address, "2025-03-26", "a");
    let b = Peer::greeted(peer.address, "2025-06-18", "b");
    let level = request(1, "logging/setLevel", json!({"level": "emergency"}));
    assert_eq!(a.ask(&level).head.status, 200);
    std::thread::scope(|scope| {
        for (peer, wanted) in [(&a, "a 0 2025-03-26"), (&b, "b 0 2025-06-18")] {
            scope.spawn(move || {
                for _ in 0..200 {
                    assert_eq!(peer.text("whoami", json!({})), wanted);
                }
            });
        }
    });
    assert_eq!(messages(&a.ask(&call(1, "log_all", json!({})))).len(), 2);
    assert_eq!(messages(&b.ask(&call(1, "log_all", json!({})))).len(), 8);
    let bye = b.dressed(Request::bare("DELETE"));
    assert!(matches!(b.send(&bye).head.status, 200 | 204));
    assert_eq!(a.text("whoami", json!({})), "a 0 2025-03-26");
}

#[test]
fn a_second_handshake_changes_nothing_in_a_session() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-03-26", "first");
    let again = peer.dressed(Request::post(hello("2025-11-25", "second").to_string()));
    let again = peer.send(&again);
    let fresh = again.head.header("mcp-session-id");
    assert_ne!(fresh, peer.session.as_deref());
    assert_eq!(peer.text("whoami", json!({})), "first 0 2025-03-26");
}

#[test]
fn a_session_is_not_touched_by_a_request_that_stands_alone() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-03-26", "first");
    let mut whoami = call(1, "whoami", json!({}));
    whoami["params"]["_meta"]["io.modelcontextprotocol/clientInfo"] =
        json!({"name": "other", "version": "1"});
    let session = peer.session.clone().expect("a session");
    let answer = peer.send(&modern(whoami).with("Mcp-Session-Id", &session));
    assert_eq!(
        messages(&answer)[0]["result"]["content"][0]["text"],
        "other 1 2026-07-28"
    );
    assert_eq!(answer.head.header("mcp-session-id"), None);
    assert_eq!(peer.text("whoami", json!({})), "first 0 2025-03-26");
}

#[test]
fn two_requests_of_one_session_with_one_id_get_an_answer_each() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-06-18", "qa");
    let begun = Instant::now();
    let text = |ms: u64, s: &str| {
        let answer = peer.ask(&call(1, "sleep_echo", json!({"ms": ms, "s": s})));
        messages(&answer).pop().unwrap_or_default()["result"]["content"][0]["text"].clone()
    };
    std::thread::scope(|scope| {
        let slow = scope.spawn(|| text(800, "slow"));
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(text(1, "fast"), "fast");
        assert!(
            begun.elapsed() < Duration::from_millis(800),
            "the fast one waited"
        );
        assert_eq!(slow.join().expect("no panic"), "slow");
    });
}
