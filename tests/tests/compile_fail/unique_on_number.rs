//! `unique` and `min_items` need a list.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(unique)] count: u8, #[arg(min_items = 1)] word: String) -> String {
    format!("{count} {word}")
}

fn main() {
    let _ = tools![bad];
}
