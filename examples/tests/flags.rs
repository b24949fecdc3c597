//! The flags of HTTP, as a person types them.
//!
//! In: the programs of this crate. Out: how they end, and what they say.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

fn run(program: &str, arguments: &[&str]) -> Output {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("it starts")
}

/// It ends with the code for a wrong command line and these words.
fn is_refused(program: &str, arguments: &[&str], words: &str) {
    let output = run(program, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(words), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty());
}

const CALCULATOR: &str = env!("CARGO_BIN_EXE_calculator");

#[test]
fn an_address_that_others_reach_has_to_be_meant() {
    for address in ["0.0.0.0:0", "[::]:0"] {
        is_refused(CALCULATOR, &["--http", address], "--expose-without-auth");
        is_refused(CALCULATOR, &["--http", address], "--allow-host");
        #[cfg(feature = "pkm")]
        is_refused(
            env!("CARGO_BIN_EXE_pkm"),
            &["--demo", "--http", address],
            "--expose-without-auth",
        );
    }
}

#[test]
fn an_address_that_is_none_is_refused() {
    is_refused(CALCULATOR, &["--http", "here"], "`127.0.0.1:8000`");
    is_refused(CALCULATOR, &["--http"], "followed by an address");
    is_refused(CALCULATOR, &["--htpt=8000"], "did you mean `--http`");
}

#[test]
fn help_lists_the_flags_of_http() {
    let output = run(CALCULATOR, &["--help"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for flag in [
        "--http",
        "--allow-host",
        "--allow-origin",
        "--expose-without-auth",
    ] {
        assert!(said.contains(flag), "{flag}: {said}");
    }
}

/// Every server here, with the flags that it needs.
const SERVERS: &[(&str, &str, &[&str])] = &[
    ("calculator", CALCULATOR, &[]),
    ("everything", env!("CARGO_BIN_EXE_everything"), &[]),
    ("guarded", env!("CARGO_BIN_EXE_guarded"), &[]),
    #[cfg(feature = "pkm")]
    ("pkm", env!("CARGO_BIN_EXE_pkm"), &["--demo"]),
    ("tour", env!("CARGO_BIN_EXE_tour"), &[]),
    #[cfg(feature = "traced")]
    ("traced", env!("CARGO_BIN_EXE_traced"), &[]),
];

/// One that runs, until this is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server that is started with `--http`, and its URL without the scheme.
fn serving(program: &str, flags: &[&str]) -> (Running, String) {
    let mut command = Command::new(program);
    command.args(flags).args(["--http", "127.0.0.1:0"]);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut running = Running(child);
    let mut said = BufReader::new(running.0.stderr.take().expect("stderr"));
    let mut line = String::new();
    while !line.contains("http://") {
        line.clear();
        assert_ne!(said.read_line(&mut line).expect("text"), 0, "it says where");
    }
    let (_, url) = line.split_once("http://").expect("a URL");
    (running, url.trim().to_owned())
}

fn connected(address: &str) -> TcpStream {
    let client = TcpStream::connect(address).expect("a connection");
    let patience = Some(Duration::from_secs(20));
    client.set_read_timeout(patience).expect("a timeout");
    client
}

/// What a server that is started with `--http` answers to a handshake.
fn begun(program: &str, flags: &[&str]) -> String {
    let (_running, url) = serving(program, flags);
    let (address, path) = url.split_once('/').expect("a path");
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;
    let mut client = connected(address);
    let request = format!(
        "POST /{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    client.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    client.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn every_server_is_served_over_http_by_one_flag() {
    for (name, program, flags) in SERVERS {
        let answer = begun(program, flags);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{name}: {answer}");
        let says = format!(r#""serverInfo":{{"name":"{name}""#);
        assert!(answer.contains(&says), "{name}: {answer}");
    }
}

#[test]
fn no_server_is_forgotten_here() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/src/bin");
    let listed = |name: &str| SERVERS.iter().any(|(known, ..)| *known == name);
    for file in std::fs::read_dir(directory).expect("the sources") {
        let name = file.expect("a file").file_name();
        let name = name.to_string_lossy();
        let name = name.trim_end_matches(".rs");
        let is_built = match name {
            "pkm" => cfg!(feature = "pkm"),
            "traced" => cfg!(feature = "traced"),
            _ => true,
        };
        assert!(!is_built || listed(name), "{name}");
    }
}

#[test]
fn clients_of_the_older_transport_get_their_stream_where_a_flag_asks_for_it() {
    for (name, program, flags) in SERVERS {
        let mut flags = flags.to_vec();
        flags.push("--http-sse");
        let (_running, url) = serving(program, &flags);
        let (address, _) = url.split_once('/').expect("a path");
        let mut client = connected(address);
        let get = b"GET /sse HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";
        client.write_all(get).expect("sent");
        let mut lines = BufReader::new(client).lines();
        let first = lines.find_map(|line| {
            let line = line.expect("in time");
            line.strip_prefix("data: ").map(str::to_owned)
        });
        let first = first.unwrap_or_default();
        assert!(first.starts_with("/messages?sessionId="), "{name}: {first}");
    }
}
