//! Who may reach a server: the names it answers to, and pages of other origins.

use mcp_runtime::http::HttpOptions;
use serde_json::json;
use tests::http::client::Request;
use tests::http::peer::{Peer, call, hello, modern, one};
use tests::servers::named;

use super::{plain, serve};

fn with_host(peer: &Peer, host: &str) -> Request {
    let port = peer.address.port().to_string();
    let call = modern(call(1, "add", json!({"a": 1, "b": 2})));
    call.with("Host", &host.replace("PORT", &port))
}

#[test]
fn a_server_on_this_machine_answers_to_the_names_of_this_machine_alone() {
    let (_served, peer) = plain();
    for host in [
        "localhost:PORT",
        "127.0.0.1:PORT",
        "[::1]:PORT",
        "LOCALHOST:PORT",
        "localhost",
    ] {
        let answer = peer.send(&with_host(&peer, host));
        assert_eq!(answer.head.status, 200, "{host}: {}", answer.text());
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example:PORT",
        "evil.example:PORT",
        "0x7f.1",
        "2130706433",
        "",
    ] {
        let answer = peer.send(&with_host(&peer, host));
        assert!(
            (400..500).contains(&answer.head.status),
            "{host}: {:?}",
            answer.head
        );
        assert!(one(&answer)["error"]["code"].is_i64(), "{host}");
    }
    let none = with_host(&peer, "x").without("Host");
    assert!((400..500).contains(&peer.send(&none).head.status));
    let two = with_host(&peer, "localhost").and("Host", "evil.example");
    assert_eq!(peer.send(&two).head.status, 400);
    let runs = modern(call(1, "calls", json!({})));
    assert_eq!(one(&peer.send(&runs))["result"]["content"][0]["text"], "5");
}

#[test]
fn a_name_that_is_allowed_is_that_name_and_no_longer_one() {
    let options = HttpOptions::new().allow_host("mcp.example.com");
    let (_served, peer) = serve(named("plain").expect("a server"), options);
    for (host, status) in [
        ("mcp.example.com:443", 200),
        ("mcp.example.com", 200),
        ("mcp.example.com.evil", 403),
        ("mcp.example.comx", 403),
        ("example.com", 403),
    ] {
        let answer = peer.send(&with_host(&peer, host));
        assert_eq!(answer.head.status, status, "{host}: {}", answer.text());
    }
}

#[test]
fn pages_of_other_origins_are_refused_and_learn_nothing() {
    let (_served, peer) = plain();
    for origin in [
        "http://evil.example",
        "null",
        "http://localhost.evil.example",
    ] {
        let answer = peer.send(&with_host(&peer, "localhost").with("Origin", origin));
        assert_eq!(answer.head.status, 403, "{origin}");
        let names = answer.head.headers.iter().map(|(name, _)| name);
        let shared = names.filter(|name| name.starts_with("access-control-"));
        assert_eq!(shared.count(), 0, "{origin}");
        let asked = Request::bare("OPTIONS")
            .with("Origin", origin)
            .with("Access-Control-Request-Method", "POST");
        let preflight = peer.send(&asked);
        assert_eq!(preflight.head.header("access-control-allow-origin"), None);
    }
}

#[test]
fn a_page_that_is_allowed_may_send_every_header() {
    let origin = "https://app.example.com";
    let options = HttpOptions::new().allow_origin(origin);
    let (_served, peer) = serve(named("plain").expect("a server"), options);
    let wanted = "authorization,content-type,mcp-protocol-version,mcp-session-id,last-event-id,mcp-method,mcp-name";
    let asked = Request::bare("OPTIONS")
        .with("Origin", origin)
        .with("Access-Control-Request-Method", "POST")
        .with("Access-Control-Request-Headers", wanted);
    let preflight = peer.send(&asked);
    assert!(
        matches!(preflight.head.status, 200 | 204),
        "{:?}",
        preflight.head
    );
    let header = |name: &str| {
        preflight
            .head
            .header(name)
            .unwrap_or_default()
            .to_lowercase()
    };
    assert_eq!(header("access-control-allow-origin"), origin);
    let allowed = header("access-control-allow-headers");
    for name in wanted.split(',') {
        assert!(
            allowed.split(',').any(|known| known.trim() == name),
            "{name}: {allowed}"
        );
    }
    for method in ["get", "post", "delete"] {
        assert!(
            header("access-control-allow-methods").contains(method),
            "{method}"
        );
    }
}

#[test]
fn a_page_that_is_allowed_may_read_its_session_and_what_went_wrong() {
    let origin = "https://app.example.com";
    let options = HttpOptions::new().allow_origin(origin);
    let (_served, peer) = serve(named("plain").expect("a server"), options);
    let hello = Request::post(hello("2025-06-18", "qa").to_string()).with("Origin", origin);
    let welcome = peer.send(&hello);
    assert_eq!(welcome.head.status, 200, "{}", welcome.text());
    let exposed = welcome
        .head
        .header("access-control-expose-headers")
        .unwrap_or_default();
    assert!(
        exposed.to_lowercase().contains("mcp-session-id"),
        "{exposed}"
    );
    let gone = Request::post(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string())
        .with("Origin", origin)
        .with("Mcp-Session-Id", "unknown");
    let gone = peer.send(&gone);
    assert_eq!(gone.head.status, 404);
    assert_eq!(
        gone.head.header("access-control-allow-origin"),
        Some(origin)
    );
}
