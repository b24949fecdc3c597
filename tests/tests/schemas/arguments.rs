//! Input schemas: no arguments, numbers, optional ones, recursion, free JSON, maps, tuples, enums.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::num::NonZeroU32;

use mcp_runtime::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tests::talk::Talk;

use super::{each_schema, properties, required, words};

/// Every format that JSON Schema 2020-12 defines.
const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

fn talk(tools: Vec<Tool>, version: &str) -> Talk {
    Talk::open(Server::new("schemas", "1.0.0").tools(tools), version)
}

#[derive(Deserialize, JsonSchema)]
struct NoFields {}

#[derive(Deserialize, JsonSchema)]
struct Unit;

/// Nothing.
#[tool]
async fn now() -> &'static str {
    "t"
}

/// Nothing, as a struct.
#[tool]
async fn now_struct(#[arg(flatten)] _p: NoFields) -> &'static str {
    "t"
}

/// Nothing, as a unit struct.
#[tool]
async fn now_unit_struct(#[arg(flatten)] _p: Unit) -> &'static str {
    "t"
}

/// Nothing, as a unit.
#[tool]
async fn now_unit(#[arg(flatten)] _p: ()) -> &'static str {
    "t"
}

#[test]
fn a_tool_without_arguments_lists_an_object_with_no_properties_and_can_be_called() {
    let mut talk = talk(
        tools![now, now_struct, now_unit_struct, now_unit],
        "2025-06-18",
    );
    for tool in talk.tools() {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        assert_eq!(schema["properties"], json!({}), "{tool}");
        let name = tool["name"].as_str().expect("a name");
        assert_eq!(talk.text(name, json!({})), "t");
        assert_eq!(talk.text(name, Value::Null), "t");
        assert_eq!(
            talk.request("tools/call", json!({ "name": name }))["result"]["content"][0]["text"],
            "t"
        );
    }
}

/// Numbers of every width, and an address.
#[tool]
#[expect(clippy::too_many_arguments, reason = "one of each")]
async fn numbers(
    a: u64,
    b: usize,
    c: f32,
    d: Option<u32>,
    e: NonZeroU32,
    f: i128,
    g: u8,
    ip: IpAddr,
) -> String {
    format!("{a} {b} {c} {d:?} {e} {f} {g} {ip}")
}

#[test]
fn every_format_is_one_that_json_schema_defines() {
    let mut talk = talk(tools![numbers, nested, options, maps], "2025-06-18");
    for tool in talk.tools() {
        for (path, word, value) in words(&tool["inputSchema"]) {
            let fine = word != "format" || FORMATS.contains(&value.as_str().unwrap_or_default());
            assert!(fine, "{}{path}: format {value}", tool["name"]);
        }
    }
    let tool = talk.tool("numbers");
    let listed = properties(&tool);
    assert_eq!(listed["a"]["type"], "integer");
    assert_eq!(listed["a"]["minimum"], 0);
    assert_eq!(listed["g"]["maximum"], 255);
    assert_eq!(listed["e"]["minimum"], 1);
    let wrong = talk.refusal(
        "numbers",
        json!({"a": 1, "b": 1, "c": 1, "e": 0, "f": 1, "g": 1, "ip": "nowhere"}),
    );
    assert!(wrong.starts_with("Invalid params: e must be"), "{wrong}");
}

/// Optional ones.
#[tool]
async fn options(
    q: String,
    name: Option<String>,
    n: Option<i64>,
    tags: Option<Vec<String>>,
) -> String {
    format!("{q} {name:?} {n:?} {tags:?}")
}

