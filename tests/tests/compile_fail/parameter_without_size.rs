//! A parameter has a size.

use mcp_runtime::prelude::*;

#[tool]
async fn list(words: [String]) {}

#[tool]
async fn object(store: dyn Send) {}

fn main() {
    let _ = tools![list, object];
}
