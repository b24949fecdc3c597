//! The server of the scoreboard in a process of its own, at counts that every machine bears.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::Duration;

use mcp_runtime::limits::MAX_FRAME_BYTES;
use serde_json::Value;
use tests::stress::peer::{Line, Log, PATIENCE, Peer};
use tests::stress::{Dice, call, call_with_progress, cancel, frames, ping};

fn start(log: Log) -> Peer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stress_server"));
    Peer::greeted(&mut command, log).expect("a server")
}

/// Every message until so many ids are answered; each only once.
fn answers(peer: &mut Peer, count: usize) -> BTreeMap<u64, Value> {
    let mut answers = BTreeMap::new();
    while answers.len() < count {
        let line = peer.next(PATIENCE).expect("more answers");
        let message = line.message().expect("a message");
        if let Some(id) = message["id"].as_u64() {
            let twice = answers.insert(id, message);
            assert!(twice.is_none(), "{id} is answered twice");
        }
    }
    answers
}

#[test]
fn no_good_request_is_lost_among_hostile_ones() {
    let mut peer = start(Log::Dropped);
    let odd = frames::odd();
    let mut dice = Dice::new(3);
    for id in 1..=100 {
        for _ in 0..5 {
            let (_, frame) = &odd[dice.roll(odd.len())];
            peer.send(frame);
            peer.send(b"\n");
        }
        peer.send(&ping(id));
    }
    assert_eq!(answers(&mut peer, 100).len(), 100);
}

#[test]
fn an_error_carries_the_id_wherever_it_can_be_read() {
    let mut peer = start(Log::Dropped);
    for (id, (name, frame)) in (1..).zip(frames::readable(MAX_FRAME_BYTES)) {
        assert_eq!(peer.refusals(&frame, id), (1, true), "{name}");
    }
}

#[test]
fn calls_that_are_cancelled_at_once_leave_nothing_behind() {
    let mut peer = start(Log::Dropped);
    for id in 1..=500 {
        peer.send(&call(id, "slow", r#"{"ms":60000}"#));
        peer.send(&cancel(id));
    }
    // As many as may run, so each of the others has given its place up.
    for id in 1001..=1256 {
        peer.send(&call(id, "slow", r#"{"ms":500}"#));
    }
    let answers = answers(&mut peer, 256);
    assert!(answers.values().all(|a| a["result"].is_object()));
    assert_eq!(answers.keys().next(), Some(&1001));
    let running = peer.text(2000, "running", "{}").unwrap_or_default();
    assert!(running.starts_with("0 "), "{running}");
}

#[test]
fn of_very_many_calls_at_once_each_is_served_or_told_that_the_server_is_busy() {
    let mut peer = start(Log::Dropped);
    for id in 1..=1000 {
        peer.send(&call(id, "slow", r#"{"ms":1000}"#));
    }
    let answers = answers(&mut peer, 1000);
    let served = answers.values().filter(|a| a["result"].is_object());
    let busy = answers.values().filter(|a| a["error"]["code"] == -31503);
    let (served, busy) = (served.count(), busy.count());
    assert!(served >= 256 && served + busy == 1000, "{served}, {busy}");
}

#[test]
fn a_flood_of_progress_ends_with_the_last_report_and_then_the_answer() {
    let mut peer = start(Log::Dropped);
    peer.send(&call_with_progress(
        1,
        "report",
        r#"{"what":"progress","times":20000}"#,
    ));
    // Nobody reads for a moment.
    std::thread::sleep(Duration::from_millis(300));
    let lines = peer.until(|line| line.id() == Some(1), PATIENCE);
    let messages: Vec<Value> = lines.iter().filter_map(Line::message).collect();
    let steps: Vec<u64> = messages
        .iter()
        .filter_map(|message| message["params"]["progress"].as_u64())
        .collect();
    assert_eq!(steps.last(), Some(&20_000));
    assert!(steps.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(messages.last().is_some_and(|m| m["result"].is_object()));
}

#[test]
fn whatever_way_a_tool_prints_nothing_of_it_is_on_the_wire() {
    let mut peer = start(Log::Kept);
    let kinds = ["println", "print", "descriptor", "path", "child"];
    for (id, kind) in (1..).zip(kinds) {
        let arguments = format!("{{\"kind\":\"{kind}\",\"times\":20}}");
        peer.send(&call(id, "print", arguments));
        let lines = peer.until(|line| line.id() == Some(id), PATIENCE);
        assert!(lines.iter().all(|line| line.message().is_some()), "{kind}");
    }
    peer.close_input();
    assert!(peer.until(|_| false, PATIENCE).is_empty());
    assert!(peer.ended(PATIENCE).is_some_and(|status| status.success()));
    let log = peer.log();
    for kind in kinds {
        assert_eq!(log.matches(&format!("mark-{kind};")).count(), 20, "{kind}");
    }
}

#[test]
fn a_request_to_stop_lets_many_calls_finish() {
    let mut peer = start(Log::Dropped);
    for id in 1..=100 {
        peer.send(&call(id, "slow", r#"{"ms":1000}"#));
    }
    // Until they run; the signals are listened for by then.
    for id in 1000.. {
        let running = peer.text(id, "running", "{}").unwrap_or_default();
        if running.starts_with("100 ") {
            break;
        }
    }
    peer.signal("TERM").expect("kill");
    let lines = peer.until(|_| false, PATIENCE);
    let served = lines.iter().filter_map(Line::message);
    let served = served.filter(|m| m["result"].is_object());
    let ids: BTreeSet<u64> = served.filter_map(|m| m["id"].as_u64()).collect();
    assert_eq!(ids.len(), 100);
    assert!(peer.ended(PATIENCE).is_some_and(|status| status.success()));
}
