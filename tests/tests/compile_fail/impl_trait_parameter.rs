//! A parameter has a named type.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(words: impl Iterator<Item = String> + Send) -> usize {
    words.count()
}

fn main() {
    let _ = tools![bad];
}
