//! Much at once over a real process: nothing is lost, mixed or kept for ever.
//!
//! In: the test server in a child process. Out: every answer, once, whole and in order.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use tests::talk::Talk;
use tests::wire::Process;

fn start(version: &str) -> Talk {
    let process =
        Process::start(Command::new(env!("CARGO_BIN_EXE_server")).arg("plain")).expect("a server");
    Talk::over(Box::new(process), version)
}

fn call(id: u64, tool: &str, arguments: &Value) -> Vec<u8> {
    let params = json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": id}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
        .to_string()
        .into_bytes()
}

#[test]
fn large_answers_and_notifications_are_never_mixed() {
    let mut talk = start("2025-06-18");
    for id in 1000..1100 {
        talk.line(&call(id, "shower", &json!({ "n": id })));
    }
    let mut progress: BTreeMap<u64, u64> = BTreeMap::new();
    let mut logs: BTreeMap<u64, usize> = BTreeMap::new();
    let mut answered = BTreeSet::new();
    while answered.len() < 100 {
        let message = talk.next(Duration::from_secs(30)).expect("more to come");
        let params = &message["params"];
        match message["method"].as_str() {
            Some("notifications/progress") => {
                let token = params["progressToken"].as_u64().expect("a token");
                assert!(
                    !answered.contains(&token),
                    "progress after the answer: {message}"
                );
                let step = params["progress"].as_u64().expect("a number");
                let last = progress.insert(token, step).unwrap_or_default();
                assert!(last < step && step <= 20, "{last}, then {message}");
            }
            Some("notifications/message") => {
                // What was left out is owned up to by a message of another kind.
                let Some(n) = params["data"]["n"].as_u64() else {
                    continue;
                };
                assert!(
                    !answered.contains(&n),
                    "a log message after the answer: {message}"
                );
                *logs.entry(n).or_default() += 1;
            }
            _ => {
                let id = message["id"].as_u64().expect("an id");
                let text = message["result"]["content"][0]["text"]
                    .as_str()
                    .expect("a text");
                assert_eq!(text.len(), "a\n\"é😀\\".len() * 30_000);
                assert!(answered.insert(id), "{id} is answered twice");
            }
        }
    }
    // NB. reports are left out while so much waits for this reader that it falls behind.
    assert!(!progress.is_empty() && !logs.is_empty());
    assert!(logs.values().all(|count| *count <= 20), "{logs:?}");
}

#[test]
fn a_request_in_pieces_is_never_lost_while_answers_and_progress_are_written() {
    let mut talk = start("2025-06-18");
    let mut expected = BTreeSet::new();
    for round in 0..5_u64 {
        for i in 0..40 {
            let id = 1000 + round * 100 + i;
            talk.line(&call(id, "later", &json!({"ms": i, "bytes": 65536})));
            expected.insert(id);
        }
        let id = 5000 + round;
        expected.insert(id);
        let whole = call(id, "len", &json!({"s": "é".repeat(32768)}));
        for piece in whole.chunks(1023) {
            talk.piece(piece);
            std::thread::sleep(Duration::from_millis(1));
        }
        talk.piece(b"\n");
    }
    while !expected.is_empty() {
        let message = talk.next(Duration::from_secs(30)).expect("more to come");
        if let Some(id) = message["id"].as_u64() {
            assert!(
                expected.remove(&id),
                "{id} is answered twice, or never asked"
            );
            if id >= 5000 {
                assert_eq!(message["result"]["content"][0]["text"], "65536");
            }
        }
    }
}

#[test]
fn a_line_without_end_does_not_fill_memory() {
    let process =
        Process::start(Command::new(env!("CARGO_BIN_EXE_server")).arg("plain")).expect("a server");
    let status = format!("/proc/{}/status", process.id());
    let mut talk = Talk::over(Box::new(process), "2025-06-18");
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..300 {
        talk.piece(&piece);
    }
    talk.piece(b"\n");
    let refusal = talk.next(Duration::from_secs(30)).expect("an answer");
    assert_eq!(refusal["error"]["code"], -32600, "{refusal}");
    assert_eq!(talk.request("ping", json!({}))["result"], json!({}));
    if let Ok(status) = std::fs::read_to_string(status) {
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))
            .expect("the peak of memory");
        let kilobytes: u64 = peak
            .trim()
            .trim_end_matches(" kB")
            .parse()
            .expect("a number");
        assert!(kilobytes < 64 * 1024, "{kilobytes} kB at the peak");
    }
}
