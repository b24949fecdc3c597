//! Requests that break HTTP, JSON or the protocol cost the good ones nothing.

use serde_json::json;
use tests::http::client::{Connection, ask};
use tests::http::peer::{PATIENCE, Peer, call, modern, one};
use tests::stress::Dice;
use tests::stress::requests::odd;

use super::plain;

#[test]
fn what_is_odd_is_refused_and_the_next_request_is_served() {
    let (_served, peer) = plain();
    for (what, bytes) in odd() {
        let mut connection = peer.connect();
        let _cut = connection.send(&bytes);
        if what != "half a body"
            && what != "another protocol"
            && let Ok(head) = connection.head()
        {
            assert!((400..500).contains(&head.status), "{what}: {head:?}");
        }
        let good = modern(call(1, "echo", json!({"s": what})));
        let answer = peer.send(&good);
        assert_eq!(one(&answer)["result"]["content"][0]["text"], what);
    }
}

#[test]
fn a_request_whose_end_is_disputed_runs_nothing_and_ends_its_connection() {
    let (_served, peer) = plain();
    let good = modern(call(1, "add", json!({"a": 1, "b": 2})));
    let hidden = good.clone().with("Connection", "keep-alive").bytes();
    let disputed = ["two lengths", "a length and chunks", "a bad chunk"];
    for (what, mut bytes) in odd()
        .into_iter()
        .filter(|(what, _)| disputed.contains(what))
    {
        bytes.extend_from_slice(&hidden);
        let mut connection = peer.connect();
        let _cut = connection.send(&bytes);
        let mut answers = 0;
        while let Ok(head) = connection.head() {
            answers += 1;
            assert_eq!(head.status, 400, "{what}");
            if connection.rest(head).is_err() {
                break;
            }
        }
        assert!(answers <= 1, "{what}: {answers} answers");
    }
    let calls = one(&peer.send(&modern(call(2, "calls", json!({})))));
    assert_eq!(calls["result"]["content"][0]["text"], "0");
}

#[test]
fn no_good_request_is_lost_among_hostile_ones() {
    let (_served, peer) = plain();
    let odd = odd();
    let (rounds, mut dice) = (400, Dice::new(7));
    let peers: Vec<Peer> = (0..4).map(|_| peer.clone()).collect();
    for round in 0..rounds {
        let (what, bytes) = &odd[dice.roll(odd.len())];
        if let Ok(mut connection) = Connection::open(peer.address, PATIENCE) {
            let _cut = connection.send(bytes);
        }
        let text = format!("{round} after {what}");
        let good = modern(call(round, "echo", json!({"s": text})));
        let answer = ask(peers[round % 4].address, &good).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(one(&answer)["result"]["content"][0]["text"], text.as_str());
    }
}
