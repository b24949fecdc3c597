//! What becomes of frames, however odd: the table is `frames.txt`, what a text file can't hold
//! stands here.

use mcp_core::rpc::{self, Fault, FaultKind, Id, Message, Params, Request, classify, classify_raw};
use serde_json::json;
use std::fmt::Write;

/// Set to write the table anew, as frames are judged now; then read through what has changed.
const REWRITE: &str = "MCP_REWRITE_FRAMES";

/// What becomes of a frame, in the words of the tables.
fn verdict(frame: &[u8]) -> String {
    match classify(frame) {
        Ok(Message::Request(request)) => match Params::read(request.params) {
            Ok(_) => taken(&Message::Request(request)),
            Err(fault) => {
                let (field, reason) = (&fault.field, &fault.reason);
                format!("{} {field} {reason} [{}]", fault.code, request.id)
            }
        },
        Ok(message) => taken(&message),
        Err(refusal) => {
            let fault = &refusal.fault;
            let silent = if refusal.answered { "" } else { "~" };
            let field = if fault.field.is_empty() {
                "."
            } else {
                &fault.field
            };
            let id = fault.id.as_ref().map_or("-".to_owned(), Id::to_string);
            format!("{silent}{} {field} {} [{id}]", fault.code, fault.reason)
        }
    }
}

fn taken(message: &Message<'_>) -> String {
    match message {
        Message::Request(Request {
            id, method, params, ..
        }) => {
            format!(
                "request {id} {method}{}",
                params.map_or(String::new(), |p| format!(" {p}"))
            )
        }
        Message::Notification(n) => {
            format!(
                "notification {}{}",
                n.method,
                n.params.map_or(String::new(), |p| format!(" {p}"))
            )
        }
        Message::Response(r) => {
            let id = r.id.as_ref().map_or("-".to_owned(), Id::to_string);
            match r.outcome {
                Ok(result) => format!("result {id} {result}"),
                Err(error) => format!("error {id} {error}"),
            }
        }
        Message::Batch(batch) => format!("batch of {}", batch.len()),
    }
}

fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(frame, expected)| {
            let found = verdict(frame.as_bytes());
            (found != *expected)
                .then(|| format!("{frame}\n    expected {expected}\n    found    {found}"))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The whole line that a frame is answered with before any handshake, if it is refused aloud.
fn reply(frame: &[u8]) -> Option<String> {
    let told = |fault: &Fault| {
        let id = fault.id.as_ref();
        let id = id.map_or(rpc::ErrorId::Null, rpc::ErrorId::Known);
        let mut line = Vec::new();
        rpc::error(&mut line, id, &fault.to_error());
        String::from_utf8(line).expect("UTF-8")
    };
    match classify(frame) {
        Ok(Message::Request(Request { id, params, .. })) => {
            let mut fault = Params::read(params).err()?;
            fault.id = Some(id);
            Some(told(&fault))
        }
        Ok(_) => None,
        Err(refusal) => refusal.answered.then(|| told(&refusal.fault)),
    }
}

#[test]
fn each_frame_becomes_what_the_table_says_and_is_answered_in_these_words() {
    let table = include_str!("frames.txt");
    let (mut made, mut answered) = (String::new(), 0);
    for line in table.lines().filter(|line| !line.starts_with("    ")) {
        let _ = writeln!(made, "{line}");
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let _ = writeln!(made, "    {}", verdict(line.as_bytes()));
        if let Some(reply) = reply(line.as_bytes()) {
            let _ = writeln!(made, "    {reply}");
            answered += 1;
        }
    }
    if std::env::var_os(REWRITE).is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/frames.txt");
        std::fs::write(path, &made).expect("the table can be written");
    }
    assert!(answered >= 80, "the table has lost rows");
    for (at, (expected, found)) in table.lines().zip(made.lines()).enumerate() {
        assert_eq!(expected, found, "frames.txt, line {}", at + 1);
    }
    assert_eq!(table.len(), made.len(), "a line is too many, or missing");
}

