//! Text that is no message.

use super::lines::{one, told};
use crate::explain::{Conversation, Frame, Lang};

/// The one code of a frame that stands alone.
#[track_caller]
fn looks(frame: impl AsRef<[u8]>) -> &'static str {
    let findings = Conversation::new()
        .read(&Frame::new(frame.as_ref()))
        .findings;
    for finding in &findings {
        super::lines::complete(finding);
    }
    match findings.as_slice() {
        [finding] => finding.code.name(),
        other => panic!("not one: {other:#?}"),
    }
}

#[test]
fn what_was_printed_is_told_apart() {
    for (text, code) in [
        ("Server started", "text-stray"),
        ("Listening on http://localhost:3000", "text-stray"),
        ("hello?", "text-stray"),
        ("}", "text-stray"),
        ("1", "json-not-object"),
        ("null", "json-not-object"),
        ("\"x\"", "json-not-object"),
        (
            "Server started{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
            "text-around-message",
        ),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} done",
            "text-around-message",
        ),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}",
            "json-invalid",
        ),
        ("Content-Length: 52", "text-content-length"),
        ("<!DOCTYPE html>", "text-html"),
        ("<html><body>404</body></html>", "text-html"),
    ] {
        assert_eq!(looks(text), code, "{text}");
    }
}

#[test]
fn log_lines_are_known_by_who_writes_them() {
    for (text, writer) in [
        (
            "2024-05-01T12:00:00.123456Z  INFO server: listening",
            "tracing",
        ),
        ("[2024-05-01T12:00:00Z INFO  server] listening", "tracing"),
        (
            "\u{1b}[2m2024-05-01T12:00:00Z\u{1b}[0m \u{1b}[32m INFO\u{1b}[0m server: on",
            "tracing",
        ),
        ("INFO:root:Server started", "Python"),
        ("2024-05-01 12:00:00,123 - server - INFO - ready", "Python"),
        ("INFO:     Started server process [1]", "level"),
        ("npm warn deprecated x@1.0.0", "npm"),
        ("> server@1.0.0 start", "npm"),
        ("[INFO] ready", "level"),
        ("12:00:01 ready", "level"),
        ("WARN no config", "level"),
    ] {
        assert_eq!(looks(text), "text-log-line", "{text}");
        let finding = one(&format!("?? {text}"), "text-log-line");
        let title = finding.title(Lang::En);
        assert!(title.contains(writer), "{text}: {title}");
    }
    assert_eq!(looks("Information about the server"), "text-stray");
    assert_eq!(looks("Errors happen"), "text-stray");
}

#[test]
fn a_stack_trace_is_told_once_and_its_further_lines_go_on() {
    let traces: [(&str, &[&str]); 5] = [
        (
            "Python",
            &[
                "Traceback (most recent call last):",
                "  File \"s.py\", line 3, in <module>",
                "    main()",
                "KeyError: 'Oslo'",
            ],
        ),
        (
            "Rust",
            &[
                "thread 'main' panicked at src/main.rs:4:5:",
                "index out of bounds: the len is 3",
                "note: run with `RUST_BACKTRACE=1`",
            ],
        ),
        (
            "JavaScript",
            &[
                "TypeError: x is not a function",
                "    at main (server.js:3:1)",
                "    at node:internal/x:1:2",
            ],
        ),
        (
            "Java",
            &[
                "Exception in thread \"main\" java.lang.X: y",
                "\tat com.x.Y.z(Y.java:3)",
                "Caused by: z",
            ],
        ),
        ("Go", &["panic: x", "goroutine 1 [running]:"]),
    ];
    for (language, lines) in traces {
        let log = lines
            .iter()
            .map(|line| format!("<- {line}\n"))
            .collect::<String>();
        let mut expected = vec!["1 text-stack-trace".to_owned()];
        expected.extend((2..=lines.len()).map(|line| format!("{line} text-goes-on")));
        assert_eq!(told(&log), expected, "{language}");
        assert!(
            one(&log, "text-stack-trace")
                .title(Lang::En)
                .contains(language)
        );
    }
}

