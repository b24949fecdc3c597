//! `multiple_of` needs a number.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(multiple_of = 5)] word: &str) -> String {
    word.to_owned()
}

fn main() {
    let _ = tools![bad];
}
