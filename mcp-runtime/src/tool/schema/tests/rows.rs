//! What breaks clients, construct by construct: that the type really leads to it, and that what is
//! listed is free of it.

use std::collections::{BTreeMap, HashMap};

use serde_json::Map;

use super::types::*;
use super::*;

/// As `schemars` makes it on its own.
fn plain<T: JsonSchema>() -> Value {
    schemars::schema_for!(T).to_value()
}

/// Whether any schema inside has the property.
fn anywhere(schema: &Value, mut is: impl FnMut(&Map<String, Value>) -> bool) -> bool {
    let mut found = false;
    everywhere(schema, &mut |schema| found |= is(schema));
    found
}

fn has(schema: &Value, keyword: &str) -> bool {
    anywhere(schema, |schema| schema.contains_key(keyword))
}

fn keywords(schema: &Map<String, Value>) -> Vec<&str> {
    schema.keys().map(String::as_str).collect()
}

const UNIONS: [&str; 6] = ["oneOf", "anyOf", "allOf", "enum", "not", "$ref"];

#[test]
fn no_union_stands_at_the_root_of_the_arguments() {
    for (generated, listed) in [
        (plain::<Command>(), flat::<Command>()),
        (plain::<Find>(), flat::<Find>()),
        (plain::<Way>(), flat::<Way>()),
        (plain::<Measure>(), flat::<Measure>()),
        (plain::<Adjacent>(), flat::<Adjacent>()),
        (plain::<Option<Page>>(), flat::<Option<Page>>()),
    ] {
        let listed = listed.unwrap().listed;
        assert!(UNIONS.iter().any(|word| generated.get(*word).is_some()));
        assert!(
            !UNIONS.iter().any(|word| listed.contains_key(*word)),
            "{listed:?}"
        );
        assert_eq!(listed["type"], "object");
        assert!(listed["properties"].is_object());
    }
}

