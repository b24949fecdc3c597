//! `#[arg]` has its words in parentheses.

use mcp_runtime::prelude::*;

#[tool]
async fn bare(#[arg] a: i64, #[arg = "Text"] b: i64) -> i64 {
    a + b
}

fn main() {
    let _ = tools![bare];
}
