//! A word that needs a value has one.

use mcp_runtime::prelude::*;

#[tool(name)]
async fn nameless() {}

#[tool]
async fn limits(#[arg(min, default = 1)] a: i64) -> i64 {
    a
}

#[tool(timeout =)]
async fn cut_off() {}

fn main() {
    let _ = tools![nameless, limits, cut_off];
}
