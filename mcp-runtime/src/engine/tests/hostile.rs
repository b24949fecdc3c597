//! Frames as only a hostile or broken peer sends them, handed to a connection one by one.

use crate as mcp_runtime;
use crate::engine::Connection;
use crate::outgoing::Outgoing;
use mcp_runtime::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use tokio::runtime::Runtime;

const HELLO: &str = r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;

#[tool(crate = crate, inline)]
fn echo(value: Value) -> Value {
    value
}

#[tool(crate = crate, inline)]
fn text(value: String) -> String {
    value
}

#[tool(crate = crate, inline)]
fn boom() -> u8 {
    panic!("no luck")
}

#[tool(crate = crate)]
async fn never() {
    std::future::pending::<()>().await;
}

/// A connection, and what it needs around it.
struct Peer {
    runtime: Runtime,
    connection: Connection,
}

impl Peer {
    fn new() -> Self {
        let mut peer = Self::before_the_handshake();
        assert!(peer.one(HELLO)["result"].is_object());
        peer
    }

    fn before_the_handshake() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let runtime = runtime.expect("a runtime");
        let server = Server::new("hostile", "1").tools(tools![echo, text, boom, never]);
        let service = server.build().expect("a server");
        let outgoing = Outgoing::new(Box::new(|| ()));
        let handle = runtime.handle().clone();
        let connection = Connection::new(service.inner().clone(), handle, outgoing, true);
        Self {
            runtime,
            connection,
        }
    }

    /// The bytes that are said at once.
    fn raw(&mut self, frame: impl AsRef<[u8]>) -> Vec<u8> {
        let _entered = self.runtime.enter();
        let mut out = Vec::new();
        self.connection.receive(frame.as_ref(), &mut out);
        out
    }

    fn all(&mut self, frame: impl AsRef<[u8]>) -> Vec<Value> {
        let out = self.raw(frame);
        let lines = out
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty());
        lines
            .map(|line| serde_json::from_slice(line).expect("JSON"))
            .collect()
    }

    fn one(&mut self, frame: impl AsRef<[u8]>) -> Value {
        let mut all = self.all(frame);
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    /// The id and the code of the one error that a frame is refused with.
    fn refusal(&mut self, frame: &str) -> (Value, i64) {
        let answer = self.one(frame);
        let code = answer["error"]["code"].as_i64();
        (
            answer["id"].clone(),
            code.unwrap_or_else(|| panic!("{frame} is answered {answer}")),
        )
    }
}

fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

#[test]
fn depth_costs_an_error_and_no_stack() {
    let thread = std::thread::Builder::new().stack_size(512 * 1024);
    let tried = thread.spawn(|| {
        let mut peer = Peer::new();
        for place in ["params", "_meta", "unknown", "id"] {
            for depth in [128, 1_000, 100_000, 5_000_000] {
                let deep = nested(depth);
                let frame = match place {
                    "params" => format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{"value":{deep}}}}}}}"#),
                    "_meta" => format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"_meta":{{"a":{deep}}}}}}}"#),
                    "unknown" => format!(r#"{{"jsonrpc":"2.0","unknown":{deep},"id":1,"method":"ping"}}"#),
                    _ => format!(r#"{{"jsonrpc":"2.0","id":{deep},"method":"ping"}}"#),
                };
                let (id, code) = peer.refusal(&frame);
                assert_eq!(code, -32600, "{place} {depth}");
                assert_eq!(id.is_null(), place == "id", "{place} {depth}");
            }
        }
        // The envelope, `params` and `arguments` are three of the 127.
        let call = |depth| {
            let value = nested(depth);
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{"value":{value}}}}}}}"#)
        };
        for (depth, taken) in [(123, true), (124, true), (125, false)] {
            assert_eq!(peer.one(call(depth))["result"].is_object(), taken, "{depth}");
        }
    });
    tried.expect("a thread").join().expect("no overflow");
}

