//! What counts characters or items is a whole number from 0 on.

use mcp_runtime::prelude::*;

#[tool]
async fn text(#[arg(min_length = -1, max_length = 1.5)] a: String) -> String {
    a
}

#[tool]
async fn list(#[arg(max_items = "many")] a: Vec<u8>) -> usize {
    a.len()
}

fn main() {
    let _ = tools![text, list];
}
