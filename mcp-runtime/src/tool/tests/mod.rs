//! Tools of all kinds, built and called.

mod about;
mod arguments;
mod blocks;
mod by_hand;
#[cfg(feature = "wire-log")]
mod places;
mod references;
mod returns;
mod structs;
mod words;

use super::testing::{Bench, input, one, output, said};
use super::*;
use crate::{Content, Context, Error, tool, tools};
use serde_json::json;

/// Adds two integers.
#[tool(crate = crate)]
async fn add(
    /// Left operand.
    a: i64,
    /// Right operand.
    #[arg(min = 0, max = 100, default = 1)]
    b: i64,
) -> i64 {
    a + b
}

#[tokio::test]
async fn an_annotated_function_is_called_with_the_arguments_of_the_caller() {
    let tool = one(tools![add]);
    assert_eq!(said(&tool, r#"{"a":1,"b":2}"#).await, "3");
    assert_eq!(said(&tool, r#"{"b":2,"a":1}"#).await, "3");
    assert_eq!(said(&tool, r#"{"a":1}"#).await, "2");
    assert_eq!(said(&tool, r#"{"a":12.0}"#).await, "13");
    assert_eq!(add(1, 2).await, 3, "and it is still a function");
}

#[test]
fn a_tool_is_listed_as_it_was_written() {
    let tool = one(tools![add]);
    assert_eq!(tool.name(), "add");
    assert_eq!(
        tool.listed().description.as_deref(),
        Some("Adds two integers.")
    );
    assert_eq!(
        tool.listed().input_schema.as_str(),
        r#"{"type":"object","properties":{"a":{"description":"Left operand.","maximum":9223372036854775807,"minimum":-9223372036854775808,"type":"integer"},"b":{"default":1,"description":"Right operand.","maximum":100,"minimum":0,"type":"integer"}},"required":["a"],"additionalProperties":false}"#
    );
}

#[test]
fn a_future_of_a_call_stands_on_its_own() {
    fn sent<T: Send + 'static>(_: T) {}
    let tool = one(tools![add]);
    sent(tool.start(Call::run(tool.clone(), None, Context::detached())));
}

#[tokio::test]
async fn a_tool_found_under_another_name_is_the_same_tool() {
    mod inner {
        pub(super) mod deep {
            /// Subtracts.
            #[crate::tool(crate = crate, name = "minus")]
            pub(crate) async fn subtract(a: i64, b: i64) -> i64 {
                a - b
            }
        }
        pub(super) use deep::subtract as take_away;
    }
    for tools in [tools![inner::deep::subtract], tools![inner::take_away]] {
        let tool = one(tools);
        assert_eq!(tool.name(), "minus");
        assert_eq!(said(&tool, r#"{"a":3,"b":1}"#).await, "2");
    }
}

#[test]
fn conditions_work_on_tools_and_inside_of_lists() {
    #[tool(crate = crate)]
    #[cfg(any())]
    async fn versions() -> u8 {
        1
    }
    #[cfg(not(any()))]
    #[tool(crate = crate)]
    async fn versions() -> u8 {
        2
    }
    let tools = tools![
        versions,
        #[cfg(any())]
        gone,
        #[cfg(not(any()))]
        add,
    ];
    assert_eq!(tools.len(), 2);
}

#[tokio::test]
async fn a_sync_function_runs_on_the_pool_and_an_inline_one_where_it_is_polled() {
    #[tool(crate = crate)]
    fn pooled() -> String {
        std::thread::current().name().unwrap_or_default().to_owned()
    }
    #[tool(crate = crate, inline)]
    fn inline() -> bool {
        std::thread::current().name() != Some("mcp-tool")
    }
    let tool = one(tools![pooled]);
    assert!(tool.is_blocking());
    assert_eq!(said(&tool, "{}").await, "mcp-tool");
    let tool = one(tools![inline]);
    assert!(tool.is_inline());
    assert_eq!(said(&tool, "{}").await, "true");
}

#[test]
fn raw_names_are_listed_without_their_prefix() {
    #[tool(crate = crate)]
    async fn r#match(r#type: u8) -> u8 {
        r#type
    }
    let tool = one(tools![r#match]);
    assert_eq!(tool.name(), "match");
    assert_eq!(input(&tool)["required"], json!(["type"]));
}

#[test]
fn tools_can_be_made_by_a_macro_of_the_users() {
    macro_rules! make {
        ($name:ident, $type:ty) => {
            #[tool(crate = crate)]
            async fn $name(value: $type, text: &str, cx: &Context) -> $type {
                let _ = (text, cx);
                value
            }
        };
    }
    make!(small, u8);
    make!(large, u64);
    let built = Bench::default()
        .build(tools![small, large])
        .expect("right tools");
    assert_eq!(input(&built[0])["properties"]["value"]["maximum"], 255);
}

#[tokio::test]
async fn arguments_beside_arguments_are_told_as_such() {
    let tool = one(tools![add]);
    let report = tool
        .misplaced(["x", "b", "a", "b"].map(Cow::from), None)
        .expect("a report");
    let fields: Vec<_> = report.faults.iter().map(|f| f.field.as_str()).collect();
    assert_eq!(fields, ["a", "b"]);
    assert!(report.faults[0].reason.contains("found `a` under params"));
    assert!(tool.misplaced([Cow::from("x")], None).is_none());
}

#[tokio::test]
async fn a_panic_of_the_handler_comes_out_of_its_poll() {
    #[tool(crate = crate)]
    async fn bad() -> u8 {
        panic!("no luck")
    }
    let tool = one(tools![bad]);
    let polled = tokio::spawn(async move { said(&tool, "{}").await }).await;
    assert!(polled.is_err_and(|error| error.is_panic()));
}
