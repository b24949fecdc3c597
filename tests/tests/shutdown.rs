//! The client goes away: the server ends soon, quietly and in order.
//!
//! In: the test server in a child process whose pipes are closed, or that is told to stop. Out: how
//! it ended, and what it said about it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"qa","version":"0"}}}"#;

fn start() -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_server"));
    command
        .arg("plain")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().expect("a server")
}

/// Waits for the end, and gives back how it ended and what it logged.
fn ended(mut child: Child, within: Duration) -> (ExitStatus, String) {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a status") {
            let mut log = String::new();
            child
                .stderr
                .take()
                .expect("a log")
                .read_to_string(&mut log)
                .expect("a log of text");
            return (status, log);
        }
        if started.elapsed() > within {
            child.kill().expect("it can be killed");
            panic!("still running after {within:?}");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn call(id: u32, tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    )
}

#[test]
fn a_client_that_stops_reading_ends_the_server_without_a_panic() {
    let mut child = start();
    let mut input = child.stdin.take().expect("an input");
    writeln!(input, "{HELLO}").expect("it reads");
    let mut output = BufReader::new(child.stdout.take().expect("an output"));
    output.read_line(&mut String::new()).expect("a welcome");
    drop(output);
    for id in 1..100 {
        let gone = writeln!(input, "{}", call(id, "sleep_echo", r#"{"ms":20,"s":"x"}"#));
        if gone.is_err() {
            break;
        }
    }
    // NB. the input stays open: the broken output alone must be enough.
    let (status, log) = ended(child, Duration::from_secs(8));
    assert!(!log.contains("panicked"), "{log}");
    assert!(status.success(), "{status}: {log}");
    drop(input);
}

#[test]
fn a_closed_input_ends_the_server_at_once() {
    let mut child = start();
    drop(child.stdin.take());
    let (status, log) = ended(child, Duration::from_secs(5));
    assert!(status.success(), "{status}: {log}");
}

/// Tells a server to stop while a call of so many milliseconds runs.
#[cfg(unix)]
fn stopped_during(ms: u32, within: Duration) -> (ExitStatus, String, String) {
    let mut child = start();
    let mut input = child.stdin.take().expect("an input");
    let arguments = format!(r#"{{"ms":{ms}}}"#);
    writeln!(input, "{HELLO}\n{}", call(1, "sleep", &arguments)).expect("it reads");
    let mut output = BufReader::new(child.stdout.take().expect("an output"));
    output.read_line(&mut String::new()).expect("a welcome");
    // The signals are listened for from a moment after the start.
    std::thread::sleep(Duration::from_millis(300));
    let told = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(told.success());
    let mut answer = String::new();
    output.read_line(&mut answer).expect("an answer");
    let (status, log) = ended(child, within);
    drop(input);
    (status, log, answer)
}

#[cfg(unix)]
#[test]
fn a_request_to_stop_lets_a_short_call_finish_and_ends_cleanly() {
    let (status, log, answer) = stopped_during(1500, Duration::from_secs(5));
    assert!(answer.contains("slept"), "{answer}");
    assert!(
        status.success() && !log.contains("panicked"),
        "{status}: {log}"
    );
}

#[cfg(unix)]
#[test]
fn a_request_to_stop_ends_a_call_that_does_not_finish_and_says_so() {
    let (status, log, answer) = stopped_during(60_000, Duration::from_secs(12));
    assert!(answer.contains("\"error\""), "{answer}");
    assert_eq!(status.code(), Some(1), "{log}");
    assert!(!log.contains("panicked"), "{log}");
}

#[cfg(unix)]
#[test]
fn a_server_that_was_started_without_any_streams_ends_at_once() {
    for closed in ["<&-", ">&-", "<&- >&- 2>&-"] {
        let mut command = Command::new("sh");
        let script = format!("exec \"$0\" plain {closed}");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_server")]);
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a server");
        let (status, log) = ended(child, Duration::from_secs(5));
        assert!(status.success(), "{closed}: {status}: {log}");
        assert!(!log.contains("panicked"), "{closed}: {log}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_of_a_broken_pipe_is_ignored() {
    let mut child = start();
    let mut input = child.stdin.take().expect("an input");
    let mut output = BufReader::new(child.stdout.take().expect("an output"));
    writeln!(input, "{HELLO}").expect("it reads");
    output.read_line(&mut String::new()).expect("a welcome");
    let told = Command::new("kill")
        .args(["-PIPE", &child.id().to_string()])
        .status();
    assert!(told.expect("kill").success());
    writeln!(input, "{}", call(1, "echo", r#"{"s":"still here"}"#)).expect("it reads");
    let mut answer = String::new();
    output.read_line(&mut answer).expect("an answer");
    assert!(answer.contains("still here"), "{answer}");
    drop(input);
    let (status, log) = ended(child, Duration::from_secs(5));
    assert!(status.success(), "{status}: {log}");
}
