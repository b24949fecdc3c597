//! What `#[arg(…)]` says, as it is listed and as it is enforced.

use super::*;

/// The properties of a tool of the tour, which no revision changes.
fn properties(tool: &str) -> Value {
    let listed: Vec<Value> = REVISIONS
        .iter()
        .map(|revision| tour(revision).tool(tool)["inputSchema"].clone())
        .collect();
    assert!(
        listed.windows(2).all(|pair| pair[0] == pair[1]),
        "{listed:?}"
    );
    listed[0]["properties"].clone()
}

#[test]
fn names_descriptions_patterns_defaults_and_examples_are_listed() {
    let expected = json!({
        "thing": {
            "type": "string",
            "description": "What to paint. The doc comment of a parameter is its description.",
        },
        "type": {"type": "string", "description": "The kind of paint."},
        "colour": {
            "type": "string",
            "pattern": "^#[0-9a-f]{6}$",
            "default": "#000000",
            "examples": ["#ff8800"],
        },
    });
    assert_eq!(properties("paint"), expected);
    let required = &tour(STRICT).tool("paint")["inputSchema"]["required"];
    assert_eq!(*required, json!(["thing", "type"]));
}

#[test]
fn limits_of_numbers_are_listed_beside_those_of_their_types() {
    let expected = json!({
        "eggs": {"type": "integer", "minimum": 6, "maximum": 60, "multipleOf": 6, "default": 12},
        "price": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 10},
        "tip": {"type": "integer", "minimum": 0, "maximum": 5},
    });
    assert_eq!(properties("order"), expected);
}

#[test]
fn limits_of_texts_and_lists_formats_and_headers_are_listed() {
    let expected = json!({
        "name": {"type": "string", "minLength": 1, "maxLength": 20},
        "email": {"type": "string", "format": "email", "minLength": 3},
        "seats": {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32},
            "minItems": 1,
            "maxItems": 4,
            "uniqueItems": true,
        },
        "region": {"type": "string", "default": "eu", "x-mcp-header": "Region"},
    });
    assert_eq!(properties("reserve"), expected);
}

#[test]
fn the_fields_of_a_flattened_type_are_listed_as_arguments() {
    let expected = json!({
        "query": {"type": "string"},
        "offset": {
            "type": "integer",
            "description": "The first row.",
            "minimum": 0,
            "maximum": 4_294_967_295_u32,
            "default": 0,
        },
        "limit": {
            "type": "integer",
            "description": "How many rows.",
            "minimum": 1,
            "maximum": 50,
            "default": 10,
        },
    });
    assert_eq!(properties("search"), expected);
    let schema = &tour(STRICT).tool("search")["inputSchema"];
    assert_eq!(schema["required"], json!(["query"]));
    assert_eq!(schema["additionalProperties"], json!(false));
}

#[test]
fn what_the_caller_sends_is_called_as_it_is_listed() {
    let mut talk = tour(STRICT);
    let told = talk.text(
        "paint",
        json!({"thing": "door", "type": "matt", "colour": "#00ff00"}),
    );
    assert_eq!(told, "door in matt #00ff00");
    let wrong = json!({"thing": "door", "kind": "matt"});
    let expected = [
        ("type", "is required"),
        ("kind", "is not a parameter of this tool"),
    ];
    refused(&mut talk, "paint", &wrong, &expected);
}

#[test]
fn a_default_stands_for_nothing_and_for_null() {
    let mut talk = tour(STRICT);
    for arguments in [
        json!({"thing": "door", "type": "matt"}),
        json!({"thing": "door", "type": "matt", "colour": null}),
    ] {
        assert_eq!(talk.text("paint", arguments), "door in matt #000000");
    }
    assert_eq!(
        talk.text("order", json!({"price": 1.5})),
        "12 eggs at 1.5, tip 0"
    );
}

#[test]
fn each_limit_of_a_number_is_enforced_at_its_edge() {
    let mut talk = tour(STRICT);
    for good in [
        json!({"price": 0.001}),
        json!({"price": 9.999}),
        json!({"price": 1, "eggs": 6}),
        json!({"price": 1, "eggs": 60}),
        json!({"price": 1, "tip": 5}),
    ] {
        talk.text("order", good);
    }
    let bad = [
        (json!({"price": 0}), "price", "must be > 0"),
        (json!({"price": 10}), "price", "must be < 10"),
        (json!({"price": 1, "eggs": 0}), "eggs", "must be >= 6"),
        (json!({"price": 1, "eggs": 66}), "eggs", "must be <= 60"),
        (
            json!({"price": 1, "eggs": 7}),
            "eggs",
            "must be a multiple of 6",
        ),
        (json!({"price": 1, "tip": 6}), "tip", "must be <= 5"),
    ];
    for (arguments, field, reason) in bad {
        refused(&mut talk, "order", &arguments, &[(field, reason)]);
    }
}

