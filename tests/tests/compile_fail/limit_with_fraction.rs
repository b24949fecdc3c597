//! A whole number has no limit with a fraction.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(min = 0.5)] a: i64) -> i64 {
    a
}

fn main() {
    let _ = tools![bad];
}
