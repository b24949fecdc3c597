//! The name of a tool is one that the protocol allows.

use mcp_runtime::prelude::*;

#[tool(name = "New Tool")]
async fn spaced() {}

#[tool(name = "")]
async fn empty() {}

#[tool(
    name = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
)]
async fn long() {}

#[tool(name = "add\n")]
async fn line() {}

#[tool(name = "ad\u{200b}d")]
async fn hidden() {}

#[tool]
async fn größe() {}

fn main() {
    let _ = tools![spaced, empty, long, line, hidden, größe];
}
