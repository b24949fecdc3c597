//! Headers against bodies.

use super::fields;
use crate::http::gates::mirror::{arguments, decoded, target, version};
use crate::tool::Mirrored;
use mcp_core::json::Raw;
use mcp_core::rpc::{ErrorCode, Params};
use proptest::prelude::*;

fn raw(text: &str) -> Raw<'_> {
    Raw::parse(text).expect("JSON")
}

fn region(path: &[&str]) -> Vec<Mirrored> {
    vec![Mirrored {
        header: "mcp-param-region".to_owned(),
        shown: "Mcp-Param-Region".to_owned(),
        path: path.iter().map(|name| (*name).to_owned()).collect(),
        member: format!("params.arguments.{}", path.join(".")),
    }]
}

/// Do these headers fit an argument?
fn fits(values: &[&[u8]], argument: Option<&str>) -> bool {
    let all: Vec<_> = values.iter().map(|v| ("Mcp-Param-Region", *v)).collect();
    let text = argument.map(|argument| format!("{{\"other\":1,\"r\":{argument}}}"));
    let text = text.unwrap_or_else(|| "{}".to_owned());
    let got = arguments(&fields(&all), &region(&["r"]), Some(raw(&text)));
    if let Err(fault) = &got {
        assert_eq!(fault.code, ErrorCode::HEADER_MISMATCH);
        let message = fault.message();
        assert!(message.contains("Mcp-Param-Region"), "{message}");
        assert!(message.contains("params.arguments.r"), "{message}");
    }
    got.is_ok()
}

/// A header, an argument, and whether they agree.
const PAIRS: &[(&str, &str, bool)] = &[
    ("eu", "\"eu\"", true),
    ("eu", "\"\\u0065u\"", true),
    ("EU", "\"eu\"", false),
    ("us", "\"eu\"", false),
    ("", "\"\"", true),
    ("=?base64??=", "\"\"", true),
    ("=?base64?ZXU=?=", "\"eu\"", true),
    ("=?base64?SGVsbG8sIOS4lueVjA==?=", "\"Hello, 世界\"", true),
    ("=?base64?SGVsbG8sIOS4lueVjA==?=", "\"Hello\"", false),
    ("=?base64?IHBhZGRlZCA=?=", "\" padded \"", true),
    ("=?base64?bGluZTEKbGluZTI=?=", "\"line1\\nline2\"", true),
    (
        "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
        "\"=?base64?literal?=\"",
        true,
    ),
    ("=?base64?literal?=", "\"=?base64?literal?=\"", false),
    ("=?base64?ZXU?=", "\"eu\"", false),
    ("=?base64?ZXU==?=", "\"eu\"", false),
    ("=?base64?ZX U=?=", "\"eu\"", false),
    ("=?base64?_-8=?=", "\"eu\"", false),
    ("=?base64?/w==?=", "\"eu\"", false),
    ("=?base64?ZXV=?=", "\"eu\"", false),
    ("=?base64?ZXU=", "\"=?base64?ZXU=\"", true),
    ("ZXU=?=", "\"ZXU=?=\"", true),
    ("=?BASE64?ZXU=?=", "\"=?BASE64?ZXU=?=\"", true),
    ("=?BASE64?ZXU=?=", "\"eu\"", false),
    ("42", "42", true),
    ("42.0", "42", true),
    ("42", "42.0", true),
    ("4.2e1", "42", true),
    ("=?base64?NDI=?=", "42", true),
    ("43", "42", false),
    ("042", "42", false),
    ("+42", "42", false),
    ("0x2a", "42", false),
    ("42.5", "42", false),
    ("-0", "0", true),
    ("-42", "-42", true),
    ("42", "-42", false),
    ("9007199254740993", "9007199254740992", false),
    ("1e400", "1e400", true),
    ("1e400", "1e401", false),
    ("42", "\"42\"", true),
    ("42.0", "\"42\"", false),
    ("true", "true", true),
    ("false", "false", true),
    ("True", "true", false),
    ("1", "true", false),
    ("false", "true", false),
    ("null", "null", false),
    ("eu", "null", false),
    ("", "null", false),
    ("[]", "[]", false),
];

