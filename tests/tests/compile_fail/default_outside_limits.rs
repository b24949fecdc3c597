//! A default or an example is a value that a caller could send.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(
    #[arg(min = 1, max = 9, default = 10)] a: i64,
    #[arg(max_length = 2, default = "abc")] b: String,
    #[arg(multiple_of = 5, example = 7)] c: i64,
) -> String {
    format!("{a} {b} {c}")
}

fn main() {
    let _ = tools![bad];
}
