//! An unsigned parameter has no negative limit.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(min = -1)] a: u8, #[arg(default = -2)] b: Option<std::primitive::u64>) -> u8 {
    let _ = b;
    a
}

fn main() {
    let _ = tools![bad];
}
