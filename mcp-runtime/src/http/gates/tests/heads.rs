//! Hosts.

use super::{gates, head, status};
use crate::http::HttpOptions;
use crate::http::gates::{Gates, Passed};
use proptest::prelude::*;

fn host(options: &HttpOptions, host: &[u8]) -> u16 {
    status(&gates(options), &head("POST", "/mcp", &[("host", host)]))
}

/// Hosts and the status, 0 for those that come in.
const HOSTS: &[(&str, u16)] = &[
    ("localhost", 0),
    ("localhost:8000", 0),
    ("LOCALHOST:8000", 0),
    ("LocalHost", 0),
    ("localhost.", 0),
    ("localhost.:8000", 0),
    ("127.0.0.1", 0),
    ("127.0.0.1:1", 0),
    ("127.0.0.1:65535", 0),
    ("[::1]", 0),
    ("[::1]:8000", 0),
    ("[0:0:0:0:0:0:0:1]:8000", 0),
    ("evil.com", 403),
    ("evil.com:8000", 403),
    ("localhost.evil.com", 403),
    ("127.0.0.1.evil.com:8000", 403),
    ("evil-localhost", 403),
    ("xlocalhost", 403),
    ("0x7f.1", 403),
    ("2130706433", 403),
    ("127.1", 403),
    ("0.0.0.0", 403),
    ("127.0.0.2", 403),
    ("[::ffff:127.0.0.1]", 403),
    ("[::]", 403),
    ("127.0.0.1@evil.com", 400),
    ("localhost:8000@evil.com", 400),
    ("user:pw@localhost", 400),
    ("localhost%00", 400),
    ("localhost evil", 400),
    ("localhost\tevil", 400),
    ("localhost,evil.com", 400),
    ("localhost/..", 400),
    ("localhost..", 400),
    (".localhost", 400),
    ("localhost:", 400),
    ("localhost:0", 400),
    ("localhost:65536", 400),
    ("localhost:+80", 400),
    ("localhost:080000", 400),
    ("localhost:80:80", 400),
    ("::1", 400),
    ("[::1", 400),
    ("[::1]x", 400),
    ("[::1%25lo]", 400),
    ("[127.0.0.1]", 400),
    ("", 400),
    (":8000", 400),
    ("http://localhost", 400),
];

#[test]
fn only_the_names_of_this_machine_come_in() {
    let local = HttpOptions::new();
    for &(value, expected) in HOSTS {
        assert_eq!(host(&local, value.as_bytes()), expected, "{value:?}");
    }
    assert_eq!(host(&local, "localhöst".as_bytes()), 400);
    assert_eq!(status(&gates(&local), &head("POST", "/mcp", &[])), 400);
}

#[test]
fn two_hosts_are_refused_even_where_they_are_the_same() {
    let gates = gates(&HttpOptions::new().allow_any_host());
    for second in ["localhost", "evil.com", ""] {
        let headers: &[(&str, &[u8])] = &[("host", b"localhost"), ("host", second.as_bytes())];
        assert_eq!(status(&gates, &head("POST", "/mcp", headers)), 400);
    }
}

#[test]
fn the_target_and_the_host_are_one() {
    let gates = gates(&HttpOptions::new());
    for (target, host, expected) in [
        ("http://localhost:8000/mcp", None, 0),
        ("http://localhost:8000/mcp", Some("localhost:8000"), 0),
        ("http://LOCALHOST/mcp", Some("localhost:80"), 0),
        ("http://localhost:8000/mcp", Some("localhost:8001"), 400),
        ("http://localhost:8000/mcp", Some("localhost"), 400),
        ("http://localhost/mcp", Some("127.0.0.1"), 400),
        ("http://evil.com/mcp", Some("localhost"), 400),
        ("http://localhost/mcp", Some("evil.com"), 400),
        ("http://evil.com/mcp", None, 403),
        ("http://user@localhost/mcp", None, 400),
    ] {
        let headers: Vec<(&str, &[u8])> = host.iter().map(|h| ("host", h.as_bytes())).collect();
        let got = status(&gates, &head("POST", target, &headers));
        assert_eq!(got, expected, "{target} {host:?}");
    }
}

