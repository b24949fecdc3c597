//! What the schema checker accepts, and the words in which it refuses.

use mcp_core::json::Raw;
use mcp_core::schema::{ArgumentFault, Checker, Pattern, Patterns};
use serde_json::{Value, json};

/// Two patterns, told apart by their source: enough to see that the engine is asked.
struct Two;

#[derive(Debug)]
enum One {
    Digits,
    Lower,
}

impl Patterns for Two {
    fn compile(&self, pattern: &str) -> Result<Box<dyn Pattern>, String> {
        match pattern {
            r"^\d+$" => Ok(Box::new(One::Digits)),
            "^[a-z]+$" => Ok(Box::new(One::Lower)),
            _ => Err("unknown pattern".into()),
        }
    }
}

impl Pattern for One {
    fn is_match(&self, text: &str) -> bool {
        !text.is_empty()
            && text.bytes().all(|b| match self {
                Self::Digits => b.is_ascii_digit(),
                Self::Lower => b.is_ascii_lowercase(),
            })
    }
}

fn checker(schema: Value) -> Checker {
    Checker::compile(&schema, &Two).unwrap()
}

fn faults(checker: &Checker, text: &str) -> Vec<ArgumentFault> {
    let value = Raw::parse(text).unwrap();
    let mut faults = Vec::new();
    checker.check(value, &mut faults);
    assert_eq!(faults.is_empty(), checker.accepts(value), "{text}");
    faults
}

/// The faults as `field reason` lines.
fn told(schema: Value, text: &str) -> Vec<String> {
    let faults = faults(&checker(schema), text);
    let line = |f: ArgumentFault| format!("{} {}", f.field, f.reason);
    faults.into_iter().map(line).collect()
}

fn one(schema: Value, text: &str) -> ArgumentFault {
    let mut faults = faults(&checker(schema), text);
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.remove(0)
}

fn field(schema: Value) -> Value {
    json!({"type": "object", "properties": {"a": schema}, "required": ["a"],
           "additionalProperties": false})
}

#[test]
fn an_integer_is_any_number_without_a_fractional_part() {
    let schema = json!({"type": "integer"});
    for text in [
        "12",
        "12.0",
        "1e2",
        "-0",
        "340282366920938463463374607431768211455",
    ] {
        assert!(told(schema.clone(), text).is_empty(), "{text}");
    }
    for text in ["0.5", "1.25e1", r#""5""#, "true", "null", "[1]"] {
        assert_eq!(
            told(schema.clone(), text),
            [" must be an integer"],
            "{text}"
        );
    }
}

#[test]
fn bounds_are_exact_beyond_what_a_float_can_hold() {
    let schema = json!({"type": "integer", "maximum": 9_007_199_254_740_992_u64});
    assert!(told(schema.clone(), "9007199254740992").is_empty());
    assert_eq!(
        told(schema, "9007199254740993"),
        [" must be <= 9007199254740992"]
    );
    let open = json!({"exclusiveMinimum": 0, "exclusiveMaximum": 1});
    assert!(told(open.clone(), "0.5").is_empty());
    assert_eq!(told(open.clone(), "0"), [" must be > 0"]);
    assert_eq!(told(open, "1.0"), [" must be < 1"]);
    let i128s = json!({"minimum": i128::MIN as f64, "exclusiveMaximum": 2_f64.powi(127)});
    assert!(told(i128s.clone(), &i128::MIN.to_string()).is_empty());
    assert!(told(i128s.clone(), &i128::MAX.to_string()).is_empty());
    assert_eq!(
        told(i128s, "170141183460469231731687303715884105728").len(),
        1
    );
}

#[test]
fn a_missing_argument_is_required() {
    let fault = one(field(json!({"type": "integer"})), "{}");
    assert_eq!(
        (fault.field.as_str(), fault.reason.as_str()),
        ("a", "is required")
    );
    assert_eq!(
        (fault.expected.as_str(), fault.got.as_str()),
        ("an integer", "nothing")
    );
}

