//! `min_length` needs a text.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(min_length = 1)] count: i64) -> i64 {
    count
}

fn main() {
    let _ = tools![bad];
}
