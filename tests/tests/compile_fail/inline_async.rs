//! `inline` is for a plain `fn`.

use mcp_runtime::prelude::*;

#[tool(inline)]
async fn quick() {}

fn main() {
    let _ = tools![quick];
}
