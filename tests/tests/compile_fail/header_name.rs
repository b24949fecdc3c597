//! The name of a header is a token, and no two parameters share one.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(header = "My Region")] a: String) -> String {
    a
}

#[tool]
async fn twice(#[arg(header = "Region")] a: String, #[arg(header = "region")] b: String) -> String {
    a + &b
}

fn main() {
    let _ = tools![bad, twice];
}
