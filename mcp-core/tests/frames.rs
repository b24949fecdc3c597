//! Malformed and odd frames, one per line, with what becomes of each.
//!
//! A line reads: the frame, then either what it is taken for (`request 1 ping`), or the refusal:
//! code, member, reason, id of the reply. A tilde before the code: no reply at all.

use mcp_core::rpc::{Id, Message, Request, classify, classify_raw};

/// What becomes of a frame, in the words of the tables.
fn verdict(frame: &[u8]) -> String {
    match classify(frame) {
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

#[test]
fn what_is_right_is_taken_however_it_is_written() {
    check(&[
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            "request 1 ping",
        ),
        (
            r#"{"jsonrpc":"2.0","method":"notifications/x"}"#,
            "notification notifications/x",
        ),
        (r#"{"jsonrpc":"2.0","id":2,"result":{}}"#, "result 2 {}"),
        (r#"{"jsonrpc":"2.0","id":2,"result":null}"#, "result 2 null"),
        (
            r#"{"jsonrpc":"2.0","id":"a","error":{"code":1,"message":"m"}}"#,
            r#"error "a" {"code":1,"message":"m"}"#,
        ),
        (
            r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#,
            r#"error - {"code":-32700,"message":"Parse error"}"#,
        ),
        (r#"{"jsonrpc":"2.0","id":null,"error":{}}"#, "error - {}"),
        // the order of members, white space, a byte order mark, a carriage return
        (
            r#"{"params":{"a":1},"method":"m","id":3,"jsonrpc":"2.0"}"#,
            r#"request 3 m {"a":1}"#,
        ),
        (
            "  { \"jsonrpc\" :\t\"2.0\" , \"id\" : 4 , \"method\" : \"m\" , \"params\" : { } } \r",
            "request 4 m { }",
        ),
        (
            "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}",
            "request 5 ping",
        ),
        // escapes say what they stand for
        (
            r#"{"jsonrpc":"\u0032.0","id":6,"method":"pi\u006eg"}"#,
            "request 6 ping",
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"tools\/call"}"#,
            "request 7 tools/call",
        ),
        (
            r#"{"\u006asonrpc":"2.0","i\u0064":8,"m\u0065thod":"ping"}"#,
            "request 8 ping",
        ),
        // null and absent params are the same
        (
            r#"{"jsonrpc":"2.0","id":9,"method":"m","params":null}"#,
            "request 9 m",
        ),
        (
            r#"{"jsonrpc":"2.0","method":"m","params":null}"#,
            "notification m",
        ),
        // what nobody reads is nobody's fault
        (
            r#"{"jsonrpc":"2.0","id":10,"method":"m","x":1e400,"y":"\ud800","\udfff":[[]],"X":{"x":1,"x":2}}"#,
            "request 10 m",
        ),
        (
            r#"{"jsonrpc":"2.0","id":11,"method":"m","params":{"a":"\ud800","b":-1e999}}"#,
            r#"request 11 m {"a":"\ud800","b":-1e999}"#,
        ),
        (r#"{"jsonrpc":"2.0","id":12,"method":""}"#, "request 12 "),
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},1]"#,
            "batch of 2",
        ),
        ("[]", "batch of 0"),
    ]);
}

#[test]
fn ids_are_strings_or_integers_and_come_back_as_they_were() {
    let refused = |id: &str, reason: &str| {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        assert_eq!(
            verdict(frame.as_bytes()),
            format!("-32600 id {reason} [-]"),
            "{id}"
        );
    };
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
    ] {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        assert_eq!(verdict(frame.as_bytes()), format!("request {id} ping"));
    }
    let neither = "must be a string or an integer";
    for id in [
        "null",
        "true",
        "false",
        "1.5",
        "-0.5",
        "1e-1",
        "[1]",
        "{\"a\":1}",
        "[]",
    ] {
        refused(id, neither);
    }
    let wide = "must fit in 64 bits";
    for id in [
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
    ] {
        refused(id, wide);
    }
    let spelt = "must be written without a fraction or an exponent";
    for id in ["1.0", "1e2", "-0.0", "1E+2", "1e400"] {
        refused(id, spelt);
    }
    refused("-0", "must not be -0");
    refused(r#""\ud800""#, "must not hold half of a surrogate pair");
    refused(
        &format!("\"{}\"", "x".repeat(257)),
        "must be at most 256 bytes long",
    );
    let longest = format!("\"{}\"", "x".repeat(256));
    let frame = format!(r#"{{"jsonrpc":"2.0","id":{longest},"method":"ping"}}"#);
    assert_eq!(verdict(frame.as_bytes()), format!("request {longest} ping"));
}

#[test]
fn a_fault_in_the_envelope_is_answered_with_the_id() {
    check(&[
        (
            r#"{"id":3,"method":"ping"}"#,
            "-32600 jsonrpc is required [3]",
        ),
        (
            r#"{"jsonrpc":"1.0","id":4,"method":"ping"}"#,
            "-32600 jsonrpc must be \"2.0\" [4]",
        ),
        (
            r#"{"jsonrpc":2.0,"id":4,"method":"ping"}"#,
            "-32600 jsonrpc must be \"2.0\" [4]",
        ),
        (
            r#"{"jsonrpc":null,"id":4,"method":"ping"}"#,
            "-32600 jsonrpc must be \"2.0\" [4]",
        ),
        (
            r#"{"jsonrpc":"2.0\ud800","id":4,"method":"ping"}"#,
            "-32600 jsonrpc must be \"2.0\" [4]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":5}"#,
            "-32600 method is required [5]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":5,"Method":"ping"}"#,
            "-32600 method is required [5]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":5,"METHOD":"ping"}"#,
            "-32600 method is required [5]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":5,"method ":"ping"}"#,
            "-32600 method is required [5]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":5,"meth\\u006fd":"ping"}"#,
            "-32600 method is required [5]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":5,"method\u0000":"ping"}"#,
            "-32600 method is required [5]",
        ),
        (
            r#"{"jsonrpc":"2.0","ID":5}"#,
            "-32600 method is required [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":6,"method":1}"#,
            "-32600 method must be a string [6]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":6,"method":null}"#,
            "-32600 method must be a string [6]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":6,"method":["ping"]}"#,
            "-32600 method must be a string [6]",
        ),
        (
            r#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#,
            "-32600 method must be a string [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":"s","method":"\udc00"}"#,
            "-32600 method must not hold half of a surrogate pair [\"s\"]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"m","params":[]}"#,
            "-32602 params must be an object, not an array [7]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"m","params":[1,2]}"#,
            "-32602 params must be an object, not an array [7]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"m","params":"p"}"#,
            "-32602 params must be an object, not a string [7]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"m","params":0}"#,
            "-32602 params must be an object, not a number [7]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"m","params":false}"#,
            "-32602 params must be an object, not a boolean [7]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":8,"method":"m","result":{}}"#,
            "-32600 result must not stand beside method [8]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":8,"method":"m","error":{}}"#,
            "-32600 error must not stand beside method [8]",
        ),
        (
            r#"{"jsonrpc":"2.0","method":"m","result":{}}"#,
            "-32600 result must not stand beside method [-]",
        ),
        (r#"{}"#, "-32600 jsonrpc is required [-]"),
        (r#"{"jsonrpc":"2.0"}"#, "-32600 method is required [-]"),
        (
            r#"{"jsonrpc":"2.0","params":{}}"#,
            "-32600 method is required [-]",
        ),
    ]);
}

