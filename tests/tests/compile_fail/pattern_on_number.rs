//! A pattern needs a text.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(pattern = "^[0-9]+$")] count: Option<u32>) -> String {
    format!("{count:?}")
}

fn main() {
    let _ = tools![bad];
}