#[test]
fn a_host_that_is_allowed_is_exactly_that_one() {
    let options = HttpOptions::new().allow_host("mcp.Example.com");
    let options = options
        .allow_host("one.example.com:8443")
        .allow_host("[fd00::1]");
    for (value, expected) in [
        ("mcp.example.com", 0),
        ("mcp.example.com:443", 0),
        ("mcp.example.com.", 0),
        ("[fd00:0::1]:9", 0),
        ("localhost", 0),
        ("mcp.example.com.evil.com", 403),
        ("mcp.example.comx", 403),
        ("xmcp.example.com", 403),
        ("a.mcp.example.com", 403),
        ("example.com", 403),
        ("one.example.com:8443", 0),
        ("one.example.com", 403),
        ("one.example.com:8444", 403),
    ] {
        assert_eq!(host(&options, value.as_bytes()), expected, "{value}");
    }
}

#[test]
fn the_address_of_the_socket_is_a_host() {
    let gates = gates(&HttpOptions::new());
    for (local, value, passes) in [
        ("192.168.1.5:8000", "192.168.1.5:8000", true),
        ("192.168.1.5:8000", "192.168.1.6:8000", false),
        ("[::ffff:192.168.1.5]:8000", "192.168.1.5", true),
        ("[fd00::1]:8000", "[fd00::1]:8000", true),
        ("[fd00::1]:8000", "[fd00::2]:8000", false),
    ] {
        let parts = head("POST", "/mcp", &[("host", value.as_bytes())]);
        let local = local.parse().ok();
        assert_eq!(gates.check_head(&parts, local).is_ok(), passes, "{value}");
    }
    let parts = head("POST", "/mcp", &[("host", b"192.168.1.5")]);
    assert!(gates.check_head(&parts, None).is_err());
}

/// A server's endpoint may have other lists than the loop before it.
#[test]
fn what_needs_a_list_here_is_asked_about_again_elsewhere() {
    let options = HttpOptions::new()
        .allow_host("mcp.example.com")
        .allow_origin("https://app.example.com");
    let any = HttpOptions::new().allow_any_host().allow_any_origin();
    let local = "192.168.1.5:8000".parse().ok();
    for (host, origin, passes) in [
        ("localhost:8000", "", Passed::Everywhere),
        ("192.168.1.5:8000", "", Passed::Everywhere),
        (
            "localhost:8000",
            "http://127.0.0.1:8000",
            Passed::Everywhere,
        ),
        ("localhost:8000", "https://app.example.com", Passed::Here),
        ("mcp.example.com", "", Passed::Here),
        ("mcp.example.com", "https://app.example.com", Passed::Here),
    ] {
        let mut fields: Vec<(&str, &[u8])> = vec![("host", host.as_bytes())];
        fields.extend((!origin.is_empty()).then_some(("origin", origin.as_bytes())));
        let parts = head("POST", "/mcp", &fields);
        for options in [&options, &any] {
            let passed = gates(options).check_head(&parts, local).ok();
            assert_eq!(passed, Some(passes), "{host} {origin}");
        }
    }
}

#[test]
fn headers_of_proxies_are_never_read() {
    let gates = gates(&HttpOptions::new());
    let headers: &[(&str, &[u8])] = &[
        ("host", b"evil.com"),
        ("x-forwarded-host", b"localhost"),
        ("x-forwarded-for", b"127.0.0.1"),
        ("forwarded", b"for=127.0.0.1;host=localhost"),
    ];
    assert_eq!(status(&gates, &head("POST", "/mcp", headers)), 403);
    let headers: &[(&str, &[u8])] = &[("host", b"localhost"), ("x-forwarded-host", b"evil.com")];
    assert_eq!(status(&gates, &head("POST", "/mcp", headers)), 0);
}

/// What no list of hosts may hold.
const NO_HOSTS: &[&str] = &[
    "",
    "*",
    "*.example.com",
    "http://a.com",
    "a.com/",
    "a.com/path",
    "a b",
    "user@a.com",
    "a..com",
    ".a.com",
    "a.com:",
    "a.com:x",
    "a.com:0",
    "a.com:99999",
    "[::1",
    "::1",
    "ä.com",
    "a.com,b.com",
    "a.com\n",
    "%61.com",
];

