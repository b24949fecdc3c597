//! Streams of events: when they begin, and what stands in them.

use std::time::{Duration, Instant};

use serde_json::json;
use tests::http::events::Events;
use tests::http::peer::{Peer, call, messages, modern, with_token};

use super::plain;

#[test]
fn what_is_reported_comes_while_the_call_still_runs() {
    let (_served, peer) = plain();
    let session = Peer::greeted(peer.address, "2025-06-18", "qa");
    let guarded = with_token(call(1, "guarded", json!({"ms": 4000})), 1);
    for request in [session.post(&guarded), modern(guarded.clone())] {
        let begun = Instant::now();
        let mut connection = peer.start(&request);
        let head = connection.head().expect("a head");
        assert!(head.is_stream(), "{head:?}");
        let mut events = Events::default();
        let first = loop {
            let piece = connection.piece().expect("a body").expect("an event");
            let found = events.take(&piece).expect("events");
            if let Some(event) = found.into_iter().find(|event| event.message().is_some()) {
                break event;
            }
        };
        assert!(
            first
                .message()
                .is_some_and(|m| m.contains("notifications/progress"))
        );
        assert!(
            begun.elapsed() < Duration::from_secs(3),
            "{:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn what_some_readers_take_for_the_end_of_a_line_stands_in_no_event() {
    let contents = tests::servers::named("contents").expect("a server");
    let (_served, peer) = super::serve(contents, mcp_runtime::http::HttpOptions::new());
    let odd = call(1, "odd_characters", json!({}));
    let peer = Peer::greeted(peer.address, "2025-06-18", "qa");
    for request in [peer.post(&odd), modern(odd.clone())] {
        let answer = peer.send(&request.with("Accept", "text/event-stream"));
        assert!(answer.head.is_stream(), "{:?}", answer.head);
        for end in ["\u{2028}", "\u{2029}", "\u{85}"] {
            assert!(!answer.text().contains(end), "{:?}", end);
        }
        let text = messages(&answer)[0]["result"]["content"][0]["text"].clone();
        assert_eq!(text, "a\u{2028}b\u{2029}c\u{85}d\re\nf\0g\u{7f}\u{feff}😀");
    }
}

#[test]
fn what_is_said_about_a_call_is_on_its_own_stream_in_order_and_the_answer_is_last() {
    let (_served, peer) = plain();
    let peer = Peer::greeted(peer.address, "2025-06-18", "qa");
    for run in 0..50 {
        let shower = with_token(call(run, "shower", json!({"n": run})), run);
        let all = messages(&peer.ask(&shower));
        let (last, notes) = all.split_last().expect("messages");
        assert_eq!(last["id"], run);
        let steps: Vec<u64> = notes
            .iter()
            .filter_map(|note| note["params"]["progress"].as_u64())
            .collect();
        assert_eq!(steps, (1..=20).collect::<Vec<u64>>(), "run {run}");
        let logs = notes
            .iter()
            .filter(|note| note["params"]["data"]["n"] == run);
        assert_eq!(logs.count(), 20, "run {run}");
    }
}
