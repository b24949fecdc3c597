//! What a tool can take: what is listed for each kind of parameter, and what is let in.

use super::*;
use mcp_runtime::prelude::*;
use serde::Deserialize;
use std::collections::BTreeSet;

fn schema(tool: &str) -> Value {
    tour(STRICT).tool(tool)["inputSchema"].clone()
}

#[test]
fn views_of_text_and_lists_are_what_the_caller_sends() {
    let expected = json!({
        "type": "object",
        "properties": {
            "words": {"type": "array", "items": {"type": "string"}},
            "separator": {"type": "string"},
        },
        "required": ["words", "separator"],
        "additionalProperties": false,
    });
    assert_eq!(schema("join"), expected);
    let joined = tour(STRICT).text("join", json!({"words": ["a", "b"], "separator": "-"}));
    assert_eq!(joined, "a-b");
}

#[test]
fn what_the_server_lends_is_not_listed() {
    let nothing = json!({"type": "object", "properties": {}, "additionalProperties": false});
    for tool in ["motto", "visit", "caller", "patient"] {
        assert_eq!(schema(tool), nothing, "{tool}");
    }
    let properties = &schema("put_book")["properties"];
    assert_eq!(
        *properties,
        json!({"title": {"type": "string", "description": "The title of the book.", "minLength": 1}})
    );
}

#[test]
fn what_may_be_left_out_is_not_required_and_null_is_the_same_as_nothing() {
    let expected = json!({
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "due": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
        "additionalProperties": false,
    });
    assert_eq!(schema("edit"), expected);
    let mut talk = tour(STRICT);
    for arguments in [json!({}), json!({"title": null})] {
        assert_eq!(talk.text("edit", arguments), "title: keep, due: keep");
    }
}

#[test]
fn an_option_in_an_option_tells_null_from_nothing() {
    let mut talk = tour(STRICT);
    for (arguments, expected) in [
        (json!({}), "title: keep, due: keep"),
        (json!({"due": null}), "title: keep, due: clear"),
        (
            json!({"due": "May", "title": "x"}),
            "title: set to x, due: set to May",
        ),
    ] {
        assert_eq!(talk.text("edit", arguments), expected);
    }
}

#[test]
fn no_arguments_at_all_are_the_same_as_none_inside() {
    for revision in REVISIONS {
        let mut talk = tour(revision);
        for params in [
            json!({"name": "edit"}),
            json!({"name": "edit", "arguments": null}),
            json!({"name": "edit", "arguments": {}}),
        ] {
            let answer = talk.request("tools/call", params);
            assert_eq!(text_of(&answer), "title: keep, due: keep", "{revision}");
        }
    }
}

#[test]
fn absent_null_and_a_wrong_type_are_told_apart() {
    let mut talk = tour(STRICT);
    let cases = [
        (json!({"words": []}), "is required", "nothing"),
        (
            json!({"words": [], "separator": null}),
            "must be a string",
            "null",
        ),
        (
            json!({"words": [], "separator": 5}),
            "must be a string",
            "5",
        ),
        (
            json!({"words": [], "separator": true}),
            "must be a string",
            "true",
        ),
        (
            json!({"words": [], "separator": ["a"]}),
            "must be a string",
            "array",
        ),
        (
            json!({"words": [], "separator": {}}),
            "must be a string",
            "object",
        ),
    ];
    for (arguments, reason, got) in cases {
        let answer = talk.call("join", arguments);
        let data = &answer["error"]["data"];
        assert_eq!(data["field"], "separator", "{answer}");
        assert_eq!(data["reason"], reason, "{answer}");
        assert_eq!(data["got"], got, "{answer}");
        assert_eq!(data["expected"], "a string", "{answer}");
    }
}

