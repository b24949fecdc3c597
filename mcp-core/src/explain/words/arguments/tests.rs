//! Everything that the checker says must be said in Korean too.

use super::*;
use crate::json::Raw;
use crate::schema::{ArgumentFault, Checker, Pattern, Patterns};
use serde_json::{Value, json};

/// Matches what is not there.
#[derive(Debug)]
struct Never;

impl Pattern for Never {
    fn is_match(&self, _: &str) -> bool {
        false
    }
}

struct AllNever;

impl Patterns for AllNever {
    fn compile(&self, _: &str) -> Result<Box<dyn Pattern>, String> {
        Ok(Box::new(Never))
    }
}

fn faults(schema: &Value, value: &str) -> Vec<ArgumentFault> {
    let checker = Checker::compile(schema, &AllNever).expect("a schema");
    let mut faults = Vec::new();
    checker.check(Raw::parse(value).expect("JSON"), &mut faults);
    assert!(!faults.is_empty(), "{schema} takes {value}");
    faults
}

type Case = (Value, &'static str);

fn scalars_and_arrays() -> Vec<Case> {
    let words: Vec<String> = (0..30).map(|n| format!("w{n}")).collect();
    vec![
        (json!({"type": "integer"}), "1.5"),
        (json!({"type": ["number", "null"]}), "\"x\""),
        (
            json!({"type": ["string", "boolean", "array", "object"]}),
            "1",
        ),
        (json!(false), "1"),
        (json!({"minimum": 1, "exclusiveMinimum": 1}), "0"),
        (json!({"maximum": 1, "exclusiveMaximum": 1}), "2"),
        (json!({"multipleOf": 5}), "7"),
        (json!({"minLength": 1}), "\"\""),
        (json!({"minLength": 3, "pattern": "^x"}), "\"ab\""),
        (json!({"maxLength": 1}), "\"ab\""),
        (json!({"minLength": 1}), "\"\\ud800\""),
        (json!({"minItems": 2}), "[1]"),
        (json!({"maxItems": 1}), "[1,2]"),
        (json!({"minItems": 2, "maxItems": 2}), "[1]"),
        (json!({"uniqueItems": true}), "[1,1]"),
        (json!({"minProperties": 2}), "{\"a\":1}"),
        (json!({"maxProperties": 0}), "{\"a\":1}"),
        (json!({"enum": ["low", "high, or so"]}), "\"lou\""),
        (json!({"enum": words}), "1"),
        (json!({"const": 3}), "4"),
    ]
}

fn objects_and_unions() -> Vec<Case> {
    let case = |tag: &str, other: &str| {
        json!({"type": "object", "required": ["kind"], "additionalProperties": false,
               "properties": {"kind": {"const": tag}, other: {}}})
    };
    let tagged = json!({"oneOf": [case("a", "x"), case("b", "y")]});
    vec![
        (json!({"type": "object", "required": ["q"]}), "{}"),
        (
            json!({"properties": {"q": {"type": "string"}}, "required": ["q"]}),
            "{}",
        ),
        (
            json!({"properties": {}, "additionalProperties": false}),
            "{\"z\":1}",
        ),
        (
            json!({"properties": {"limit": {}, "m": {}}, "additionalProperties": false}),
            "{\"limi\":1,\"zzzz\":1}",
        ),
        (
            json!({"properties": {"o": {"properties": {"a": {}}, "additionalProperties": false}}}),
            "{\"o\":{\"zzzz\":1}}",
        ),
        (json!({"properties": {"a": {}}}), "{\"a\":1,\"a\":2}"),
        (json!({"propertyNames": {"enum": ["a", "b"]}}), "{\"c\":1}"),
        (
            json!({"patternProperties": {"^x": {}}, "additionalProperties": false}),
            "{\"c\":1}",
        ),
        (json!({"not": {"type": "string"}}), "\"x\""),
        (
            json!({"oneOf": [{"type": "string"}, {"minLength": 1}]}),
            "\"x\"",
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "object", "required": ["a", "b"]}, {"const": "off"}]}),
            "\"x\"",
        ),
        (
            json!({"properties": {"n": {"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}}}),
            "{\"n\":1}",
        ),
        (tagged.clone(), "{\"kind\":\"a\",\"y\":1}"),
        (tagged.clone(), "{}"),
        (tagged, "{\"kind\":\"c\"}"),
    ]
}

/// A fault for every reason that the checker can give.
fn every_fault() -> Vec<ArgumentFault> {
    let cases = [scalars_and_arrays(), objects_and_unions()].concat();
    cases.iter().flat_map(|(s, v)| faults(s, v)).collect()
}

/// English words that stand outside of quotes.
fn english(text: &str) -> Option<String> {
    let mut rest = String::new();
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(open) if open == letter => quote = None,
            Some(_) => {}
            None if matches!(letter, '"' | '`') => quote = Some(letter),
            None => rest.push(letter),
        }
    }
    let mut words = rest.split(|c: char| !c.is_ascii_alphabetic());
    let word = words.find(|word| !matches!(*word, "" | "null" | "true" | "false"));
    word.map(str::to_owned)
}

#[test]
fn everything_that_the_checker_says_is_said_in_korean() {
    for fault in every_fault() {
        for (said, ko) in [
            (&fault.reason, reason_ko(&fault.reason)),
            (&fault.expected, expected_ko(&fault.expected)),
            (&fault.got, got_ko(&fault.got)),
        ] {
            assert_eq!(english(&ko), None, "{said} → {ko}");
        }
        assert!(
            !fault.reason.starts_with("must")
                || reason_ko(&fault.reason).contains("합니다")
                || reason_ko(&fault.reason).contains("안 됩니다"),
            "{}",
            fault.reason
        );
    }
}

#[test]
fn the_ending_follows_the_last_sound() {
    for (reason, ko) in [
        ("must be <= 50", "50 이하여야 합니다"),
        ("must be >= 1", "1 이상이어야 합니다"),
        ("must be > 1", "1보다 커야 합니다"),
        ("must be an integer", "정수여야 합니다"),
        ("must be a string", "문자열이어야 합니다"),
        (
            "must be a string or null",
            "다음이어야 합니다: 문자열 또는 null",
        ),
        (
            "must be one of \"a, b\", \"c\"",
            "\"a, b\", \"c\" 중 하나여야 합니다",
        ),
        ("must have at least 3 characters", "3자 이상이어야 합니다"),
        ("must have exactly 2 items", "항목이 정확히 2개여야 합니다"),
        (
            "must be a leap year, says the tool",
            "다음이어야 합니다: a leap year, says the tool",
        ),
        ("went wrong", "went wrong"),
    ] {
        assert_eq!(reason_ko(reason), ko);
    }
}
