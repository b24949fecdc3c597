//! A timeout is a number and a unit.

use mcp_runtime::prelude::*;

#[tool(timeout = "soon")]
async fn soon() {}

#[tool(timeout = "30")]
async fn thirty() {}

#[tool(timeout = 30)]
async fn number() {}

fn main() {
    let _ = tools![soon, thirty, number];
}
