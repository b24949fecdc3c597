//! Origins, and what browsers are told.

use super::{fields, gates, head, status};
use crate::http::HttpOptions;
use http::HeaderMap;

fn origin(options: &HttpOptions, origin: &[u8]) -> u16 {
    let headers: &[(&str, &[u8])] = &[("host", b"localhost:8000"), ("origin", origin)];
    status(&gates(options), &head("POST", "/mcp", headers))
}

#[test]
fn only_pages_of_this_very_server_come_in() {
    for (value, expected) in [
        ("http://localhost:8000", 0),
        ("http://127.0.0.1:8000", 0),
        ("http://[::1]:8000", 0),
        ("HTTP://LOCALHOST:8000", 0),
        ("http://evil.example.com", 403),
        ("http://evil.example.com:8000", 403),
        ("null", 403),
        ("", 403),
        ("http://localhost.evil.com", 403),
        ("http://localhost:8000.evil.com", 403),
        ("https://localhost:8000", 403),
        ("http://localhost", 403),
        ("http://localhost:8001", 403),
        ("http://localhost:80000", 403),
        ("http://localhost:8000/", 403),
        ("http://localhost:8000@evil.com", 403),
        ("http://user@localhost:8000", 403),
        ("http://localhost:8000, http://evil.com", 403),
        ("http://localhost:8000 http://evil.com", 403),
        ("http://0.0.0.0:8000", 403),
        ("http://2130706433:8000", 403),
        ("http://[::ffff:127.0.0.1]:8000", 403),
        ("file://", 403),
        ("file:///etc/passwd", 403),
        ("localhost:8000", 403),
        ("//localhost:8000", 403),
        ("chrome-extension://abcdef", 403),
        ("vscode-webview://localhost:8000", 403),
        ("*", 403),
    ] {
        let got = origin(&HttpOptions::new(), value.as_bytes());
        assert_eq!(got, expected, "{value:?}");
    }
    let long = format!("http://localhost:8000{}", "x".repeat(64 * 1024));
    assert_eq!(origin(&HttpOptions::new(), long.as_bytes()), 403);
    assert_eq!(
        origin(&HttpOptions::new(), b"http://localhost:8000\xff"),
        403
    );
}

#[test]
fn a_request_that_is_not_of_a_page_has_no_origin() {
    let headers: &[(&str, &[u8])] = &[("host", b"localhost")];
    let gates = gates(&HttpOptions::new());
    assert_eq!(status(&gates, &head("POST", "/mcp", headers)), 0);
    let twice: &[(&str, &[u8])] = &[
        ("host", b"localhost"),
        ("origin", b"http://localhost"),
        ("origin", b"http://localhost"),
    ];
    assert_eq!(status(&gates, &head("POST", "/mcp", twice)), 403);
}

#[test]
fn an_allowed_origin_is_compared_in_its_three_parts() {
    let options = HttpOptions::new().allow_origin("https://app.example.com");
    for (value, expected) in [
        ("https://app.example.com", 0),
        ("https://app.example.com:443", 0),
        ("HTTPS://APP.example.com", 0),
        ("http://app.example.com", 403),
        ("http://app.example.com:443", 403),
        ("https://app.example.com:8443", 403),
        ("https://app.example.com.evil.com", 403),
        ("https://app.example.comx", 403),
        ("null", 403),
    ] {
        assert_eq!(origin(&options, value.as_bytes()), expected, "{value}");
    }
}

#[test]
fn a_page_elsewhere_on_this_machine_is_none_of_a_server_that_others_reach() {
    let options = HttpOptions::new().allow_host("mcp.example.com");
    let headers: &[(&str, &[u8])] = &[
        ("host", b"mcp.example.com:8000"),
        ("origin", b"http://localhost:8000"),
    ];
    assert_eq!(
        status(&gates(&options), &head("POST", "/mcp", headers)),
        403
    );
}

const ASKED: &str = "authorization,content-type,mcp-protocol-version,mcp-session-id,last-event-id,mcp-method,mcp-name,mcp-param-region,x-evil";

fn preflight(options: &HttpOptions, page: &str) -> Option<HeaderMap> {
    let headers: &[(&str, &[u8])] = &[
        ("host", b"localhost:8000"),
        ("origin", page.as_bytes()),
        ("access-control-request-method", b"POST"),
        ("access-control-request-headers", ASKED.as_bytes()),
    ];
    let response = gates(options).preflight(&head("OPTIONS", "/mcp", headers))?;
    assert_eq!(response.status(), 204);
    Some(response.headers().clone())
}

#[test]
fn a_browser_that_asks_first_is_told_what_a_page_may_send() {
    let page = "https://app.example.com";
    let told = preflight(&HttpOptions::new().allow_origin(page), page).expect("an answer");
    assert_eq!(told["access-control-allow-origin"], page);
    assert_eq!(told["vary"], "Origin");
    assert_eq!(told["access-control-allow-methods"], "GET, POST, DELETE");
    let exposed = "Mcp-Session-Id, WWW-Authenticate";
    assert_eq!(told["access-control-expose-headers"], exposed);
    assert!(!told.contains_key("access-control-allow-credentials"));
    let allowed = told["access-control-allow-headers"].to_str().expect("text");
    let allowed = allowed.to_ascii_lowercase();
    let allowed: Vec<_> = allowed.split(", ").collect();
    for name in ASKED.split(',') {
        assert_eq!(allowed.contains(&name), name != "x-evil", "{name}");
    }
}

#[test]
fn without_a_list_and_for_other_origins_there_are_no_headers_for_pages() {
    let page = "https://app.example.com";
    assert!(preflight(&HttpOptions::new(), page).is_none());
    assert!(preflight(&HttpOptions::new(), "http://localhost:8000").is_none());
    let listed = HttpOptions::new().allow_origin(page);
    assert!(preflight(&listed, "https://evil.com").is_none());
    assert!(preflight(&listed, "null").is_none());
    let gates = gates(&listed);
    assert!(
        gates
            .shared(&fields(&[("origin", b"https://evil.com")]))
            .is_none()
    );
    assert!(gates.shared(&HeaderMap::new()).is_none());
    let plain = head("OPTIONS", "/mcp", &[("origin", page.as_bytes())]);
    assert!(
        gates.preflight(&plain).is_none(),
        "a browser names the method"
    );
}

#[test]
fn a_star_is_said_only_where_the_server_says_everyone() {
    let page = "https://any.example";
    let told = preflight(&HttpOptions::new().allow_any_origin(), page).expect("an answer");
    assert_eq!(told["access-control-allow-origin"], "*");
    assert!(!told.contains_key("access-control-allow-credentials"));
    assert_eq!(
        origin(&HttpOptions::new().allow_any_origin(), page.as_bytes()),
        0
    );
    assert_eq!(origin(&HttpOptions::new().allow_any_origin(), b"null"), 403);
}