#[test]
fn maps_are_open_objects_and_numbers_are_keys_too() {
    let properties = json!({
        "by_name": {"type": "object", "additionalProperties": {"type": "number"}},
        "by_id": {
            "type": "object",
            "description": "Names match `^\\d+$`.",
            "additionalProperties": {"type": "string"},
        },
    });
    assert_eq!(schema("prices")["properties"], properties);
    let mut talk = tour(STRICT);
    let told = talk.text(
        "prices",
        json!({"by_name": {"tea": 2}, "by_id": {"7": "x"}}),
    );
    assert_eq!(told, r#"{"tea": 2.0} {7: "x"}"#);
    let wrong = json!({"by_name": {"tea": "2"}, "by_id": {"x": "y"}});
    let expected = [
        ("by_name.tea", "must be a number"),
        (
            "by_id.x",
            "must have a name that matches the pattern `^\\d+$`",
        ),
    ];
    refused(&mut talk, "prices", &wrong, &expected);
}

#[test]
fn an_enum_of_words_lists_them_and_their_meaning() {
    let colour = json!({
        "type": "string",
        "enum": ["red", "deep_blue"],
        "description": "A colour; each is described.\n\n- `red`: Like a ripe tomato.\n- `deep_blue`: Like the sea at noon.",
    });
    assert_eq!(
        schema("mix")["properties"],
        json!({"first": colour, "second": colour})
    );
    let mut talk = tour(STRICT);
    let told = talk.text("mix", json!({"first": "red", "second": "deep_blue"}));
    assert_eq!(told, "Red and DeepBlue");
}

#[test]
fn a_word_that_is_not_in_an_enum_is_told_the_words_and_the_nearest() {
    let answer = tour(STRICT).call("mix", json!({"first": "rad", "second": "red"}));
    let data = json!({
        "field": "first",
        "reason": "must be one of \"red\", \"deep_blue\"",
        "expected": "one of \"red\", \"deep_blue\"",
        "got": "\"rad\"",
        "allowed": ["red", "deep_blue"],
        "nearest": "red",
        "example": {"first": "red", "second": "red"},
        "retryable": false,
    });
    assert_eq!(answer["error"]["data"], data, "{answer}");
}

#[test]
fn an_enum_of_objects_is_one_object_that_says_which_members_go_together() {
    let shape = &schema("draw")["properties"]["shape"];
    assert_eq!(shape["type"], "object");
    assert_eq!(shape["required"], json!(["kind"]));
    assert_eq!(
        shape["properties"]["kind"]["enum"],
        json!(["circle", "rectangle"])
    );
    let mut talk = tour(STRICT);
    let draw = |shape: Value| json!({ "shape": shape });
    let told = talk.text("draw", draw(json!({"radius": 2, "kind": "circle"})));
    assert_eq!(told, "a circle of 2");
    let told = talk.text(
        "draw",
        draw(json!({"kind": "rectangle", "width": 1, "height": 2.5})),
    );
    assert_eq!(told, "a rectangle of 1 by 2.5");
    for (shape, field, reason) in [
        (json!({"kind": "circle"}), "shape.radius", "is required"),
        (json!({"radius": 1}), "shape.kind", "is required"),
        (
            json!({"kind": "circel", "radius": 1}),
            "shape.kind",
            "must be one of \"circle\", \"rectangle\"",
        ),
        (
            json!({"kind": "circle", "radius": 1, "width": 1}),
            "shape.width",
            "must be left out when `kind` is \"circle\"",
        ),
        (json!(7), "shape", "must be an object"),
        (json!(null), "shape", "must be an object"),
    ] {
        refused(&mut talk, "draw", &draw(shape), &[(field, reason)]);
    }
}

#[test]
fn a_type_that_holds_itself_is_listed_once_and_read_at_any_depth() {
    let schema = schema("invite");
    let friends = &schema["properties"]["guests"]["items"]["properties"]["friends"]["items"];
    assert_eq!(*friends, json!({"$ref": "#/$defs/Guest"}));
    assert!(schema["$defs"]["Guest"]["properties"]["name"].is_object());
    let mut guest = json!({"name": "a", "age": 1});
    for _ in 0..20 {
        guest = json!({"name": "a", "age": 1, "friends": [guest]});
    }
    let told = tour(STRICT).text("invite", json!({"guests": [guest]}));
    assert_eq!(told, r#"["a"] from [], up to 1, 21 in all"#);
}

#[test]
fn a_default_may_be_a_value_of_any_type() {
    let mut talk = tour(STRICT);
    for arguments in [json!({}), json!({"choices": null})] {
        assert_eq!(talk.text("settings", arguments), "dark: true, zoom: None");
    }
    let own = json!({"choices": {"zoom": 1.5}});
    assert_eq!(talk.text("settings", own), "dark: false, zoom: Some(1.5)");
}

#[test]
fn a_default_is_listed_as_a_caller_could_send_it() {
    for tool in tour(STRICT).tools() {
        for (name, property) in tool["inputSchema"]["properties"]
            .as_object()
            .expect("properties")
        {
            let Some(default) = property.get("default") else {
                continue;
            };
            let validator = jsonschema::validator_for(property).expect("a schema");
            assert!(
                validator.is_valid(default),
                "{}.{name}: {property}",
                tool["name"]
            );
        }
    }
}

#[test]
fn any_json_is_taken_as_it_was_sent() {
    let property = &schema("keep")["properties"]["value"];
    assert_eq!(*property, json!({"description": "Any JSON value."}));
    let mut talk = tour(STRICT);
    for value in [
        json!(1),
        json!(-2.5),
        json!(false),
        json!(""),
        json!("5"),
        json!([1, [2]]),
        json!({"a": {"b": null}}),
        json!(null),
    ] {
        let told = talk.text("keep", json!({"value": value}));
        assert_eq!(told, value.to_string());
    }
    refused(&mut talk, "keep", &json!({}), &[("value", "is required")]);
}

#[test]
fn an_open_type_leaves_the_tool_open() {
    let expected = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
        "additionalProperties": {"type": "string"},
    });
    assert_eq!(schema("labels"), expected);
    let mut talk = tour(STRICT);
    let told = talk.text("labels", json!({"name": "box", "size": "big"}));
    assert_eq!(told, r#"box: {"size": "big"}"#);
    let wrong = json!({"name": "box", "size": 7});
    refused(&mut talk, "labels", &wrong, &[("size", "must be a string")]);
}

/// Takes sets, tuples, characters and fixed lists.
#[tool]
async fn odd(set: BTreeSet<u8>, pair: (u8, String), c: char, three: [u8; 3]) -> String {
    format!("{set:?} {pair:?} {c} {three:?}")
}

#[test]
fn sets_tuples_characters_and_fixed_lists_are_held_to_their_length() {
    let mut talk = talk(server().tools(tools![odd]));
    let good = json!({"set": [1, 2], "pair": [1, "a"], "c": "é", "three": [1, 2, 3]});
    assert_eq!(talk.text("odd", good), "{1, 2} (1, \"a\") é [1, 2, 3]");
    let bad = json!({"set": [1, 1], "pair": [1], "c": "ab", "three": [1, 2, 3, 4]});
    let answer = talk.call("odd", bad);
    let fields: Vec<String> = faults(&answer).into_iter().map(|fault| fault.0).collect();
    assert_eq!(fields, ["set", "pair", "c", "three"], "{answer}");
}

/// A note that may be left out, and must be whole when it is there.
#[derive(Deserialize, schemars::JsonSchema)]
struct Span {
    from: u32,
    to: u32,
}

/// Takes the fields of a type that may be left out as a whole.
#[tool]
async fn spanned(#[arg(flatten)] span: Option<Span>) -> String {
    span.map_or("all".to_owned(), |span| {
        format!("{} to {}", span.from, span.to)
    })
}

#[test]
fn a_flattened_option_is_there_as_a_whole_or_not_at_all() {
    let mut talk = talk(server().tools(tools![spanned]));
    assert_eq!(talk.text("spanned", json!({})), "all");
    assert_eq!(talk.text("spanned", json!({"from": 1, "to": 2})), "1 to 2");
    refused(
        &mut talk,
        "spanned",
        &json!({"from": 1}),
        &[("to", "is required")],
    );
    let unknown = [
        ("from", "is required"),
        ("form", "is not a parameter of this tool"),
    ];
    refused(&mut talk, "spanned", &json!({"form": 1}), &unknown);
}

/// A note with a default of its own.
#[derive(Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Window {
    from: u32,
    to: u32,
}

/// Takes the fields of a type that has a default as a whole.
#[tool]
async fn windowed(#[arg(flatten, default = Window { from: 3, to: 4 })] window: Window) -> String {
    format!("{} to {}", window.from, window.to)
}

#[test]
fn the_default_of_a_flattened_parameter_stands_for_all_of_its_fields() {
    let mut talk = talk(server().tools(tools![windowed]));
    assert_eq!(talk.text("windowed", json!({})), "3 to 4");
    assert_eq!(talk.text("windowed", json!({"from": 1, "to": 2})), "1 to 2");
    let partly = json!({"from": 1});
    refused(&mut talk, "windowed", &partly, &[("to", "is required")]);
}

#[test]
fn the_server_says_who_calls() {
    for revision in REVISIONS {
        let name = if revision == "2026-07-28" {
            "somebody"
        } else {
            "qa"
        };
        let told = tour(revision).text("caller", json!({}));
        assert_eq!(told, format!("{name}, in {revision}"));
    }
}
