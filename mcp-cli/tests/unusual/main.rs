//! Healthy conversations that few clients and servers have: no error and no warning is found in them.
//!
//! In: the texts beside this file. `## title` begins a conversation. `$J`, `$META` and `$TAIL` stand
//! for what every message repeats, a line `$OPEN REVISION | CLIENT | SERVER` for a handshake with
//! these capabilities, and a line `$POST HEADER | HEADER…` for the head of an HTTP request. Out: a
//! failure that names every conversation of which more than notes is said.

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../logs_at/mod.rs"]
mod logs_at;

use std::fs;
use std::path::Path;

use logs_at::{explain, findings};
use mcp_core::explain::Severity;

const META: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}"#;

/// A conversation with everything that it leaves out.
fn filled(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match (line.strip_prefix("$OPEN "), line.strip_prefix("$POST")) {
            (Some(terms), _) => out.push_str(&opened(terms)),
            (_, Some(headers)) => out.push_str(&posted(headers)),
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out.replace("$J", r#""jsonrpc":"2.0""#)
        .replace("$META", META)
        .replace(
            "$NONE",
            r#""io.modelcontextprotocol/clientCapabilities":{}"#,
        )
        .replace(
            "$TAIL",
            r#""resultType":"complete","ttlMs":0,"cacheScope":"private""#,
        )
}

/// The three messages of a handshake.
fn opened(terms: &str) -> String {
    let parts: Vec<&str> = terms.split('|').map(str::trim).collect();
    let [version, client, server] = parts[..] else {
        panic!("REVISION | CLIENT | SERVER: {terms}")
    };
    format!(
        r#"-> {{$J,"id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{client},"clientInfo":{{"name":"c","version":"1"}}}}}}
<- {{$J,"id":0,"result":{{"protocolVersion":"{version}","capabilities":{server},"serverInfo":{{"name":"s","version":"1"}}}}}}
-> {{$J,"method":"notifications/initialized"}}"#
    )
}

/// The head of a request, and the empty line after it.
fn posted(headers: &str) -> String {
    let mut out = "> POST /mcp HTTP/1.1\n> Host: localhost:3000\n> Content-Type: application/json\n> Accept: application/json, text/event-stream\n".to_owned();
    for header in headers.split('|').map(str::trim).filter(|h| !h.is_empty()) {
        out.push_str(&format!("> {header}\n"));
    }
    out + ">"
}

/// What is said, beyond notes, of the conversations of a text; and how many these are.
fn wrong(text: &str) -> (usize, Vec<String>) {
    let file = std::env::temp_dir().join(format!("unusual-{}.log", std::process::id()));
    let (mut count, mut wrong) = (0, Vec::new());
    for part in text.split("## ").skip(1) {
        let (title, log) = part.split_once('\n').expect("a title");
        count += 1;
        fs::write(&file, filled(log)).expect("writable");
        let said = findings(&explain(&file, &["--json", "--lang", "en"]));
        let bad = said.iter().filter(|f| f.severity != Severity::Note.name());
        wrong.extend(bad.map(|f| format!("{title}: {f:?}")));
    }
    let _ = fs::remove_file(&file);
    (count, wrong)
}

#[test]
fn of_an_unusual_conversation_nothing_is_said_but_notes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unusual");
    let (mut count, mut told) = (0, Vec::new());
    for name in ["legacy.txt", "modern.txt", "http.txt"] {
        let text = fs::read_to_string(folder.join(name)).expect("a text");
        let (some, bad) = wrong(&text);
        count += some;
        told.extend(bad);
    }
    assert!(told.is_empty(), "{told:#?}");
    assert!(count >= 60, "{count} conversations");
}