#[test]
fn an_unknown_argument_is_named_with_the_nearest_known_one() {
    let schema = json!({"type": "object", "properties": {"limit": {}, "mode": {}},
                        "additionalProperties": false});
    let fault = one(schema.clone(), r#"{"limitt": 1}"#);
    assert_eq!(fault.field, "limitt");
    assert_eq!(fault.reason, "is not a parameter of this tool");
    assert_eq!(fault.nearest.as_deref(), Some("limit"));
    let fault = one(schema, r#"{"zzzzzz": 1}"#);
    assert_eq!(fault.nearest, None);
    assert_eq!(fault.allowed, Some(vec![json!("limit"), json!("mode")]));
}

#[test]
fn an_unknown_member_deeper_inside_is_told_to_be_no_member_of_its_object() {
    let inner = json!({"type": "object", "properties": {"x": {}}, "additionalProperties": false});
    assert_eq!(
        told(field(inner), r#"{"a":{"y":1}}"#),
        ["a.y is not a member of `a`"]
    );
}

#[test]
fn all_faults_come_at_once_in_the_order_of_the_parameters() {
    let schema = json!({"type": "object", "required": ["z", "a"], "additionalProperties": false,
        "properties": {"z": {"type": "integer"}, "a": {"type": "string"}, "m": {"minimum": 1}}});
    let checker = checker(schema).with_order(["z", "m", "a"]);
    let fields: Vec<String> = faults(&checker, r#"{"a":1,"m":0,"q":1}"#)
        .into_iter()
        .map(|f| f.field)
        .collect();
    assert_eq!(fields, ["z", "m", "a", "q"]);
}

#[test]
fn nested_places_are_told_as_a_path() {
    let tag = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    let schema = json!({"type": "object", "properties": {"tags": {"type": "array", "items": tag}}});
    let text = r#"{"tags":[{"name":"a"},{"name":"b"},{"name":3}]}"#;
    assert_eq!(told(schema, text), ["tags[2].name must be a string"]);
}

#[test]
fn lengths_count_unicode_scalar_values_and_an_empty_text_is_told_so() {
    let schema = field(json!({"type": "string", "minLength": 1, "maxLength": 3}));
    assert!(told(schema.clone(), r#"{"a":"äöü"}"#).is_empty());
    assert!(told(schema.clone(), r#"{"a":"\ud83d\ude00!!"}"#).is_empty());
    assert_eq!(told(schema.clone(), r#"{"a":""}"#), ["a must not be empty"]);
    assert_eq!(
        told(schema, r#"{"a":"1234"}"#),
        ["a must have at most 3 characters"]
    );
    let two = field(json!({"minLength": 2}));
    assert_eq!(
        told(two, r#"{"a":""}"#),
        ["a must have at least 2 characters"]
    );
}

#[test]
fn patterns_are_asked_of_the_engine() {
    let schema = field(json!({"type": "string", "pattern": "^[a-z]+$"}));
    assert!(told(schema.clone(), r#"{"a":"abc"}"#).is_empty());
    let fault = one(schema, r#"{"a":"SECRET"}"#);
    assert_eq!(fault.reason, "must match the pattern `^[a-z]+$`");
    assert_eq!(fault.got, "string");
    let bad = Checker::compile(&json!({"pattern": "("}), &Two).unwrap_err();
    assert_eq!(
        bad.to_string(),
        "at `pattern`: pattern `(`: unknown pattern"
    );
}

#[test]
fn an_enum_tells_what_is_allowed_and_what_was_probably_meant() {
    let schema = field(json!({"type": "string", "enum": ["fast", "slow"]}));
    let fault = one(schema.clone(), r#"{"a":"fats"}"#);
    assert_eq!(fault.reason, r#"must be one of "fast", "slow""#);
    assert_eq!(fault.got, r#""fats""#);
    assert_eq!(fault.nearest.as_deref(), Some("fast"));
    assert_eq!(fault.allowed, Some(vec![json!("fast"), json!("slow")]));
    assert_eq!(
        one(schema, r#"{"a":7}"#).reason,
        r#"must be one of "fast", "slow""#
    );
    assert_eq!(
        one(field(json!({"const": 5})), r#"{"a":6}"#).reason,
        "must be 5"
    );
}

#[test]
fn a_string_that_was_sent_is_never_repeated() {
    let schema = json!({"type": "object", "properties": {
        "a": {"type": "integer"}, "b": {"type": "string", "maxLength": 2},
        "c": {"type": "string", "pattern": "^[a-z]+$"}, "d": {"enum": ["x", "y"]}}});
    let secret = "S3CRET".repeat(20);
    let text = json!({"a": secret, "b": secret, "c": secret, "d": secret}).to_string();
    let found = faults(&checker(schema), &text);
    assert_eq!(found.len(), 4);
    assert!(!format!("{found:?}").contains("S3CRET"), "{found:?}");
}

#[test]
fn numbers_and_booleans_are_repeated() {
    assert_eq!(
        one(field(json!({"maximum": 50})), r#"{"a":999}"#).got,
        "999"
    );
    assert_eq!(
        one(field(json!({"type": "string"})), r#"{"a":true}"#).got,
        "true"
    );
    assert_eq!(
        one(field(json!({"type": "string"})), r#"{"a":[1]}"#).got,
        "array"
    );
}

#[test]
fn arrays_have_lengths_items_and_no_twins() {
    let schema = field(json!({"type": "array", "items": {"type": "integer"},
                              "minItems": 1, "maxItems": 2, "uniqueItems": true}));
    assert!(told(schema.clone(), r#"{"a":[1,2]}"#).is_empty());
    assert_eq!(
        told(schema.clone(), r#"{"a":[]}"#),
        ["a must have at least 1 item"]
    );
    assert_eq!(
        told(schema.clone(), r#"{"a":[1,2,3]}"#),
        ["a must have at most 2 items"]
    );
    assert_eq!(
        told(schema.clone(), r#"{"a":[1,1.0]}"#),
        ["a must not hold the same item twice"]
    );
    assert_eq!(
        told(schema, r#"{"a":[1,"x"]}"#),
        ["a[1] must be an integer"]
    );
}

#[test]
fn a_tuple_is_checked_place_by_place() {
    let pair = field(json!({"type": "array", "minItems": 2, "maxItems": 2,
                            "prefixItems": [{"type": "string"}, {"type": "integer"}]}));
    assert!(told(pair.clone(), r#"{"a":["x",1]}"#).is_empty());
    assert_eq!(
        told(pair.clone(), r#"{"a":[1]}"#),
        ["a[0] must be a string", "a must have exactly 2 items"].map(str::to_owned)
    );
    assert_eq!(
        told(pair, r#"{"a":["x","y"]}"#),
        ["a[1] must be an integer"]
    );
}

#[test]
fn maps_are_checked_by_name_and_value() {
    let by_id = field(json!({"type": "object", "additionalProperties": false,
                             "patternProperties": {r"^\d+$": {"type": "string"}}}));
    assert!(told(by_id.clone(), r#"{"a":{"7":"x"}}"#).is_empty());
    assert_eq!(
        told(by_id.clone(), r#"{"a":{"x":"y"}}"#),
        [r"a.x must have a name that matches the pattern `^\d+$`"]
    );
    assert_eq!(told(by_id, r#"{"a":{"7":1}}"#), ["a.7 must be a string"]);
    let words = field(
        json!({"type": "object", "additionalProperties": {"type": "number"},
                             "propertyNames": {"maxLength": 1}, "maxProperties": 2}),
    );
    assert!(told(words.clone(), r#"{"a":{"x":1.5}}"#).is_empty());
    assert_eq!(
        told(words.clone(), r#"{"a":{"x":"1"}}"#),
        ["a.x must be a number"]
    );
    assert_eq!(
        told(words.clone(), r#"{"a":{"xy":1}}"#),
        ["a.xy must have another name"]
    );
    assert_eq!(
        told(words, r#"{"a":{"x":1,"y":1,"z":1}}"#),
        ["a must have at most 2 members"]
    );
}

#[test]
fn a_member_given_twice_is_refused_at_any_depth_unless_that_is_allowed() {
    let schema = json!({"type": "object", "properties": {
        "a": {}, "m": {"type": "object", "additionalProperties": {}}}});
    assert_eq!(
        told(schema.clone(), r#"{"a":1,"a":1}"#),
        ["a must be given once"]
    );
    assert_eq!(
        told(schema.clone(), r#"{"a":{"x":[{"y":1,"y":1}]}}"#),
        ["a.x[0].y must be given once"]
    );
    assert_eq!(
        told(schema.clone(), r#"{"m":{"p":1,"q":1,"p":1}}"#),
        ["m.p must be given once"]
    );
    assert_eq!(
        told(schema.clone(), r#"{"other":1,"other":1}"#),
        ["other must be given once"]
    );
    let lax = checker(schema).with_duplicates_allowed();
    assert!(faults(&lax, r#"{"a":{"y":1,"y":1},"a":2}"#).is_empty());
}

#[test]
fn null_counts_as_absent_for_optional_members_of_the_arguments_only() {
    let schema = json!({"type": "object", "required": ["r"], "properties": {
        "r": {"type": "integer"}, "o": {"type": "integer"},
        "n": {"type": "object", "properties": {"i": {"type": "integer"}}}}});
    let lenient = checker(schema.clone()).with_null_as_absent();
    assert!(faults(&lenient, r#"{"r":1,"o":null,"n":null}"#).is_empty());
    assert_eq!(
        faults(&lenient, r#"{"r":null}"#)[0].reason,
        "must be an integer"
    );
    assert_eq!(
        faults(&lenient, r#"{"r":1,"n":{"i":null}}"#)[0].field,
        "n.i"
    );
    assert_eq!(
        told(schema, r#"{"r":1,"o":null}"#),
        ["o must be an integer"]
    );
}

fn command() -> Value {
    let case = |op: &str, name: &str, of: &str| {
        json!({"type": "object", "additionalProperties": false, "required": ["op", name],
               "properties": {"op": {"type": "string", "const": op}, name: {"type": of}}})
    };
    json!({"oneOf": [case("create", "name", "string"), case("delete", "id", "integer")]})
}

#[test]
fn of_tagged_objects_the_faults_of_the_case_that_was_meant_are_told() {
    let schema = field(command());
    assert!(told(schema.clone(), r#"{"a":{"op":"delete","id":7}}"#).is_empty());
    assert_eq!(
        told(schema.clone(), r#"{"a":{"op":"delete"}}"#),
        ["a.id is required"]
    );
    assert_eq!(
        told(schema.clone(), r#"{"a":{"op":"delete","id":"x"}}"#),
        ["a.id must be an integer"]
    );
    assert_eq!(
        told(schema.clone(), r#"{"a":{"op":"delete","id":1,"name":"n"}}"#),
        [r#"a.name must be left out when `op` is "delete""#]
    );
    let fault = one(schema.clone(), r#"{"a":{"op":"deleet","id":1}}"#);
    assert_eq!(fault.reason, r#"must be one of "create", "delete""#);
    assert_eq!(
        (fault.field.as_str(), fault.nearest.as_deref()),
        ("a.op", Some("delete"))
    );
    assert_eq!(
        told(schema.clone(), r#"{"a":{"id":1}}"#),
        ["a.op is required"]
    );
    assert_eq!(told(schema, r#"{"a":7}"#).len(), 1);
}

#[test]
fn of_other_unions_the_kinds_are_told_or_the_faults_of_the_only_one_that_fits_the_type() {
    let either = field(json!({"anyOf": [{"type": "integer", "maximum": 9}, {"type": "string"}]}));
    assert_eq!(
        told(either.clone(), r#"{"a":true}"#),
        ["a must be an integer or a string"]
    );
    assert_eq!(told(either, r#"{"a":10}"#), ["a must be <= 9"]);
    let shape = field(json!({"oneOf": [
        {"type": "string", "enum": ["Point"]},
        {"type": "object", "properties": {"Circle": {"type": "number"}}, "required": ["Circle"], "additionalProperties": false},
        {"type": "object", "properties": {"Line": {"type": "integer"}}, "required": ["Line"], "additionalProperties": false}]}));
    assert!(told(shape.clone(), r#"{"a":"Point"}"#).is_empty());
    assert_eq!(
        told(shape.clone(), r#"{"a":{"Line":0.5}}"#),
        ["a.Line must be an integer"]
    );
    assert_eq!(
        told(shape.clone(), r#"{"a":{}}"#),
        [r#"a must be "Point", an object with `Circle` or an object with `Line`"#]
    );
    assert_eq!(
        one(shape, r#"{"a":"Pont"}"#).nearest.as_deref(),
        Some("Point")
    );
}

#[test]
fn one_of_refuses_what_fits_two() {
    let schema = json!({"oneOf": [{"type": "integer"}, {"type": "number"}]});
    assert!(told(schema.clone(), "0.5").is_empty());
    assert_eq!(told(schema, "1").len(), 1);
}

#[test]
fn a_recursive_schema_is_followed_as_deep_as_the_value_goes() {
    let schema = json!({"$defs": {"Node": {"type": "object", "required": ["name"],
        "properties": {"name": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}}},
        "$ref": "#/$defs/Node"});
    let mut text = r#"{"name":1}"#.to_owned();
    for _ in 0..20 {
        text = format!(r#"{{"name":"n","kids":[{text}]}}"#);
    }
    let path = format!("{}name", "kids[0].".repeat(20));
    assert_eq!(told(schema, &text), [format!("{path} must be a string")]);
    let own = json!({"type": "object", "properties": {"next": {"$ref": "#"}}, "additionalProperties": false});
    assert_eq!(
        told(own, r#"{"next":{"next":{"nxt":{}}}}"#),
        ["next.next.nxt is not a member of `next.next`"]
    );
}

#[test]
fn a_schema_that_cannot_be_enforced_is_refused_with_the_place_and_the_keyword() {
    let refused = |schema: Value| Checker::compile(&schema, &Two).unwrap_err().to_string();
    assert_eq!(
        refused(json!({"properties": {"a": {"dependentRequired": {}}}})),
        "at `properties.a.dependentRequired`: the keyword `dependentRequired` can't be enforced"
    );
    assert_eq!(
        refused(json!({"items": {"type": "int"}})),
        "at `items.type`: there is no type `int`"
    );
    assert_eq!(
        refused(json!({"minLength": -1})),
        "at `minLength`: must be a whole number of at least 0"
    );
    assert!(refused(json!({"$ref": "http://127.0.0.1/x"})).contains("none other is read"));
    assert!(refused(json!({"$ref": "file:///etc/passwd"})).contains("none other is read"));
    assert!(
        refused(json!({"$ref": "#/$defs/Missing"})).contains("`#/$defs/Missing` is not a place")
    );
}

#[test]
fn a_schema_made_of_itself_without_end_is_refused() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"$defs": {"A": {"$ref": "#/$defs/A"}}, "$ref": "#/$defs/A"}),
        json!({"anyOf": [{"type": "null"}, {"$ref": "#"}]}),
        json!({"$defs": {"A": {"allOf": [{"$ref": "#/$defs/B"}]}, "B": {"not": {"$ref": "#/$defs/A"}}}, "$ref": "#/$defs/A"}),
    ] {
        let error = Checker::compile(&schema, &Two).unwrap_err();
        assert_eq!(
            error.problem, "a schema refers to itself without end",
            "{schema}"
        );
    }
}

#[test]
fn schemas_nested_too_deep_or_too_many_are_refused() {
    let mut deep = json!({});
    for _ in 0..80 {
        deep = json!({"items": deep});
    }
    assert!(
        Checker::compile(&deep, &Two)
            .unwrap_err()
            .problem
            .contains("more than 64 deep")
    );
    let many = json!({"anyOf": vec![json!({"type": "null"}); 10_001]});
    assert!(
        Checker::compile(&many, &Two)
            .unwrap_err()
            .problem
            .contains("more than 10000")
    );
    let mut defs = serde_json::Map::new();
    for i in 0..200 {
        defs.insert(
            format!("d{i}"),
            json!({"$ref": format!("#/$defs/d{}", i + 1)}),
        );
    }
    defs.insert("d200".into(), json!({}));
    let chain = json!({"$defs": defs, "$ref": "#/$defs/d0"});
    assert!(Checker::compile(&chain, &Two).is_err());
}

#[test]
fn a_check_that_would_take_for_ever_is_given_up() {
    let list = json!({"type": "array", "items": {"$ref": "#"}});
    let number = json!({"type": "integer"});
    let checker = checker(json!({"anyOf": [list, list, list, number]}));
    let text = format!("{}\"x\"{}", "[".repeat(100), "]".repeat(100));
    let started = std::time::Instant::now();
    assert!(!checker.accepts(Raw::parse(&text).unwrap()));
    assert!(!faults(&checker, &text).is_empty());
    assert!(started.elapsed().as_secs() < 5);
}

#[test]
fn a_report_does_not_grow_with_the_number_of_faults() {
    let schema = json!({"type": "array", "items": {"type": "integer"}});
    let text = format!("[{}0]", "\"x\",".repeat(10_000));
    assert_eq!(faults(&checker(schema), &text).len(), 64);
}

#[test]
fn half_of_a_surrogate_pair_is_a_fault_of_the_string_that_has_rules() {
    let schema = field(json!({"type": "string", "minLength": 1}));
    assert_eq!(
        told(schema, r#"{"a":"\ud800"}"#),
        ["a must not hold half of a surrogate pair"]
    );
}

#[test]
fn a_name_without_end_is_cut_where_it_is_repeated() {
    let schema = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let text = format!(r#"{{"{}":1}}"#, "ä".repeat(100_000));
    let fault = one(schema, &text);
    assert_eq!(fault.field, format!("{}…", "ä".repeat(80)));
}

#[test]
fn a_name_that_fits_no_pattern_is_told_which_one() {
    let by_id = field(json!({"type": "object", "additionalProperties": false,
                             "patternProperties": {r"^\d+$": {}}}));
    let fault = one(by_id, r#"{"a":{"x":1}}"#);
    assert_eq!(fault.got, "another name");
    assert_eq!(fault.expected, r"a name that matches the pattern `^\d+$`");
}

#[test]
fn an_enum_of_a_hundred_thousand_words_is_no_burden() {
    let words: Vec<String> = (0..100_000).map(|n| format!("word{n}")).collect();
    let checker = checker(field(json!({"type": "string", "enum": words})));
    let started = std::time::Instant::now();
    for _ in 0..1_000 {
        assert!(checker.accepts(Raw::parse(r#"{"a":"word99999"}"#).unwrap()));
    }
    assert!(started.elapsed().as_secs() < 2);
    let found = faults(&checker, r#"{"a":"wurd5"}"#);
    assert!(found[0].reason.len() < 400, "{}", found[0].reason);
    assert_eq!(found[0].allowed.as_ref().map(Vec::len), Some(100));
}

#[test]
fn what_stands_behind_nested_values_is_held_against_its_own_rules() {
    let list = json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}});
    let schema = json!({
        "type": "object",
        "properties": {
            "lists": list,
            "deep": {"type": "object", "properties": {"in": list}, "additionalProperties": false},
            "free": {},
            "last": {"type": "string"}
        },
        "additionalProperties": {"type": "array", "items": {"type": "boolean"}}
    });
    let right = r#"{"lists": [ [1], [ ], [2,3] ] , "deep" : {"in":[[4]] } ,
        "free": {"in":[{"x":"]}"}]}, "more": [true ], "last":"é\"}"}"#;
    assert_eq!(told(schema.clone(), right), [""; 0]);
    for (wrong, field) in [
        (r#"{"lists":[[1],[]],"last":5}"#, "last"),
        (r#"{"lists":[[1],["]"],[2]],"last":""}"#, "lists[1][0]"),
        (r#"{"deep":{"in":[[1]]},"lists":[[1],2]}"#, "lists[1]"),
        (r#"{"deep":{"in":[[]],"out":1},"last":""}"#, "deep.out"),
        (r#"{"free":[[{}]],"more":[false,[]]}"#, "more[1]"),
    ] {
        assert_eq!(one(schema.clone(), wrong).field, field);
    }
}