#[test]
fn an_optional_argument_lists_its_plain_type_and_takes_null() {
    let mut talk = talk(tools![options], "2025-06-18");
    let tool = talk.tool("options");
    assert_eq!(properties(&tool)["name"]["type"], "string");
    assert_eq!(properties(&tool)["n"]["type"], "integer");
    assert_eq!(properties(&tool)["tags"]["type"], "array");
    assert_eq!(required(&tool["inputSchema"]), ["q"]);
    for (path, word, value) in words(&tool["inputSchema"]) {
        assert_ne!(word, "nullable", "{path}");
        assert!(word != "type" || value.is_string(), "{path}: {value}");
    }
    assert_eq!(
        talk.text(
            "options",
            json!({"q": "x", "name": null, "n": null, "tags": null})
        ),
        "x None None None"
    );
    assert_eq!(talk.text("options", json!({"q": "x"})), "x None None None");
    assert_eq!(
        talk.text("options", json!({"q": "x", "name": "y"})),
        "x Some(\"y\") None None"
    );
}

/// Tells null from absent.
#[tool]
async fn tells(v: Option<Option<u8>>) -> String {
    format!("{v:?}")
}

#[test]
fn a_double_option_tells_null_from_absent() {
    let mut talk = talk(tools![tells], "2025-06-18");
    assert_eq!(talk.text("tells", json!({})), "None");
    assert_eq!(talk.text("tells", json!({"v": null})), "Some(None)");
    assert_eq!(talk.text("tells", json!({"v": 3})), "Some(Some(3))");
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Node {
    name: String,
    #[serde(default)]
    kids: Vec<Node>,
}

/// Takes a tree.
#[tool]
async fn grow(root: Node, alt: Option<Box<Node>>) -> Json<Node> {
    drop(alt);
    Json(root)
}

/// Takes a tree as its only argument.
#[tool]
async fn grow_flat(#[arg(flatten)] root: Node) -> String {
    root.name
}

#[test]
fn a_recursive_type_is_listed_with_references_that_can_be_followed() {
    let mut talk = talk(tools![grow, grow_flat, now], "2025-06-18");
    assert_eq!(talk.tools().len(), 3);
    for name in ["grow", "grow_flat"] {
        let tool = talk.tool(name);
        for (path, word, value) in words(&tool["inputSchema"]) {
            if word == "$ref" {
                let target = value
                    .as_str()
                    .and_then(|to| to.strip_prefix('#'))
                    .unwrap_or_else(|| panic!("{path}: {value}"));
                assert!(
                    tool["inputSchema"].pointer(target).is_some(),
                    "{name}{path}: {value} leads nowhere"
                );
            }
        }
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
    }
    let deep = (0..20).fold(
        json!({"name": "leaf"}),
        |inner, _| json!({"name": "n", "kids": [inner]}),
    );
    let answer = talk.call("grow", json!({ "root": deep }));
    assert_eq!(
        answer["result"]["structuredContent"]["kids"][0]["kids"][0]["name"], "n",
        "{answer}"
    );
    assert_eq!(
        talk.text(
            "grow_flat",
            json!({"name": "root", "kids": [{"name": "k"}]})
        ),
        "root"
    );
    let wrong = talk.refusal(
        "grow",
        json!({"root": {"name": "n", "kids": [{"name": 5}]}}),
    );
    assert!(
        wrong.starts_with("Invalid params: root.kids[0].name must be"),
        "{wrong}"
    );
}

/// Takes anything.
#[tool]
async fn put(v: Value, o: serde_json::Map<String, Value>, l: Vec<Value>) -> String {
    drop((o, l));
    v.to_string()
}

#[test]
fn free_json_is_listed_as_an_object_schema_and_comes_back_as_sent() {
    let mut talk = talk(tools![put], "2025-06-18");
    let tool = talk.tool("put");
    each_schema(&tool["inputSchema"], "", &mut |path, schema| {
        assert!(schema.is_object(), "{path}: {schema}")
    });
    assert!(properties(&tool)["l"]["items"].is_object(), "{tool}");
    for v in [
        json!(1),
        json!(false),
        json!("x"),
        json!([1]),
        json!({"a": 1}),
        json!(1.5),
    ] {
        assert_eq!(
            talk.text("put", json!({"v": v, "o": {}, "l": []})),
            v.to_string()
        );
    }
}

/// Takes maps.
#[tool]
async fn maps(by_id: BTreeMap<u32, String>, w: HashMap<String, f64>) -> String {
    format!("{by_id:?} {}", w.len())
}

#[test]
fn a_map_with_other_keys_than_text_stays_open_to_a_reader_of_its_schema() {
    let mut talk = talk(tools![maps], "2025-06-18");
    let tool = talk.tool("maps");
    assert_eq!(
        properties(&tool)["w"]["additionalProperties"]["type"],
        "number"
    );
    assert!(
        properties(&tool)["by_id"]["additionalProperties"].is_object(),
        "{tool}"
    );
    assert_eq!(
        talk.text("maps", json!({"by_id": {"7": "x"}, "w": {"a": 1}})),
        "{7: \"x\"} 1"
    );
    let wrong = talk.refusal("maps", json!({"by_id": {"x": "y"}, "w": {}}));
    assert!(wrong.contains("by_id"), "{wrong}");
}

#[derive(Deserialize, JsonSchema, Debug)]
enum Level {
    /// quiet
    Low,
    /// loud
    High,
}

#[derive(Deserialize, JsonSchema, Debug)]
struct Page {
    no: u32,
    size: u32,
}

/// Takes nested types.
#[tool]
async fn nested(level: Level, page: Page, pages: Vec<Page>, alt: Option<Level>) -> String {
    format!(
        "{level:?} {} {} {} {alt:?}",
        page.no,
        page.size,
        pages.len()
    )
}

#[test]
fn nested_types_are_listed_in_place_and_enums_as_a_list_of_words() {
    let mut talk = talk(tools![nested], "2025-06-18");
    let tool = talk.tool("nested");
    for (path, word, _) in words(&tool["inputSchema"]) {
        assert!(
            !["$ref", "$defs", "oneOf", "anyOf", "allOf", "const"].contains(&word),
            "{path}: {word}"
        );
    }
    for name in ["level", "alt"] {
        assert_eq!(properties(&tool)[name]["type"], "string");
        assert_eq!(properties(&tool)[name]["enum"], json!(["Low", "High"]));
    }
    assert_eq!(required(&tool["inputSchema"]), ["level", "page", "pages"]);
    let good = json!({"level": "Low", "page": {"no": 1, "size": 2}, "pages": []});
    assert_eq!(talk.text("nested", good), "Low 1 2 0 None");
    let wrong = talk.refusal(
        "nested",
        json!({"level": "Lo", "page": {"no": 1, "size": 2}, "pages": []}),
    );
    assert!(
        wrong.starts_with("Invalid params: level must be") && wrong.contains("Low"),
        "{wrong}"
    );
}

/// Takes tuples and arrays.
#[tool]
async fn tuples(
    at: (f64, f64),
    rgb: [u8; 3],
    pairs: Vec<(String, u32)>,
    any: Vec<Value>,
) -> String {
    format!("{at:?} {rgb:?} {pairs:?} {}", any.len())
}

#[test]
fn every_array_says_what_its_items_are() {
    let mut talk = talk(tools![tuples, put, options, nested], "2025-06-18");
    for tool in talk.tools() {
        each_schema(&tool["inputSchema"], "", &mut |path, schema| {
            if schema["type"] == "array" {
                assert!(
                    schema["items"].is_object(),
                    "{}{path}: {schema}",
                    tool["name"]
                );
            }
        });
    }
    let good = json!({"at": [1, 2], "rgb": [1, 2, 3], "pairs": [["a", 1]], "any": [1, "x"]});
    assert_eq!(
        talk.text("tuples", good.clone()),
        "(1.0, 2.0) [1, 2, 3] [(\"a\", 1)] 2"
    );
    for (field, value) in [
        ("at", json!([1])),
        ("rgb", json!([1, 2, 300])),
        ("pairs", json!([[1, "a"]])),
    ] {
        let mut wrong = good.clone();
        wrong[field] = value;
        let told = talk.refusal("tuples", wrong);
        assert!(
            told.starts_with(&format!("Invalid params: {field}")),
            "{told}"
        );
    }
}