#[test]
fn a_member_of_the_envelope_that_stands_twice_is_refused() {
    check(&[
        (
            r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"m"}"#,
            "-32600 jsonrpc must be given once [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"safe","method":"danger"}"#,
            "-32600 method must be given once [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"safe","m\u0065thod":"danger"}"#,
            "-32600 method must be given once [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{},"params":{}}"#,
            "-32600 params must be given once [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":null,"params":{}}"#,
            "-32600 params must be given once [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"m"}"#,
            "-32600 id must be given once [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"m"}"#,
            "-32600 id must be given once [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{},"result":{}}"#,
            "~-32600 result must be given once [1]",
        ),
    ]);
}

#[test]
fn what_looks_like_a_response_or_a_notification_is_never_answered() {
    check(&[
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
            "~-32600 error must not stand beside result [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","result":{}}"#,
            "~-32600 id is required beside result [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"result":{}}"#,
            "~-32600 id is required beside result [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"result":{}}"#,
            "~-32600 id must be a string or an integer [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":"boom"}"#,
            "~-32600 error must be an object [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":null}"#,
            "~-32600 error must be an object [1]",
        ),
        (r#"{"id":1,"result":{}}"#, "~-32600 jsonrpc is required [-]"),
        (
            r#"{"id":1,"error":{"code":1}}"#,
            "~-32600 jsonrpc is required [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"a":01}}"#,
            "~-32700 . must be valid JSON: this is not a number that JSON allows (at byte 39) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32700,"#,
            "~-32700 . must be one whole JSON object: the text ends before the value does (at byte 47) [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","method":"m","params":[]}"#,
            "~-32602 params must be an object, not an array [-]",
        ),
        (r#"{"method":"m"}"#, "~-32600 jsonrpc is required [-]"),
        (
            r#"{"jsonrpc":"2.0","method":"m","method":"n"}"#,
            "~-32600 method must be given once [-]",
        ),
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
fn text_that_is_cut_off_or_no_object_has_no_id() {
    check(&[
        ("hello?", "-32700 . must be a JSON object [-]"),
        (
            "Starting server on port 3000",
            "-32700 . must be a JSON object [-]",
        ),
        ("null", "-32700 . must be a JSON object, not null [-]"),
        ("true", "-32700 . must be a JSON object, not a boolean [-]"),
        ("1", "-32700 . must be a JSON object, not a number [-]"),
        ("\"x\"", "-32700 . must be a JSON object, not a string [-]"),
        ("NaN", "-32700 . must be a JSON object [-]"),
        ("}", "-32700 . must be a JSON object [-]"),
        (
            r#"{"jsonrpc":"2.0","id":2,"method":"ping""#,
            "-32700 . must be one whole JSON object: the text ends before the value does (at byte 39) [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":2,"method":"pi"#,
            "-32700 . must be one whole JSON object: the text ends before the value does (at byte 36) [-]",
        ),
        (
            r#"{"id":2,"a":tr"#,
            "-32700 . must be one whole JSON object: the text ends before the value does (at byte 14) [-]",
        ),
        (
            "{",
            "-32700 . must be one whole JSON object: the text ends before the value does (at byte 1) [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":2,"method":"ping"}}"#,
            "-32700 . must be valid JSON: there is more text after the value (at byte 40) [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":2,"method":"a"}{"jsonrpc":"2.0","id":3,"method":"b"}"#,
            "-32700 . must be valid JSON: there is more text after the value (at byte 37) [-]",
        ),
        (
            r#"{"id":2,"a":[}]}"#,
            "-32700 . must be valid JSON: a value was expected (at byte 13) [-]",
        ),
        (
            "[1,2",
            "-32700 . must be one whole JSON object: the text ends before the value does (at byte 4) [-]",
        ),
        (
            "[01]",
            "-32700 . must be valid JSON: this is not a number that JSON allows (at byte 2) [-]",
        ),
    ]);
}

