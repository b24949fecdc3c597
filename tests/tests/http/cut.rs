//! Clients that vanish at any byte, and the end of the server.

use std::time::{Duration, Instant};

use mcp_runtime::http::HttpOptions;
use serde_json::json;
use tests::http::client::{Connection, Request};
use tests::http::peer::{Peer, call, hello, messages, modern, one, with_token};
use tests::servers::named;

use super::{plain, serve};

/// How many guarded calls have ended, however they ended.
fn ended(peer: &Peer) -> usize {
    let answer = one(&peer.send(&modern(call(0, "dropped", json!({})))));
    let text = answer["result"]["content"][0]["text"].as_str();
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

#[test]
fn a_client_that_vanishes_at_any_byte_leaves_nothing_that_runs() {
    let (_served, peer) = plain();
    let loud = with_token(call(1, "guarded", json!({"ms": 60_000})), 1);
    let hello = Request::post(hello("2025-06-18", "gone").to_string());
    for (request, runs) in [(modern(loud), true), (hello, false)] {
        let bytes = request.bytes();
        for at in (0..bytes.len()).step_by(7) {
            let mut connection = peer.connect();
            connection.send(&bytes[..at]).expect("sent");
            connection.hang_up(at % 2 == 0).expect("an end");
        }
        assert_eq!(ended(&peer), 0, "what is not whole does not run");
        if runs {
            continue;
        }
        for reset in [false, true] {
            let mut connection = peer.connect();
            connection.send(&bytes).expect("sent");
            connection.hang_up(reset).expect("an end");
        }
    }
    // As long as it takes, each of the streams is cut after so many bytes.
    let loud = with_token(call(1, "guarded", json!({"ms": 60_000})), 1);
    let request = modern(loud).bytes();
    for cut in 0..20 {
        let mut connection = peer.connect();
        connection.send(&request).expect("sent");
        if cut % 3 != 0 {
            assert!(connection.head().expect("a head").is_stream());
        }
        if cut % 3 == 2 {
            assert!(connection.piece().expect("a piece").is_some());
        }
        connection.hang_up(cut % 2 == 0).expect("an end");
    }
    // Those that were cut before they began never did.
    let begun = 13;
    let deadline = Instant::now() + Duration::from_secs(15);
    while ended(&peer) < begun && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!((begun..=20).contains(&ended(&peer)), "{}", ended(&peer));
    assert_eq!(
        Peer::greeted(peer.address, "2025-06-18", "qa").version,
        "2025-06-18"
    );
}

#[test]
fn an_end_answers_the_calls_that_run_and_ends_the_streams_that_listen() {
    let (served, peer) = serve(named("plain").expect("a server"), HttpOptions::new());
    let listening: Vec<Connection> = (0..20)
        .map(|_| {
            let peer = Peer::greeted(peer.address, "2025-11-25", "listens");
            let session = peer.session.clone().expect("a session");
            let mut stream = peer.start(&peer.dressed(Request::stream(&session)));
            assert_eq!(stream.head().expect("a head").status, 200);
            stream
        })
        .collect();
    let session = Peer::greeted(peer.address, "2025-11-25", "calls");
    let calling: Vec<Connection> = (0..10)
        .map(|id| {
            let slow = call(id, "sleep_echo", json!({"ms": 1_500, "s": "done"}));
            match id % 2 {
                0 => peer.start(&modern(slow)),
                _ => session.start(&session.post(&slow)),
            }
        })
        .collect();
    // The calls have begun by then, and not ended.
    std::thread::sleep(Duration::from_millis(700));
    let begun = Instant::now();
    served.end();
    for mut connection in calling {
        let head = connection.head().expect("a head");
        let answer = connection.rest(head).expect("an answer");
        let last = messages(&answer).pop().unwrap_or_default();
        assert_eq!(last["result"]["content"][0]["text"], "done", "{last}");
    }
    for mut stream in listening {
        while stream.piece().expect("a whole stream").is_some() {}
    }
    assert!(
        begun.elapsed() < Duration::from_secs(8),
        "{:?}",
        begun.elapsed()
    );
    let gone = Connection::open(peer.address, Duration::from_secs(5));
    let answered = gone
        .is_ok_and(|mut connection| connection.ask(&modern(call(1, "calls", json!({})))).is_ok());
    assert!(!answered, "nobody is served any more");
}