#[test]
fn white_space_and_a_byte_order_mark_around_a_message_are_dropped() {
    check(&[
        (
            "  { \"jsonrpc\" :\t\"2.0\" , \"id\" : 4 , \"method\" : \"m\" , \"params\" : { } } \r",
            "request 4 m { }",
        ),
        (
            "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}",
            "request 5 ping",
        ),
        (
            "\u{feff} 1",
            "-32700 . must be a JSON object, not a number [-]",
        ),
        ("\u{feff}\u{feff}1", "-32700 . must be a JSON object [-]"),
        (" \u{feff}1", "-32700 . must be a JSON object [-]"),
        (
            "[\u{feff}1]",
            "-32700 . must be valid JSON: a value was expected (at byte 1) [-]",
        ),
    ]);
}

/// A request with this id, and what becomes of it.
fn with_id(id: &str) -> String {
    let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
    verdict(frame.as_bytes())
}

#[test]
fn ids_are_strings_or_integers_and_come_back_as_they_were() {
    let longest = format!("\"{}\"", "x".repeat(256));
    for id in [
        "0",
        "1",
        "-1",
        "4294967296",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "9223372036854775807",
        "-9223372036854775808",
        "\"\"",
        "\"1\"",
        "\"007\"",
        "\"é😀\"",
        r#""a\u0000""#,
        r#""\u0061\/\"""#,
        r#""\ud83d\ude00""#,
        &longest,
    ] {
        assert_eq!(with_id(id), format!("request {id} ping"));
    }
}

#[test]
fn what_is_no_id_is_refused_with_the_reason() {
    let too_long = format!("\"{}\"", "x".repeat(257));
    let reasons: [(&str, &[&str]); 6] = [
        (
            "must be a string or an integer",
            &[
                "null",
                "true",
                "false",
                "1.5",
                "-0.5",
                "1e-1",
                "[1]",
                r#"{"a":1}"#,
                "[]",
            ],
        ),
        (
            "must fit in 64 bits",
            &[
                "9223372036854775808",
                "-9223372036854775809",
                "18446744073709551615",
            ],
        ),
        (
            "must be written without a fraction or an exponent",
            &["1.0", "1e2", "-0.0", "1E+2", "1e400"],
        ),
        ("must not be -0", &["-0"]),
        ("must not hold half of a surrogate pair", &[r#""\ud800""#]),
        ("must be at most 256 bytes long", &[&too_long]),
    ];
    for (reason, ids) in reasons {
        for id in ids {
            assert_eq!(with_id(id), format!("-32600 id {reason} [-]"), "{id}");
        }
    }
}

#[test]
fn an_empty_line_is_not_answered() {
    check(&[
        (
            "",
            "~-32700 . must be one whole JSON object: there is no text (at byte 0) [-]",
        ),
        (
            " \t\r\n",
            "~-32700 . must be one whole JSON object: there is no text (at byte 0) [-]",
        ),
    ]);
}

#[test]
fn raw_control_characters_are_refused_with_the_id() {
    check(&[
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":\"b\u{0}\"}}",
            "-32700 . must be valid JSON: a control character stands unescaped in a string (at byte 53) [1]",
        ),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":\"b\tc\"}}",
            "-32700 . must be valid JSON: a control character stands unescaped in a string (at byte 53) [1]",
        ),
    ]);
}

#[test]
fn bytes_that_are_not_utf_8_are_refused_with_the_id() {
    for bad in [
        &b"\xff"[..],
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\xf5\x80\x80\x80",
        b"\xe2\x82",
    ] {
        let mut frame = br#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":""#.to_vec();
        frame.extend_from_slice(bad);
        frame.extend_from_slice(b"\"}}");
        assert_eq!(
            verdict(&frame),
            "-32700 . must be valid JSON: the bytes are not UTF-8 (at byte 52) [1]"
        );
    }
    let frame = b"\xff\xfe{\x00}\x00";
    assert_eq!(
        verdict(frame),
        "-32700 . must be valid JSON: the bytes are not UTF-8 (at byte 0) [-]"
    );
}

