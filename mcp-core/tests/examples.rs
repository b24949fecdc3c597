//! The example of a right call that a report of wrong arguments shows.

use mcp_core::schema::{ArgumentFault, Checker, NoPatterns, example, example_with};
use serde_json::{Value, json};

fn report(schema: &Value, wrong: &[&str]) -> Option<Value> {
    let faults = wrong
        .iter()
        .map(|field| ArgumentFault::new(*field, "is required", "", ""));
    let checker = Checker::compile(schema, &NoPatterns).unwrap();
    checker.report(faults.collect(), schema).example
}

#[test]
fn what_the_author_wrote_comes_first() {
    assert_eq!(
        example(&json!({"type": "integer", "default": 7, "examples": [8]})),
        7
    );
    assert_eq!(example(&json!({"type": "integer", "examples": [8, 9]})), 8);
    assert_eq!(example(&json!({"enum": ["fast", "slow"]})), "fast");
    assert_eq!(example(&json!({"const": [1]})), json!([1]));
}

#[test]
fn numbers_keep_their_bounds() {
    for (schema, value) in [
        (json!({"type": "integer"}), json!(1)),
        (
            json!({"type": "integer", "minimum": 10, "maximum": 50}),
            json!(10),
        ),
        (json!({"type": "integer", "maximum": -5}), json!(-5)),
        (
            json!({"type": "integer", "exclusiveMinimum": 1, "multipleOf": 5}),
            json!(5),
        ),
        (
            json!({"type": "integer", "minimum": 7, "multipleOf": 5}),
            json!(10),
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}),
            json!(0.5),
        ),
    ] {
        assert_eq!(example(&schema), value, "{schema}");
    }
}

#[test]
fn texts_keep_their_length_format_and_pattern() {
    for (schema, value) in [
        (json!({"type": "string"}), "text"),
        (json!({"type": "string", "minLength": 6}), "textte"),
        (json!({"type": "string", "maxLength": 2}), "te"),
        (json!({"type": "string", "format": "date"}), "1985-04-12"),
        (json!({"type": "string", "pattern": r"^\d{3}$"}), "111"),
    ] {
        assert_eq!(example(&schema), value, "{schema}");
    }
}

#[test]
fn lists_have_as_many_items_as_they_need_and_no_twins() {
    let unique =
        json!({"type": "array", "items": {"type": "integer"}, "minItems": 3, "uniqueItems": true});
    assert_eq!(example(&unique), json!([1, 2, 3]));
    let pair = json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "boolean"}],
                      "minItems": 2, "maxItems": 2});
    assert_eq!(example(&pair), json!(["text", true]));
}

#[test]
fn an_object_has_what_is_required_and_what_was_wrong() {
    let schema = json!({"type": "object", "required": ["q"], "properties": {
        "q": {"type": "string"}, "limit": {"type": "integer"}, "page": {"type": "integer"}}});
    assert_eq!(example(&schema), json!({"q": "text"}));
    assert_eq!(
        example_with(&schema, &["limit", "unknown"]),
        json!({"q": "text", "limit": 1})
    );
    assert_eq!(
        report(&schema, &["limit", "x[2].y"]),
        Some(json!({"q": "text", "limit": 1}))
    );
}

#[test]
fn a_type_that_contains_itself_ends() {
    let tree = json!({"$defs": {"Node": {"type": "object", "required": ["kids"], "properties":
        {"kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}}}, "$ref": "#/$defs/Node"});
    assert!(example(&tree).is_object());
    let endless = json!({"$defs": {"Node": {"type": "object", "required": ["next"], "properties":
        {"next": {"$ref": "#/$defs/Node"}}}}, "$ref": "#/$defs/Node"});
    assert_eq!(report(&endless, &[]), None);
}

#[test]
fn of_a_union_the_first_kind_is_shown_with_the_members_beside_it() {
    let schema = json!({"type": "object", "properties": {"limit": {"type": "integer"}}, "required": ["limit"],
        "oneOf": [
            {"type": "object", "required": ["op", "limit"], "properties": {"op": {"const": "a"}, "limit": {"type": "integer"}}},
            {"type": "object", "required": ["op"], "properties": {"op": {"const": "b"}}}]});
    assert_eq!(report(&schema, &[]), Some(json!({"op": "a", "limit": 1})));
}

#[test]
fn an_example_that_does_not_fit_is_not_shown() {
    let schema = json!({"type": "object", "required": ["n"],
                        "properties": {"n": {"type": "integer", "default": 99, "maximum": 5}}});
    assert_eq!(report(&schema, &[]), None);
}

#[test]
fn a_map_has_one_entry() {
    let words = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    assert_eq!(example(&words), json!({"name": 1}));
    let by_id = json!({"type": "object", "additionalProperties": false,
                       "patternProperties": {r"^\d+$": {"type": "string"}}});
    assert_eq!(example(&by_id), json!({"1": "text"}));
    assert_eq!(example(&json!({"type": "object"})), json!({}));
}

#[test]
fn null_is_left_out_where_it_may_be() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "object",
        "properties": {"b": {"type": ["string", "null"]}}, "default": {"b": null}}}});
    assert_eq!(report(&schema, &["a"]), Some(json!({"a": {}})));
    let needed =
        json!({"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"]});
    assert_eq!(report(&needed, &[]), Some(json!({"a": null})));
}
