//! The wire log of a running server: what it shows, what it hides, and that it holds nothing up.
//!
//! In: a test server in a process of its own, with `MCP_WIRE` set. Out: what it prints on stderr.

use std::io::Write;
use std::net::SocketAddr;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tests::http::client::{self, Answer, Request};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// What a server says to these lines; its log is on stderr.
fn served(wire: Option<&str>, lines: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
    command
        .arg("plain")
        .env_remove("MCP_WIRE")
        .env("LC_ALL", "C");
    if let Some(wire) = wire {
        command.env("MCP_WIRE", wire);
    }
    let pipes = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("a server");
    let mut stdin = child.stdin.take().expect("its input");
    for line in lines {
        writeln!(stdin, "{line}").expect("it reads");
    }
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn call(id: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"add","arguments":{arguments}}}}}"#
    )
}

#[test]
fn every_message_is_shown_with_its_handler_its_time_and_what_is_wrong() {
    let (good, wrong) = (call("2", r#"{"a":1,"b":2}"#), call("null", r#"{"a":1}"#));
    let lines = [INITIALIZE, INITIALIZED, &good, &wrong, "printed by mistake"];
    let log = text(&served(Some("pretty"), &lines).stderr);
    for words in [
        "initialize",
        "notifications/initialized",
        "tools/call add",
        "tests/src/servers/",
        "error[id-null]",
        "message:5  id",
        " µs",
    ] {
        assert!(
            log.contains(words) || words == " µs" && log.contains(" ms"),
            "{words}:\n{log}"
        );
    }
    assert!(!log.contains('\u{1b}'), "no colours in a pipe:\n{log}");
}

#[test]
fn the_log_for_programs_is_an_object_for_each_message() {
    let good = call("2", r#"{"a":1,"b":2}"#);
    let log = text(&served(Some("json"), &[INITIALIZE, INITIALIZED, &good]).stderr);
    let all: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    assert_eq!(all.len(), 5, "{log}");
    let asked = &all[3];
    assert_eq!(asked["from"], "client");
    assert_eq!(asked["message"]["params"]["name"], "add");
    assert!(
        asked["handler"].as_str().expect("a place").contains(".rs:"),
        "{asked}"
    );
    let answered = &all[4];
    assert_eq!(
        (&answered["from"], &answered["message"]["id"]),
        (&"server".into(), &2.into())
    );
    assert!(answered["after"].as_f64().expect("how long it took") >= 0.0);
    assert_eq!(answered["findings"], serde_json::json!([]));
}

#[test]
fn no_secret_reaches_the_log() {
    const TOKEN: &str = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789";
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"Bearer {TOKEN}","{TOKEN}":1}}}}}}"#
    );
    for look in ["pretty", "json"] {
        let served = served(Some(look), &[INITIALIZE, INITIALIZED, &line, TOKEN]);
        let log = text(&served.stderr);
        assert!(log.contains("secret-in-clear"), "{log}");
        assert!(!log.contains(TOKEN), "{log}");
    }
}