#[test]
fn nesting_deeper_than_127_is_refused_with_the_id_wherever_it_stands() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let frame = |member: &str, depth: usize| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"m",{member}:{}}}"#,
            nested(depth)
        )
    };
    for depth in [1, 100, 126] {
        assert_eq!(verdict(frame("\"x\"", depth).as_bytes()), "request 1 m");
    }
    let refused = "-32600 . must not nest deeper than 127 [1]";
    for depth in [127, 128, 1_000, 100_000] {
        assert_eq!(verdict(frame("\"x\"", depth).as_bytes()), refused);
        assert_eq!(verdict(frame("\"params\"", depth).as_bytes()), refused);
    }
    let id = format!(r#"{{"jsonrpc":"2.0","method":"m","id":{}}}"#, nested(200));
    assert_eq!(
        verdict(id.as_bytes()),
        "-32600 . must not nest deeper than 127 [-]"
    );
    let silent = format!(r#"{{"jsonrpc":"2.0","method":"m","x":{}}}"#, nested(200));
    assert_eq!(
        verdict(silent.as_bytes()),
        "~-32600 . must not nest deeper than 127 [-]"
    );
    let bomb = "[".repeat(5_000_000);
    assert_eq!(
        verdict(bomb.as_bytes()),
        "-32700 . must be one whole JSON object: the text ends before the value does (at byte 5000000) [-]"
    );
}

#[test]
fn an_entry_of_a_batch_is_judged_like_a_frame() {
    let text = br#"[{"jsonrpc":"2.0","id":1,"method":"ping"},1,[],{"id":2,"method":"m"},{"jsonrpc":"2.0","method":"n"}]"#;
    let Ok(Message::Batch(batch)) = classify(text) else {
        panic!("not a batch");
    };
    let verdicts: Vec<String> = batch
        .entries()
        .map(|entry| match classify_raw(entry) {
            Ok(message) => taken(&message),
            Err(refusal) => refusal.fault.message(),
        })
        .collect();
    assert_eq!(
        verdicts,
        [
            "request 1 ping",
            "Invalid request: the message must be an object, not a number",
            "Invalid request: the message must be an object, not an array",
            "Invalid request: \"jsonrpc\" is required",
            "notification n",
        ]
    );
}

#[test]
fn a_frame_that_is_too_large_is_refused_with_the_id_when_its_start_has_one() {
    let refused = |start: &str| {
        let refusal = rpc::oversized(start.as_bytes(), 4096);
        let id = refusal.fault.id.as_ref().map(Id::to_string);
        (refusal.answered, id)
    };
    let id = |text: &str| Some(text.to_owned());
    assert_eq!(
        refused(r#"{"jsonrpc":"2.0","id":"a","method":"m","params":{"x":"yy"#),
        (true, id("\"a\""))
    );
    assert_eq!(refused(r#"{"id":7,"params":[["#), (true, id("7")));
    assert_eq!(refused(r#"{"id":123"#), (true, None));
    assert_eq!(refused(r#"{"params":{"id":7,"#), (true, None));
    assert_eq!(
        refused(r#"{"jsonrpc":"2.0","id":1,"result":{"x":"#),
        (false, id("1"))
    );
    assert_eq!(refused("not json"), (true, None));
    let fault = rpc::oversized(b"{", 4096).fault;
    assert_eq!(fault.to_error().data.unwrap()["limit"], json!(4096));
    assert_eq!(
        fault.message(),
        "Invalid request: the message must not be larger than 4096 bytes"
    );
}

#[test]
fn a_batch_is_judged_as_a_whole_before_its_entries() {
    let fault = |text: &str, limit| {
        let Ok(Message::Batch(batch)) = classify(text.as_bytes()) else {
            panic!("not a batch: {text}");
        };
        batch.check(limit).err().map(|fault| fault.kind)
    };
    assert_eq!(fault("[1,2]", 2), None);
    assert_eq!(fault("[]", 2), Some(FaultKind::EmptyBatch));
    assert_eq!(fault("[1,2,3]", 2), Some(FaultKind::LongBatch));
    let initialize = r#"[{"id":1,"method":"initi\u0061lize"}]"#;
    assert_eq!(fault(initialize, 2), Some(FaultKind::InitializeInBatch));
}

#[test]
fn every_kind_of_fault_has_a_rule_with_its_place_and_a_remedy() {
    for kind in FaultKind::all() {
        let fault = Fault::new(kind);
        let places = [
            "JSON-RPC 2.0, section ",
            "RFC 8259, section ",
            "MCP, ",
            "limit of this ",
        ];
        let placed = places.iter().any(|place| fault.rule.starts_with(place));
        assert!(placed, "{kind:?}: {}", fault.rule);
        assert!(!fault.remedy.is_empty(), "{kind:?}");
        assert!(!fault.expected.is_empty(), "{kind:?}");
        let verb = fault.reason.starts_with("must ") || fault.reason.starts_with("is ");
        assert!(verb, "{kind:?}: {}", fault.reason);
        assert!(!fault.message().ends_with('.'), "{kind:?}");
    }
}
