//! `tracing` events inside a call become log messages of that call, and of no other.
//!
//! In: servers whose tools say things by `tracing` alone, under one subscriber for the process.
//! Out: the messages that a client gets, in both eras.

mod filters;
mod tools;

use std::time::Duration;

use serde_json::{Value, json};
use tests::talk::Talk;
use tools::server;
use tracing::error;

const LEGACY: &str = "2025-11-25";
const MODERN: &str = "2026-07-28";
const PATIENCE: Duration = Duration::from_secs(20);

/// A client that has asked for a level, in a session or in each of its requests.
struct Client {
    talk: Talk,
    version: &'static str,
    level: Option<&'static str>,
    last: u64,
}

impl Client {
    fn open(version: &'static str, level: Option<&'static str>) -> Self {
        let mut talk = Talk::open(server(), version);
        if let (LEGACY, Some(level)) = (version, level) {
            talk.request("logging/setLevel", json!({ "level": level }));
        }
        Self {
            talk,
            version,
            level,
            last: 1000,
        }
    }

    /// Sends a call; returns its id.
    fn send(&mut self, tool: &str, arguments: &Value, level: Option<&str>) -> u64 {
        self.last += 1;
        let mut params = json!({"name": tool, "arguments": arguments});
        if self.version == MODERN {
            params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}});
            if let Some(level) = level {
                params["_meta"]["io.modelcontextprotocol/logLevel"] = level.into();
            }
        }
        let request =
            json!({"jsonrpc": "2.0", "id": self.last, "method": "tools/call", "params": params});
        self.talk.line(request.to_string().as_bytes());
        self.last
    }

    /// The log messages up to the answer to `id`.
    fn logs_until(&mut self, id: u64) -> Vec<Value> {
        let mut logs = Vec::new();
        loop {
            let message = self.talk.next(PATIENCE).expect("more to come");
            if message["id"] == id {
                return logs;
            }
            if message["method"] == "notifications/message" {
                logs.push(message["params"].clone());
            }
        }
    }

    fn logs_of(&mut self, tool: &str, arguments: Value) -> Vec<Value> {
        let id = self.send(tool, &arguments, self.level);
        self.logs_until(id)
    }

    /// What each log message says, with its level.
    fn said(&mut self, tool: &str) -> Vec<String> {
        let logs = self.logs_of(tool, json!({}));
        logs.iter()
            .map(|log| {
                format!(
                    "{} {}",
                    log["level"].as_str().expect("a level"),
                    log["data"]["message"].as_str().expect("a message")
                )
            })
            .collect()
    }
}

#[test]
fn each_level_becomes_the_one_that_clients_know() {
    let all = ["debug t", "debug d", "info i", "warning w", "error e"];
    for version in [LEGACY, MODERN] {
        for (level, from) in [
            ("debug", 0),
            ("info", 2),
            ("notice", 3),
            ("warning", 3),
            ("error", 4),
            ("critical", 5),
        ] {
            let said = Client::open(version, Some(level)).said("levels");
            assert_eq!(said, all[from..], "{version} {level}");
        }
    }
}

#[test]
fn a_client_that_asked_for_nothing_gets_nothing() {
    for version in [LEGACY, MODERN] {
        let said = Client::open(version, None).said("levels");
        assert!(said.is_empty(), "{version}: {said:?}");
    }
}

#[test]
fn the_level_of_a_session_may_change() {
    let mut client = Client::open(LEGACY, Some("error"));
    assert_eq!(client.said("levels"), ["error e"]);
    let request = json!({"level": "warning"});
    client.talk.request("logging/setLevel", request);
    assert_eq!(client.said("levels"), ["warning w", "error e"]);
}

#[test]
fn the_target_is_the_logger_and_fields_keep_their_types() {
    for version in [LEGACY, MODERN] {
        let logs = Client::open(version, Some("info")).logs_of("fields", json!({}));
        let data = json!({
            "message": "said 1",
            "whole": -3,
            "large": u128::MAX.to_string(),
            "half": 0.5,
            "none": "NaN",
            "yes": true,
            "text": "a\n\"b\"",
            "list": "[1, 2]",
            "error": "no number: invalid digit found in string",
        });
        let expected = json!({"level": "info", "logger": "client_logs", "data": data});
        assert_eq!(logs, [expected]);
    }
}

fn places(logs: &[Value], call: u64) -> Vec<&str> {
    let mut places: Vec<_> = logs
        .iter()
        .filter(|log| log["data"]["call"] == call)
        .map(|log| log["data"]["place"].as_str().expect("a place"))
        .collect();
    places.sort_unstable();
    places
}

