//! What is flattened is taken by value.

use mcp_runtime::prelude::*;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Page {
    number: u32,
}

#[tool]
async fn bad(#[arg(flatten)] page: &Page) -> u32 {
    page.number
}

fn main() {
    let _ = tools![bad];
}
