//! Both eras on one endpoint: each message is served by what it says itself.

use mcp_core::capabilities::ClientCapabilities;
use mcp_runtime::http::HttpOptions;
use mcp_runtime::prelude::*;
use serde_json::{Value, json};
use tests::http::client::{Answer, Request};
use tests::http::peer::{Peer, call, messages, modern, one, request, with_token};
use tests::script::words::MODERN;

use super::{plain, serve};

/// What a response shows of the rules that it was made by.
fn told(answer: &Answer) -> Told {
    let last = messages(answer).pop().unwrap_or_default();
    let code = last["error"]["code"].as_i64();
    (
        answer.head.status,
        code,
        last["result"]["resultType"] == "complete",
    )
}

/// A request that stands alone, with the headers of the session too.
fn alone(session: &Peer, message: Value) -> Request {
    let id = session.session.clone().unwrap_or_default();
    modern(message).with("Mcp-Session-Id", &id)
}

/// What a response must show.
type Told = (u16, Option<i64>, bool);

fn about_the_connection(session: &Peer) -> Vec<(Request, Told)> {
    let legacy = |method: &str, params: Value| session.post(&request(1, method, params));
    let standing = |method: &str, params: Value| alone(session, request(1, method, params));
    let level = json!({"level": "error"});
    vec![
        (legacy("ping", json!({})), (200, None, false)),
        (standing("ping", json!({})), (404, Some(-32601), false)),
        (
            legacy("server/discover", json!({})),
            (200, Some(-32601), false),
        ),
        (standing("server/discover", json!({})), (200, None, true)),
        (legacy("tools/list", json!({})), (200, None, false)),
        (standing("tools/list", json!({})), (200, None, true)),
        (
            legacy("logging/setLevel", level.clone()),
            (200, None, false),
        ),
        (
            standing("logging/setLevel", level),
            (404, Some(-32601), false),
        ),
    ]
}

fn about_tools(session: &Peer) -> Vec<(Request, Told)> {
    let legacy = |method: &str, params: Value| session.post(&request(1, method, params));
    let standing = |method: &str, params: Value| alone(session, request(1, method, params));
    let add = || json!({"name": "add", "arguments": {"a": 1, "b": 2}});
    let loud = || with_token(call(1, "steps", json!({})), 1);
    vec![
        (legacy("tools/call", add()), (200, None, false)),
        (standing("tools/call", add()), (200, None, true)),
        (
            legacy("subscriptions/listen", json!({})),
            (200, Some(-32601), false),
        ),
        (
            standing("initialize", json!({})),
            (404, Some(-32601), false),
        ),
        (legacy("no/such", json!({})), (200, Some(-32601), false)),
        (standing("no/such", json!({})), (404, Some(-32601), false)),
        (
            legacy("tools/call", json!({"name": "nobody"})),
            (200, Some(-32602), false),
        ),
        (
            standing("tools/call", json!({"name": "nobody"})),
            (200, Some(-32602), false),
        ),
        (session.post(&loud()), (200, None, false)),
        (alone(session, loud()), (200, None, true)),
        (
            legacy("tools/call", json!({"name": "fails"})),
            (200, None, false),
        ),
        (
            standing("tools/call", json!({"name": "fails"})),
            (200, None, true),
        ),
    ]
}

#[test]
fn frames_of_both_eras_take_turns_on_one_connection_and_none_changes_the_next() {
    let (_served, peer) = plain();
    let session = Peer::greeted(peer.address, "2025-06-18", "qa");
    let mut connection = peer.connect();
    let mut frames = about_the_connection(&session);
    frames.extend(about_tools(&session));
    for round in 0..2 {
        for (at, (request, wanted)) in frames.iter().enumerate() {
            let answer = connection.ask(request).expect("an answer");
            assert_eq!(
                told(&answer),
                *wanted,
                "round {round}, frame {at}: {}",
                answer.text()
            );
        }
    }
}

/// Needs a client that can do something.
#[tool]
async fn asking(what: String) -> Result<String, mcp_runtime::Error> {
    let needed = serde_json::from_value::<ClientCapabilities>(json!({ what: {} }));
    Err(mcp_runtime::Error::missing_capability(
        &needed.map_err(mcp_runtime::Error::internal)?,
    ))
}

#[test]
fn a_capability_that_the_client_lacks_is_named_with_400() {
    let server = Server::new("asking", "1.0.0").tools(tools![asking]);
    let (_served, peer) = serve(server, HttpOptions::new());
    for what in ["elicitation", "sampling", "roots"] {
        let quiet = call("x", "asking", json!({"what": what}));
        let loud = with_token(quiet.clone(), 1);
        let json_alone = modern(quiet.clone()).with("Accept", "application/json");
        let stream_alone = modern(quiet.clone()).with("Accept", "text/event-stream");
        for request in [modern(quiet), modern(loud), json_alone, stream_alone] {
            let answer = peer.send(&request);
            let message = one(&answer);
            assert_eq!(answer.head.status, 400, "{message}");
            assert_eq!(message["id"], "x");
            assert_eq!(message["error"]["code"], -32021);
            let lacks = &message["error"]["data"]["requiredCapabilities"];
            assert_eq!(*lacks, json!({ what: {} }));
        }
    }
}

#[test]
fn get_and_delete_are_not_for_the_modern_revision_though_the_session_lives() {
    let (_served, peer) = plain();
    let session = Peer::greeted(peer.address, "2025-11-25", "qa");
    let id = session.session.clone().unwrap_or_default();
    for request in [
        Request::stream(&id),
        Request::stream(&id).with("Last-Event-ID", "1"),
    ] {
        let get = request.with("MCP-Protocol-Version", MODERN);
        let answer = peer.send(&get);
        assert_eq!(answer.head.status, 405, "{}", answer.text());
        assert_eq!(answer.head.header("allow"), Some("POST"));
        let delete = Request {
            method: "DELETE".to_owned(),
            ..get
        };
        assert_eq!(peer.send(&delete).head.status, 405);
    }
    assert_eq!(session.ask(&request(1, "ping", json!({}))).head.status, 200);
}