#[test]
fn each_limit_of_a_text_or_a_list_is_enforced_at_its_edge() {
    let mut talk = tour(STRICT);
    let seats = |name: &str, seats: Value| json!({"name": name, "seats": seats});
    let twenty = "é".repeat(20);
    for good in [
        seats("a", json!([1])),
        seats(&twenty, json!([1, 2, 3, 4])),
        json!({"name": "a", "seats": [1], "email": "a@b"}),
        // A format tells, and does not check.
        json!({"name": "a", "seats": [1], "email": "not one"}),
    ] {
        talk.text("reserve", good);
    }
    let bad = [
        (seats("", json!([1])), "name", "must not be empty"),
        (
            seats(&"é".repeat(21), json!([1])),
            "name",
            "must have at most 20 characters",
        ),
        (seats("a", json!([])), "seats", "must have at least 1 item"),
        (
            seats("a", json!([1, 2, 3, 4, 5])),
            "seats",
            "must have at most 4 items",
        ),
        (
            seats("a", json!([1, 2, 1])),
            "seats",
            "must not hold the same item twice",
        ),
        (
            seats("a", json!([1, 1.0])),
            "seats",
            "must not hold the same item twice",
        ),
        (
            json!({"name": "a", "seats": [1], "email": "a"}),
            "email",
            "must have at least 3 characters",
        ),
    ];
    for (arguments, field, reason) in bad {
        refused(&mut talk, "reserve", &arguments, &[(field, reason)]);
    }
    let wrong = json!({"thing": "door", "type": "matt", "colour": "#00FF00"});
    let expected = [("colour", "must match the pattern `^#[0-9a-f]{6}$`")];
    refused(&mut talk, "paint", &wrong, &expected);
}

#[test]
fn limits_on_the_fields_of_a_flattened_type_are_enforced() {
    let mut talk = tour(STRICT);
    let told = talk.text("search", json!({"query": "q", "limit": 50}));
    assert_eq!(told, "q: 50 rows from 0");
    assert_eq!(
        talk.text("search", json!({"query": "q"})),
        "q: 10 rows from 0"
    );
    let bad = json!({"query": "q", "limit": 51, "offset": -1});
    let expected = [("offset", "must be >= 0"), ("limit", "must be <= 50")];
    let answer = talk.call("search", bad);
    let mut found = faults(&answer);
    found.sort();
    let mut expected: Vec<_> = expected.map(|(f, r)| (f.to_owned(), r.to_owned())).into();
    expected.sort();
    assert_eq!(found, expected);
    let unknown = json!({"query": "q", "limits": 5});
    let expected = [("limits", "is not a parameter of this tool")];
    refused(&mut talk, "search", &unknown, &expected);
}

#[test]
fn limits_on_the_fields_of_the_users_own_types_are_enforced_at_any_depth() {
    let mut talk = tour(STRICT);
    let guest =
        json!({"name": "Ada", "age": 36, "country": "GB", "friends": [{"name": "Bob", "age": 0}]});
    let told = talk.text("invite", json!({"guests": [guest]}));
    assert_eq!(told, r#"["Ada"] from ["GB"], up to 36, 2 in all"#);
    let bad = [
        (
            json!({"name": "", "age": 1}),
            "guests[0].name",
            "must not be empty",
        ),
        (
            json!({"name": "a", "age": 131}),
            "guests[0].age",
            "must be <= 130",
        ),
        (
            json!({"name": "a", "age": -1}),
            "guests[0].age",
            "must be >= 0",
        ),
        (
            json!({"name": "a", "age": 1, "country": "gb"}),
            "guests[0].country",
            "must match the pattern `^[A-Z]{2}$`",
        ),
        (
            json!({"name": "a", "age": 1, "friends": [{"name": "b", "age": 1}, {"name": "b".repeat(31), "age": 1}]}),
            "guests[0].friends[1].name",
            "must have at most 30 characters",
        ),
        (
            json!({"name": "a", "age": 1, "freinds": []}),
            "guests[0].freinds",
            "is not a member of `guests[0]`",
        ),
    ];
    for (guest, field, reason) in bad {
        refused(
            &mut talk,
            "invite",
            &json!({"guests": [guest]}),
            &[(field, reason)],
        );
    }
}
