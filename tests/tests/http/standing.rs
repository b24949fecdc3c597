//! The stream of a session that its client opens by GET: when it begins, what stands in it, and how
//! many there are.

use std::time::{Duration, Instant};

use serde_json::json;
use tests::http::client::{Connection, Request};
use tests::http::peer::{Peer, call, events, messages, modern, request, with_token};

use super::{WITH_SESSIONS, plain};

/// Reads the first piece of a body, and how long head and piece took.
fn first_bytes(connection: &mut Connection) -> (Duration, Duration, Vec<u8>) {
    let begun = Instant::now();
    let head = connection.head().expect("a head");
    let after = begun.elapsed();
    assert_eq!(head.status, 200, "{head:?}");
    assert!(head.is_stream(), "{head:?}");
    let control = head.header("cache-control").unwrap_or_default();
    assert!(
        control.contains("no-cache") && control.contains("no-transform"),
        "{control}"
    );
    assert_eq!(head.header("x-accel-buffering"), Some("no"));
    assert_eq!(head.header("content-encoding"), None);
    let piece = connection.piece().expect("a body").unwrap_or_default();
    (after, begun.elapsed(), piece)
}

#[test]
fn a_stream_shows_its_head_and_a_first_byte_before_there_is_anything_to_say() {
    let (_served, peer) = plain();
    for version in WITH_SESSIONS {
        let peer = Peer::greeted(peer.address, version, "qa");
        let session = peer.session.clone().expect("a session");
        let get = peer.dressed(Request::stream(&session));
        let (head, body, piece) = first_bytes(&mut peer.start(&get));
        // Far above what it takes, far below the first keep-alive.
        assert!(head < Duration::from_secs(2), "{version}: {head:?}");
        assert!(body < Duration::from_secs(4), "{version}: {body:?}");
        assert!(!piece.is_empty(), "{version}");
    }
}

#[test]
fn only_a_revision_that_knows_it_gets_an_event_without_data() {
    let (_served, peer) = plain();
    let steps = with_token(call(1, "steps", json!({})), 1);
    for version in WITH_SESSIONS {
        let peer = Peer::greeted(peer.address, version, "qa");
        let found = events(&peer.ask(&steps));
        let empty = found
            .iter()
            .filter(|event| event.data.as_deref() == Some(""));
        let expected = usize::from(version == "2025-11-25");
        assert_eq!(empty.count(), expected, "{version}: {found:?}");
        for event in found.iter().filter_map(|event| event.message()) {
            let message: serde_json::Value = serde_json::from_str(event).expect("one message");
            assert!(message.is_object(), "{version}: {event}");
        }
    }
    let found = events(&peer.send(&modern(steps)));
    for event in &found {
        assert_ne!(event.data.as_deref(), Some(""), "{found:?}");
        assert_eq!((&event.id, &event.retry), (&None, &None), "{found:?}");
    }
}

#[test]
fn a_second_stream_of_a_session_is_refused_while_the_first_lives() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-06-18", "qa");
    let session = peer.session.clone().expect("a session");
    let get = peer.dressed(Request::stream(&session));
    let mut first = peer.start(&get);
    assert_eq!(first.head().expect("a head").status, 200);
    let second = peer.send(&get);
    assert_eq!(second.head.status, 409, "{}", second.text());
    drop(first);
    // The server learns of the end of the first when it next looks at its connection.
    let deadline = Instant::now() + Duration::from_secs(15);
    loop {
        let mut third = peer.start(&get);
        match third.head().expect("a head").status {
            200 => break,
            409 if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(50)),
            status => panic!("{status} after the first stream had ended"),
        }
    }
}

#[test]
fn nothing_that_is_said_about_a_call_is_on_the_stream_of_its_session() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-06-18", "qa");
    let session = peer.session.clone().expect("a session");
    let mut stream = peer.start(&peer.dressed(Request::stream(&session)));
    assert_eq!(stream.head().expect("a head").status, 200);
    for run in 0..50 {
        let shower = with_token(call(run, "shower", json!({"n": run})), run);
        assert_eq!(messages(&peer.ask(&shower)).len(), 41, "run {run}");
    }
    let bye = peer.dressed(Request::bare("DELETE"));
    assert!(matches!(peer.send(&bye).head.status, 200 | 204));
    let mut rest = Vec::new();
    while let Ok(Some(piece)) = stream.piece() {
        rest.extend(piece);
    }
    let said = String::from_utf8_lossy(&rest).into_owned();
    assert!(
        !said.contains("jsonrpc"),
        "on the stream of the session: {said}"
    );
}

#[test]
fn a_session_outlives_the_connections_of_its_streams_and_calls() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-06-18", "qa");
    let session = peer.session.clone().expect("a session");
    let mut stream = peer.start(&peer.dressed(Request::stream(&session)));
    assert_eq!(stream.head().expect("a head").status, 200);
    drop(stream);
    for id in [1, 2] {
        assert_eq!(
            peer.ask(&request(id, "tools/list", json!({}))).head.status,
            200
        );
    }
    let slow = peer.post(&call(3, "guarded", json!({"ms": 1500})));
    let left = peer.start(&slow.with("Accept", "text/event-stream"));
    std::thread::sleep(Duration::from_millis(300));
    drop(left);
    assert_eq!(peer.ask(&request(4, "ping", json!({}))).head.status, 200);
}

#[test]
fn a_server_with_sessions_says_which_methods_it_has() {
    let (_served, peer) = plain();
    let answer = peer.send(&Request::bare("PUT"));
    assert_eq!(answer.head.status, 405);
    let allow = answer.head.header("allow").unwrap_or_default();
    for method in ["GET", "POST", "DELETE"] {
        assert!(allow.contains(method), "{allow}");
    }
}

#[test]
fn the_stream_of_an_unknown_session_is_not_found() {
    let (_served, peer) = plain();
    for version in WITH_SESSIONS {
        let mut lost = Peer::greeted(peer.address, version, "qa");
        lost.session = Some("unknown".to_owned());
        let get = lost.dressed(Request::stream("unknown"));
        assert_eq!(lost.send(&get).head.status, 404, "{version}");
    }
}
