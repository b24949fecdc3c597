//! A real server as a process of its own: tools that panic, block and print.
//!
//! The process is this test program, as in `process`.

use super::process::Process;
use crate as mcp_runtime;
use crate::limits::Limits;
use crate::run::RunOptions;
use mcp_runtime::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::os::fd::AsRawFd;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// No test takes longer; the process is killed then, and the test fails for want of an answer.
const AT_MOST: Duration = Duration::from_secs(100);

#[tool(crate = crate)]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[tool(crate = crate)]
async fn boom(n: u64) -> u64 {
    panic!("{n} beans: {}", "x".repeat(300))
}

#[tool(crate = crate)]
fn boom_sync(n: u64) -> u64 {
    std::panic::panic_any(n)
}

/// Blocks a worker of the runtime.
#[tool(crate = crate)]
async fn block(ms: u64) -> &'static str {
    std::thread::sleep(Duration::from_millis(ms));
    "blocked"
}

#[tool(crate = crate)]
fn block_sync(ms: u64) -> &'static str {
    std::thread::sleep(Duration::from_millis(ms));
    "blocked"
}

#[tool(crate = crate)]
async fn left_out() -> u64 {
    crate::counts().log_lines_left_out
}

#[tool(crate = crate)]
async fn pid() -> u32 {
    std::process::id()
}

/// What a child sees: whether it reads anything, and its descriptors.
#[tool(crate = crate)]
fn child() -> String {
    let script = "echo stray; if read -r line; then echo reads; fi >&2; ls -l /proc/self/fd >&2";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script]);
    shell.stdin(Stdio::inherit()).stdout(Stdio::inherit());
    let output = shell.output();
    String::from_utf8(output.expect("a shell").stderr).expect("UTF-8")
}

/// Past the buffers and the lock of the standard library.
#[tool(crate = crate)]
fn print() -> usize {
    let past = rustix::io::write(rustix::stdio::stdout(), b"stray bytes");
    println!("stray line");
    print!("stray without a newline");
    past.expect("written")
}

/// What the process does when it is started as `real`.
pub(super) async fn ran(limits: Limits) {
    let tools = tools![
        add, boom, boom_sync, block, block_sync, left_out, pid, child, print
    ];
    // NB. it has no newline yet, so it still stands in a buffer when the server begins.
    print!("before the server");
    let server = Server::new("real", "1").limits(limits).tools(tools);
    server.run_with(RunOptions::new()).await.expect("served");
}

/// A client of the process.
pub(super) struct Peer {
    pub(super) process: Process,
    done: Arc<AtomicBool>,
}

impl Peer {
    pub(super) fn start() -> Self {
        Self::over(Process::start("real"))
    }

    pub(super) fn over(process: Process) -> Self {
        let done = Arc::new(AtomicBool::new(false));
        let (over, pid) = (done.clone(), process.child.id().to_string());
        std::thread::spawn(move || {
            let began = Instant::now();
            while began.elapsed() < AT_MOST {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(100));
            }
            let _ = std::process::Command::new("kill")
                .args(["-9", &pid])
                .status();
        });
        let mut peer = Self { process, done };
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}});
        peer.ask(0, "initialize", &hello);
        peer.next();
        peer
    }

    pub(super) fn ask(&mut self, id: u64, method: &str, params: &Value) {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.process.say(&format!("{message}\n"));
    }

    pub(super) fn call(&mut self, id: u64, tool: &str, arguments: &Value) {
        let params = json!({"name": tool, "arguments": arguments});
        self.ask(id, "tools/call", &params);
    }

    pub(super) fn next(&mut self) -> Value {
        let line = self.process.hear();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("not JSON: {line:?}"))
    }

    pub(super) fn says(&mut self, id: u64, tool: &str, arguments: &Value) -> String {
        self.call(id, tool, arguments);
        let answer = self.next();
        let text = &answer["result"]["content"][0]["text"];
        text.as_str().expect("a text").to_owned()
    }
}

impl Peer {
    /// What is still said, and all of the log, once the input is closed.
    fn rest(mut self) -> (String, String) {
        drop(self.process.to.take());
        let (mut out, mut err) = (String::new(), String::new());
        self.process.from.read_to_string(&mut out).expect("read");
        let log = self.process.child.stderr.as_mut().expect("stderr");
        log.read_to_string(&mut err).expect("read");
        (out, err)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.done.store(true, Ordering::SeqCst);
    }
}

