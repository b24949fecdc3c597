//! `min` needs a number.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(min = 1)] word: String) -> String {
    word
}

fn main() {
    let _ = tools![bad];
}
