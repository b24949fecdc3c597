//! The length of a list is limited by `min_items`.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(max_length = 9)] words: Vec<String>) -> String {
    words.concat()
}

fn main() {
    let _ = tools![bad];
}
