//! One log of each format, and the pieces it is cut into.
//!
//! In: logs as people have them. Out: nothing. Each test shows a log and what must come of it, a line
//! a piece: `line sender@time text`.

mod ends;
mod regions;

use std::fmt::Write as _;

use mcp_cli::formats::{AsideKind, Limits, Piece, Reader};
use mcp_core::explain::{Carrier, Lang, Start};
use mcp_core::method::Side;

/// Cuts a log; the pieces as text, and what it was taken for.
fn cut(log: impl AsRef<[u8]>) -> (String, String) {
    let mut reader = Reader::new(log.as_ref(), Limits::default());
    let mut told = String::new();
    while let Some(piece) = reader.next().expect("bytes can be read") {
        writeln!(told, "{}", shown(&piece)).expect("strings take all");
    }
    (told, reader.format().in_lang(Lang::En))
}

fn shown(piece: &Piece<'_>) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match piece {
        Piece::Frame(frame) => {
            let from = match frame.from {
                Some(Side::Client) => "C",
                Some(Side::Server) => "S",
                None => "?",
            };
            let carrier = match frame.carrier {
                Carrier::Body => " body",
                Carrier::Event => " event",
                _ => "",
            };
            let at = frame
                .at
                .map_or(String::new(), |at| format!("@{}", at.as_millis()));
            format!("{} {from}{at}{carrier} {}", frame.line, text(frame.bytes))
        }
        Piece::Head(head) => match head.start {
            Start::Request { method, target } => {
                format!(
                    "{} head {method} {target} +{}",
                    head.line,
                    head.headers.len()
                )
            }
            Start::Response { status } => {
                format!("{} head {status} +{}", head.line, head.headers.len())
            }
            _ => "another head".to_owned(),
        },
        Piece::Sse(fault, line) => format!("{line} sse {fault:?}"),
        Piece::Aside(aside) => {
            let kind = match aside.kind {
                AsideKind::Note => "note".to_owned(),
                AsideKind::Stderr => "stderr".to_owned(),
                other => format!("{other:?}"),
            };
            format!("{} {kind} {}", aside.line, text(aside.bytes))
        }
        _ => "another piece".to_owned(),
    }
}

