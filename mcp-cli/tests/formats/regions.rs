//! What goes on over several lines, and what stands around messages: framing, events, HTTP,
//! encodings, lines that are too long, text of others.

use super::*;

#[test]
fn content_length_frames_messages_exactly() {
    let log = format!(
        "Content-Length: {}\r\n\r\n{PING}Content-Length: {}\r\nContent-Type: x\r\n\r\n{PONG}",
        PING.len(),
        PONG.len()
    );
    check(
        log,
        &format!("3 ? {PING}\n6 ? {PONG}"),
        "Content-Length framing",
    );
}

#[test]
fn a_wrong_content_length_is_told() {
    let log = format!(
        "Content-Length: 900\r\n\r\n{PING}Content-Length: 3\r\n\r\n{PONG}\nContent-Length: {}\r\n\r\n{LIST}",
        LIST.len()
    );
    let (told, _) = cut(log);
    let (ping, pong) = (PING.len(), PONG.len());
    assert_eq!(
        told,
        format!(
            "3 ? {PING}\n3 WrongLength {{ said: 900, is: {ping} }} \n5 ? {PONG}\n5 WrongLength {{ said: 3, is: {pong} }} \n8 ? {LIST}\n"
        )
    );
}

#[test]
fn events_are_joined_and_their_faults_told() {
    let log = format!(
        ": hello\r\nevent: message\r\nid: 7\r\ndata: {PONG}\r\n\r\nretry: soon\ndata: {{\"jsonrpc\":\ndata: \"2.0\"}}\n\nDatum: 1\ndata: {PING}\n"
    );
    let told = format!(
        "1 note : hello\n3 sse Id\n4 S event {PONG}\n6 sse BadRetry(\"soon\")\n7 sse SplitData(2)\n7 S event {{\"jsonrpc\":\n\"2.0\"}}\n10 note Datum: 1\n11 sse NoBlankLine\n11 S event {PING}"
    );
    let (cut, _) = cut(log);
    assert_eq!(cut.trim_end(), told);
}

#[test]
fn transcripts_with_marked_heads_are_read() {
    let log = format!(
        "> POST /mcp HTTP/1.1\n> Host: a\n> content-type: application/json\n>\n{PING}\n\n\
         < HTTP/1.1 200 OK\n< content-type: text/event-stream\n<\nevent: message\ndata: {PONG}\n\n\n\
         > GET /mcp HTTP/1.1\n>\n\n< HTTP/1.1 405 Method Not Allowed\n< Allow: POST\n<\nMethod Not Allowed\n"
    );
    let told = format!(
        "1 head POST /mcp +2\n5 C body {PING}\n7 head 200 +1\n11 S event {PONG}\n14 head GET /mcp +0\n17 head 405 +1\n20 note Method Not Allowed"
    );
    check(log, &told, "an HTTP transcript");
}

#[test]
fn what_curl_shows_is_read() {
    let log = format!(
        "*   Trying 127.0.0.1:8000...\n* Connected\n> POST /mcp HTTP/1.1\r\n> Host: a\r\n> \r\n* upload sent off\n\
         < HTTP/1.1 200 OK\r\n< content-type: application/json\r\n< \r\n{{ [36 bytes data]\n{PONG}* Connection #0 left intact\n"
    );
    let told = format!(
        "1 note *   Trying 127.0.0.1:8000...\n2 note * Connected\n3 head POST /mcp +1\n6 note * upload sent off\n7 head 200 +1\n10 note {{ [36 bytes data]\n11 S body {PONG}\n11 note * Connection #0 left intact"
    );
    check(log, &told, "an HTTP transcript");
}

#[test]
fn the_bytes_of_http_are_read() {
    let event = format!("data: {PONG}\n\n");
    let (one, two) = event.split_at(20);
    let log = format!(
        "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{PING}\
         HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{one}\r\n{:x}\r\n{two}\r\n0\r\n\r\n\
         HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{PONG}\r\n0\r\n\r\n",
        PING.len(),
        one.len(),
        two.len(),
        PONG.len(),
    );
    let (told, _) = cut(log);
    assert_eq!(
        told,
        format!(
            "1 head POST /mcp +2\n5 C body {PING}\n5 head 200 +2\n10 S event {PONG}\n17 head 200 +2\n22 S body {PONG}\n"
        )
    );
}

