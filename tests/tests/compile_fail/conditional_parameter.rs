//! A parameter is always there.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(
    a: i64,
    #[cfg(unix)] b: i64,
    #[cfg_attr(unix, doc = "Third.")] c: i64,
) -> i64 {
    a + b + c
}

fn main() {
    let _ = tools![bad];
}
