//! Arguments that a header repeats (2026-07-28): both must say the same, or nothing runs.

use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::http::HttpOptions;
use mcp_runtime::prelude::*;
use serde_json::{Value, json};
use tests::http::client::Request;
use tests::http::peer::{Peer, call, modern, one};
use tests::http::served::Served;

use super::serve;

#[derive(Default)]
struct Runs(AtomicUsize);

/// Says how often it has run.
#[tool]
async fn routed(
    #[arg(header = "Region")] region: Option<String>,
    #[arg(header = "Shard")] shard: Option<i64>,
    #[arg(header = "Dry")] dry: Option<bool>,
    runs: &Runs,
) -> usize {
    drop((region, shard, dry));
    runs.0.fetch_add(1, Ordering::SeqCst) + 1
}

fn routing() -> (Served, Peer) {
    let server = Server::new("routing", "1.0.0")
        .state(Runs::default())
        .tools(tools![routed]);
    serve(server, HttpOptions::new())
}

/// Arguments, the headers that repeat them, and whether both say the same.
type Case = (&'static str, &'static [(&'static str, &'static str)], bool);

const REGIONS: &[Case] = &[
    (r#"{}"#, &[], true),
    (r#"{}"#, &[("Region", "eu")], false),
    (r#"{}"#, &[("Region", "")], false),
    (r#"{"region":null}"#, &[], true),
    (r#"{"region":null}"#, &[("Region", "null")], false),
    (r#"{"region":"eu"}"#, &[("Region", "eu")], true),
    (r#"{"region":"eu"}"#, &[("region", "eu")], true),
    (r#"{"region":"eu"}"#, &[("REGION", "eu")], true),
    (r#"{"region":"eu"}"#, &[("Region", "  eu  ")], true),
    (r#"{"region":"eu"}"#, &[], false),
    (r#"{"region":"eu"}"#, &[("Region", "EU")], false),
    (r#"{"region":"eu"}"#, &[("Region", "us")], false),
    (r#"{"region":"eu"}"#, &[("Region", "")], false),
    (
        r#"{"region":"eu"}"#,
        &[("Region", "eu"), ("Region", "eu")],
        false,
    ),
    (
        r#"{"region":"eu"}"#,
        &[("Region", "eu"), ("Region", "us")],
        false,
    ),
    (r#"{"region":"eu"}"#, &[("Region", "eu, us")], false),
    (r#"{"region":"eu"}"#, &[("Region", "\"eu\"")], false),
    (
        r#"{"region":"eu"}"#,
        &[("Region", "eu"), ("Unknown", "x")],
        true,
    ),
    (r#"{"region":""}"#, &[("Region", "")], true),
    (r#"{"region":""}"#, &[("Region", "=?base64??=")], true),
    (r#"{"region":""}"#, &[], false),
    (r#"{"region":"null"}"#, &[("Region", "null")], true),
    (r#"{"region":"42"}"#, &[("Region", "42")], true),
    (r#"{"region":"42"}"#, &[("Region", "42.0")], false),
    (r#"{"region":"eu"}"#, &[("Region", "=?base64?ZXU=?=")], true),
    (
        r#"{"region":"eu"}"#,
        &[("Region", "=?base64?dXM=?=")],
        false,
    ),
    (r#"{"region":"eu"}"#, &[("Region", "=?base64?ZXU?=")], false),
    (
        r#"{"region":"eu"}"#,
        &[("Region", "=?base64?ZXU==?=")],
        false,
    ),
    (
        r#"{"region":"eu"}"#,
        &[("Region", "=?base64?ZX U=?=")],
        false,
    ),
    (
        r#"{"region":"eu"}"#,
        &[("Region", "=?base64?ZXV=?=")],
        false,
    ),
    (r#"{"region":"eu"}"#, &[("Region", "=?base64?*?=")], false),
    (
        r#"{"region":"eu"}"#,
        &[("Region", "=?BASE64?ZXU=?=")],
        false,
    ),
    (r#"{"region":"eu"}"#, &[("Region", "=?base64?ZXU=")], false),
    (
        r#"{"region":"=?base64?ZXU="}"#,
        &[("Region", "=?base64?ZXU=")],
        true,
    ),
    (r#"{"region":"ZXU=?="}"#, &[("Region", "ZXU=?=")], true),
    (
        r#"{"region":"=?base64?x?="}"#,
        &[("Region", "=?base64?x?=")],
        false,
    ),
    (
        r#"{"region":"Hello, 世界"}"#,
        &[("Region", "=?base64?SGVsbG8sIOS4lueVjA==?=")],
        true,
    ),
    (r#"{"region":"世界"}"#, &[("Region", "世界")], false),
    (
        r#"{"region":" padded "}"#,
        &[("Region", "=?base64?IHBhZGRlZCA=?=")],
        true,
    ),
    (r#"{"region":" padded "}"#, &[("Region", "padded")], false),
    (
        r#"{"region":"line1\nline2"}"#,
        &[("Region", "=?base64?bGluZTEKbGluZTI=?=")],
        true,
    ),
    (r#"{"region":"\u0065u"}"#, &[("Region", "eu")], true),
];

const OTHERS: &[Case] = &[
    (r#"{"shard":42}"#, &[("Shard", "42")], true),
    (r#"{"shard":42}"#, &[("Shard", "42.0")], true),
    (r#"{"shard":42.0}"#, &[("Shard", "42")], true),
    (r#"{"shard":42}"#, &[("Shard", "=?base64?NDI=?=")], true),
    (r#"{"shard":42}"#, &[("Shard", "43")], false),
    (r#"{"shard":42}"#, &[("Shard", "042")], false),
    (r#"{"shard":42}"#, &[("Shard", "+42")], false),
    (r#"{"shard":42}"#, &[("Shard", "0x2a")], false),
    (r#"{"shard":42}"#, &[("Shard", "42.5")], false),
    (r#"{"shard":42}"#, &[], false),
    (r#"{"shard":0}"#, &[], false),
    (r#"{"shard":0}"#, &[("Shard", "-0")], true),
    (r#"{"shard":-42}"#, &[("Shard", "42")], false),
    (
        r#"{"shard":9007199254740993}"#,
        &[("Shard", "9007199254740993")],
        true,
    ),
    (
        r#"{"shard":9007199254740993}"#,
        &[("Shard", "9007199254740992")],
        false,
    ),
    (r#"{"dry":true}"#, &[("Dry", "true")], true),
    (r#"{"dry":false}"#, &[("Dry", "false")], true),
    (r#"{"dry":true}"#, &[("Dry", "True")], false),
    (r#"{"dry":true}"#, &[("Dry", "1")], false),
    (r#"{"dry":false}"#, &[], false),
    (
        r#"{"region":"eu","shard":1,"dry":true}"#,
        &[("Region", "eu"), ("Shard", "1"), ("Dry", "true")],
        true,
    ),
    (
        r#"{"region":"eu","shard":1,"dry":true}"#,
        &[("Region", "eu"), ("Shard", "1"), ("Dry", "false")],
        false,
    ),
];

fn with(arguments: &str, headers: &[(&str, &str)]) -> Request {
    let arguments: Value = serde_json::from_str(arguments).expect("arguments");
    let mut request = modern(call("x", "routed", arguments));
    for (name, value) in headers {
        request = request.and(&format!("Mcp-Param-{name}"), value);
    }
    request
}

#[test]
fn a_call_runs_only_where_headers_and_arguments_say_the_same() {
    let (_served, peer) = routing();
    let mut ran = 0;
    for (arguments, headers, agree) in REGIONS.iter().chain(OTHERS) {
        let answer = peer.send(&with(arguments, headers));
        let message = one(&answer);
        assert_eq!(message["id"], "x", "{arguments} {headers:?}");
        if *agree {
            ran += 1;
            assert_eq!(answer.head.status, 200, "{arguments} {headers:?} {message}");
            let text = message["result"]["content"][0]["text"].clone();
            assert_eq!(text, ran.to_string(), "{arguments} {headers:?} {message}");
        } else {
            assert_eq!(answer.head.status, 400, "{arguments} {headers:?} {message}");
            let code = &message["error"]["code"];
            assert_eq!(*code, -32020, "{arguments} {headers:?} {message}");
        }
    }
    assert!(REGIONS.len() + OTHERS.len() >= 60);
}

#[test]
fn a_session_needs_no_headers_for_its_arguments() {
    let (_served, peer) = routing();
    let peer = Peer::greeted(peer.address, "2025-11-25", "qa");
    assert_eq!(peer.text("routed", json!({"region": "eu"})), "1");
    let call = call(2, "routed", json!({"region": "eu"}));
    let odd = peer.post(&call).with("Mcp-Param-Region", "us");
    assert_eq!(peer.send(&odd).head.status, 200, "they mean nothing there");
}