#[test]
fn without_the_variable_nothing_is_shown_and_a_wrong_word_is_named() {
    let good = call("2", r#"{"a":1,"b":2}"#);
    let lines = [INITIALIZE, INITIALIZED, &good];
    assert_eq!(text(&served(None, &lines).stderr), "");
    assert_eq!(text(&served(Some("off"), &lines).stderr), "");
    let log = text(&served(Some("verbose"), &lines).stderr);
    assert!(
        log.contains("MCP_WIRE must be pretty, json or off") && log.lines().count() == 1,
        "{log}"
    );
}

#[test]
fn a_log_that_nobody_reads_holds_no_answer_up() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
    command.arg("plain").env("MCP_WIRE", "json");
    let pipes = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("a server");
    let mut stdin = child.stdin.take().expect("its input");
    let writer = std::thread::spawn(move || {
        writeln!(stdin, "{INITIALIZE}\n{INITIALIZED}").expect("it reads");
        for id in 0..2_000 {
            let text = "x".repeat(1_000);
            let line = call(
                &format!("\"c{id}\""),
                &format!(r#"{{"a":{id},"b":"{text}"}}"#),
            );
            writeln!(stdin, "{line}").expect("it reads");
        }
    });
    let unread = child.stderr.take().expect("its log");
    let mut stdout = std::io::BufReader::new(child.stdout.take().expect("its output"));
    let began = Instant::now();
    let answers = std::io::BufRead::lines(&mut stdout)
        .map_while(Result::ok)
        .count();
    writer.join().expect("all was sent");
    assert_eq!(answers, 2_001);
    assert!(began.elapsed() < Duration::from_secs(60));
    let mut child = child;
    assert!(child.wait().expect("it ends").success());
    drop(unread);
}

/// A server over HTTP in a process of its own, which is killed with it, and its log so far.
struct OverHttp {
    child: std::process::Child,
    log: std::io::Lines<std::io::BufReader<std::process::ChildStderr>>,
    address: SocketAddr,
}

impl OverHttp {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
        command
            .args(["plain", "127.0.0.1:0"])
            .env("MCP_WIRE", "json")
            .env("LC_ALL", "C");
        let mut child = command.stderr(Stdio::piped()).spawn().expect("a server");
        let log = std::io::BufReader::new(child.stderr.take().expect("its log"));
        let mut log = std::io::BufRead::lines(log);
        let said = log.next().expect("a greeting").expect("text");
        let address = said
            .split("http://")
            .nth(1)
            .and_then(|url| url.split('/').next());
        let address = address.and_then(|address| address.parse().ok());
        Self {
            child,
            log,
            address: address.unwrap_or_else(|| panic!("no address: {said}")),
        }
    }

    fn ask(&self, request: &Request) -> Answer {
        client::ask(self.address, request).expect("an answer")
    }

    /// The next messages of the log.
    fn messages(&mut self, count: usize) -> Vec<Value> {
        let lines = self.log.by_ref().map(|line| line.expect("text"));
        let messages = lines.filter(|line| line.starts_with('{') && line.contains("\"number\""));
        let read = |line: String| serde_json::from_str(&line).expect("JSON");
        messages.take(count).map(read).collect()
    }
}

impl Drop for OverHttp {
    fn drop(&mut self) {
        // It may be over already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn over_http_each_session_is_a_conversation_and_what_is_refused_is_shown_too() {
    let mut server = OverHttp::start();
    let mut sessions = Vec::new();
    for _ in 0..2 {
        let begun = server.ask(&Request::post(INITIALIZE));
        let id = begun.head.header("mcp-session-id").expect("a session");
        sessions.push(id.to_owned());
    }
    let good = call("2", r#"{"a":1,"b":2}"#);
    for session in &sessions {
        server.ask(&Request::post(good.as_str()).with("Mcp-Session-Id", session));
    }
    server.ask(&Request::post(INITIALIZED).with("Mcp-Session-Id", &sessions[0]));
    server.ask(&Request::post(good.as_str()));
    server.ask(&Request::post("printed by mistake"));
    let log = server.messages(13);
    let of = |message: &Value| {
        let (number, session) = (message["number"].as_u64(), message["session"].as_u64());
        let from = message["from"].as_str().unwrap_or_default().to_owned();
        (session, number.unwrap_or_default(), from)
    };
    let all: Vec<_> = log.iter().map(of).collect();
    let expected = [
        (None, 1, "client"),
        (None, 2, "server"),
        (None, 1, "client"),
        (None, 2, "server"),
        (Some(1), 3, "client"),
        (Some(1), 4, "server"),
        (Some(2), 3, "client"),
        (Some(2), 4, "server"),
        (Some(1), 5, "client"),
        (None, 1, "client"),
        (None, 2, "server"),
        (None, 1, "client"),
        (None, 2, "server"),
    ];
    let expected = expected.map(|(session, number, from)| (session, number, from.to_owned()));
    assert_eq!(all, expected, "{log:#?}");
    assert!(log[5]["after"].is_number(), "answers are found: {}", log[5]);
    let refused = &log[10]["message"]["error"];
    assert_eq!(refused["data"]["field"], "params._meta", "{refused}");
    assert_eq!(log[12]["message"]["error"]["code"], -32700);
}
