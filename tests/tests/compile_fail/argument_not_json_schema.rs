//! What the caller sends has a schema.

use mcp_runtime::prelude::*;

#[derive(serde::Deserialize)]
struct Page {
    number: u32,
}

#[tool]
async fn bad(pages: Vec<Page>) -> usize {
    pages.iter().map(|page| page.number as usize).sum()
}

fn main() {
    let _ = tools![bad];
}
