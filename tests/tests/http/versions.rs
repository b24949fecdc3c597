//! `MCP-Protocol-Version` on requests of the revisions with a handshake.

use serde_json::json;
use tests::http::client::Request;
use tests::http::peer::{Peer, hello, one, request};
use tests::script::words::MODERN;

use super::{WITH_SESSIONS, plain};

#[test]
fn a_session_is_served_with_its_own_revision_in_the_header_or_with_none() {
    let (_served, peer) = plain();
    for version in WITH_SESSIONS {
        let peer = Peer::greeted(peer.address, version, "qa");
        let ping = peer.post(&request(1, "ping", json!({})));
        let without = ping.clone().without("MCP-Protocol-Version");
        assert_eq!(peer.send(&without).head.status, 200, "{version}");
        let with = ping.with("MCP-Protocol-Version", version);
        assert_eq!(peer.send(&with).head.status, 200, "{version}");
    }
}

#[test]
fn a_header_that_names_no_revision_of_a_session_is_refused_and_those_are_named() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-06-18", "qa");
    let ping = peer.post(&request(1, "ping", json!({})));
    for value in ["2099-01-01", "2025-6-18", "", "2025-06-18, 2025-11-25", "x"] {
        let answer = peer.send(&ping.clone().with("MCP-Protocol-Version", value));
        assert_eq!(answer.head.status, 400, "{value:?}");
        let message = one(&answer);
        assert_eq!(message["id"], 1, "{message}");
        assert!(message.to_string().contains("2025-06-18"), "{message}");
    }
    let two = ping.clone().and("MCP-Protocol-Version", "2025-11-25");
    assert_eq!(peer.send(&two).head.status, 400);
    // A modern revision is no silent switch: the body does not say what it must.
    let modern = one(&peer.send(&ping.with("MCP-Protocol-Version", MODERN)));
    assert_eq!(modern["error"]["code"], -32602, "{modern}");
}

#[test]
fn a_handshake_needs_no_header_and_takes_one() {
    let (_served, peer) = plain();
    let hello = Request::post(hello("2025-06-18", "qa").to_string());
    assert_eq!(peer.send(&hello).head.status, 200);
    for version in WITH_SESSIONS {
        let with = hello.clone().with("MCP-Protocol-Version", version);
        assert_eq!(peer.send(&with).head.status, 200, "{version}");
    }
}
