//! What holds for every text: nothing panics, and our reading agrees with an independent one.

use mcp_core::json::{Kind, Raw, duplicate_key, from_raw, scan, write, write_str};
use mcp_core::rpc::{Id, Message, Params, classify};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde_json::Value;

const LINE_ENDS: [char; 5] = ['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}'];

/// Any value that both sides keep exactly.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(|n| if n.is_finite() {
            Value::from(n)
        } else {
            Value::Null
        }),
        any::<String>().prop_map(Value::from),
        "[\"\\\\\u{0}-\u{1f}\u{80}-\u{85}\u{2028}\u{2029}a]{0,40}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 8, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..8).prop_map(Value::from),
            btree_map(any::<String>(), inner, 0..8)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Text that is nearly JSON: pieces of it in any order.
fn nearly_json() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\"id\"",
        "\"method\"",
        "\"result\"",
        "\"jsonrpc\"",
        "\"2.0\"",
        "\\",
        "\\n",
        "\\u12",
        "\\ud800",
        "\\u0041",
        "1",
        "0",
        "-",
        ".",
        "e",
        "E+",
        "12.5e-3",
        "01",
        "true",
        "false",
        "null",
        "nul",
        " ",
        "\t",
        "\n",
        "\u{0}",
        "é",
        "\u{2028}",
        "\u{feff}",
    ]);
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// One edit of the text of a value.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    (value(), any::<prop::sample::Index>(), any::<u8>(), 0..3u8).prop_map(
        |(value, at, byte, how)| {
            let mut text = value.to_string().into_bytes();
            let at = at.index(text.len());
            match how {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ => drop(text.remove(at)),
            }
            text
        },
    )
}

/// What nobody reads is judged by its grammar alone on both sides: lone surrogates and numbers of any
/// size pass.
fn agree(text: &str) {
    let ours = scan(text.as_bytes()).is_ok();
    let without_mark = text.strip_prefix('\u{feff}').unwrap_or(text);
    let theirs = serde_json::from_str::<IgnoredAny>(without_mark).is_ok();
    assert_eq!(ours, theirs, "{text:?}");
}

fn walked(raw: Raw<'_>) -> Value {
    match raw.kind() {
        Kind::Array => raw.elements().map(walked).collect(),
        Kind::Object => {
            let members = raw.members().map(|m| (m.key.into_owned(), walked(m.value)));
            Value::Object(members.collect())
        }
        _ => serde_json::from_str(raw.get()).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_anything_panic(bytes in vec(any::<u8>(), 0..64)) {
        let _ = scan(&bytes);
        let _ = classify(&bytes);
    }

    #[test]
    fn what_is_nearly_json_is_judged_as_others_judge_it(text in nearly_json()) {
        agree(&text);
        if let Ok(Message::Request(request)) = classify(text.as_bytes()) {
            let _ = Params::read(request.params);
        }
    }

    #[test]
    fn damaged_json_is_judged_as_others_judge_it(bytes in damaged()) {
        match std::str::from_utf8(&bytes) {
            Ok(text) => agree(text),
            Err(_) => prop_assert!(scan(&bytes).is_err()),
        }
    }

    #[test]
    fn a_cut_or_damaged_frame_never_panics(value in value(), at in any::<prop::sample::Index>()) {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m","params":{{"a":{value}}}}}"#);
        let mut bytes = frame.into_bytes();
        let at = at.index(bytes.len());
        let _ = classify(&bytes[..at]);
        bytes[at] = 0xff;
        let _ = classify(&bytes);
    }

    #[test]
    fn walking_and_reading_find_what_is_there(value in value(), pretty in any::<bool>()) {
        let text = match pretty {
            true => serde_json::to_string_pretty(&value).unwrap(),
            false => value.to_string(),
        };
        let raw = scan(text.as_bytes()).unwrap();
        prop_assert_eq!(&walked(raw), &value);
        prop_assert_eq!(&from_raw::<Value>(raw).unwrap(), &value);
        prop_assert_eq!(duplicate_key(raw), None);
    }

    #[test]
    fn written_values_read_back_on_one_line(value in value()) {
        let mut out = Vec::new();
        write(&mut out, &value).unwrap();
        let text = String::from_utf8(out).unwrap();
        prop_assert!(!text.contains(LINE_ENDS));
        prop_assert_eq!(&serde_json::from_str::<Value>(&text).unwrap(), &value);
    }

    #[test]
    fn written_text_reads_back(text in any::<String>(), marks in "[\"\\\\\u{0}-\u{1f}é€\u{85}\u{2028}x]{0,80}") {
        for text in [text, marks] {
            let mut out = Vec::new();
            write_str(&mut out, &text);
            let written = String::from_utf8(out).unwrap();
            prop_assert_eq!(&serde_json::from_str::<String>(&written).unwrap(), &text);
            prop_assert_eq!(Raw::parse(&written).unwrap().string().unwrap(), text.as_str());
            prop_assert!(!written.contains(LINE_ENDS));
        }
    }

    #[test]
    fn ids_come_back_as_they_were(number in any::<i64>(), text in "\\PC{0,60}") {
        let quoted = serde_json::to_string(&text).unwrap();
        for id in [number.to_string(), quoted] {
            let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#);
            let Ok(Message::Request(request)) = classify(frame.as_bytes()) else {
                panic!("not a request: {frame}");
            };
            let mut out = Vec::new();
            request.id.write(&mut out);
            let written = String::from_utf8(out).unwrap();
            if !id.contains(LINE_ENDS) {
                prop_assert_eq!(&written, &id);
            }
            prop_assert_eq!(
                serde_json::from_str::<Value>(&written).unwrap(),
                serde_json::from_str::<Value>(&id).unwrap()
            );
            let again: Id = serde_json::from_str(&serde_json::to_string(&request.id).unwrap()).unwrap();
            prop_assert_eq!(again, request.id);
        }
    }

    #[test]
    fn integers_are_read_as_others_read_them(number in any::<i128>(), zeros in 0usize..3) {
        let text = match zeros {
            0 => number.to_string(),
            zeros => format!("{number}.{}", "0".repeat(zeros)),
        };
        let raw = Raw::parse(&text).unwrap();
        prop_assert_eq!(from_raw::<i128>(raw).ok(), Some(number));
        prop_assert_eq!(from_raw::<i64>(raw).ok(), i64::try_from(number).ok());
        prop_assert_eq!(from_raw::<u8>(raw).ok(), u8::try_from(number).ok());
    }
}