#[test]
fn http_archives_are_read_whether_pretty_or_not() {
    let quote = |text: &str| text.replace('"', "\\\"").replace('\n', "\\n");
    let entry = format!(
        r#"{{"startedDateTime":"2026-11-30T10:00:00Z","time":250,
  "request":{{"method":"POST","url":"http://a:1/mcp?x=1","headers":[{{"name":"Accept","value":"b"}}],"postData":{{"text":"{}"}}}},
  "response":{{"status":200,"headers":[],"content":{{"mimeType":"text/event-stream","text":"{}"}}}}}}"#,
        quote(PING),
        quote(&format!("event: message\ndata: {PONG}\n\n"))
    );
    let pretty = format!(
        "{{\n  \"log\": {{\n \"version\": \"1.2\",\n \"entries\": [\n{entry}\n  ]\n }}\n}}\n"
    );
    let told = |line: u64| {
        format!(
            "{line} head POST /mcp?x=1 +1\n{} C@1796032800000 body {PING}\n{line} head 200 +0\n{} S@1796032800250 event {PONG}",
            line + 1,
            line + 2
        )
    };
    check(pretty, &told(5), "an HTTP archive (HAR)");
    let short = format!("{{\"log\":{{\"entries\":[{entry}]}}}}");
    check(short, &told(1), "an HTTP archive (HAR)");
}

#[test]
fn a_log_in_utf_16_is_decoded_and_a_line_of_it_is_not() {
    let log = format!("{PING}\r\n{PONG}\r\n");
    let mut bytes = vec![0xFF, 0xFE];
    bytes.extend(log.encode_utf16().flat_map(u16::to_le_bytes));
    check(
        &bytes,
        &format!("1 Utf16 \n1 ? {PING}\r\n2 ? {PONG}\r"),
        "JSON lines with UTF-16 text",
    );

    let mut bytes = format!("{PING}\n").into_bytes();
    let wide: Vec<u8> = PONG.encode_utf16().flat_map(u16::to_le_bytes).collect();
    bytes.extend(&wide);
    bytes.extend(b"\n\0");
    bytes.extend(LIST.as_bytes());
    let mut reader = Reader::new(&bytes[..], Limits::default());
    let mut lines = Vec::new();
    while let Some(piece) = reader.next().expect("bytes can be read") {
        if let Piece::Frame(frame) = piece {
            lines.push(frame.bytes.to_vec());
        }
    }
    assert_eq!(lines, [PING.as_bytes(), &wide, LIST.as_bytes()]);
}

#[test]
fn a_byte_order_mark_is_told_with_bare_lines_alone() {
    check(
        format!("\u{FEFF}{PING}\n"),
        &format!("1 ? \u{FEFF}{PING}"),
        "JSON lines",
    );
    check(
        format!("\u{FEFF}-> {PING}\n"),
        &format!("1 C {PING}"),
        "JSON lines with directions",
    );
}

#[test]
fn of_a_line_that_is_too_long_the_beginning_is_told() {
    let mut limits = Limits::default();
    (limits.frame, limits.beginning) = (100, 10);
    let log = format!("{PING}\n{{\"jsonrpc\":\"{}\"}}\n{PONG}\n", "x".repeat(1000));
    let mut reader = Reader::new(log.as_bytes(), limits);
    let mut told = String::new();
    while let Some(piece) = reader.next().expect("bytes can be read") {
        told += &(shown(&piece) + "\n");
    }
    assert_eq!(
        told,
        format!("1 ? {PING}\n2 TooLong {{\"jsonrpc\"\n3 ? {PONG}\n")
    );
}

#[test]
fn what_a_logger_prints_beside_messages_is_an_aside() {
    let log = format!(
        "2026-11-30T10:00:00.100Z [notes] [info] Message from client: {PING}\n\
         2026-11-30T10:00:00.200Z [notes] [error] Unexpected token {{\n  metadata: {{\n    stack: 'a'\n  }}\n}}\n\
         2026-11-30T10:00:00.300Z [notes] [info] Message from server: {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"tools\":[{{\"a...[52653 chars truncated]...}}]}}}}\n"
    );
    let (told, _) = cut(log);
    let told: Vec<_> = told.lines().collect();
    assert_eq!(told[0], format!("1 C@1796032800100 {PING}"));
    assert_eq!(told[1], "2 note {");
    assert!(
        told.last()
            .is_some_and(|last| last.starts_with("7 Shortened {")),
        "{told:?}"
    );
}

#[test]
fn the_bytes_that_python_shows_are_an_aside() {
    let log =
        format!("12:00:00 - sse - DEBUG - chunk: b'data: {PONG}\\r\\n'\n12:00:00 -> {PING}\n");
    let (told, _) = cut(&log);
    assert!(told.starts_with("1 note 12:00:00 - sse"), "{told}");
}

