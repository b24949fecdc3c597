//! Structs as parameters, and parameters whose fields are arguments.

use super::*;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

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

#[test]
fn headers_inside_the_users_own_structs_are_held_to_the_rules() {
    #[derive(Deserialize, JsonSchema)]
    struct Place {
        #[schemars(extend("x-mcp-header" = "Region"))]
        region: String,
        #[schemars(extend("x-mcp-header" = "bad name"))]
        zone: Option<String>,
    }
    #[tool(crate = crate)]
    async fn go(place: Place, places: Vec<Place>) -> usize {
        place.region.len() + place.zone.map_or(0, |zone| zone.len()) + places.len()
    }
    let faults = Bench::default().build(tools![go]).err().expect("faults");
    let about = |words: &str| faults.iter().filter(|fault| fault.contains(words)).count();
    assert_eq!(about("`place.zone`: \"bad name\" can't be the name"), 1);
    assert_eq!(about("`place.region`"), 0, "{faults:?}");
    assert_eq!(about("names of properties alone"), 2, "{faults:?}");
    assert_eq!(faults.len(), 3, "{faults:?}");
}

#[tokio::test]
async fn null_for_a_field_that_may_be_left_out_counts_as_absent() {
    fn ten() -> u32 {
        10
    }
    #[derive(Deserialize, JsonSchema)]
    struct Part {
        query: String,
        #[serde(default)]
        offset: u32,
        #[serde(default = "ten")]
        limit: u32,
        word: Option<String>,
    }
    #[tool(crate = crate)]
    async fn search(#[arg(flatten)] part: Part) -> String {
        format!(
            "{} {} {} {:?}",
            part.query, part.offset, part.limit, part.word
        )
    }
    let tool = one(tools![search]);
    let nulls = r#"{"query":"x","offset":null,"limit":null,"word":null}"#;
    assert_eq!(said(&tool, nulls).await, "x 0 10 None");
    let required = said(&tool, r#"{"query":null,"offset":null}"#).await;
    assert_eq!(required, "wrong: query must be a string");
    let other = said(&tool, r#"{"query":"x","offset":null,"limit":"y"}"#).await;
    assert_eq!(other, "wrong: limit must be an integer");
    let unknown = said(&tool, r#"{"query":"x","offsett":null}"#).await;
    assert_eq!(unknown, "wrong: offsett is not a parameter of this tool");
}

#[tokio::test]
async fn null_for_every_field_of_a_parameter_with_a_default_is_that_default() {
    #[derive(Deserialize, serde::Serialize, JsonSchema)]
    struct Size {
        width: u32,
    }
    #[tool(crate = crate)]
    async fn draw(#[arg(flatten, default = Size { width: 7 })] size: Size) -> u32 {
        size.width
    }
    #[tool(crate = crate)]
    async fn maybe(#[arg(flatten)] size: Option<Size>) -> String {
        format!("{:?}", size.map(|size| size.width))
    }
    assert_eq!(said(&one(tools![draw]), r#"{"width":null}"#).await, "7");
    assert_eq!(said(&one(tools![maybe]), r#"{"width":null}"#).await, "None");
}

#[tokio::test]
async fn a_type_that_tells_null_from_absent_is_given_the_null() {
    fn told<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<u8>>, D::Error> {
        Option::deserialize(from).map(Some)
    }
    #[derive(Deserialize, JsonSchema)]
    struct Edit {
        #[serde(default, deserialize_with = "told")]
        due: Option<Option<u8>>,
    }
    #[tool(crate = crate)]
    async fn edit(#[arg(flatten)] edit: Edit) -> String {
        format!("{:?}", edit.due)
    }
    let tool = one(tools![edit]);
    assert_eq!(said(&tool, r#"{"due":null}"#).await, "Some(None)");
    assert_eq!(said(&tool, "{}").await, "None");
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