#[test]
fn a_header_says_what_the_argument_is() {
    for (header, argument, passes) in PAIRS.iter().copied() {
        assert_eq!(
            fits(&[header.as_bytes()], Some(argument)),
            passes,
            "{header} {argument}"
        );
    }
    assert!(!fits(&["世界".as_bytes()], Some("\"世界\"")));
}

#[test]
fn a_header_is_there_just_where_the_argument_is() {
    assert!(fits(&[], None));
    assert!(fits(&[], Some("null")));
    assert!(!fits(&[], Some("\"eu\"")));
    assert!(!fits(&[], Some("\"\"")));
    assert!(!fits(&[], Some("0")));
    assert!(!fits(&[], Some("false")));
    assert!(!fits(&[b"eu"], None));
    assert!(!fits(&[b"eu", b"eu"], Some("\"eu\"")));
    assert!(arguments(&fields(&[]), &region(&["r"]), None).is_ok());
    assert!(
        arguments(
            &fields(&[("mcp-param-region", b"x")]),
            &region(&["r"]),
            None
        )
        .is_err()
    );
}

#[test]
fn arguments_inside_of_others_are_found_by_their_path() {
    let headers = fields(&[("mcp-param-region", b"eu"), ("mcp-param-undeclared", b"x")]);
    let deep = region(&["at", "r"]);
    assert!(arguments(&headers, &deep, Some(raw(r#"{"at":{"r":"eu"}}"#))).is_ok());
    assert!(arguments(&headers, &deep, Some(raw(r#"{"at":{"r":"us"},"r":"eu"}"#))).is_err());
    assert!(arguments(&headers, &deep, Some(raw(r#"{"r":"eu"}"#))).is_err());
    assert!(arguments(&headers, &[], Some(raw(r#"{"at":{"r":"us"}}"#))).is_ok());
}

#[test]
fn an_argument_that_stands_there_twice_is_compared_twice() {
    let headers = fields(&[("mcp-param-region", b"eu")]);
    for text in [r#"{"r":"eu","r":"us"}"#, r#"{"r":"us","r":"eu"}"#] {
        assert!(
            arguments(&headers, &region(&["r"]), Some(raw(text))).is_err(),
            "{text}"
        );
    }
}

#[test]
fn the_text_of_an_argument_is_not_repeated() {
    let headers = fields(&[("mcp-param-region", b"eu")]);
    let fault = arguments(&headers, &region(&["r"]), Some(raw(r#"{"r":"secret"}"#)));
    let fault = fault.expect_err("another one");
    assert!(
        !format!("{:?}", fault.to_error()).contains("secret"),
        "{fault}"
    );
}

type Target = (
    &'static [(&'static str, &'static str)],
    &'static str,
    Option<&'static str>,
    bool,
);

/// Headers, the method and the name of the body, and whether they agree.
const TARGETS: &[Target] = &[
    (&[("mcp-method", "tools/list")], "tools/list", None, true),
    (&[("MCP-METHOD", "tools/list")], "tools/list", None, true),
    (&[("mcp-method", "Tools/List")], "tools/list", None, false),
    (
        &[("mcp-method", "tools/list")],
        "tools/call",
        Some("\"a\""),
        false,
    ),
    (&[], "tools/list", None, false),
    (
        &[("mcp-method", "tools/list"), ("mcp-method", "tools/list")],
        "tools/list",
        None,
        false,
    ),
    (
        &[("mcp-method", "tools/list"), ("mcp-name", "x")],
        "tools/list",
        None,
        true,
    ),
    (
        &[("mcp-method", "tools/call"), ("mcp-name", "a")],
        "tools/call",
        Some("\"a\""),
        true,
    ),
    (
        &[
            ("mcp-method", "tools/call"),
            ("mcp-name", "=?base64?YQ==?="),
        ],
        "tools/call",
        Some("\"a\""),
        true,
    ),
    (
        &[("mcp-method", "tools/call"), ("mcp-name", "A")],
        "tools/call",
        Some("\"a\""),
        false,
    ),
    (
        &[("mcp-method", "tools/call"), ("mcp-name", "a")],
        "tools/call",
        None,
        false,
    ),
    (
        &[("mcp-method", "tools/call")],
        "tools/call",
        Some("\"a\""),
        false,
    ),
    (&[("mcp-method", "tools/call")], "tools/call", None, true),
    (
        &[("mcp-method", "tools/call")],
        "tools/call",
        Some("7"),
        true,
    ),
    (
        &[
            ("mcp-method", "tools/call"),
            ("mcp-name", "a"),
            ("mcp-name", "a"),
        ],
        "tools/call",
        Some("\"a\""),
        false,
    ),
    (
        &[("mcp-method", "resources/read"), ("mcp-name", "note://1")],
        "resources/read",
        Some("\"note://1\""),
        true,
    ),
    (
        &[("mcp-method", "resources/read"), ("mcp-name", "note://2")],
        "resources/read",
        Some("\"note://1\""),
        false,
    ),
    (
        &[("mcp-method", "prompts/get")],
        "prompts/get",
        Some("\"review\""),
        false,
    ),
    (
        &[("mcp-method", "tasks/get"), ("mcp-name", "t2")],
        "tasks/get",
        Some("\"t1\""),
        false,
    ),
    (
        &[("mcp-method", "tasks/update"), ("mcp-name", "t1")],
        "tasks/update",
        Some("\"t1\""),
        true,
    ),
    (
        &[("mcp-method", "tasks/cancel")],
        "tasks/cancel",
        Some("\"t1\""),
        false,
    ),
    (
        &[("mcp-method", "tasks/result")],
        "tasks/result",
        Some("\"t1\""),
        true,
    ),
];

#[test]
fn the_method_and_the_name_are_those_of_the_body() {
    for (headers, method, name, passes) in TARGETS.iter().copied() {
        let all: Vec<_> = headers.iter().map(|(n, v)| (*n, v.as_bytes())).collect();
        let member = match method {
            "resources/read" => "uri",
            "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
            _ => "name",
        };
        let text = name.map_or("{}".to_owned(), |name| format!("{{\"{member}\":{name}}}"));
        let params = Params::read(Some(raw(&text))).expect("params");
        let got = target(&fields(&all), method, &params);
        assert_eq!(got.is_ok(), passes, "{headers:?} {method} {name:?}");
        if let Err(fault) = got {
            assert_eq!(fault.code, ErrorCode::HEADER_MISMATCH);
        }
    }
}

#[test]
fn the_revision_is_compared_before_it_is_known() {
    let named = |value: &'static str| fields(&[("mcp-protocol-version", value.as_bytes())]);
    assert!(version(&named("v999"), "v999").is_ok());
    let fault = version(&named("2026-07-28"), "v999").expect_err("another one");
    assert_eq!(
        fault.message(),
        "Header mismatch: \"MCP-Protocol-Version\" must say \"v999\", as params._meta[\"io.modelcontextprotocol/protocolVersion\"] does, not \"2026-07-28\""
    );
    let fault = version(&fields(&[]), "2026-07-28").expect_err("none");
    assert!(fault.message().contains("is required"), "{fault}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_text_can_travel_between_the_marks(text in any::<String>()) {
        use base64::Engine as _;
        let value = format!("=?base64?{}?=", base64::engine::general_purpose::STANDARD.encode(&text));
        let got = decoded(&value);
        prop_assert_eq!(got.as_deref(), Some(text.as_str()));
        let argument = serde_json::to_string(&text).expect("JSON");
        prop_assert!(fits(&[value.as_bytes()], Some(&argument)));
    }
}
