//! An unsigned parameter has no negative limit.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(min = -1)] a: u8) -> u8 {
    a
}

fn main() {
    let _ = tools![bad];
}
