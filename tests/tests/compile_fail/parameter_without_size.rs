//! A parameter has a size.

use mcp_runtime::prelude::*;

#[tool]
async fn list(words: [String]) -> usize {
    words.len()
}

#[tool]
async fn object(_store: dyn Send) {}

struct Notes;

#[server]
impl Notes {
    #[tool]
    async fn text(&self, text: str) -> usize {
        text.len()
    }
}

fn main() {
    let _ = tools![list, object];
}
