//! How strictly a call is read: unknown names, keys that stand twice, arguments in the wrong place,
//! text in the place of numbers; and what a lenient server takes.

use super::*;
use mcp_runtime::prelude::*;
use std::collections::{BTreeMap, HashMap};

#[test]
fn an_unknown_name_is_refused_and_the_nearest_is_told() {
    let answer = tour(STRICT).call(
        "join",
        json!({"words": [], "separator": "", "sepparator": 1}),
    );
    let data = json!({
        "field": "sepparator",
        "reason": "is not a parameter of this tool",
        "expected": "`separator`",
        "got": "number",
        "nearest": "separator",
        "example": {"words": ["text"], "separator": "text"},
        "retryable": false,
    });
    assert_eq!(answer["error"]["data"], data, "{answer}");
    let answer = tour(STRICT).call("join", json!({"words": [], "separator": "", "x": 1}));
    assert_eq!(
        answer["error"]["data"]["allowed"],
        json!(["separator", "words"])
    );
    assert_eq!(answer["error"]["data"].get("nearest"), None);
}

#[test]
fn names_are_compared_exactly() {
    let mut talk = tour(STRICT);
    for name in ["Thing", "THING", "thing ", "th\u{131}ng"] {
        let mut arguments = json!({"type": "matt"});
        arguments[name] = "door".into();
        let expected = [
            ("thing", "is required"),
            (name, "is not a parameter of this tool"),
        ];
        refused(&mut talk, "paint", &arguments, &expected);
    }
}

