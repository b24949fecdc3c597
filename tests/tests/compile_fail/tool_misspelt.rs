//! `tools![…]` knows the names in scope.

use mcp_runtime::prelude::*;

#[tool]
async fn subtract() {}

fn main() {
    let _ = tools![substract];
}