#[test]
fn two_messages_on_one_line_are_counted() {
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let finding = one(&format!("-> {ping}{ping} {ping}"), "text-two-messages");
    assert!(finding.title(Lang::En).starts_with("3 messages"));
    assert_eq!(finding.span, Some(40..121));
    assert_eq!(looks(format!("{ping}{{\"jsonrpc\":")), "text-two-messages");
}

#[test]
fn the_two_halves_of_a_message_are_brought_together() {
    let log = r#"
        <- {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text",
        <- "text":"x"}]}}
        <- {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"a
        <- b
        <- c","level":"info"}}"#;
    assert_eq!(
        told(log),
        [
            "1 json-cut-off",
            "2 text-other-half",
            "3 json-cut-off",
            "4 text-other-half",
            "5 text-other-half"
        ]
    );
    let log = r#"
        <- {"jsonrpc":"2.0","id":1,"res
        <- INFO:root:in between
        <- ult":{}}"#;
    assert_eq!(
        told(log),
        ["1 json-cut-off", "2 text-log-line", "3 text-other-half"]
    );
}

#[test]
fn what_another_language_would_take_is_named() {
    for (text, code, at) in [
        ("{'jsonrpc': '2.0', 'id': 1}", "text-python", 1),
        (r#"{"a":True}"#, "text-python", 5),
        (r#"{"a":[None]}"#, "text-python", 6),
        (r#"{"a":'x'}"#, "text-single-quotes", 5),
        ("{\"a\":“x”}", "text-curly-quotes", 5),
        (r#"{"a":1, // one"#, "text-comment", 8),
        (r#"{"a":1 /* one */}"#, "text-comment", 7),
        (r#"{"a":1,}"#, "text-trailing-comma", 7),
        (r#"{"a":[1, ]}"#, "text-trailing-comma", 9),
        (r#"{a:1}"#, "text-unquoted-name", 1),
        (r#"{"a":undefined}"#, "text-no-value", 5),
        (r#"{"a":NaN}"#, "text-no-value", 5),
        (r#"{"a":-Infinity}"#, "text-no-value", 5),
        ("{\"a\":\"\t\"}", "text-control-character", 6),
        (r#"{"a":"C:\notes\x"}"#, "text-backslash", 15),
        (r#"{"a":01}"#, "json-invalid", 6),
        (r#"{"a" 1}"#, "json-invalid", 5),
        (r#"{"a":"#, "json-cut-off", 5),
    ] {
        assert_eq!(looks(text), code, "{text}");
        let found = one(&format!("?? {text}"), code);
        assert_eq!(found.span.unwrap().start, at, "{text}");
    }
}

#[test]
fn other_encodings_are_named() {
    let text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(looks(&little), "text-utf16");
    assert_eq!(looks(&big), "text-utf16");
    assert_eq!(
        looks([b"\xff\xfe", little.as_slice()].concat()),
        "text-utf16"
    );
    assert_eq!(looks(b"{\"a\":\"\xb0\xa1\"}"), "text-not-utf8");
}

#[test]
fn a_later_line_of_utf16_is_told_as_the_first() {
    let mut conversation = Conversation::new();
    let mut title = |bytes: &[u8]| {
        let found = conversation.read(&Frame::new(bytes)).findings;
        found[0].title(Lang::En)
    };
    assert!(title(b"\xff\xfe{\0}\0").contains("little endian"));
    assert!(title(b"\0{\0\"\0a\0\"\0:\0").contains("little endian"));
}

#[test]
fn a_byte_order_mark_and_a_carriage_return_are_told_beside_the_message() {
    let ping = r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#;
    let mut conversation = Conversation::new();
    let mut codes = |text: String| {
        let found = conversation.read(&Frame::new(text.as_bytes())).findings;
        let codes = found.iter().map(|finding| finding.code.name());
        codes
            .filter(|code| code.starts_with("text-"))
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(format!("\u{feff}{ping}")), ["text-bom"]);
    assert_eq!(codes(format!("{ping}\r")), ["text-carriage-return"]);
    assert_eq!(codes(format!("{ping}\r")), [""; 0], "told once");
}

#[test]
fn colours_around_a_message_are_told() {
    assert_eq!(
        looks("\u{1b}[32m{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\u{1b}[0m"),
        "text-ansi"
    );
}

#[test]
fn an_empty_line_says_nothing() {
    assert_eq!(told("-> \n<-   "), [""; 0]);
}
