//! The player against a server that says exactly what a test wants it to.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use super::play::play_within;
use crate::script::parse::scripts;

const STREAM: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n";

/// Answers each connection once, with what is said in the body behind `say:`.
fn server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(stream));
        }
    });
    address
}

fn answer(mut stream: TcpStream) {
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    let body = loop {
        let count = stream.read(&mut buffer).unwrap_or(0);
        text.push_str(std::str::from_utf8(&buffer[..count]).unwrap());
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("Content-Length: "))
            .unwrap();
        if count == 0 || body.len() >= length.parse().unwrap() {
            break body;
        }
    };
    let said = |from: &str| {
        let json = |code: &str, message: &str| {
            let length = message.len();
            format!(
                "HTTP/1.1 {code} X\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{message}"
            )
        };
        let result = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
        let note = r#"{"jsonrpc":"2.0","method":"x"}"#;
        let missing = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#;
        match from {
            "good" => json("200", result),
            "missing" => json("200", missing),
            "gone" => json("404", missing),
            "stream" => format!("{STREAM}: hello\n\ndata: {note}\n\ndata: {result}\n\n"),
            "late" => format!("{STREAM}data: {result}\n\ndata: {note}\n\n"),
            "twice" => format!("{STREAM}data: {result}\n\ndata: {result}\n\n"),
            "never" => format!("{STREAM}data: {note}\n\n"),
            _ => "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".into(),
        }
    };
    let word = body.split("say/").nth(1).unwrap_or_default();
    let word = word.split('"').next().unwrap_or_default();
    if word == "slowly" {
        std::thread::sleep(Duration::from_millis(400));
    }
    let reply = said(if word == "slowly" { "good" } else { word });
    let _gone = stream.write_all(reply.as_bytes());
}

fn played(body: &str) -> Result<(), String> {
    let text = format!("# A rule.\nserver: plain\n{body}");
    let script = scripts(&text).map_err(|fault| fault.to_string())?.remove(0);
    play_within(&script, server(), Duration::from_secs(2))
        .map(drop)
        .map_err(|failure| failure.to_string())
}

#[test]
fn a_conversation_that_goes_as_written_holds() {
    assert_eq!(played("-> 1 say/good\n<- 1 result {}\n"), Ok(()));
    assert_eq!(played("-> 1 say/missing\n<- 1 error -32601\n"), Ok(()));
    assert_eq!(
        played("-> 1 say/stream\n<- x <absent>\n<- 1 result {}\n"),
        Ok(())
    );
    assert_eq!(played("-> say/nothing\n<- nothing\n"), Ok(()));
    // The second overtakes the first.
    let both = "-> 1 say/slowly\n-> 1 say/missing\n<- 1 error -32601\n<- 1 result {}\n";
    assert_eq!(played(both), Ok(()));
}

#[test]
fn a_response_that_breaks_a_rule_is_a_failure() {
    for (word, expected) in [
        ("gone", "status 404 instead of 200"),
        ("nothing", "0 answers instead of one"),
        ("twice", "2 answers instead of one"),
        ("never", "0 answers instead of one"),
        ("late", "1 answers instead of one, at the end"),
    ] {
        let failed = played(&format!("-> 1 say/{word}\n<- 1 result {{}}\n")).unwrap_err();
        assert!(failed.contains(expected), "{word}: {failed}");
    }
}

#[test]
fn a_message_that_no_line_takes_or_that_differs_is_a_failure() {
    let left = played("-> 1 say/stream\n<- x <absent>\n").unwrap_err();
    assert!(left.contains("expected nothing"), "{left}");
    let order = played("-> 1 say/stream\n<- 1 result {}\n").unwrap_err();
    assert!(order.contains("all responses are over"), "{order}");
    let other = played("-> 1 say/good\n<- 2 result {}\n").unwrap_err();
    assert!(other.contains("all responses are over"), "{other}");
    let answered = played("-> say/good\n<- nothing\n").unwrap_err();
    assert!(answered.contains("expected nothing"), "{answered}");
}

#[test]
fn lines_for_one_kind_of_transport_are_played_there_alone() {
    let body = "-> 1 say/good\nover pipes: <- 2 result {}\nover http: <- 1 result {}\n";
    assert_eq!(played(body), Ok(()));
}