#[test]
fn arguments_that_are_no_object_are_refused() {
    for (arguments, kind) in [
        ("[1,2]", "an array"),
        ("7", "a number"),
        (r#""a""#, "a string"),
    ] {
        let answer = call_with(&mut tour(STRICT), "join", arguments);
        let message = format!("Invalid params: \"params.arguments\" must be an object, not {kind}");
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        assert_eq!(answer["error"]["message"], message.as_str());
    }
}

/// Takes a text and a list.
#[tool]
async fn both(s: String, list: Option<Vec<HashMap<String, u8>>>) -> String {
    format!("{s} {}", list.map_or(0, |list| list.len()))
}

#[test]
fn a_key_that_stands_twice_is_refused_at_any_depth() {
    let mut talk = talk(server().tools(tools![both]));
    for (arguments, field) in [
        (r#"{"s":"a","s":"b"}"#, "s"),
        (r#"{"s":"a","\u0073":"b"}"#, "s"),
        (r#"{"s":"a","list":[{"x":1},{"y":1,"y":2}]}"#, "list[1].y"),
    ] {
        let answer = call_with(&mut talk, "both", arguments);
        let expected = vec![(field.to_owned(), "must be given once".to_owned())];
        assert_eq!(faults(&answer), expected, "{answer}");
    }
}

#[test]
fn a_key_that_stands_twice_is_refused_whatever_the_schema_comes_from() {
    let mut talk = tour(STRICT);
    for (tool, arguments, field) in [
        ("search", r#"{"query":"q","limit":1,"limit":2}"#, "limit"),
        ("labels", r#"{"name":"a","x":"1","x":"2"}"#, "x"),
        ("keep", r#"{"value":{"b":[{"c":1,"c":2}]}}"#, "value.b[0].c"),
        ("temperature", r#"{"celsius":1,"celsius":2}"#, "celsius"),
        ("temperature", r#"{"celsius":1,"x":1,"x":2}"#, "x"),
        ("greet", r#"{"name":"a","name":"b"}"#, "name"),
    ] {
        let answer = call_with(&mut talk, tool, arguments);
        let expected = vec![(field.to_owned(), "must be given once".to_owned())];
        assert_eq!(faults(&answer), expected, "{answer}");
    }
}

#[test]
fn what_no_value_can_hold_is_refused_at_its_place_whatever_the_schema_comes_from() {
    let mut talk = tour(STRICT);
    for (tool, arguments, field) in [
        ("temperature", r#"{"celsius":1e400}"#, "celsius"),
        ("greet", r#"{"name":"a\ud800"}"#, "name"),
        ("keep", r#"{"value":[0,18446744073709551617]}"#, "value[1]"),
        ("keep", r#"{"value":{"a":"\udc00"}}"#, "value.a"),
        ("paint", r#"{"thing":"\ud800x","type":"a"}"#, "thing"),
    ] {
        let answer = call_with(&mut talk, tool, arguments);
        let fields: Vec<String> = faults(&answer).into_iter().map(|fault| fault.0).collect();
        assert_eq!(fields, [field], "{answer}");
    }
}

#[test]
fn a_server_may_allow_keys_that_stand_twice() {
    let mut talk = talk(server().tools(tools![both]).allow_duplicate_keys());
    let answer = call_with(&mut talk, "both", r#"{"s":"a","list":[{"y":1,"y":2}]}"#);
    assert_eq!(text_of(&answer), "a 1");
}

/// What a misplaced argument is told.
fn misplaced(name: &str) -> (String, String) {
    let reason =
        format!("must be inside arguments: found `{name}` under params; put it inside arguments");
    (name.to_owned(), reason)
}

#[test]
fn arguments_beside_arguments_are_told_where_they_belong() {
    let mut talk = tour(STRICT);
    for params in [
        json!({"name": "order", "price": 1, "tip": 2, "other": 3}),
        json!({"name": "order", "arguments": {}, "price": 1, "tip": 2}),
        json!({"name": "order", "arguments": null, "price": 1, "tip": 2}),
    ] {
        let answer = talk.request("tools/call", params);
        let expected = vec![misplaced("price"), misplaced("tip")];
        assert_eq!(faults(&answer), expected, "{answer}");
        let example = json!({"price": 1, "tip": 1});
        assert_eq!(answer["error"]["data"]["example"], example);
    }
}

/// Takes what other methods of the protocol have under their params.
#[tool]
async fn fetch(uri: String, reason: Option<String>) -> String {
    format!("{uri} {reason:?}")
}

#[test]
fn arguments_beside_others_that_are_inside_are_told_where_they_belong() {
    let mut talk = tour(STRICT);
    let params = json!({"name": "order", "arguments": {"price": 1}, "tip": 2, "eggs": 3, "x": 4});
    let answer = talk.request("tools/call", params);
    assert_eq!(
        faults(&answer),
        [misplaced("eggs"), misplaced("tip")],
        "{answer}"
    );
    let params = json!({"name": "order", "arguments": {"price": 1, "tip": 1}, "tip": 2});
    let answer = talk.request("tools/call", params);
    assert!(answer["result"].is_object(), "{answer}");
}

#[test]
fn arguments_with_the_name_of_a_member_of_another_method_are_told_where_they_belong() {
    let mut talk = talk(server().tools(tools![fetch]));
    let params = json!({"name": "fetch", "uri": "x:1", "reason": "y", "cursor": "z"});
    let answer = talk.request("tools/call", params);
    assert_eq!(
        faults(&answer),
        [misplaced("uri"), misplaced("reason")],
        "{answer}"
    );
}

#[test]
fn the_words_for_a_misplaced_argument_end_with_what_to_do() {
    let mut talk = tour("2025-11-25");
    let answer = talk.request("tools/call", json!({"name": "order", "price": 1}));
    let text = answer["result"]["content"][0]["text"].as_str();
    let line = "\n- price must be inside arguments: found `price` under params; \
                put it inside arguments\n";
    assert!(text.is_some_and(|text| text.contains(line)), "{answer}");
}

#[test]
fn what_stands_beside_arguments_and_is_no_argument_is_let_be() {
    let mut talk = tour(STRICT);
    for params in [
        json!({"name": "edit", "future": 1}),
        json!({"name": "edit", "arguments": {"title": "x"}, "future": "y"}),
    ] {
        let answer = talk.request("tools/call", params);
        assert!(text_of(&answer).ends_with("due: keep"), "{answer}");
    }
}

/// Takes what is often sent as text.
#[tool]
async fn loose(
    n: u8,
    yes: bool,
    list: Vec<u8>,
    map: BTreeMap<String, u8>,
    #[arg(min = 0.5)] real: Option<f64>,
    text: Option<String>,
) -> String {
    format!("{n} {yes} {list:?} {map:?} {real:?} {text:?}")
}

fn spelled() -> Value {
    json!({"n": "5", "yes": "true", "list": "[1,2]", "map": "{\"a\":1}", "real": "1.5", "text": "7"})
}

#[test]
fn text_is_not_read_as_another_type() {
    let mut talk = talk(server().tools(tools![loose]));
    let expected = [
        ("n", "must be an integer"),
        ("yes", "must be a boolean"),
        ("list", "must be an array"),
        ("map", "must be an object"),
        ("real", "must be a number"),
    ];
    let answer = talk.call("loose", spelled());
    let found: Vec<(String, String)> = faults(&answer);
    let reasons: Vec<(&str, String)> = found
        .iter()
        .map(|(field, reason)| (field.as_str(), reason.replace(" or null", "")))
        .collect();
    let expected: Vec<(&str, String)> = expected.map(|(f, r)| (f, r.to_owned())).into();
    assert_eq!(reasons, expected);
}

#[test]
fn a_lenient_server_reads_text_as_what_it_spells_and_nothing_else() {
    let mut talk = talk(server().tools(tools![loose]).lenient_arguments());
    let told = talk.text("loose", spelled());
    assert_eq!(told, r#"5 true [1, 2] {"a": 1} Some(1.5) Some("7")"#);
    let exact = json!({"n": 5, "yes": true, "list": [], "map": {}});
    assert_eq!(talk.text("loose", exact), "5 true [] {} None None");
    let mut wrong = spelled();
    wrong["n"] = "256".into();
    wrong["yes"] = "yes".into();
    wrong["real"] = "0.1".into();
    let fields: Vec<String> = faults(&talk.call("loose", wrong))
        .into_iter()
        .map(|f| f.0)
        .collect();
    assert_eq!(fields, ["n", "yes", "real"]);
}

/// A part of a list.
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Slice {
    first: u8,
    name: Option<String>,
}

/// Takes fields.
#[tool]
async fn sliced(all: bool, #[arg(flatten)] slice: Slice) -> String {
    format!("{all} {} {:?}", slice.first, slice.name)
}

/// Takes what a schema written by hand lets in.
#[tool(input_schema = r#"{"type":"object","properties":{"n":{"type":"integer","maximum":9}}}"#)]
async fn written(n: u8) -> u8 {
    n
}

#[test]
fn a_lenient_server_reads_the_fields_of_flattened_types_and_schemas_written_by_hand_alike() {
    let mut talk = talk(server().tools(tools![sliced, written]).lenient_arguments());
    let told = talk.text("sliced", json!({"all": "true", "first": "5", "name": "7"}));
    assert_eq!(told, "true 5 Some(\"7\")");
    let wrong = json!({"all": "true", "first": "256"});
    refused(&mut talk, "sliced", &wrong, &[("first", "must be <= 255")]);
    assert_eq!(talk.text("written", json!({"n": "5"})), "5");
    refused(
        &mut talk,
        "written",
        &json!({"n": "10"}),
        &[("n", "must be <= 9")],
    );
}

#[test]
fn a_lenient_server_reads_nothing_inside_of_an_argument() {
    let mut talk = talk(server().tools(tools![loose]).lenient_arguments());
    let wrong = json!({"n": 1, "yes": true, "list": ["1"], "map": {}});
    refused(
        &mut talk,
        "loose",
        &wrong,
        &[("list[0]", "must be an integer")],
    );
}
