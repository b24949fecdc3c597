//! What callers send: absent, null, wrong, right. Each word of `#[arg]`.

use super::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

type Maybe<T> = Option<T>;
#[derive(Deserialize, JsonSchema)]
struct Newtype(Option<u32>);
#[derive(Deserialize, JsonSchema, Default)]
#[serde(default)]
struct Limit(u32);
#[derive(Deserialize, JsonSchema)]
#[serde(default)]
struct Options {
    a: u32,
    b: bool,
}
impl Default for Options {
    fn default() -> Self {
        Self { a: 7, b: true }
    }
}

#[tool(crate = crate)]
async fn optional(
    alias: Maybe<u32>,
    newtype: Newtype,
    limit: Limit,
    options: Options,
    doubled: Option<Option<u32>>,
    any: Option<Value>,
    list: Vec<u32>,
) -> String {
    let (n, l, o) = (newtype.0, limit.0, options);
    format!(
        "{alias:?} {n:?} {l} {}{} {doubled:?} {any:?} {}",
        o.a,
        o.b,
        list.len()
    )
}

#[test]
fn what_deserialises_from_nothing_is_not_required() {
    assert_eq!(input(&one(tools![optional]))["required"], json!(["list"]));
}

#[tokio::test]
async fn absent_and_null_are_told_apart_only_by_a_doubled_option() {
    let tool = one(tools![optional]);
    assert_eq!(
        said(&tool, r#"{"list":[]}"#).await,
        "None None 0 7true None None 0"
    );
    assert_eq!(
        said(
            &tool,
            r#"{"list":[],"alias":null,"newtype":null,"limit":null,"options":null,"doubled":null,"any":null}"#
        )
        .await,
        "None None 0 7true Some(None) None 0"
    );
    assert_eq!(
        said(
            &tool,
            r#"{"list":[1],"newtype":3,"limit":4,"doubled":5,"options":{"a":1}}"#
        )
        .await,
        "None Some(3) 4 1true Some(Some(5)) None 1"
    );
}

#[tokio::test]
async fn null_for_a_required_argument_is_a_wrong_type() {
    assert_eq!(
        said(&one(tools![add]), r#"{"a":null}"#).await,
        "wrong: a must be an integer"
    );
}

#[tokio::test]
async fn null_for_a_defaulted_argument_is_its_default() {
    assert_eq!(said(&one(tools![add]), r#"{"a":1,"b":null}"#).await, "2");
}

#[tokio::test]
async fn everything_that_is_wrong_is_told_at_once_in_the_order_of_the_parameters() {
    let tool = one(tools![add]);
    assert_eq!(
        said(&tool, r#"{"c":3,"b":101,"a":"1"}"#).await,
        "wrong: a must be an integer; b must be <= 100; c is not a parameter of this tool"
    );
    assert_eq!(said(&tool, "{}").await, "wrong: a is required");
}

#[tokio::test]
async fn a_function_without_parameters_takes_nothing() {
    #[tool(crate = crate)]
    async fn now() -> &'static str {
        "t"
    }
    let tool = one(tools![now]);
    let schema = input(&tool);
    assert_eq!(
        (&schema["type"], &schema["properties"]),
        (&json!("object"), &json!({}))
    );
    assert_eq!(said(&tool, "{}").await, "t");
    let none = tool
        .start(Call::run(tool.clone(), None, Context::detached()))
        .await;
    assert!(matches!(none, Outcome::Done(_)));
    assert_eq!(
        said(&tool, r#"{"x":1}"#).await,
        "wrong: x is not a parameter of this tool"
    );
}

#[tokio::test]
async fn integers_are_exact() {
    #[tool(crate = crate)]
    async fn exact(a: u64, b: i128, c: u8) -> String {
        format!("{a} {b} {c}")
    }
    let tool = one(tools![exact]);
    assert_eq!(
        said(
            &tool,
            r#"{"a":18446744073709551615,"b":170141183460469231731687303715884105727,"c":2.55e2}"#
        )
        .await,
        "18446744073709551615 170141183460469231731687303715884105727 255"
    );
    let wrong = said(&tool, r#"{"a":18446744073709551616,"b":0.5,"c":-1}"#).await;
    assert!(wrong.starts_with("wrong: a must be"), "{wrong}");
    assert!(
        wrong.contains("b must be an integer") && wrong.contains("c must be >= 0"),
        "{wrong}"
    );
}

#[tokio::test]
async fn more_arguments_than_find_room_inline_are_found_too() {
    #[tool(crate = crate)]
    #[allow(clippy::too_many_arguments)]
    async fn many(
        a: u8,
        b: u8,
        c: u8,
        d: u8,
        e: u8,
        f: u8,
        g: u8,
        h: u8,
        i: u8,
        j: Option<u8>,
        k: u8,
    ) -> u32 {
        [a, b, c, d, e, f, g, h, i, j.unwrap_or(0), k]
            .into_iter()
            .map(u32::from)
            .sum()
    }
    let tool = one(tools![many]);
    let all = r#"{"k":11,"i":9,"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8}"#;
    assert_eq!(said(&tool, all).await, "56");
}

#[tokio::test]
async fn a_key_that_stands_twice_is_refused_at_any_depth() {
    #[tool(crate = crate)]
    async fn nested(a: u8, map: BTreeMap<String, BTreeMap<String, u8>>) -> usize {
        let _ = a;
        map.len()
    }
    let tool = one(tools![nested]);
    let top = said(&tool, r#"{"a":1,"a":2,"map":{}}"#).await;
    assert!(top.starts_with("wrong: a is given twice"), "{top}");
    let deep = said(&tool, r#"{"a":1,"map":{"x":{"y":1,"y":2}}}"#).await;
    assert!(deep.starts_with("wrong: map.x.y is given twice"), "{deep}");
}

#[tokio::test]
async fn a_server_may_take_a_key_twice() {
    let mut bench = Bench::default();
    bench.settings.duplicate_keys = true;
    let tool = bench.build(tools![add]).expect("a tool").remove(0);
    assert_eq!(said(&tool, r#"{"a":1,"a":2,"b":0}"#).await, "2");
}

#[tokio::test]
async fn text_is_no_number_unless_the_server_is_lenient() {
    #[tool(crate = crate)]
    async fn loose(n: u32, yes: bool, list: Vec<u8>, text: String) -> String {
        format!("{n} {yes} {list:?} {text}")
    }
    let sent = r#"{"n":"5","yes":"true","list":"[1, 2]","text":"7"}"#;
    let strict = said(&one(tools![loose]), sent).await;
    assert!(
        strict.starts_with("wrong: n must be an integer; yes must be"),
        "{strict}"
    );
    let mut bench = Bench::default();
    bench.settings.lenient = true;
    let tool = bench.build(tools![loose]).expect("a tool").remove(0);
    assert_eq!(said(&tool, sent).await, "5 true [1, 2] 7");
    let still = said(&tool, r#"{"n":"five","yes":"true","list":[],"text":""}"#).await;
    assert_eq!(still, "wrong: n must be an integer");
}

struct Db(u32);

#[tool(crate = crate)]
async fn stateful(cx: &Context, db: &Db, shared: &String, n: u32) -> String {
    let _ = cx;
    tokio::task::yield_now().await;
    format!("{} {shared}", db.0 + n)
}

#[tokio::test]
async fn a_reference_comes_from_the_server() {
    let mut bench = Bench::default();
    bench.states.insert(Db(40));
    bench.states.insert(Arc::new("shared".to_owned()));
    let tool = bench.build(tools![stateful]).expect("a tool").remove(0);
    assert!(tool.wants_context());
    assert_eq!(said(&tool, r#"{"n":2}"#).await, "42 shared");
    assert_eq!(
        input(&tool)["properties"]
            .as_object()
            .map(serde_json::Map::len),
        Some(1)
    );
}

#[test]
fn a_state_that_was_not_given_is_told_with_tool_and_type() {
    let faults = Bench::default()
        .build(tools![stateful])
        .err()
        .expect("faults");
    assert_eq!(faults.len(), 2);
    assert!(
        faults[0].starts_with("tool `stateful`: it takes `&"),
        "{faults:?}"
    );
    assert!(
        faults[0].contains("Db`, but no `.state(…)` of that type was given"),
        "{faults:?}"
    );
}

#[tokio::test]
async fn views_of_text_and_lists_come_from_the_caller() {
    #[tool(crate = crate)]
    async fn views(name: &str, #[arg(min_items = 1)] rest: &[String], cx: &Context) -> String {
        tokio::task::yield_now().await;
        let _ = cx;
        format!("{name}:{}", rest.join(","))
    }
    let tool = one(tools![views]);
    assert_eq!(
        said(&tool, r#"{"name":"n","rest":["a","b"]}"#).await,
        "n:a,b"
    );
    assert_eq!(
        said(&tool, r#"{"name":"n","rest":[]}"#).await,
        "wrong: rest must have at least 1 item"
    );
}

#[tokio::test]
async fn a_result_may_borrow_from_what_was_lent() {
    #[tool(crate = crate)]
    async fn borrowed<'a>(name: &'a String, cx: &Context) -> Result<&'a str, String> {
        tokio::task::yield_now().await;
        let _ = cx;
        Ok(name)
    }
    let mut bench = Bench::default();
    bench.states.insert("bo".to_owned());
    let tool = bench.build(tools![borrowed]).expect("a tool").remove(0);
    assert_eq!(said(&tool, "{}").await, "bo");
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Red,
    Green,
}
const TOP: u32 = 9;

#[tool(crate = crate)]
#[allow(clippy::too_many_arguments)]
async fn words(
    #[arg(min = 0, max = 1, multiple_of = 0.25)] share: f64,
    #[arg(exclusive_min = 0, exclusive_max = TOP)] open: Option<u32>,
    #[arg(min_length = 2, max_length = 3, pattern = "^[a-zé]+$")] short: Option<String>,
    #[arg(min_items = 1, max_items = 2, unique)] items: Option<Vec<u8>>,
    #[arg(rename = "$from", example = "a")] from: Option<String>,
    #[arg(format = "date-time")] at: Option<String>,
    #[arg(header = "Region")] region: Option<String>,
    #[arg(default = Colour::Red)] colour: Colour,
    #[arg(default = vec![1])] list: Vec<u8>,
    #[arg(min = i64::MIN, max = -1, default = -5)] negative: i64,
    #[arg(default = "abc")] text: String,
    #[arg(default = 2)] number: Option<u32>,
    #[arg(unique)] set: Option<HashSet<u8>>,
    _unused: Option<u8>,
) -> String {
    let colour = matches!(colour, Colour::Red);
    format!(
        "{share} {open:?} {short:?} {items:?} {from:?} {at:?} {region:?} {colour} {list:?} {negative} {text} {number:?} {set:?}"
    )
}

#[test]
fn every_word_of_a_parameter_stands_in_its_schema() {
    let schema = input(&one(tools![words]));
    let property = |name: &str| schema["properties"][name].clone();
    let has = |name: &str, keyword: &str, value: Value| {
        assert_eq!(
            property(name)[keyword],
            value,
            "{name} {keyword}: {}",
            property(name)
        );
    };
    has("share", "minimum", json!(0.0));
    has("share", "maximum", json!(1.0));
    has("share", "multipleOf", json!(0.25));
    has("open", "exclusiveMinimum", json!(0));
    has("open", "exclusiveMaximum", json!(9));
    has("short", "minLength", json!(2));
    has("short", "maxLength", json!(3));
    has("short", "pattern", json!("^[a-zé]+$"));
    has("items", "minItems", json!(1));
    has("items", "maxItems", json!(2));
    has("items", "uniqueItems", json!(true));
    has("$from", "examples", json!(["a"]));
    has("at", "format", json!("date-time"));
    has("region", "x-mcp-header", json!("Region"));
    has("colour", "default", json!("red"));
    has("list", "default", json!([1]));
    has("negative", "default", json!(-5));
    has("negative", "minimum", json!(i64::MIN));
    has("text", "default", json!("abc"));
    has("number", "default", json!(2));
    assert!(!property("unused").is_null());
    assert_eq!(schema["required"], json!(["share"]));
}

#[tokio::test]
async fn every_limit_of_a_parameter_is_enforced() {
    let tool = one(tools![words]);
    assert_eq!(
        said(&tool, r#"{"share":0.25}"#).await,
        "0.25 None None None None None None true [1] -5 abc Some(2) None"
    );
    assert_eq!(
        said(
            &tool,
            r#"{"share":1,"open":8,"short":"éé","items":[1,2],"$from":"x"}"#
        )
        .await,
        r#"1 Some(8) Some("éé") Some([1, 2]) Some("x") None None true [1] -5 abc Some(2) None"#
    );
    for (member, fault) in [
        (r#""share":1.25"#, "share must be <= 1"),
        (r#""share":0.3"#, "share must be a multiple of 0.25"),
        (r#""share":0,"open":0"#, "open must be > 0"),
        (r#""share":0,"open":9"#, "open must be < 9"),
        (
            r#""share":0,"short":"a""#,
            "short must have at least 2 characters",
        ),
        (
            r#""share":0,"short":"abcd""#,
            "short must have at most 3 characters",
        ),
        (r#""share":0,"short":"A1""#, "short must match"),
        (r#""share":0,"items":[]"#, "items must have at least 1 item"),
        (
            r#""share":0,"items":[1,2,3]"#,
            "items must have at most 2 items",
        ),
        (r#""share":0,"items":[1,1]"#, "items must"),
        (r#""share":0,"colour":"blue""#, "colour must be"),
        (r#""share":0,"negative":0"#, "negative must be <= -1"),
        (r#""share":0,"set":[1,1]"#, "set must"),
    ] {
        let wrong = said(&tool, &format!("{{{member}}}")).await;
        assert!(
            wrong.starts_with(&format!("wrong: {fault}")),
            "{member}: {wrong}"
        );
        assert!(!wrong.contains(';'), "{member}: {wrong}");
    }
}

#[test]
fn limits_that_make_no_sense_are_told_when_the_server_is_built() {
    const ONE: u8 = 1;
    #[tool(crate = crate)]
    async fn bad(
        #[arg(min = 5, max = ONE)] _a: u8,
        #[arg(default = ONE - 1, min = 1)] _b: u8,
        #[arg(pattern = "(")] _c: String,
        #[arg(min_length = 3, max_length = usize::from(ONE))] _d: String,
        #[arg(example = String::new(), min_length = 1)] _e: String,
        #[arg(max = f64::NAN)] _f: f64,
    ) {
    }
    let faults = Bench::default()
        .build(tools![bad])
        .err()
        .expect("faults")
        .join("\n");
    for part in [
        "parameter `a`: `min` 5 and `max` 1 leave no value",
        "parameter `b`: `default` must be >= 1",
        "`c`",
        "parameter `d`: `min_length` 3 and `max_length` 1 leave no value",
        "parameter `e`: `example` must",
        "parameter `f`: `max` is no finite number",
    ] {
        assert!(faults.contains(part), "{part}\n{faults}");
    }
}

#[derive(Deserialize, JsonSchema)]
struct Page {
    #[schemars(range(min = 1, max = 50))]
    size: u32,
    #[schemars(length(min = 1), regex(pattern = "^[a-z]+$"))]
    word: Option<String>,
}

#[tokio::test]
async fn limits_on_the_users_own_structs_are_enforced() {
    #[tool(crate = crate)]
    async fn nested(page: Page, pages: Option<Vec<Page>>) -> u32 {
        let _ = pages.map(|pages| pages.into_iter().filter_map(|page| page.word).count());
        page.size
    }
    let tool = one(tools![nested]);
    assert_eq!(said(&tool, r#"{"page":{"size":2}}"#).await, "2");
    let wrong = said(
        &tool,
        r#"{"page":{"size":51},"pages":[{"size":1},{"size":0,"word":"X"}]}"#,
    )
    .await;
    assert!(wrong.contains("page.size must be <= 50"), "{wrong}");
    assert!(wrong.contains("pages[1].size must be >= 1"), "{wrong}");
    assert!(wrong.contains("pages[1].word must match"), "{wrong}");
}

#[tokio::test]
async fn a_flat_parameter_gives_its_fields_to_the_tool() {
    #[tool(crate = crate)]
    async fn flat(id: u8, #[arg(flatten)] page: Page) -> String {
        format!("{id} {} {:?}", page.size, page.word)
    }
    let tool = one(tools![flat]);
    let schema = input(&tool);
    assert_eq!(
        schema["properties"].as_object().map(serde_json::Map::len),
        Some(3)
    );
    assert_eq!(
        said(&tool, r#"{"id":1,"size":2,"word":"a"}"#).await,
        r#"1 2 Some("a")"#
    );
    assert_eq!(said(&tool, r#"{"id":1,"size":2}"#).await, "1 2 None");
    assert_eq!(
        said(&tool, r#"{"id":1,"size":99}"#).await,
        "wrong: size must be <= 50"
    );
    assert_eq!(said(&tool, r#"{"id":1}"#).await, "wrong: size is required");
    let unknown = said(&tool, r#"{"id":1,"size":2,"sise":3}"#).await;
    assert_eq!(unknown, "wrong: sise is not a parameter of this tool");
}

#[tokio::test]
async fn a_flat_map_takes_what_has_no_other_name() {
    #[tool(crate = crate)]
    async fn open(id: u8, #[arg(flatten)] rest: BTreeMap<String, u32>) -> String {
        format!("{id} {rest:?}")
    }
    let tool = one(tools![open]);
    assert_eq!(
        said(&tool, r#"{"id":1,"a":2,"b":3}"#).await,
        r#"1 {"a": 2, "b": 3}"#
    );
    assert_eq!(said(&tool, r#"{"id":1}"#).await, "1 {}");
}

#[tokio::test]
async fn two_flat_parameters_share_the_arguments() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct A {
        a: u8,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct B {
        b: u8,
    }
    #[tool(crate = crate)]
    async fn both(#[arg(flatten)] first: A, #[arg(flatten)] second: B) -> u8 {
        first.a + second.b
    }
    assert_eq!(said(&one(tools![both]), r#"{"b":2,"a":1}"#).await, "3");
}

#[tokio::test]
async fn an_empty_struct_or_unit_may_stand_for_no_arguments() {
    #[derive(Deserialize, JsonSchema)]
    struct Empty {}
    #[tool(crate = crate)]
    async fn none(#[arg(flatten)] _none: Empty) -> &'static str {
        "ok"
    }
    let tool = one(tools![none]);
    assert_eq!(input(&tool)["properties"], json!({}));
    assert_eq!(said(&tool, "{}").await, "ok");
}

#[tokio::test]
async fn what_a_type_of_the_users_refuses_is_told_with_its_place() {
    #[derive(JsonSchema)]
    #[schemars(transparent)]
    struct Even(#[allow(dead_code)] u32);
    impl<'de> Deserialize<'de> for Even {
        fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let n = u32::deserialize(from)?;
            if n % 2 == 0 {
                Ok(Self(n))
            } else {
                Err(serde::de::Error::custom("must be even"))
            }
        }
    }
    #[tool(crate = crate)]
    async fn even(ns: Vec<Even>, a: u8) -> usize {
        let _ = a;
        ns.len()
    }
    let tool = one(tools![even]);
    assert_eq!(said(&tool, r#"{"ns":[2,4],"a":1}"#).await, "2");
    assert_eq!(
        said(&tool, r#"{"ns":[2,3],"a":300}"#).await,
        "wrong: ns[1] must be even; a must be <= 255"
    );
}

#[tokio::test]
async fn free_form_json_comes_back_as_it_was_sent() {
    #[tool(crate = crate)]
    async fn put(v: Value) -> String {
        v.to_string()
    }
    let tool = one(tools![put]);
    for sent in ["1", "false", "\"x\"", "null", "[1]", "{\"a\":1}"] {
        assert_eq!(said(&tool, &format!("{{\"v\":{sent}}}")).await, sent);
    }
}

#[tokio::test]
async fn a_text_argument_may_not_be_half_a_character() {
    #[tool(crate = crate)]
    async fn text(t: String) -> String {
        t
    }
    let wrong = said(&one(tools![text]), r#"{"t":"\ud800"}"#).await;
    assert!(wrong.starts_with("wrong: t must"), "{wrong}");
}

#[test]
fn a_deserialize_that_panics_is_told_when_the_server_is_built() {
    #[derive(JsonSchema)]
    struct Bomb;
    impl<'de> Deserialize<'de> for Bomb {
        fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            panic!("boom")
        }
    }
    #[tool(crate = crate)]
    async fn bomb(_b: Bomb) {}
    let faults = Bench::default().build(tools![bomb]).err().expect("faults");
    assert!(
        faults[0].contains("parameter `b`: its `Deserialize` panics"),
        "{faults:?}"
    );
}
