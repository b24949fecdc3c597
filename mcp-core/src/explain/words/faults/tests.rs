use super::{TABLES, korean, translated};
use crate::json::{Kind, Raw};
use crate::reasons;
use crate::rpc::{Fault, FaultKind, Id, Message, classify, classify_raw, oversized};
use crate::version::ProtocolVersion;
use std::collections::BTreeSet;

/// Every fault that the classifier and the reasons make, in every form.
fn every_fault() -> Vec<Fault> {
    let mut faults: Vec<Fault> = FaultKind::all().map(Fault::new).collect();
    let table = include_str!("../../../../tests/frames.txt");
    let frames = table.lines().filter(|line| !line.starts_with("    "));
    let long = format!(
        r#"{{"jsonrpc":"2.0","id":"{}","method":"m"}}"#,
        "x".repeat(300)
    );
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(200), "]".repeat(200));
    let more = [
        long.as_str(),
        &deep,
        "",
        r#"{"jsonrpc":"2.0","id":-0,"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":1e2,"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":9999999999999999999999999999999999999999999.5,"method":"m"}"#,
        "{\"a\":\"\t\"}",
        r#"{"jsonrpc":"2.0","id":true,"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":[],"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":{},"method":"m"}"#,
        r#"{"jsonrpc":"2.0 and much more than that","id":1,"method":"m"}"#,
    ];
    for frame in frames.chain(more) {
        match classify(frame.as_bytes()) {
            Ok(Message::Request(request)) => faults.extend(request.parameters().err()),
            Ok(Message::Batch(batch)) => {
                faults.extend(batch.check(1).err());
                let entries = batch.entries().map(classify_raw);
                faults.extend(entries.filter_map(Result::err).map(|refusal| refusal.fault));
            }
            Ok(_) => {}
            Err(refusal) => faults.push(refusal.fault),
        }
    }
    faults.extend(classify(b"\xff").err().map(|refusal| refusal.fault));
    faults.push(oversized(b"{", 4096).fault);
    faults.extend(of_reasons());
    faults
}

fn of_reasons() -> Vec<Fault> {
    let all = &ProtocolVersion::ALL;
    let latest = ProtocolVersion::LATEST;
    let mut faults = of_members();
    faults.extend([
        reasons::missing_claim("k"),
        reasons::no_terms("m", true, Some(latest)),
        reasons::no_terms("m", false, Some(latest)),
        reasons::no_terms("m", true, None),
        reasons::no_handshake("x", all),
        reasons::already_initialized(latest),
        reasons::unsupported_version("x", all),
        reasons::unknown_level("params.level", "inf"),
        reasons::unknown_level("params.level", "loud enough"),
        reasons::unknown_method("ping", latest, &[]),
        reasons::unknown_method("tools/list", latest, &[]),
        reasons::unknown_method("tool/list", latest, &["tools/list"]),
        reasons::unknown_method("x", latest, &["tools/list"]),
        reasons::notification_with_id("n"),
        reasons::unknown_tool("serch", ["search"]),
        reasons::unknown_tool("x", ["search", "add"]),
        reasons::unknown_tool("x", []),
        reasons::unknown_cursor("tools/list"),
        reasons::id_in_flight(&Id::from(1)),
        reasons::busy(3, 50),
    ]);
    faults
}

fn of_members() -> Vec<Fault> {
    let raw = |text| Raw::parse(text).unwrap();
    let mut faults = Vec::new();
    for expected in [
        "a string",
        "an object",
        "an array",
        "a number",
        "a boolean",
        "an integer",
    ] {
        faults.push(reasons::missing("params.x", expected));
        for got in [
            Kind::Null,
            Kind::Bool,
            Kind::Number,
            Kind::String,
            Kind::Array,
            Kind::Object,
        ] {
            faults.push(reasons::wrong_type("params.x", expected, got));
        }
    }
    let long = format!("{:?}", "x".repeat(300));
    for token in [
        "1.5",
        "[]",
        "null",
        "1e400",
        "99999999999999999999",
        "\"\\ud800\"",
        &long,
    ] {
        faults.extend(reasons::progress_token(raw(token)).err());
    }
    faults.extend(reasons::required_text("params.x", Some(raw("\"\\ud800\""))).err());
    faults
}

/// Whether a text has words that a reader must understand: not only a value of JSON, a name in
/// quotes, or the name of a method.
fn has_words(text: &str) -> bool {
    let outside: String = text.split('"').step_by(2).collect();
    let plain = Raw::parse(text).is_ok() || text.is_empty();
    !plain && outside.chars().any(char::is_alphabetic)
}

#[test]
fn every_fault_has_korean_words() {
    let mut left = BTreeSet::new();
    for fault in every_fault() {
        let texts = [&fault.reason, &fault.expected, &fault.got, &fault.remedy];
        let texts = texts.into_iter().map(AsRef::as_ref).chain([fault.rule]);
        for text in texts.filter(|text| has_words(text)) {
            if translated(text, 2).is_none() {
                left.insert(text.to_owned());
            }
        }
    }
    assert!(left.is_empty(), "no Korean for:\n{left:#?}");
}

#[test]
fn no_english_words_are_left_inside_korean_ones() {
    let english = [
        " must ", "must be", " not ", " the ", " a ", " an ", "send ", "(s)", "(가)", "(는)",
        "(를)",
    ];
    for fault in every_fault() {
        let rule = fault.rule.into();
        for text in [
            &fault.reason,
            &fault.expected,
            &fault.got,
            &fault.remedy,
            &rule,
        ] {
            let korean = korean(text);
            for word in english {
                assert!(!korean.contains(word), "{text:?} became {korean:?}");
            }
        }
    }
}

#[test]
fn both_languages_of_a_row_have_the_same_names() {
    let names = |text: &'static str| -> BTreeSet<&str> {
        let parts = text.split('{').skip(1);
        parts
            .filter_map(|part| part.split_once('}'))
            .map(|(name, _)| name)
            .collect()
    };
    for (english, korean) in TABLES.into_iter().flatten() {
        assert_eq!(names(english), names(korean), "{english}");
    }
}

#[test]
fn what_stands_for_a_name_is_put_into_the_korean_words() {
    assert_eq!(
        korean("must be an object, not an array"),
        "배열이 아니라 객체여야 합니다"
    );
    assert_eq!(
        korean("must be valid JSON: there is more text after the value (at byte 40)"),
        "올바른 JSON이어야 합니다: 값 뒤에 텍스트가 더 있습니다(바이트 위치 40)"
    );
    assert_eq!(
        korean("\"x\" is not known"),
        "\"x\"는 알 수 없는 메서드입니다"
    );
    assert_eq!(korean("something else"), "something else");
}