#[test]
fn one_balanced_object_with_a_bad_token_is_answered_with_its_id() {
    check(&[
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":01}}"#,
            "-32700 . must be valid JSON: this is not a number that JSON allows (at byte 52) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":+1}}"#,
            "-32700 . must be valid JSON: this is not a number that JSON allows (at byte 51) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":.5}}"#,
            "-32700 . must be valid JSON: this is not a number that JSON allows (at byte 51) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1.}}"#,
            "-32700 . must be valid JSON: this is not a number that JSON allows (at byte 53) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":NaN}}"#,
            "-32700 . must be valid JSON: this is not a number that JSON allows (at byte 51) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":0x1}}"#,
            "-32700 . must be valid JSON: this is not a number that JSON allows (at byte 52) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":True}}"#,
            "-32700 . must be valid JSON: a value was expected (at byte 51) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{'a':1}}"#,
            "-32700 . must be valid JSON: a member name in double quotes was expected (at byte 47) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{a:1}}"#,
            "-32700 . must be valid JSON: a member name in double quotes was expected (at byte 47) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1,}}"#,
            "-32700 . must be valid JSON: a member name in double quotes was expected (at byte 53) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a" 1}}"#,
            "-32700 . must be valid JSON: a colon was expected after the member name (at byte 51) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":[1 2]}}"#,
            "-32700 . must be valid JSON: a comma or the closing bracket was expected (at byte 54) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"\x"}}"#,
            "-32700 . must be valid JSON: the backslash starts no escape that JSON knows (at byte 53) [1]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"\u12g4"}}"#,
            "-32700 . must be valid JSON: the backslash starts no escape that JSON knows (at byte 56) [1]",
        ),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":\"b\u{0}\"}}",
            "-32700 . must be valid JSON: a control character stands unescaped in a string (at byte 53) [1]",
        ),
        (
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"a\":\"b\tc\"}}",
            "-32700 . must be valid JSON: a control character stands unescaped in a string (at byte 53) [1]",
        ),
        (
            r#"{"id":"\u0061","id\u0064":0,"method":m}"#,
            r#"-32700 . must be valid JSON: a value was expected (at byte 37) ["\u0061"]"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":2,"method":m}"#,
            "-32700 . must be valid JSON: a value was expected (at byte 40) [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":m}"#,
            "-32700 . must be valid JSON: a value was expected (at byte 35) [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","params":{"id":9,"x":m},"id":{"id":8}}"#,
            "-32700 . must be valid JSON: a value was expected (at byte 38) [-]",
        ),
        (
            r#"{"jsonrpc":"2.0","x":"\"id\":7","y":m,"id": 6 }"#,
            "-32700 . must be valid JSON: a value was expected (at byte 36) [6]",
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
