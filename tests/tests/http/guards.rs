//! Bodies that a page could send without asking, bodies that are packed, and what proxies say.

use serde_json::json;
use tests::http::client::Request;
use tests::http::peer::{Peer, call, modern, one};

use super::plain;

fn runs(peer: &Peer) -> String {
    let answer = one(&peer.send(&modern(call(0, "calls", json!({})))));
    answer["result"]["content"][0]["text"].to_string()
}

fn good() -> Request {
    modern(call("x", "add", json!({"a": 1, "b": 2})))
}

#[test]
fn only_a_body_that_says_it_is_json_runs_anything() {
    let (_served, peer) = plain();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonfoo",
        "application/json-patch+json",
        "application/json; charset=utf-16",
        "",
    ] {
        let answer = peer.send(&good().with("Content-Type", kind));
        assert_eq!(answer.head.status, 415, "{kind}: {}", answer.text());
        assert!(one(&answer)["error"]["code"].is_i64(), "{kind}");
    }
    let none = peer.send(&good().without("Content-Type"));
    assert_eq!(none.head.status, 415);
    let two = good().and("Content-Type", "text/plain");
    assert_eq!(peer.send(&two).head.status, 415);
    assert_eq!(runs(&peer), "\"0\"");
    for kind in ["application/json; charset=utf-8", "APPLICATION/JSON"] {
        let answer = peer.send(&good().with("Content-Type", kind));
        assert_eq!(answer.head.status, 200, "{kind}: {}", answer.text());
    }
    assert_eq!(runs(&peer), "\"2\"");
}

#[test]
fn a_body_that_is_packed_is_not_unpacked() {
    let (_served, peer) = plain();
    for coding in ["gzip", "br", "deflate", "zstd", "gzip, gzip"] {
        let answer = peer.send(&good().with("Content-Encoding", coding));
        assert_eq!(answer.head.status, 415, "{coding}: {}", answer.text());
    }
    let plainly = peer.send(&good().with("Content-Encoding", "identity"));
    assert_eq!(plainly.head.status, 200);
    assert_eq!(runs(&peer), "\"1\"");
}

#[test]
fn what_a_proxy_would_say_of_the_host_is_not_believed() {
    let (_served, peer) = plain();
    for (name, value) in [
        ("Forwarded", "host=localhost;proto=http;for=127.0.0.1"),
        ("X-Forwarded-Host", "localhost"),
        ("X-Forwarded-For", "127.0.0.1"),
        ("X-Real-IP", "127.0.0.1"),
        ("X-Original-URL", "/mcp"),
    ] {
        let foreign = good().with("Host", "evil.example").with(name, value);
        assert_eq!(peer.send(&foreign).head.status, 403, "{name}");
        let own = good().with(name, &value.replace("localhost", "evil.example"));
        assert_eq!(peer.send(&own).head.status, 200, "{name}");
    }
    assert_eq!(runs(&peer), "\"5\"");
}