#[track_caller]
fn check(log: impl AsRef<[u8]>, pieces: &str, format: &str) {
    let (told, taken_for) = cut(log);
    assert_eq!(told.trim_end(), pieces.trim(), "taken for {taken_for}");
    assert_eq!(taken_for, format);
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
const LIST: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;

#[test]
fn bare_lines_come_out_as_they_are() {
    check(
        format!("{PING}\n\n{PONG}\r\n"),
        &format!("1 ? {PING}\n3 ? {PONG}\r"),
        "JSON lines",
    );
}

#[test]
fn the_last_line_needs_no_end() {
    check(PING, &format!("1 ? {PING}"), "JSON lines");
}

#[test]
fn a_line_between_bare_messages_was_sent_between_them() {
    let log = format!(
        "Server started\n{PING}\n2026-11-30 10:00:00 INFO up\n{PONG}\n  at main (a.js:1)\n"
    );
    let told = format!(
        "1 ? Server started\n2 ? {PING}\n3 ?@1796032800000 2026-11-30 10:00:00 INFO up\n4 ? {PONG}\n5 ?   at main (a.js:1)"
    );
    check(log, &told, "JSON lines");
}

#[test]
fn a_debug_print_of_a_message_is_no_message() {
    let log = format!("{PING}\nDEBUG got {PING}\n");
    check(
        &log,
        &format!("1 ? {PING}\n2 ? DEBUG got {PING}"),
        "JSON lines",
    );
}

#[test]
fn a_message_over_many_lines_keeps_them() {
    let log = "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"method\": \"ping\"\n}\n{\n\"jsonrpc\": \"2.0\"\n}\n";
    let told = "1 ? {\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"method\": \"ping\"\n}\n6 ? {\n\"jsonrpc\": \"2.0\"\n}";
    check(log, told, "pretty-printed JSON");
}

#[test]
fn an_array_over_many_lines_is_a_list_of_messages() {
    let log = format!("[\n  {PING},\n  {{\n    \"id\": 2\n  }}\n]\n{PONG}\n");
    let told = format!("2 ? {PING}\n3 ? {{\n    \"id\": 2\n  }}\n7 ? {PONG}");
    check(log, &told, "JSON lines and a JSON array of messages");
}

#[test]
fn an_array_on_one_line_is_a_batch() {
    check(
        format!("[{PING}, {LIST}]\n"),
        &format!("1 ? [{PING}, {LIST}]"),
        "JSON lines",
    );
}

#[test]
fn an_array_of_records_is_a_list_also_on_one_line() {
    let log = format!(r#"[{{"dir":"send","message":{PING}}}, {{"dir":"recv","message":{PONG}}}]"#);
    check(
        log,
        &format!("1 C {PING}\n1 S {PONG}"),
        "a JSON array of messages and log records in JSON with directions",
    );
}

#[test]
fn a_message_cut_in_two_is_two_pieces() {
    let log =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\nng\"}\n{\"jsonrpc\":\"2.0\",\n\"id\":1}\n";
    let told = "1 ? {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\n2 ? ng\"}\n3 ? {\"jsonrpc\":\"2.0\",\n4 ? \"id\":1}";
    check(log, told, "JSON lines");
}

#[test]
fn a_log_that_stops_in_a_message_gives_what_there_is() {
    check(
        "{\n  \"jsonrpc\": \"2.0\",\n",
        "1 ? {\n  \"jsonrpc\": \"2.0\",",
        "pretty-printed JSON",
    );
}

#[test]
fn times_before_messages_are_read() {
    let log =
        format!("2026-11-30T10:00:00.123Z {PING}\n[10:00:01] {PONG}\n10:00:02.5 INFO {LIST}\n");
    let told = format!("1 ?@1796032800123 {PING}\n2 ?@36001000 {PONG}\n3 ?@36002500 {LIST}");
    check(log, &told, "JSON lines with times and a logger's words");
}

#[test]
fn syslog_and_epochs_are_times() {
    let log = format!("Nov 30 10:00:00 host mcp[7]: {PING}\n1796032800123 {PONG}\n");
    let told = format!("1 ?@28893600000 {PING}\n2 ?@1796032800123 {PONG}");
    check(log, &told, "JSON lines with times and a logger's words");
}

#[test]
fn arrows_tell_who_sent_a_message() {
    for (out, back) in [
        ("->", "<-"),
        (">>>", "<<<"),
        ("-->", "<--"),
        ("→", "←"),
        ("=>", "<="),
        ("C>", "S>"),
        ("client:", "server:"),
        ("send", "recv"),
        ("SENT:", "RECEIVED:"),
        ("[client -> server]", "[server -> client]"),
        ("stdin:", "stdout:"),
        (">", "<"),
        ("[send]", "[recv]"),
        ("10:00:00 ->", "10:00:00 <-"),
    ] {
        let (told, _) = cut(format!("{out} {PING}\n{back} {PONG}\n"));
        let at = if out.starts_with('1') {
            "@36000000"
        } else {
            ""
        };
        assert_eq!(told, format!("1 C{at} {PING}\n2 S{at} {PONG}\n"), "{out}");
    }
}

#[test]
fn what_a_marked_line_holds_was_sent_whatever_it_is() {
    let log = format!("-> {PING}\n<- Server started\n<- {PONG}\nproxy: closed\n");
    let told = format!("1 C {PING}\n2 S Server started\n3 S {PONG}\n4 note proxy: closed");
    check(log, &told, "JSON lines with directions");
}

#[test]
fn the_log_of_a_server_calls_sent_what_the_server_sent() {
    let log = format!("<- {LIST}\n-> {PONG}\n");
    check(
        log,
        &format!("1 C {LIST}\n2 S {PONG}"),
        "JSON lines with directions",
    );
}

#[test]
fn stderr_is_an_aside() {
    let log = format!("stdin: {PING}\nstderr: loading {{\"a\":1}}\nstdout: {PONG}\n");
    let told = format!("1 C {PING}\n2 stderr stderr: loading {{\"a\":1}}\n3 S {PONG}");
    check(log, &told, "JSON lines with directions");
}

#[test]
fn logs_of_claude_desktop_are_read() {
    let log = format!(
        "2026-11-30T10:00:00.000Z [notes] [info] Initializing server...\n\
         2026-11-30T10:00:00.100Z [notes] [info] Message from client: {PING} {{ metadata: undefined }}\n\
         2026-11-30T10:00:00.200Z [notes] [info] Message from server: {PONG} {{ metadata: undefined }}\n\
         Traceback (most recent call last):\n"
    );
    let told = format!(
        "1 note 2026-11-30T10:00:00.000Z [notes] [info] Initializing server...\n\
         2 C@1796032800100 {PING}\n3 S@1796032800200 {PONG}\n\
         4 note Traceback (most recent call last):"
    );
    check(
        log,
        &told,
        "JSON lines with directions, times and a logger's words",
    );
}

#[test]
fn logs_of_vs_code_are_read() {
    let log = format!(
        "2026-11-30 10:00:00.100 [info] Starting server notes\n\
         2026-11-30 10:00:00.123 [info] [editor -> server] {PING}\n\
         2026-11-30 10:00:00.200 [info] [server -> editor] {PONG}\n\
         2026-11-30 10:00:00.300 [warning] [server stderr] {{\"level\":\"info\"}}\n"
    );
    let told = format!(
        "1 note 2026-11-30 10:00:00.100 [info] Starting server notes\n\
         2 C@1796032800123 {PING}\n3 S@1796032800200 {PONG}\n\
         4 stderr 2026-11-30 10:00:00.300 [warning] [server stderr] {{\"level\":\"info\"}}"
    );
    check(
        log,
        &told,
        "JSON lines with directions, times and a logger's words",
    );
}

#[test]
fn a_message_printed_prettily_by_a_logger_is_one() {
    let log = "2026-11-30 10:00:00.123 [info] [server -> editor] {\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1\n}\nend\n";
    let told = "1 S@1796032800123 {\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1\n}\n5 note end";
    check(
        log,
        told,
        "pretty-printed JSON with directions, times and a logger's words",
    );
}

#[test]
fn what_python_shows_of_a_message_is_an_aside() {
    let log = format!(
        "DEBUG:mcp.client: Received message: root=JSONRPCRequest(method='ping', id=1)\nDEBUG:mcp.client: sending {PING}\n"
    );
    let told = format!(
        "1 note DEBUG:mcp.client: Received message: root=JSONRPCRequest(method='ping', id=1)\n2 C {PING}"
    );
    check(
        log,
        &told,
        "JSON lines with directions and a logger's words",
    );
}

#[test]
fn fields_behind_a_message_are_left_out() {
    let log =
        format!("2026-11-30T10:00:00.123456Z DEBUG rmcp::transport: recv message={PING} peer=1\n");
    let (told, _) = cut(log);
    assert_eq!(told, format!("1 S@1796032800123 {PING}\n"));
}

#[test]
fn records_hold_messages_as_objects_or_strings() {
    let quoted = r#"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"#;
    let log = format!(
        "{{\"ts\":\"2026-11-30T10:00:00Z\",\"direction\":\"client->server\",\"message\":{PING}}}\n\
         {{\"level\":30,\"time\":1796032800500,\"msg\":\"working\"}}\n\
         {{\"time\":1796032800500,\"dir\":\"in\",\"payload\":\"{quoted}\"}}\n"
    );
    let told = format!(
        "1 C@1796032800000 {PING}\n2 note {{\"level\":30,\"time\":1796032800500,\"msg\":\"working\"}}\n3 S@1796032800500 {PONG}"
    );
    check(log, &told, "log records in JSON with directions and times");
}

#[test]
fn logs_of_containers_are_read() {
    let pong = PONG.replace('"', "\\\"");
    let log = format!(
        "{{\"log\":\"{pong}\\n\",\"stream\":\"stdout\",\"time\":\"2026-11-30T10:00:00.5Z\"}}\n\
         {{\"log\":\"ready\\n\",\"stream\":\"stdout\",\"time\":\"2026-11-30T10:00:01Z\"}}\n\
         {{\"log\":\"warm\\n\",\"stream\":\"stderr\",\"time\":\"2026-11-30T10:00:02Z\"}}\n"
    );
    let told = format!("1 S@1796032800500 {PONG}\n2 S@1796032801000 ready\n3 stderr warm");
    let (cut, _) = cut(log);
    assert_eq!(cut.trim_end(), told);
}

#[test]
fn a_line_that_a_container_cut_is_put_together() {
    let long = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"text":"{}"}}}}"#,
        "x".repeat(20_000)
    );
    let (one, two) = long.split_at(16 * 1024);
    let record = |text: &str, end: &str| {
        format!(
            "{{\"log\":\"{}{end}\",\"stream\":\"stdout\"}}\n",
            text.replace('"', "\\\"")
        )
    };
    let (told, _) = cut(record(one, "") + &record(two, "\\n"));
    assert_eq!(told, format!("1 S {long}\n"));
}
