//! Requests that have hurt HTTP servers, each to be sent on a connection of its own.
//!
//! In: nothing. Out: the bytes of each, by name.

use serde_json::json;

use crate::http::client::Request;
use crate::http::peer::{call, modern};

/// What a server is sent that it can't serve.
pub fn odd() -> Vec<(&'static str, Vec<u8>)> {
    let mut all = bodies();
    all.extend(headers());
    all.extend(framings());
    all
}

fn good() -> Request {
    modern(call(1, "add", json!({"a": 1, "b": 2})))
}

fn bodies() -> Vec<(&'static str, Vec<u8>)> {
    let body = |body: &[u8]| Request::post(body).bytes();
    let batch = br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#;
    vec![
        ("no JSON", body(b"{{{")),
        ("nothing", body(b"")),
        ("no UTF-8", body(b"{\"a\":\"\xff\"}")),
        ("too deep", body("[".repeat(100_000).as_bytes())),
        ("a batch", body(batch)),
    ]
}

fn headers() -> Vec<(&'static str, Vec<u8>)> {
    let with = |name: &str, value: &str| good().with(name, value).bytes();
    let lost = good().without("MCP-Protocol-Version");
    let many = (0..500).fold(good(), |request, number| {
        request.and(&format!("X-{number}"), "x")
    });
    let form = "application/x-www-form-urlencoded";
    vec![
        ("a form", with("Content-Type", form)),
        ("text", with("Content-Type", "text/plain")),
        ("almost JSON", with("Content-Type", "application/jsonfoo")),
        ("another host", with("Host", "evil.example")),
        ("another origin", with("Origin", "http://evil.example")),
        (
            "an odd revision",
            with("MCP-Protocol-Version", "1999-01-01"),
        ),
        ("no revision", lost.bytes()),
        ("a folded header", with("X-A", "a\r\n b")),
        ("a zero in a header", with("X-A", "a\0b")),
        ("a long header", with("X-A", &"x".repeat(300_000))),
        ("many headers", many.bytes()),
    ]
}

/// Where a request ends is disputed, or it does not end.
fn framings() -> Vec<(&'static str, Vec<u8>)> {
    let with = |name: &str, value: &str| good().with(name, value).bytes();
    let both = good().and("Content-Length", "3");
    let both = both.and("Transfer-Encoding", "chunked");
    vec![
        (
            "two lengths",
            with("Content-Length", "5\r\nContent-Length: 6"),
        ),
        ("a length and chunks", both.bytes()),
        ("no length that is one", with("Content-Length", "-1")),
        ("a bad chunk", with("Transfer-Encoding", "chunked")),
        ("no request", b"hello?\r\n\r\n".to_vec()),
        (
            "another protocol",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        ),
        ("half a body", with("Content-Length", "100000")),
    ]
}
