//! The logs that are explained: an ordinary day of a server of notes, and single frames that are long.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// How a line of the log begins.
type Prefix = fn(u64, &str) -> String;

/// The kinds of log.
pub const STYLES: &[(&str, Prefix)] = &[
    ("JSON lines", |_, _| String::new()),
    ("times and arrows", |n, arrow| {
        let (minutes, seconds, millis) = (n / 60_000 % 60, n / 1_000 % 60, n % 1_000);
        format!("2026-11-30T10:{minutes:02}:{seconds:02}.{millis:03}Z {arrow} ")
    }),
];

/// Writes a log of about this many bytes.
pub fn write(path: &Path, bytes: usize, prefix: Prefix) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut written = 0;
    let mut lines = Vec::new();
    for n in 0.. {
        lines.clear();
        if n == 0 {
            opening(&mut lines);
        } else {
            call(n, &mut lines);
        }
        for (arrow, line) in &lines {
            let line = format!("{}{line}\n", prefix(n, arrow));
            written += line.len();
            out.write_all(line.as_bytes())?;
        }
        if written >= bytes {
            break;
        }
    }
    out.flush()
}

type Lines = Vec<(&'static str, String)>;

fn opening(lines: &mut Lines) {
    let tool = r#"{"name":"search_notes","description":"Finds notes that contain the words.","inputSchema":{"type":"object","properties":{"query":{"type":"string","minLength":1},"limit":{"type":"integer","minimum":1,"maximum":50}},"required":["query"],"additionalProperties":false}}"#;
    lines.extend([
        ("->", r#"{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#.to_owned()),
        ("<-", r#"{"jsonrpc":"2.0","id":"init","result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"notes","version":"1"}}}"#.to_owned()),
        ("->", r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned()),
        ("->", r#"{"jsonrpc":"2.0","id":"list","method":"tools/list"}"#.to_owned()),
        ("<-", format!(r#"{{"jsonrpc":"2.0","id":"list","result":{{"tools":[{tool}]}}}}"#)),
    ]);
}

/// A call with its progress now and then and an answer of a few notes.
fn call(n: u64, lines: &mut Lines) {
    let words = ["MCP 인증 흐름", "OAuth", "RAG", "인덱스", "JSON-RPC errors"];
    let word = words[n as usize % words.len()];
    let meta = match n % 4 {
        0 => format!(r#","_meta":{{"progressToken":{n}}}"#),
        _ => String::new(),
    };
    lines.push(("->", format!(
        r#"{{"jsonrpc":"2.0","id":"c{n}","method":"tools/call","params":{{"name":"search_notes","arguments":{{"query":"{word}","limit":{}}}{meta}}}}}"#,
        1 + n % 50
    )));
    if n % 4 == 0 {
        lines.push(("<-", format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":{n},"progress":1,"total":2,"message":"reading"}}}}"#
        )));
    }
    let mut text = String::new();
    for note in 0..n % 7 {
        let _ = write!(
            text,
            r#"{{\"id\":\"note-{note}\",\"title\":\"{word}\",\"snippet\":\"A note about {word}, written on a rainy day, with some more words in it.\"}},"#
        );
    }
    lines.push(("<-", format!(
        r#"{{"jsonrpc":"2.0","id":"c{n}","result":{{"content":[{{"type":"text","text":"[{text}]"}}],"isError":false}}}}"#
    )));
}

/// Single frames of about this many bytes.
pub const FRAMES: &[(&str, fn(usize) -> Vec<u8>)] = &[
    ("one long text", |bytes| {
        let text = "노트 ".repeat(bytes / 7);
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}]}}}}"#).into_bytes()
    }),
    ("many unknown members", |bytes| {
        let mut frame =
            String::from(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x""#);
        for n in 0..bytes / 16 {
            let _ = write!(frame, r#","member{n}":{n}"#);
        }
        frame.push_str("}}");
        frame.into_bytes()
    }),
    ("many blocks that are wrong", |bytes| {
        let blocks = r#"{"type":"text"},"#.repeat(bytes / 16);
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{blocks}1]}}}}"#).into_bytes()
    }),
    ("text that is not JSON", |bytes| {
        "{ not json ".repeat(bytes / 11).into_bytes()
    }),
    ("pretty-printed", |bytes| {
        let lines = "\n    \"line\",".repeat(bytes / 12);
        format!("{{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"result\": {{ \"content\": [{lines}\n    \"last\"\n  ] }}\n}}\n").into_bytes()
    }),
];
