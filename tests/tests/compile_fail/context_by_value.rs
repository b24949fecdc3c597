//! The context is taken by reference.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(cx: Context) -> bool {
    cx.is_cancelled()
}

fn main() {
    let _ = tools![bad];
}
