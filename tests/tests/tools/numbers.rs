//! Numbers, exactly: what each type takes of each spelling, and that nothing is ever rounded or
//! wrapped on the way.

use super::*;
use mcp_runtime::prelude::*;

/// Takes an `i64`.
#[tool]
async fn signed(n: i64) -> String {
    n.to_string()
}

/// Takes a `u64`.
#[tool]
async fn unsigned(n: u64) -> String {
    n.to_string()
}

/// Takes a `u8`.
#[tool]
async fn small(n: u8) -> String {
    n.to_string()
}

/// Takes an `f64`.
#[tool]
async fn real(n: f64) -> String {
    format!("{n:?}")
}

/// Takes any JSON.
#[tool]
async fn any(n: Value) -> String {
    n.to_string()
}

/// What came back, or `-` for a refusal.
const NO: &str = "-";

/// Each spelling, and what comes back from `i64`, `u64`, `u8`, `f64` and any JSON.
const TABLE: &[(&str, [&str; 5])] = &[
    ("0", ["0", "0", "0", "0.0", "0"]),
    ("-0", ["0", "0", "0", "-0.0", "-0.0"]),
    ("-0.0", ["0", "0", "0", "-0.0", "-0.0"]),
    ("12", ["12", "12", "12", "12.0", "12"]),
    ("12.0", ["12", "12", "12", "12.0", "12.0"]),
    ("1.2e1", ["12", "12", "12", "12.0", "12.0"]),
    ("120E-1", ["12", "12", "12", "12.0", "12.0"]),
    ("0.5", [NO, NO, NO, "0.5", "0.5"]),
    ("-1", ["-1", NO, NO, "-1.0", "-1"]),
    ("255", ["255", "255", "255", "255.0", "255"]),
    ("256", ["256", "256", NO, "256.0", "256"]),
    ("1e2", ["100", "100", "100", "100.0", "100.0"]),
    (
        "1e18",
        [
            "1000000000000000000",
            "1000000000000000000",
            NO,
            "1e18",
            "1e+18",
        ],
    ),
    // 2^53, and the first whole number that an `f64` can't hold.
    (
        "9007199254740992",
        [
            "9007199254740992",
            "9007199254740992",
            NO,
            "9007199254740992.0",
            "9007199254740992",
        ],
    ),
    (
        "9007199254740993",
        [
            "9007199254740993",
            "9007199254740993",
            NO,
            NO,
            "9007199254740993",
        ],
    ),
    (
        // With a fraction it is a decimal, of which an `f64` takes what is nearest.
        "9007199254740993.0",
        [
            "9007199254740993",
            "9007199254740993",
            NO,
            "9007199254740992.0",
            "9007199254740992.0",
        ],
    ),
    // The ends of the types.
    (
        "9223372036854775807",
        [
            "9223372036854775807",
            "9223372036854775807",
            NO,
            NO,
            "9223372036854775807",
        ],
    ),
    (
        "9223372036854775808",
        [
            NO,
            "9223372036854775808",
            NO,
            "9.223372036854776e18",
            "9223372036854775808",
        ],
    ),
    (
        "-9223372036854775808",
        [
            "-9223372036854775808",
            NO,
            NO,
            "-9.223372036854776e18",
            "-9223372036854775808",
        ],
    ),
    ("-9223372036854775809", [NO, NO, NO, NO, NO]),
    (
        "18446744073709551615",
        [NO, "18446744073709551615", NO, NO, "18446744073709551615"],
    ),
    // 2^64 is beyond every whole type, and an `f64` holds it exactly.
    (
        "18446744073709551616",
        [
            NO,
            NO,
            NO,
            "1.8446744073709552e19",
            "1.8446744073709552e+19",
        ],
    ),
    ("18446744073709551617", [NO, NO, NO, NO, NO]),
    ("123456789012345678901234567890", [NO, NO, NO, NO, NO]),
    // Fractions are as near as an `f64` comes, which is all that anybody's JSON promises.
    ("0.1", [NO, NO, NO, "0.1", "0.1"]),
    ("1e308", [NO, NO, NO, "1e308", "1e+308"]),
    ("1e400", [NO, NO, NO, NO, NO]),
    ("-1e400", [NO, NO, NO, NO, NO]),
    ("1e-400", [NO, NO, NO, "0.0", "0.0"]),
    ("1e999999999999", [NO, NO, NO, NO, NO]),
    (r#""5""#, [NO, NO, NO, NO, r#""5""#]),
    ("true", [NO, NO, NO, NO, "true"]),
    ("[1]", [NO, NO, NO, NO, "[1]"]),
];

#[test]
fn nothing_is_rounded_or_wrapped() {
    let tools = tools![signed, unsigned, small, real, any];
    let mut talk = talk(server().tools(tools));
    let mut wrong = Vec::new();
    for (sent, expected) in TABLE {
        for (tool, expected) in ["signed", "unsigned", "small", "real", "any"]
            .iter()
            .zip(expected)
        {
            let answer = call_with(&mut talk, tool, &format!(r#"{{"n":{sent}}}"#));
            let found = if answer["error"]["data"]["field"] == "n" {
                NO
            } else {
                text_of(&answer)
            };
            if found != *expected {
                wrong.push(format!(
                    "{tool} of {sent}: expected {expected}, found {found}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_refused_number_is_told_what_it_must_be() {
    let tools = tools![signed, unsigned, small, real, any];
    let mut talk = talk(server().tools(tools));
    for (tool, sent, reason, got) in [
        ("small", "256", "must be <= 255", "256"),
        ("small", "-1", "must be >= 0", "-1"),
        ("small", "0.5", "must be an integer", "0.5"),
        ("small", r#""5""#, "must be an integer", "string"),
        (
            "signed",
            "9223372036854775808",
            "must be <= 9223372036854775807",
            "9223372036854775808",
        ),
    ] {
        let answer = call_with(&mut talk, tool, &format!(r#"{{"n":{sent}}}"#));
        let data = &answer["error"]["data"];
        assert_eq!(
            (&data["reason"], &data["got"]),
            (&json!(reason), &json!(got)),
            "{answer}"
        );
    }
}

/// Takes numbers inside lists and maps.
#[tool]
async fn inside(list: Vec<u8>, deep: std::collections::BTreeMap<String, Vec<i64>>) -> String {
    format!("{list:?} {deep:?}")
}

#[test]
fn numbers_inside_are_held_to_the_same() {
    let mut talk = talk(server().tools(tools![inside]));
    let answer = call_with(
        &mut talk,
        "inside",
        r#"{"list":[1.0,2e0],"deep":{"a":[-0,12.0]}}"#,
    );
    assert_eq!(text_of(&answer), r#"[1, 2] {"a": [0, 12]}"#);
    let answer = call_with(
        &mut talk,
        "inside",
        r#"{"list":[1,256],"deep":{"a":[0.5,"1"]}}"#,
    );
    let fields: Vec<String> = faults(&answer).into_iter().map(|fault| fault.0).collect();
    assert_eq!(fields, ["list[1]", "deep.a[0]", "deep.a[1]"], "{answer}");
}

/// Takes an `f32` between limits that no binary number holds exactly.
#[tool]
async fn share(#[arg(min = 0.1, max = 0.7, default = 0.7)] part: f32) -> f32 {
    part
}

#[test]
fn limits_of_an_f32_are_those_that_were_written() {
    let mut talk = talk(server().tools(tools![share]));
    let listed = &talk.tool("share")["inputSchema"]["properties"]["part"];
    let expected = json!({"type": "number", "minimum": 0.1, "maximum": 0.7, "default": 0.7});
    assert_eq!(*listed, expected);
    for (sent, text) in [("0.1", "0.1"), ("0.7", "0.7"), ("null", "0.7")] {
        let answer = call_with(&mut talk, "share", &format!(r#"{{"part":{sent}}}"#));
        assert_eq!(text_of(&answer), text);
    }
    refused(
        &mut talk,
        "share",
        &json!({"part": 0.71}),
        &[("part", "must be <= 0.7")],
    );
}