#[test]
fn a_flattened_enum_is_merged_into_one_object() {
    let schemas = flat::<Find>().unwrap();
    assert_eq!(
        keywords(schemas.listed["properties"].as_object().unwrap()),
        ["id", "kind", "limit", "name"]
    );
    assert_eq!(schemas.listed["required"], json!(["kind", "limit"]));
    assert_eq!(
        schemas.listed["properties"]["kind"]["enum"],
        json!(["name", "id"])
    );
    assert_eq!(schemas.listed["additionalProperties"], false);
    let checker = checker(&schemas);
    assert!(checker.accepts(raw(r#"{"limit":1,"kind":"id","id":7}"#)));
    let mut faults = Vec::new();
    checker.check(raw(r#"{"limit":1,"kind":"id"}"#), &mut faults);
    assert_eq!(
        (faults[0].field.as_str(), faults[0].reason.as_str()),
        ("id", "is required")
    );
}

#[test]
fn what_cannot_be_one_object_is_refused_at_the_root_with_a_remedy() {
    for refused in [
        flat::<Shape>(),
        flat::<Either>(),
        flat::<Vec<u8>>(),
        flat::<(u8, u8)>(),
        flat::<Level>(),
        flat::<Value>(),
    ] {
        let faults = refused.unwrap_err();
        assert_eq!(faults.len(), 1);
        assert!(
            faults[0].contains("take it as an ordinary parameter"),
            "{faults:?}"
        );
    }
}

#[test]
fn no_one_of_stands_anywhere_and_words_are_one_enum() {
    assert!(has(&plain::<Level>(), "oneOf"));
    let level = listed::<Level>();
    assert_eq!(level["type"], "string");
    assert_eq!(level["enum"], json!(["Low", "High"]));
    assert_eq!(
        level["description"],
        "How loud.\n\n- `Low`: quiet\n- `High`: loud"
    );
    assert_eq!(listed_optional::<Option<Level>>(), level);
    for listed in [
        listed::<Outer>(),
        listed::<Options>(),
        listed::<Shape>(),
        listed::<Either>(),
        listed::<Trees>(),
    ] {
        assert!(
            !has(&listed, "oneOf") && !has(&listed, "allOf") && !has(&listed, "const"),
            "{listed}"
        );
    }
}

#[test]
fn what_does_not_contain_itself_is_listed_without_references() {
    assert!(has(&plain::<Options>(), "$ref") && plain::<Options>().get("$defs").is_some());
    for schemas in [of::<Options>(), of::<Outer>(), of::<Wrapped>()] {
        let listed = Value::Object(schemas.listed);
        assert!(!has(&listed, "$ref") && !has(&listed, "$defs"), "{listed}");
    }
}

#[test]
fn a_type_that_contains_itself_keeps_a_reference_whose_target_is_there() {
    for schemas in [
        of::<Trees>(),
        of::<Tree>(),
        flat::<Node>().unwrap(),
        of::<Node>(),
    ] {
        let listed = Value::Object(schemas.listed.clone());
        let mut targets = Vec::new();
        everywhere(&listed, &mut |schema| {
            targets.extend(
                schema
                    .get("$ref")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
        });
        assert!(!targets.is_empty());
        for target in targets {
            assert!(
                listed.pointer(target.trim_start_matches('#')).is_some(),
                "{target}"
            );
        }
    }
    let mut tree = json!({"name": "leaf"});
    for _ in 0..20 {
        tree = json!({"name": "n", "kids": [tree]});
    }
    assert_eq!(refusals::<Trees>(&json!({"root": tree})), [""; 0]);
    assert_eq!(
        refusals::<Trees>(&json!({"root": {"name": "n", "kids": [{"nam": "x"}]}})),
        [
            "p.root.kids[0].name is required",
            "p.root.kids[0].nam is not a member of `p.root.kids[0]`"
        ]
    );
}

#[test]
fn no_boolean_stands_where_a_schema_is_expected() {
    let generated = plain::<Anything>();
    assert_eq!(generated["properties"]["v"], true);
    let listed = listed::<Anything>();
    assert_eq!(
        listed["properties"]["v"],
        json!({"description": "Any JSON value."})
    );
    assert_eq!(
        listed["properties"]["l"]["items"],
        json!({"description": "Any JSON value."})
    );
    for value in [
        json!(1),
        json!(false),
        json!("x"),
        json!(null),
        json!([1]),
        json!({"a": 1}),
    ] {
        assert_eq!(
            refusals::<Anything>(&json!({"v": value, "o": {"a": value}, "l": [value]})),
            [""; 0]
        );
    }
}

#[test]
fn an_optional_member_has_its_plain_type_and_still_takes_null() {
    let two_types = |schema: &Map<String, Value>| schema.get("type").is_some_and(Value::is_array);
    assert!(anywhere(&plain::<Options>(), two_types));
    let listed = listed::<Options>();
    assert!(
        !anywhere(&listed, two_types) && !has(&listed, "anyOf") && !has(&listed, "nullable"),
        "{listed}"
    );
    assert_eq!(listed["properties"]["lang"], json!({"type": "string"}));
    assert_eq!(
        listed["properties"]["tags"],
        json!({"type": "array", "items": {"type": "string"}})
    );
    assert!(listed.get("required").is_none());
    assert_eq!(
        refusals::<Options>(&json!({"lang": null, "n": null, "tags": null, "page": null})),
        [""; 0]
    );
    assert_eq!(refusals::<Options>(&json!({})), [""; 0]);
    assert_eq!(
        refusals::<Options>(&json!({"lang": "x", "page": {"no": 1, "size": 2}})),
        [""; 0]
    );
}

#[test]
fn null_that_means_something_is_listed_as_a_union_and_never_as_two_types() {
    let null = json!({"type": "null"});
    let listed = listed::<Vec<Option<u32>>>();
    assert_eq!(listed["items"]["anyOf"][1], null);
    assert_eq!(listed["items"]["anyOf"][0]["type"], "integer");
    let parameter = Parameter {
        name: "p".into(),
        schema: reading().subschema_for::<Option<u32>>().to_value(),
        required: false,
        keeps_null: true,
        flat: false,
    };
    let kept = arguments(vec![parameter], Map::new()).unwrap();
    assert_eq!(kept.listed["properties"]["p"]["anyOf"][1], null);
}

#[test]
fn numbers_have_bounds_and_no_format() {
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Numbers {
        a: u64,
        b: usize,
        c: f32,
        d: Option<u32>,
        e: std::num::NonZeroU32,
        f: i128,
        g: Vec<i64>,
        h: f64,
    }
    assert!(has(&plain::<Numbers>(), "format"));
    let listed = listed::<Numbers>();
    assert!(!has(&listed, "format"), "{listed}");
    let member = |name: &str| listed["properties"][name].clone();
    assert_eq!(
        member("a"),
        json!({"type": "integer", "minimum": 0, "maximum": u64::MAX})
    );
    assert_eq!(
        member("d"),
        json!({"type": "integer", "minimum": 0, "maximum": u32::MAX})
    );
    assert_eq!(
        member("e"),
        json!({"type": "integer", "minimum": 1, "maximum": u32::MAX})
    );
    assert_eq!(
        member("g")["items"],
        json!({"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX})
    );
    assert_eq!(member("f")["exclusiveMaximum"], json!(2_f64.powi(127)));
    assert_eq!(member("h"), json!({"type": "number"}));
}

#[test]
fn only_formats_that_all_clients_take_stay() {
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Texts {
        #[schemars(url)]
        link: String,
        #[schemars(email)]
        mail: String,
        /// When, without an offset.
        #[schemars(extend("format" = "partial-date-time"))]
        at: String,
        ip: std::net::IpAddr,
    }
    assert_eq!(plain::<Texts>()["properties"]["link"]["format"], "uri");
    let listed = listed::<Texts>();
    let member = |name: &str| listed["properties"][name].clone();
    assert_eq!(
        member("link"),
        json!({"type": "string", "description": "Format: uri."})
    );
    assert_eq!(member("mail"), json!({"type": "string", "format": "email"}));
    assert_eq!(
        member("at")["description"],
        "When, without an offset. Format: partial-date-time."
    );
    assert!(member("ip").get("format").is_none());
}

#[test]
fn a_tool_without_arguments_lists_an_object_with_properties() {
    assert!(plain::<Empty>().get("properties").is_none());
    assert_eq!(plain::<Unit>()["type"], "null");
    let empty = json!({"type": "object", "properties": {}, "additionalProperties": false});
    assert_eq!(
        Value::Object(arguments(Vec::new(), Map::new()).unwrap().listed),
        empty
    );
    for schemas in [flat::<Empty>(), flat::<Unit>(), flat::<()>()] {
        let schemas = schemas.unwrap();
        assert_eq!(Value::Object(schemas.listed.clone()), empty);
        assert!(checker(&schemas).accepts(raw("{}")));
        assert!(!checker(&schemas).accepts(raw(r#"{"x":1}"#)));
    }
}

#[test]
fn no_dialect_is_named_and_no_null_stands_in_a_schema() {
    assert!(plain::<Options>().get("$schema").is_some());
    for schemas in [
        of::<Options>(),
        of::<Outer>(),
        flat::<Find>().unwrap(),
        of::<Anything>(),
    ] {
        let listed = Value::Object(schemas.listed);
        assert!(!has(&listed, "$schema"));
        assert!(!listed.to_string().contains("null"), "{listed}");
    }
}

#[test]
fn every_array_has_items() {
    #[derive(serde::Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Arrays {
        at: (f64, f64),
        rgb: [u8; 3],
        pairs: Vec<(String, u32)>,
        any: Vec<Value>,
        none: [u8; 0],
    }
    let bare = |schema: &Map<String, Value>| {
        schema.get("type").is_some_and(|t| t == "array")
            && !schema.get("items").is_some_and(Value::is_object)
    };
    assert!(anywhere(&plain::<Arrays>(), bare));
    let listed = listed::<Arrays>();
    assert!(
        !anywhere(&listed, bare) && !has(&listed, "prefixItems"),
        "{listed}"
    );
    assert_eq!(
        listed["properties"]["at"],
        json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2})
    );
    assert_eq!(
        listed["properties"]["pairs"]["items"]["items"]["anyOf"][0],
        json!({"type": "string"})
    );
    let good =
        json!({"at": [1, 2], "rgb": [1, 2, 3], "pairs": [["a", 1]], "any": [1, "x"], "none": []});
    assert_eq!(refusals::<Arrays>(&good), [""; 0]);
    let bad = json!({"at": [1], "rgb": [1, 2, 300], "pairs": [], "any": [], "none": []});
    assert_eq!(
        refusals::<Arrays>(&bad),
        ["p.at must have exactly 2 items", "p.rgb[2] must be <= 255"]
    );
}

#[test]
fn a_map_never_reads_as_an_object_without_members() {
    let generated = plain::<BTreeMap<u32, String>>();
    assert_eq!(generated["additionalProperties"], false);
    let by_id = listed::<BTreeMap<u32, String>>();
    assert_eq!(by_id["additionalProperties"], json!({"type": "string"}));
    assert!(by_id.get("patternProperties").is_none());
    assert_eq!(
        listed::<HashMap<String, f64>>()["additionalProperties"],
        json!({"type": "number"})
    );
    assert_eq!(
        refusals::<BTreeMap<u32, String>>(&json!({"7": "x"})),
        [""; 0]
    );
    assert_eq!(
        refusals::<BTreeMap<u32, String>>(&json!({"x": "y"})),
        [r"p.x must have a name that matches the pattern `^\d+$`"]
    );
}

#[test]
fn objects_are_closed_unless_the_type_collects_what_it_does_not_know() {
    for listed in [
        listed::<Page>(),
        listed::<Options>(),
        listed::<Options>()["properties"]["page"].clone(),
        listed::<Command>(),
        listed::<Strict>(),
    ] {
        assert_eq!(listed["additionalProperties"], false, "{listed}");
    }
    assert_eq!(listed::<Open>()["additionalProperties"], true);
    assert_eq!(flat::<Open>().unwrap().listed["additionalProperties"], true);
    assert_eq!(refusals::<Open>(&json!({"a": 1, "more": [2]})), [""; 0]);
    assert_eq!(
        refusals::<Page>(&json!({"no": 1, "size": 2, "siz": 3})),
        ["p.siz is not a member of `p`"]
    );
}

#[test]
fn an_argument_of_another_type_is_not_read_out_of_a_string() {
    assert_eq!(
        refusals::<Page>(&json!("{\"no\":1,\"size\":2}")),
        ["p must be an object"]
    );
    assert_eq!(refusals::<u8>(&json!("5")), ["p must be an integer"]);
    assert_eq!(refusals::<Vec<u8>>(&json!("[1]")), ["p must be an array"]);
}

#[test]
fn what_is_read_is_listed_by_the_names_that_are_read() {
    let listed = listed::<Renamed>();
    assert_eq!(
        keywords(listed["properties"].as_object().unwrap()),
        ["in", "userId"]
    );
}

#[test]
fn constraints_on_the_fields_of_a_type_are_listed_and_enforced() {
    let listed = listed::<Limits>();
    assert_eq!(
        listed["properties"]["n"],
        json!({"type": "integer", "minimum": 1, "maximum": 50})
    );
    let bad = json!({"n": 51, "s": "", "word": "A", "list": [10]});
    assert_eq!(
        refusals::<Limits>(&bad),
        [
            "p.list[0] must be <= 9",
            "p.n must be <= 50",
            "p.s must not be empty",
            "p.word must match the pattern `^[a-z]+$`",
        ]
    );
}
