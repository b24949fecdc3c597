//! What callers send: absent, null, wrong, right.

use super::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

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
    assert!(top.starts_with("wrong: a must be given once"), "{top}");
    let deep = said(&tool, r#"{"a":1,"map":{"x":{"y":1,"y":2}}}"#).await;
    assert!(
        deep.starts_with("wrong: map.x.y must be given once"),
        "{deep}"
    );
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
