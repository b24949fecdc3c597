//! What the caller sends is owned by the call.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(word: Option<&str>) -> usize {
    word.map_or(0, str::len)
}

#[tool]
async fn bad_too(words: Vec<&'static str>) -> usize {
    words.len()
}

fn main() {
    let _ = tools![bad, bad_too];
}
