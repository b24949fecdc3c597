//! What the caller sends can be deserialised.

use mcp_runtime::prelude::*;

#[derive(schemars::JsonSchema)]
struct Page {
    number: u32,
}

#[tool]
async fn bad(page: Page) -> u32 {
    page.number
}

fn main() {
    let _ = tools![bad];
}