/// What no list of origins may hold.
const NO_ORIGINS: &[&str] = &[
    "",
    "*",
    "null",
    "a.com",
    "http://",
    "http://*",
    "http://*.a.com",
    "ftp://a.com",
    "file://",
    "file:///a",
    "http://a.com/",
    "http://a.com/x",
    "http://a.com?x",
    "http:a.com",
    "http://u@a.com",
    "http://a.com:",
    "http://a.com:0",
    "http://a b",
    "https://ä.com",
    "http://a.com,http://b.com",
];

#[test]
fn wrong_entries_of_the_lists_are_faults_when_they_are_read() {
    for entry in NO_HOSTS.iter().copied() {
        let wrong = Gates::new(&HttpOptions::new().allow_host(entry)).expect_err(entry);
        assert_eq!(wrong.len(), 1, "{entry}");
        assert!(wrong[0].starts_with("allow_host(\""), "{wrong:?}");
    }
    for entry in NO_ORIGINS.iter().copied() {
        let wrong = Gates::new(&HttpOptions::new().allow_origin(entry)).expect_err(entry);
        assert_eq!(wrong.len(), 1, "{entry}");
        assert!(wrong[0].starts_with("allow_origin(\""), "{wrong:?}");
    }
}

#[test]
fn a_refusal_says_what_was_there_and_what_to_do() {
    let gates = gates(&HttpOptions::new());
    let long = format!("evil.com{}", "x".repeat(5_000));
    let refused = gates.check_head(&head("POST", "/mcp", &[("host", b"evil.com")]), None);
    let refused = refused.expect_err("another host");
    let message = &refused.error().message;
    assert!(
        message.contains("Host") && message.contains("not \"evil.com\""),
        "{message}"
    );
    assert!(message.contains("allow_host"), "{message}");
    let refused = gates.check_head(&head("POST", "/mcp", &[("host", long.as_bytes())]), None);
    let response = refused
        .expect_err("a long host")
        .response(http::Version::HTTP_11);
    assert_eq!(response.status(), 400);
    assert_eq!(response.headers()["connection"], "close");
    assert!(response.body().len() < 600, "{}", response.body().len());
}

#[test]
fn more_than_64_headers_for_arguments_are_refused() {
    let gates = gates(&HttpOptions::new());
    let names: Vec<_> = (0..65).map(|n| format!("mcp-param-p{n}")).collect();
    let mut headers: Vec<(&str, &[u8])> = vec![("host", b"localhost")];
    headers.extend(names.iter().map(|name| (name.as_str(), &b"x"[..])));
    assert_eq!(status(&gates, &head("POST", "/mcp", &headers)), 431);
    headers.pop();
    assert_eq!(status(&gates, &head("POST", "/mcp", &headers)), 0);
    headers.extend([("x", &b"1"[..]), ("y", b"1")]);
    assert_eq!(status(&gates, &head("POST", "/mcp", &headers)), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A second, simpler reader: whatever passes is one of the few spellings.
    #[test]
    fn nothing_but_the_spellings_of_this_machine_comes_in(
        text in "(localhost|LOCALHOST|127\\.0\\.0\\.1|\\[::1\\]|evil|[a-z0-9.:@%\\[\\]_ -]{0,3}){1,4}(:[0-9]{0,6})?"
    ) {
        let passes = host(&HttpOptions::new(), text.as_bytes()) == 0;
        let lower = text.to_ascii_lowercase();
        let end = lower.rfind(':').filter(|at| !lower[*at..].contains(']'));
        let (name, port) = end.map_or((&lower[..], None), |at| (&lower[..at], Some(&lower[at + 1..])));
        let good_port = port.is_none_or(|p| p.len() <= 5 && p.parse::<u16>().is_ok_and(|p| p > 0));
        let loopback = matches!(name, "localhost" | "localhost." | "127.0.0.1" | "[::1]");
        let other_v6 = name.starts_with('[') && name != "[::1]";
        prop_assume!(!other_v6);
        prop_assert_eq!(passes, loopback && good_port, "{}", text);
    }
}