#[test]
fn what_is_printed_right_before_a_message_stays_with_it() {
    check(
        format!("{PING}\n:::{PONG}\n"),
        &format!("1 ? {PING}\n2 ? :::{PONG}"),
        "JSON lines",
    );
}

#[test]
fn fences_and_commands_around_a_log_are_no_part_of_it() {
    let log = format!("```json\n{PING}\n```\n");
    check(
        log,
        &format!("1 note ```json\n2 ? {PING}\n3 note ```"),
        "JSON lines",
    );
    let (told, _) = cut(format!("$ echo '{PING}' | my-server\n{PONG}\n"));
    assert_eq!(told, format!("1 ? {PING}\n2 ? {PONG}\n"));
}

#[test]
fn every_recorded_conversation_is_cut_into_messages_and_nothing_else() {
    let logs = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/logs/healthy");
    let mut count = 0;
    for entry in std::fs::read_dir(logs).expect("the recorded conversations are there") {
        let path = entry.expect("a directory can be read").path();
        let log = std::fs::read(&path).expect("a file can be read");
        let bare = path.to_string_lossy().contains("bare");
        let mut reader = Reader::new(&log[..], Limits::default());
        while let Some(piece) = reader.next().expect("bytes can be read") {
            match &piece {
                Piece::Frame(frame) => {
                    let read = mcp_core::json::scan(frame.bytes);
                    assert!(read.is_ok(), "{} line {}", path.display(), frame.line);
                    assert_eq!(frame.from.is_none(), bare, "{}", path.display());
                }
                Piece::Head(head) => assert!(!head.headers.is_empty()),
                other => panic!("{}: {other:?}", path.display()),
            }
        }
        count += 1;
    }
    assert!(count >= 10);
}

#[test]
fn a_message_that_a_logger_wrote_as_a_string_is_decoded() {
    let ping = PING.replace('"', "\\\"");
    let log = format!("time=2026-11-30T10:00:00Z level=DEBUG msg=send raw=\"{ping}\" n=1\n");
    let (told, _) = cut(log);
    assert_eq!(told, format!("1 C {PING}\n"));
}

#[test]
fn a_body_that_is_shown_longer_than_it_was_is_whole() {
    let mut pretty = "{\n".to_owned();
    for n in 0..2000 {
        pretty += &format!("    \"key{n}\": [\n        {n}\n    ],\n");
    }
    pretty += "    \"jsonrpc\": \"2.0\"\n}";
    let log = format!(
        "HTTP/1.1 200 OK\nContent-Length: 30000\nContent-Type: application/json\n\n{pretty}\n\n\n"
    );
    let (told, _) = cut(log);
    let is = pretty.len();
    assert_eq!(
        told,
        format!("1 head 200 +2\n5 S body {pretty}\n5 WrongLength {{ said: 30000, is: {is} }} \n")
    );
}

#[test]
fn the_times_of_curl_are_those_of_the_heads_and_their_bodies() {
    let log = format!(
        "10:00:00.100 *   Trying\n10:00:00.100 > POST /mcp HTTP/1.1\n10:00:00.100 > Host: a\n10:00:00.100 > \n\
         10:00:00.200 < HTTP/1.1 200 OK\n10:00:00.200 < content-type: text/event-stream\n10:00:00.201 < \n\
         10:00:00.300 {{ [91 bytes data]\ndata: {PONG}\n\n"
    );
    let told = format!(
        "1 note 10:00:00.100 *   Trying\n2 head POST /mcp +1\n5 head 200 +1\n8 note 10:00:00.300 {{ [91 bytes data]\n9 S@36000200 event {PONG}"
    );
    check(log, &told, "an HTTP transcript");
}

#[test]
fn what_a_log_is_taken_for_is_known_with_its_first_piece() {
    for (log, format) in [
        ("* Trying\n> POST / HTTP/1.1\n>\n", "an HTTP transcript"),
        (
            "10:00:00 up\n10:00:00 -> {\"id\":1,\"result\":{}}\n",
            "JSON lines with directions and times",
        ),
        ("hello\n{\n  \"id\": 1\n}\n", "pretty-printed JSON"),
        (": hi\n\ndata: {}\n\n", "server-sent events"),
    ] {
        let mut reader = Reader::new(log.as_bytes(), Limits::default());
        assert!(reader.next().expect("bytes can be read").is_some());
        assert_eq!(reader.format().in_lang(Lang::En), format);
    }
}

#[test]
fn a_log_with_times_and_without_messages_was_not_sent() {
    check(
        "10:00:00 up\n10:00:01 down\n",
        "1 note 10:00:00 up\n2 note 10:00:01 down",
        "text without messages",
    );
    check("up\ndown\n", "1 ? up\n2 ? down", "text without messages");
}
