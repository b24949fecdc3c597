//! Each word of `#[arg]`: what it lists, and that it is enforced.

use super::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashSet;

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
    has("share", "minimum", json!(0));
    has("share", "maximum", json!(1));
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
