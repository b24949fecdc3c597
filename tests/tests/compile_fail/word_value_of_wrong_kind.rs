//! A word whose value is of the wrong kind says what it takes.

use mcp_runtime::prelude::*;

#[tool(name = 3)]
async fn numbered() {}

#[tool(read_only = "yes")]
async fn worded() {}

#[tool]
async fn renamed(#[arg(rename = other)] a: i64) -> i64 {
    a
}

fn main() {
    let _ = tools![numbered, worded, renamed];
}