#[test]
fn ids_come_back_byte_for_byte_and_what_is_none_is_refused_without() {
    let mut peer = Peer::new();
    let ping = |id: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
    let (longest, longer) = (
        format!("\"{}\"", "x".repeat(256)),
        format!("\"{}\"", "x".repeat(257)),
    );
    let two = 1_i64 << 53;
    let mut good: Vec<String> = [
        0,
        1,
        -1,
        two,
        two + 1,
        two - 1,
        -two,
        -two - 1,
        i64::MAX,
        i64::MIN,
    ]
    .iter()
    .map(ToString::to_string)
    .collect();
    good.extend(["\"1\"", "\"\"", r#""\u0000""#, "\"노트\"", &longest].map(str::to_owned));
    for id in good {
        let out = peer.raw(ping(&id));
        let text = String::from_utf8(out).expect("UTF-8");
        assert_eq!(
            text,
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n")
        );
    }
    for id in [
        "null",
        "true",
        "1.0",
        "1.5",
        "1e2",
        "-0",
        "[]",
        "{}",
        "[1]",
        "9223372036854775808",
        "18446744073709551615",
        "-9223372036854775809",
        &longer,
    ] {
        // NB. a peer of its own: id-less errors are limited to ten a second.
        let (seen, code) = Peer::new().refusal(&ping(id));
        assert_eq!((seen, code), (Value::Null, -32600), "{id}");
    }
}

#[test]
fn of_two_neighbouring_ids_only_the_one_that_is_cancelled_is_gone() {
    let mut peer = Peer::new();
    let call = |id: i64| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"never"}}}}"#
        )
    };
    let two = 1_i64 << 53;
    for id in [two, two + 1] {
        assert!(peer.all(call(id)).is_empty());
    }
    let cancel = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{two}}}}}"#
    );
    assert!(peer.all(cancel).is_empty());
    assert!(peer.all(call(two)).is_empty(), "its id is free again");
    assert_eq!(peer.refusal(&call(two + 1)), (json!(two + 1), -32600));
    // A text is no integer.
    let cancel = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":"{two}"}}}}"#
    );
    assert!(peer.all(cancel).is_empty());
    assert_eq!(peer.refusal(&call(two)), (json!(two), -32600));
}

#[test]
fn a_key_that_stands_twice_is_refused_wherever_it_decides_something() {
    for frame in [
        r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","m\u0065thod":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{},"params":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{},"name":"boom"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"boom","n\u0061me":"boom"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"boom","_meta":{"progressToken":1,"progressToken":2}}}"#,
    ] {
        assert_eq!(Peer::new().refusal(frame), (json!(1), -32600), "{frame}");
    }
    let twice = r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#;
    assert_eq!(Peer::new().refusal(twice), (Value::Null, -32600));
    let twice = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"text","arguments":{"value":"a","value":"b"}}}"#;
    assert_eq!(Peer::new().refusal(twice), (json!(1), -32602));
}

#[test]
fn keys_that_only_look_right_are_unknown_ones() {
    for key in [
        "Method",
        "METHOD",
        "mEthod",
        "method ",
        " method",
        "method\\u0000",
        "metho\\u0064s",
        "m\u{435}thod",
        "methoԁ",
        "meth\u{43e}d",
        "method\u{200b}",
        "\u{feff}method",
        "ｍethod",
        "methods",
        "metho",
        "\\u004dethod",
        "method\\n",
        "me\\u0301thod",
        "mét\\u0068od",
        "",
    ] {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"{key}":"ping"}}"#);
        assert_eq!(Peer::new().refusal(&frame), (json!(1), -32600), "{key}");
    }
    for key in ["Params", "PARAMS", "param\u{17f}", "params "] {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","{key}":{{"name":"boom"}}}}"#
        );
        assert_eq!(Peer::new().refusal(&frame), (json!(1), -32602), "{key}");
    }
    for key in ["Name", "NAME", "n\u{430}me"] {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"{key}":"boom"}}}}"#
        );
        assert_eq!(Peer::new().refusal(&frame), (json!(1), -32602), "{key}");
    }
}

#[test]
fn what_has_not_the_shape_of_a_message_is_refused_with_its_id_and_the_right_code() {
    let refused = |code: i64, id: Value, frames: &[&str]| {
        for frame in frames {
            assert_eq!(Peer::new().refusal(frame), (id.clone(), code), "{frame}");
        }
    };
    refused(
        -32600,
        json!(1),
        &[
            r#"{"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":null,"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":null}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","error":{"code":1,"message":"x"}}"#,
        ],
    );
    refused(
        -32602,
        json!(1),
        &[
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"x"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":7}"#,
        ],
    );
    refused(
        -32600,
        Value::Null,
        &["[]", "{}", r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#],
    );
    refused(
        -32700,
        Value::Null,
        &[
            "1",
            "\"x\"",
            "null",
            "true",
            "{",
            "[",
            "hello",
            r#"{"jsonrpc":"2.0","id":1,"method":"ping""#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}}"#,
            "\u{0}",
        ],
    );
}

#[test]
fn what_is_no_request_gets_no_answer_and_odd_spellings_of_one_do() {
    let mut peer = Peer::new();
    for silent in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/unheard_of"}"#,
        r#"{"jsonrpc":"2.0","method":"ping"}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"boom"}}"#,
    ] {
        assert!(peer.all(silent).is_empty(), "{silent}");
    }
    for served in [
        r#"{"jsonrpc":"2.0","id":1,"method":"ping","extra":{"a":[1]},"x":null}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"pi\u006eg"}"#,
        r#"{"json\u0072pc":"\u0032.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools\/list"}"#,
        " \t{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} ",
    ] {
        assert!(peer.one(served)["result"].is_object(), "{served}");
    }
}

