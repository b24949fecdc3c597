//! On 2026-07-28 the headers and the body of a request must say the same.

use serde_json::{Value, json};
use tests::http::client::Request;
use tests::http::peer::{Peer, call, modern, one, request};
use tests::script::words::MODERN;

use super::plain;

/// How often the tool has run.
fn runs(peer: &Peer) -> Value {
    let answer = one(&peer.send(&modern(call(0, "calls", json!({})))));
    answer["result"]["content"][0]["text"].clone()
}

#[test]
fn headers_that_are_missing_or_that_the_body_contradicts_are_refused_and_nothing_runs() {
    let (_served, peer) = plain();
    let good = modern(call("x", "add", json!({"a": 1, "b": 2})));
    let with = |name: &str, value: &str| good.clone().with(name, value);
    let refused: Vec<(&str, Request)> = vec![
        ("no version", good.clone().without("MCP-Protocol-Version")),
        ("no method", good.clone().without("Mcp-Method")),
        ("no name", good.clone().without("Mcp-Name")),
        ("another method", with("Mcp-Method", "tools/list")),
        ("the method in capitals", with("Mcp-Method", "TOOLS/CALL")),
        ("another name", with("Mcp-Name", "echo")),
        ("the name in capitals", with("Mcp-Name", "ADD")),
        (
            "an older revision",
            with("MCP-Protocol-Version", "2025-11-25"),
        ),
        ("two names", good.clone().and("Mcp-Name", "echo")),
        ("bad base64", with("Mcp-Name", "=?base64?YWRk*?=")),
        ("base64 of another", with("Mcp-Name", "=?base64?ZWNobw==?=")),
    ];
    for (what, request) in refused {
        let answer = peer.send(&request);
        let message = one(&answer);
        assert_eq!(answer.head.status, 400, "{what}: {message}");
        assert_eq!(message["error"]["code"], -32020, "{what}: {message}");
        assert_eq!(message["id"], "x", "{what}: {message}");
    }
    assert_eq!(runs(&peer), "0");
}

#[test]
fn names_of_headers_have_no_case_and_values_may_be_encoded() {
    let (_served, peer) = plain();
    let good = modern(call("x", "add", json!({"a": 1, "b": 2})));
    let shouted = good
        .clone()
        .without("Mcp-Method")
        .without("Mcp-Name")
        .and("MCP-METHOD", "tools/call")
        .and("mcp-name", "add");
    assert_eq!(peer.send(&shouted).head.status, 200);
    let encoded = good.with("Mcp-Name", "=?base64?YWRk?=");
    assert_eq!(peer.send(&encoded).head.status, 200);
    assert_eq!(runs(&peer), "2");
}

#[test]
fn a_revision_that_is_not_served_is_refused_with_those_that_are() {
    let (_served, peer) = plain();
    let mut message = call(7, "add", json!({"a": 1, "b": 2}));
    message["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2099-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let request = Request::post(message.to_string())
        .with("MCP-Protocol-Version", "2099-01-01")
        .with("Mcp-Method", "tools/call")
        .with("Mcp-Name", "add");
    let answer = peer.send(&request);
    let message = one(&answer);
    assert_eq!((answer.head.status, &message["id"]), (400, &json!(7)));
    assert_eq!(message["error"]["code"], -32022);
    assert_eq!(message["error"]["data"]["supported"], json!([MODERN]));
    assert_eq!(message["error"]["data"]["requested"], "2099-01-01");
    // Whether both agree comes before whether they are served.
    let differs = peer.send(&request.with("MCP-Protocol-Version", MODERN));
    assert_eq!(one(&differs)["error"]["code"], -32020);
}

#[test]
fn what_is_not_found_is_told_with_404_to_a_request_that_stands_alone_and_with_200_to_a_session() {
    let (_served, peer) = plain();
    for method in ["no/such", "ping", "initialize", "prompts/list"] {
        let answer = peer.send(&modern(request(3, method, json!({}))));
        let message = one(&answer);
        assert_eq!(answer.head.status, 404, "{method}: {message}");
        assert_eq!(message["error"]["code"], -32601, "{method}");
        assert_eq!(message["id"], 3, "{method}");
    }
    let peer = Peer::greeted(peer.address, "2025-11-25", "qa");
    for method in ["no/such", "prompts/list", "server/discover"] {
        let answer = peer.ask(&request(3, method, json!({})));
        let message = one(&answer);
        assert_eq!(answer.head.status, 200, "{method}: {message}");
        assert_eq!(message["error"]["code"], -32601, "{method}");
    }
}

#[test]
fn what_a_request_is_about_is_compared_before_whether_there_is_such_a_method() {
    let (_served, peer) = plain();
    for (method, member) in [
        ("prompts/get", "name"),
        ("resources/read", "uri"),
        ("tasks/get", "taskId"),
        ("tasks/update", "taskId"),
        ("tasks/cancel", "taskId"),
    ] {
        let good = modern(request("x", method, json!({ member: "file:///a b" })));
        let told = |request: &Request| {
            let answer = peer.send(request);
            let message = one(&answer);
            assert_eq!(message["id"], "x", "{message}");
            (answer.head.status, message["error"]["code"].clone())
        };
        assert_eq!(told(&good), (404, json!(-32601)), "{method}");
        for wrong in [
            good.clone().with("Mcp-Name", "another"),
            good.clone().and("Mcp-Name", "file:///a b"),
            good.clone().without("Mcp-Name"),
            good.clone().with("Mcp-Method", "tools/call"),
            good.clone().without("Mcp-Method"),
        ] {
            assert_eq!(told(&wrong), (400, json!(-32020)), "{:?}", wrong.headers);
        }
    }
}