#[test]
fn a_thousand_panics_are_answered_among_a_thousand_calls_though_nobody_reads_stderr() {
    let mut peer = Peer::start();
    for n in 0..1_000_u64 {
        let tool = if n % 2 == 0 { "boom" } else { "boom_sync" };
        peer.call(1_000 + n, tool, &json!({ "n": n }));
        peer.call(5_000 + n, "add", &json!({"a": n, "b": 1}));
        // NB. no more at once than may run.
        if n % 100 == 99 {
            let mut answered = BTreeSet::new();
            while answered.len() < 200 {
                let answer = peer.next();
                let id = answer["id"].as_u64().expect("an id");
                match id {
                    5_000.. => assert_eq!(
                        answer["result"]["content"][0]["text"],
                        (id - 5_000 + 1).to_string()
                    ),
                    _ => assert_eq!(answer["error"]["code"], -32603, "{answer}"),
                }
                assert!(answered.insert(id), "{id} is answered twice");
            }
        }
    }
    let left_out: u64 = peer
        .says(1, "left_out", &json!({}))
        .parse()
        .expect("a number");
    assert!(left_out > 0, "a full pipe takes all of it?");
    drop(peer.process.to.take());
    let status = peer.process.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn calls_that_block_every_thread_there_is_keep_no_ping_and_no_list_waiting() {
    for tool in ["block", "block_sync"] {
        let mut peer = Peer::start();
        for id in 1..=64 {
            peer.call(id, tool, &json!({ "ms": 1_500 }));
        }
        for id in 101..=120 {
            peer.ask(id, "ping", &json!({}));
            peer.ask(id + 100, "tools/list", &json!({}));
        }
        let mut lane = BTreeSet::new();
        while lane.len() < 40 {
            let answer = peer.next();
            let id = answer["id"].as_u64().expect("an id");
            assert!(id > 100, "{tool}: a call of 1.5 s ended before {answer}");
            lane.insert(id);
        }
        let _ = peer.process.child.kill();
    }
}

#[test]
fn nothing_that_is_printed_around_the_protocol_is_on_the_wire_and_children_have_nothing_of_it() {
    let mut peer = Peer::start();
    assert_eq!(peer.says(1, "print", &json!({})), "11");
    let seen = peer.says(2, "child", &json!({}));
    assert!(!seen.contains("reads") && seen.contains("-> "), "{seen}");
    let wire: [&dyn AsRawFd; 2] = [
        peer.process.to.as_ref().expect("open"),
        peer.process.from.get_ref(),
    ];
    for fd in wire {
        let pipe = std::fs::read_link(format!("/proc/self/fd/{}", fd.as_raw_fd()));
        let pipe = pipe.expect("a pipe").display().to_string();
        assert!(pipe.starts_with("pipe:") && !seen.contains(&pipe), "{seen}");
    }
    assert_eq!(peer.says(3, "add", &json!({"a": 1, "b": 2})), "3");
    let (out, err) = peer.rest();
    assert_eq!(out, "");
    for stray in [
        "before the server",
        "stray bytes",
        "stray line\n",
        "stray\n",
        "without a newline",
    ] {
        assert!(err.contains(stray), "{stray}: {err}");
    }
}

#[test]
fn whatever_a_client_says_first_is_answered_and_it_may_then_try_another_way() {
    let modern = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}});
    let firsts = [
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
            "params": {"name": "add", "arguments": {"a": 1, "b": 2}, "_meta": modern}}),
        json!({"jsonrpc": "2.0", "id": 7, "method": "server/discover", "params": {"_meta": modern}}),
        json!({"jsonrpc": "2.0", "id": 7, "method": "server/discover"}),
        json!({"jsonrpc": "2.0", "id": 7, "method": "tools/list"}),
        json!("garbage"),
    ];
    for (at, first) in firsts.iter().enumerate() {
        let mut process = Process::start("real");
        process.say(&format!("{first}\n"));
        let answer: Value = serde_json::from_str(&process.hear()).expect("JSON");
        assert_eq!(answer["result"].is_object(), at < 2, "{answer}");
        let mut peer = Peer::over(process);
        assert_eq!(
            peer.says(8, "add", &json!({"a": 1, "b": 2})),
            "3",
            "after {first}"
        );
    }
}

#[test]
fn a_server_that_is_killed_under_load_can_be_started_again_at_once() {
    for round in 0..20 {
        let began = Instant::now();
        let mut peer = Peer::start();
        for id in 1..=50 {
            let tool = if id % 2 == 0 { "block_sync" } else { "add" };
            let arguments = match id % 2 {
                0 => json!({ "ms": 10_000 }),
                _ => json!({"a": round, "b": 1}),
            };
            peer.call(id, tool, &arguments);
        }
        let first = peer.next();
        assert_eq!(
            first["result"]["content"][0]["text"],
            (round + 1).to_string()
        );
        // NB. alone it is 20 ms, most of it the start of this test program.
        assert!(began.elapsed() < Duration::from_secs(5));
        peer.process.child.kill().expect("killed");
        peer.process.child.wait().expect("killed");
    }
}

#[test]
fn started_by_hand_it_says_what_it_is_and_takes_lines_that_are_pasted() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal)
        .and_then(|()| unlockpt(&terminal))
        .expect("unlocked");
    let name = ptsname(&terminal, Vec::new()).expect("a name");
    let keyboard = std::fs::File::open(name.to_str().expect("a path")).expect("opened");
    let mut process = Process::start_with("real", Stdio::from(keyboard), |_| ());
    let mut log = BufReader::new(process.child.stderr.take().expect("stderr"));
    let mut greeting = String::new();
    while !greeting.contains("real 1") {
        assert_ne!(log.read_line(&mut greeting).expect("read"), 0, "{greeting}");
    }
    let ping = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
    rustix::io::write(&terminal, ping).expect("typed");
    let answer: Value = serde_json::from_str(&process.hear()).expect("JSON");
    assert!(answer["id"] == 1, "{answer}");
    // The end of the input, as a person types it.
    rustix::io::write(&terminal, &[4]).expect("typed");
    assert_eq!(process.child.wait().expect("it ends").code(), Some(0));
}
