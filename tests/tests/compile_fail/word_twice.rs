//! A word is said once, also over several attributes.

use mcp_runtime::prelude::*;

#[tool(title = "One", title = "Two")]
async fn titles() {}

#[tool]
async fn limits(
    #[arg(min = 1)]
    #[arg(max = 9, min = 2)]
    a: i64,
) -> i64 {
    a
}

fn main() {
    let _ = tools![titles, limits];
}
