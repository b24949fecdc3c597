//! What one client says reaches no other: not through ids, not through sessions, not through a
//! connection that both use.

use std::time::Duration;

use mcp_runtime::http::HttpOptions;
use mcp_runtime::prelude::*;
use serde_json::{Value, json};
use tests::http::client::{Answer, Connection, Request};
use tests::http::peer::{Peer, call, messages, modern, with_token};

use super::serve;

/// Says the secret in everything that a tool can say, with pauses between.
#[tool]
async fn tell(secret: String, ms: u64, cx: &Context) -> String {
    for step in 1..=3 {
        cx.progress(step, 3, secret.as_str());
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
    cx.log(LoggingLevel::Emergency, secret.as_str());
    secret
}

fn telling() -> Server {
    Server::new("telling", "1.0.0").tools(tools![tell])
}

fn asks(secret: &str, id: u64, ms: u64) -> Value {
    let mut call = with_token(call(id, "tell", json!({"secret": secret, "ms": ms})), id);
    call["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = "emergency".into();
    call
}

/// Everything that came is of this call: three reports, a log message, the answer.
fn is_own(answer: &Answer, secret: &str, id: u64) -> bool {
    let all = messages(answer);
    let says = |message: &Value| {
        let places = [
            &message["params"]["message"],
            &message["params"]["data"],
            &message["result"]["content"][0]["text"],
        ];
        let token = &message["params"]["progressToken"];
        places.iter().any(|place| **place == *secret) && (token.is_null() || *token == json!(id))
    };
    all.len() == 5 && all.iter().all(says) && all.last().is_some_and(|last| last["id"] == id)
}

/// Many clients at once, each over a connection of its own, all with the same few ids.
fn told_apart(
    clients: usize,
    calls: u64,
    request: impl Fn(&Peer, &Value) -> Request + Sync,
    open: impl Fn(usize) -> Peer + Sync,
) {
    std::thread::scope(|scope| {
        for client in 0..clients {
            let (request, open) = (&request, &open);
            scope.spawn(move || {
                let peer = open(client);
                let mut connection = peer.connect();
                for round in 0..calls {
                    let secret = format!("secret of client {client:04}, call {round:04}");
                    let id = 1 + round % 8;
                    let message = asks(&secret, id, (client as u64 + round) % 3);
                    let answer = connection
                        .ask(&request(&peer, &message))
                        .expect("an answer");
                    assert!(is_own(&answer, &secret, id), "{}", answer.text());
                }
            });
        }
    });
}

#[test]
fn nothing_of_a_call_reaches_another_client_with_the_same_ids() {
    let (_served, peer) = serve(telling(), HttpOptions::new());
    told_apart(
        16,
        40,
        |_, message| modern(message.clone()),
        |_| peer.clone(),
    );
    told_apart(
        16,
        40,
        |peer, message| peer.post(message),
        |_| Peer::greeted(peer.address, "2025-11-25", "qa"),
    );
}

#[test]
fn calls_of_one_session_with_one_id_are_told_apart() {
    let (_served, peer) = serve(telling(), HttpOptions::new());
    let session = Peer::greeted(peer.address, "2025-06-18", "qa");
    let ask = |connection: &mut Connection, secret: &str, ms: u64| {
        let mut asks = asks(secret, 1, ms);
        asks["params"]["_meta"]["progressToken"] = 1.into();
        let answer = connection.ask(&session.post(&asks)).expect("an answer");
        assert!(is_own(&answer, secret, 1), "{}", answer.text());
    };
    std::thread::scope(|scope| {
        for side in 0..2 {
            let (session, ask) = (&session, &ask);
            scope.spawn(move || {
                let mut connection = session.connect();
                for round in 0..200 {
                    ask(
                        &mut connection,
                        &format!("side {side}, round {round}"),
                        side * 3,
                    );
                }
            });
        }
    });
}

#[test]
fn nothing_of_a_request_stays_with_its_connection() {
    let (_served, peer) = serve(
        tests::servers::named("plain").expect("a server"),
        HttpOptions::new(),
    );
    let legacy = Peer::greeted(peer.address, "2025-03-26", "legacy");
    let mut connection = peer.connect();
    let text = |answer: &Answer| {
        let last = messages(answer).pop().unwrap_or_default();
        last["result"]["content"][0]["text"].clone()
    };
    for round in 0..300 {
        let name = format!("client {}", round % 2);
        let mut whoami = call(1, "whoami", json!({}));
        let info = json!({"name": name, "version": "1"});
        whoami["params"]["_meta"]["io.modelcontextprotocol/clientInfo"] = info;
        let answer = connection.ask(&modern(whoami)).expect("an answer");
        assert_eq!(text(&answer), format!("{name} 1 2026-07-28"));
        let bare = connection
            .ask(&modern(call(1, "whoami", json!({}))))
            .expect("an answer");
        assert_eq!(text(&bare), "- - 2026-07-28");
        let session = legacy.post(&call(1, "whoami", json!({})));
        let answer = connection.ask(&session).expect("an answer");
        assert_eq!(text(&answer), "legacy 0 2025-03-26");
    }
}
