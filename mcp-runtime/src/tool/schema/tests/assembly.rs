//! How parameters become one object, and how rules that meet are put together.

use std::collections::HashMap;

use serde_json::Map;

use super::types::*;
use super::*;

#[test]
fn parameters_keep_their_order_and_one_name_is_claimed_once() {
    let parameter = |name: &str, flat: bool, schema: Value| Parameter {
        name: name.into(),
        schema,
        required: true,
        keeps_null: false,
        flat,
    };
    let page = reading().subschema_for::<Page>().to_value();
    let text = json!({"type": "string"});
    let all = arguments(
        vec![
            parameter("z", false, text.clone()),
            parameter("page", true, page.clone()),
            parameter("a", false, text.clone()),
        ],
        Map::new(),
    )
    .unwrap();
    assert_eq!(all.order, ["z", "no", "size", "a"]);
    assert_eq!(all.listed["required"], json!(["z", "a", "no", "size"]));
    let twice = arguments(
        vec![parameter("no", false, text), parameter("page", true, page)],
        Map::new(),
    );
    assert!(twice.unwrap_err()[0].starts_with("two parameters are called `no`"));
}

#[test]
fn a_flattened_parameter_that_may_be_left_out_is_there_as_a_whole_or_not_at_all() {
    let schema = reading().subschema_for::<Page>().to_value();
    let parameter = Parameter {
        name: "page".into(),
        schema,
        required: false,
        keeps_null: false,
        flat: true,
    };
    let schemas = arguments(vec![parameter], Map::new()).unwrap();
    assert!(schemas.listed.get("required").is_none());
    let checker = checker(&schemas);
    assert!(checker.accepts(raw("{}")));
    assert!(checker.accepts(raw(r#"{"no":1,"size":2}"#)));
    assert!(!checker.accepts(raw(r#"{"no":1}"#)));
}

#[test]
fn what_an_attribute_puts_in_narrows_the_type() {
    let schema = json!({"type": "integer", "format": "uint32", "minimum": 1, "maximum": 50, "default": 5,
                        "description": "How many.", "x-mcp-header": "Limit"});
    let parameter = Parameter {
        name: "limit".into(),
        schema,
        required: false,
        keeps_null: false,
        flat: false,
    };
    let schemas = arguments(vec![parameter], Map::new()).unwrap();
    assert_eq!(
        schemas.listed["properties"]["limit"],
        json!({"type": "integer", "minimum": 1, "maximum": 50, "default": 5,
                      "description": "How many.", "x-mcp-header": "Limit"})
    );
    assert!(!checker(&schemas).accepts(raw(r#"{"limit":51}"#)));
}

#[test]
fn a_default_is_shown_without_the_null_that_is_not_listed() {
    let mut schema = reading().subschema_for::<Options>().to_value();
    schema["default"] = json!({"lang": null, "count": 2, "page": null});
    let parameter = Parameter {
        name: "p".into(),
        schema,
        required: false,
        keeps_null: false,
        flat: false,
    };
    let listed = arguments(vec![parameter], Map::new()).unwrap().listed;
    assert_eq!(listed["properties"]["p"]["default"], json!({"count": 2}));
    let free = json!({"default": {"a": null}});
    let parameter = Parameter {
        name: "p".into(),
        schema: free.clone(),
        required: false,
        keeps_null: false,
        flat: false,
    };
    let listed = arguments(vec![parameter], Map::new()).unwrap().listed;
    assert_eq!(listed["properties"]["p"]["default"], free["default"]);
}

/// What is listed for a required parameter of the schema.
fn listed_schema(schema: Value) -> Value {
    let parameter = Parameter {
        name: "p".into(),
        schema,
        required: true,
        keeps_null: false,
        flat: false,
    };
    arguments(vec![parameter], Map::new()).unwrap().listed["properties"]["p"].clone()
}

#[test]
fn an_object_merged_with_a_map_takes_what_the_map_takes() {
    #[derive(JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum Either {
        Page(Page),
        Words(HashMap<String, String>),
    }
    let listed = listed::<Either>();
    assert!(valid(&listed, &json!({"no": 1, "size": 2})));
    assert!(valid(&listed, &json!({"no": "one", "more": "words"})));
    assert!(!valid(&listed, &json!({"no": true})));
    let open = listed_schema(json!({"anyOf": [
        {"type": "object", "properties": {"a": {"type": "integer"}}}, {"type": "object"}]}));
    assert!(valid(&open, &json!({"a": "x"})));
}

#[test]
fn rules_that_speak_of_the_same_are_kept_side_by_side() {
    let both = listed_schema(
        json!({"type": "object", "properties": {"a": {"type": "integer"}},
        "allOf": [{"type": "object", "properties": {"a": {"maximum": 5}}}]}),
    );
    assert!(valid(&both, &json!({"a": 5})));
    assert!(!valid(&both, &json!({"a": 6})));
    assert!(!valid(&both, &json!({"a": "x"})));
}

#[test]
fn a_union_of_nothing_but_null_stays() {
    let nothing = json!({"type": "null"});
    let listed = listed_schema(
        json!({"type": "object", "properties": {"a": {"anyOf": [nothing, nothing]}}}),
    );
    assert_eq!(listed["properties"]["a"], nothing);
}

#[test]
fn a_variant_that_takes_anything_takes_more_than_objects() {
    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum Either {
        Page(Page),
        Any(Value),
    }
    for value in [
        json!(1),
        json!(null),
        json!({"no": 1, "size": 2}),
        json!({"x": [1]}),
    ] {
        assert_eq!(refusals::<Either>(&value), [""; 0]);
        assert!(valid(&listed::<Either>(), &value), "{value}");
    }
}

#[test]
fn a_struct_of_nothing_but_an_optional_flattened_enum_is_closed() {
    #[derive(serde::Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Maybe {
        #[serde(flatten)]
        by: Option<By>,
    }
    assert_eq!(refusals::<Maybe>(&json!({})), [""; 0]);
    assert_eq!(refusals::<Maybe>(&json!({"kind": "id", "id": 1})), [""; 0]);
    assert_ne!(refusals::<Maybe>(&json!({"knd": "id"})), [""; 0]);
    assert_eq!(listed::<Maybe>()["additionalProperties"], false);
}
