//! The messages read from borrowed text, as a server reads them: what is wrong is named by its
//! path, in words that a person can act on.

use mcp_core::content::ContentBlock;
use mcp_core::json::{Raw, from_raw};
use mcp_core::lifecycle::InitializeRequestParams;
use mcp_core::logging::SetLevelRequestParams;
use mcp_core::meta::RequestMeta;
use mcp_core::progress::ProgressToken;
use serde::Deserialize;

/// Path and message of what is wrong.
fn fault<'a, T: Deserialize<'a>>(text: &'a str) -> (String, String) {
    let raw = Raw::parse(text).expect("JSON");
    match from_raw::<T>(raw) {
        Ok(_) => panic!("{text} was read"),
        Err(fault) => (fault.path, fault.message),
    }
}

fn said(path: &str, message: &str) -> (String, String) {
    (path.to_owned(), message.to_owned())
}

#[test]
fn a_wrong_member_of_an_opening_is_named_by_its_path() {
    let opening = |capabilities: &str, info: &str| {
        format!(r#"{{"protocolVersion":"v","capabilities":{capabilities},"clientInfo":{info}}}"#)
    };
    let info = r#"{"name":"c","version":"1"}"#;
    let cases = [
        (opening("[]", info), "capabilities", "must be an object"),
        (
            opening(r#"{"sampling":true}"#, info),
            "capabilities.sampling",
            "must be an object",
        ),
        (
            opening(r#"{"x":1,"roots":{"listChanged":1}}"#, info),
            "capabilities.roots.listChanged",
            "must be a boolean",
        ),
        (
            opening("{}", r#"{"name":"c"}"#),
            "clientInfo.version",
            "is required",
        ),
    ];
    for (text, path, message) in cases {
        assert_eq!(fault::<InitializeRequestParams>(&text), said(path, message));
    }
}

#[test]
fn a_wrong_level_is_answered_with_the_eight() {
    let (path, message) = fault::<SetLevelRequestParams>(r#"{"level":"warn"}"#);
    assert_eq!(path, "level");
    assert!(message.contains(r#""debug", "info""#), "{message}");
    assert!(message.contains(r#""emergency""#), "{message}");
}

#[test]
fn a_wrong_kind_of_content_is_answered_with_the_known_ones() {
    let (path, message) = fault::<ContentBlock>(r#"{"type":"video","text":1}"#);
    assert_eq!(path, "type");
    assert!(message.contains(r#""resource_link""#), "{message}");
}

#[test]
fn a_wrong_progress_token_is_told_what_tokens_are() {
    let words = "must be a string or an integer of at most 64 bits";
    for token in ["1.5", "true", "[1]", "9223372036854775808"] {
        let text = format!(r#"{{"progressToken":{token}}}"#);
        assert_eq!(fault::<RequestMeta>(&text), said("progressToken", words));
    }
}

#[test]
fn the_largest_progress_tokens_are_read_exactly() {
    for token in [i64::MIN, 9_007_199_254_740_993, i64::MAX] {
        let text = token.to_string();
        let read = from_raw(Raw::parse(&text).expect("JSON"));
        assert_eq!(read, Ok(ProgressToken::Number(token)));
    }
}