#[test]
fn tasks_and_threads_that_carry_the_span_speak_for_the_call_and_others_do_not() {
    for version in [LEGACY, MODERN] {
        let logs = Client::open(version, Some("info")).logs_of("everywhere", json!({"call": 7}));
        let expected = [
            "handler",
            "handler",
            "handler",
            "handler",
            "task in a child span",
            "task in the span of the call",
            "thread in the span of the call",
        ];
        assert_eq!(places(&logs, 7), expected, "{version}: {logs:?}");
        assert_eq!(logs.len(), expected.len());
    }
}

#[test]
fn calls_side_by_side_never_speak_for_each_other() {
    let (mut asks, mut silent) = (
        Client::open(MODERN, Some("debug")),
        Client::open(LEGACY, None),
    );
    let (mut heard, mut awaited) = (Vec::new(), Vec::new());
    for round in 0..40 {
        let tool = ["everywhere", "on_a_thread"][round % 2];
        let loud = json!({"call": 1});
        awaited.push(asks.send(tool, &loud, Some("debug")));
        asks.send(tool, &json!({"call": 2}), None);
        awaited.push(asks.send(tool, &json!({"call": 3}), Some("error")));
        silent.send(tool, &json!({"call": 4}), None);
    }
    while !awaited.is_empty() {
        let message = asks.talk.next(PATIENCE).expect("more to come");
        match message["id"].as_u64() {
            Some(id) => awaited.retain(|other| *other != id),
            None => heard.push(message["params"].clone()),
        }
    }
    assert_eq!(places(&heard, 1).len(), 20 * 7 + 20 * 20);
    assert_eq!(places(&heard, 1).len(), heard.len(), "and nothing else");
    let last = silent.last;
    assert!(silent.logs_until(last).is_empty());
}

#[test]
fn nothing_is_said_after_the_answer() {
    let mut client = Client::open(MODERN, Some("info"));
    let before = client.said("leaves_a_task");
    assert!(!before.is_empty());
    let after = client.talk.next(Duration::from_millis(150));
    assert_eq!(after, None);
}

#[test]
fn a_cancelled_call_falls_silent() {
    let mut client = Client::open(LEGACY, Some("info"));
    let id = client.send("endless", &json!({}), None);
    assert!(client.talk.next(PATIENCE).is_some(), "it has begun");
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    client.talk.line(cancel.to_string().as_bytes());
    client.talk.request("ping", json!({}));
    while client.talk.next(Duration::from_millis(1)).is_some() {}
    assert_eq!(client.talk.next(Duration::from_millis(100)), None);
}

#[test]
fn events_outside_of_every_call_go_to_nobody() {
    let mut client = Client::open(LEGACY, Some("debug"));
    error!("outside of every call");
    assert_eq!(client.said("apart"), ["info inside"]);
}

#[test]
fn the_framework_does_not_speak_for_the_tool() {
    for version in [LEGACY, MODERN] {
        let logs = Client::open(version, Some("debug")).logs_of("panics", json!({}));
        assert!(logs.is_empty(), "{logs:?}");
    }
}

#[test]
fn an_event_in_the_middle_of_sending_one_is_dropped() {
    let logs = Client::open(MODERN, Some("info")).logs_of("chatty", json!({}));
    assert_eq!(logs.len(), 1, "{logs:?}");
    assert_eq!(
        logs[0]["data"],
        json!({"message": "outer", "value": "Chatty"})
    );
}

#[test]
fn a_flood_that_nobody_reads_fills_no_memory() {
    let mut client = Client::open(LEGACY, Some("info"));
    let id = client.send("flood", &json!({"count": 20_000}), None);
    std::thread::sleep(Duration::from_millis(500));
    let logs = client.logs_until(id);
    let count = |log: &Value| match log["data"].as_str() {
        None => Some(1),
        Some(words) => words.rsplit(' ').next().and_then(|n| n.parse().ok()),
    };
    let told: u64 = logs.iter().filter_map(count).sum();
    assert_eq!(told, 20_000, "each is sent, or counted");
    let most = 2 * mcp_runtime::limits::OUT_QUEUE_BYTES / 1_000;
    assert!(logs.len() < most, "{}", logs.len());
}

#[test]
fn a_server_whose_tools_take_no_context_says_that_it_logs() {
    let client = Client::open(LEGACY, None);
    let welcome = client.talk.welcome().expect("a handshake");
    assert_eq!(welcome["result"]["capabilities"]["logging"], json!({}));
    let mut modern = Talk::open(server(), MODERN);
    let discovered = modern.request("server/discover", json!({}));
    assert_eq!(discovered["result"]["capabilities"]["logging"], json!({}));
}
