//! What stands in a slice that the caller sends can be deserialised and has a schema.

use mcp_runtime::prelude::*;

struct Page;

#[tool]
async fn bad(pages: &[Page]) -> usize {
    pages.len()
}

#[tool]
async fn limited(#[arg(min_items = 1)] pages: &[Page]) -> usize {
    pages.len()
}

fn main() {
    let _ = tools![bad, limited];
}