#[test]
fn each_entry_of_a_batch_is_answered_for_itself() {
    let mut peer = Peer::before_the_handshake();
    peer.one(HELLO.replace("2025-06-18", "2025-03-26"));
    let ping = |id: usize| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
    let batch = |count: usize| format!("[{}]", (0..count).map(ping).collect::<Vec<_>>().join(","));
    assert_eq!(peer.one(batch(64)).as_array().map(Vec::len), Some(64));
    assert_eq!(peer.refusal(&batch(65)), (Value::Null, -32600));
    let codes = |answer: &Value| -> Vec<i64> {
        let entries = answer.as_array().expect("an array");
        entries
            .iter()
            .map(|entry| entry["error"]["code"].as_i64().unwrap_or(0))
            .collect()
    };
    assert_eq!(codes(&peer.one("[1,2,3]")), [-32600; 3]);
    assert_eq!(
        codes(&peer.one(format!("[[{}],{}]", ping(1), ping(2)))),
        [-32600, 0]
    );
    let boom = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"boom"}}"#;
    assert_eq!(
        codes(&peer.one(format!("[{boom},{}]", ping(2)))),
        [-32603, 0]
    );
    assert!(
        peer.all(r#"[{"jsonrpc":"2.0","method":"notifications/x"}]"#)
            .is_empty()
    );
}

#[test]
fn two_servers_that_are_wired_to_each_other_fall_silent() {
    let (mut one, mut other) = (Peer::new(), Peer::new());
    let began = Instant::now();
    let (mut said, mut frames) = (one.raw("garbage"), 0_u64);
    for turn in 0..2_000 {
        if said.is_empty() {
            // A peer that goes on all the same.
            said = b"rubbish\n".to_vec();
        }
        let to = if turn % 2 == 0 { &mut other } else { &mut one };
        let lines: Vec<_> = said
            .split(|b| *b == b'\n')
            .filter(|l| !l.is_empty())
            .map(<[u8]>::to_vec)
            .collect();
        said = lines.iter().flat_map(|line| to.raw(line)).collect();
        frames += said.iter().filter(|byte| **byte == b'\n').count() as u64;
    }
    // Ten a second from each.
    let most = 20 * (began.elapsed().as_secs() + 1);
    assert!((1..=most).contains(&frames), "{frames} frames");
}

/// The same numbers every time.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }

    fn text(&mut self) -> String {
        const ODD: &[&str] = &[
            "\n",
            "\r",
            "\u{2028}",
            "\u{2029}",
            "\u{1b}[31m",
            "\0",
            "\"",
            "\\",
            "\u{feff}",
            "노트",
            "😀",
            "\u{7f}",
            "\u{85}",
            "a",
            "data:",
            "\t",
        ];
        (0..self.next(12))
            .map(|_| ODD[usize::try_from(self.next(ODD.len() as u64)).expect("small")])
            .collect()
    }

    fn value(&mut self, depth: u32) -> Value {
        match self.next(if depth == 0 { 5 } else { 7 }) {
            0 => Value::Null,
            1 => json!(self.next(2) == 0),
            2 => json!(self.next(u64::MAX)),
            3 => json!(-(self.next(1 << 40) as i64)),
            4 => json!(self.text()),
            5 => (0..self.next(4)).map(|_| self.value(depth - 1)).collect(),
            _ => (0..self.next(4))
                .map(|_| (self.text(), self.value(depth - 1)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }
}

#[test]
fn whatever_a_tool_returns_is_one_line_that_reads_back_as_it_was() {
    let (mut peer, mut chance) = (Peer::new(), Chance(0x9e37_79b9_7f4a_7c15));
    for round in 0..10_000 {
        let (tool, value) = match round % 2 {
            0 => ("text", json!(chance.text())),
            _ => ("echo", chance.value(4)),
        };
        let params = json!({"name": tool, "arguments": {"value": value}});
        let call = json!({"jsonrpc": "2.0", "id": round, "method": "tools/call", "params": params});
        let out = peer.raw(call.to_string());
        assert_eq!(
            out.iter().filter(|byte| **byte == b'\n').count(),
            1,
            "{call}"
        );
        assert_eq!(out.last(), Some(&b'\n'));
        let answer: Value = serde_json::from_slice(&out).expect("JSON");
        let text = answer["result"]["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("{call} is answered {answer}"));
        match tool {
            "text" => assert_eq!(json!(text), value),
            _ => assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), value),
        }
    }
}

#[test]
fn a_connection_drops_what_runs_with_it() {
    let mut peer = Peer::new();
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"never"}}"#;
    assert!(peer.all(call).is_empty());
    let flights = Arc::downgrade(&peer.connection.flights);
    let Peer {
        runtime,
        connection,
    } = peer;
    drop(connection);
    runtime.block_on(tokio::task::yield_now());
    drop(runtime);
    assert_eq!(flights.strong_count(), 0);
}
