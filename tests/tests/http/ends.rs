//! What it means when the connection of a request ends before its answer.

use std::time::{Duration, Instant};

use serde_json::json;
use tests::http::client::{Connection, Request};
use tests::http::peer::{Peer, call, modern, one, with_token};

use super::plain;

/// How many guarded calls have ended, however they ended.
fn dropped(peer: &Peer) -> String {
    let answer = one(&peer.send(&modern(call(0, "dropped", json!({})))));
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Whether so many have ended in time.
fn ends(peer: &Peer, wanted: &str, within: Duration) -> bool {
    let deadline = Instant::now() + within;
    while dropped(peer) != wanted {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

/// Starts a call that would go on for long; with a stream, waits until that has begun.
fn begun(peer: &Peer, request: &Request, stream: bool) -> Connection {
    let mut connection = peer.start(request);
    if stream {
        assert!(connection.head().expect("a head").is_stream());
    } else {
        std::thread::sleep(Duration::from_millis(200));
    }
    connection
}

#[test]
fn a_request_that_stands_alone_ends_with_its_connection() {
    let (_served, peer) = plain();
    let quiet = call(1, "guarded", json!({"ms": 60_000}));
    let loud = with_token(quiet.clone(), 1);
    let json_alone = modern(loud.clone()).with("Accept", "application/json");
    let mut ended = 0;
    for (request, stream) in [
        (modern(loud), true),
        (modern(quiet), false),
        (json_alone, false),
    ] {
        for reset in [false, true] {
            begun(&peer, &request, stream)
                .hang_up(reset)
                .expect("an end");
            ended += 1;
            let in_time = ends(&peer, &ended.to_string(), Duration::from_secs(5));
            assert!(in_time, "the call goes on without its client");
        }
    }
}

#[test]
fn a_call_of_a_session_goes_on_when_its_connection_ends() {
    let (_served, peer) = plain();
    let session = Peer::greeted(peer.address, "2025-11-25", "qa");
    let loud = session.post(&with_token(call(1, "guarded", json!({"ms": 1500})), 1));
    begun(&session, &loud, true).hang_up(false).expect("an end");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(dropped(&peer), "0", "a lost connection is no cancellation");
    assert!(ends(&peer, "1", Duration::from_secs(10)));
}

#[test]
fn a_notification_cancels_a_call_of_its_session_and_no_call_of_another() {
    let (_served, peer) = plain();
    let [a, b] = ["a", "b"].map(|name| Peer::greeted(peer.address, "2025-06-18", name));
    let loud = with_token(call(1, "guarded", json!({"ms": 60_000})), 1);
    let mut of_a = begun(&a, &a.post(&loud), true);
    let mut of_b = begun(&b, &b.post(&loud), true);
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    assert_eq!(b.ask(&cancel).head.status, 202);
    assert!(ends(&peer, "1", Duration::from_secs(5)));
    let mut rest = Vec::new();
    while let Some(piece) = of_b.piece().expect("a whole stream") {
        rest.extend(piece);
    }
    assert!(!String::from_utf8_lossy(&rest).contains("result"));
    assert_eq!(a.ask(&cancel).head.status, 202);
    assert!(ends(&peer, "2", Duration::from_secs(5)));
    while of_a.piece().expect("a whole stream").is_some() {}
}
