//! Tools of all kinds, built and called.

use super::testing::{Bench, call, input, one, output, said};
use super::*;
use crate::{Content, Context, tool, tools};
use serde_json::{Value, json};

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
    assert_eq!(said(&tool, r#"{"a":1}"#).await, "2");
    assert_eq!(said(&tool, r#"{"a":1,"b":null}"#).await, "2");
    assert_eq!(said(&tool, r#"{"a":12.0}"#).await, "13");
    assert_eq!(add(1, 2).await, 3);
}

#[tokio::test]
async fn all_that_is_wrong_is_told_at_once() {
    let tool = one(tools![add]);
    assert_eq!(
        said(&tool, r#"{"a":"1","b":101,"c":3}"#).await,
        "wrong: a must be an integer; b must be <= 100; c is not a parameter of this tool"
    );
}

#[test]
fn a_tool_is_listed_as_it_was_written() {
    let tool = one(tools![add]);
    assert_eq!(tool.listed().description.as_deref(), Some("Adds two integers."));
    assert_eq!(input(&tool)["properties"]["b"]["description"], "Right operand.");
    assert_eq!(input(&tool)["required"], json!(["a"]));
}
