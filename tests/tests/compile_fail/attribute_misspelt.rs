//! A misspelt attribute is the compiler's own error, also inside a block.

use mcp_runtime::prelude::*;

struct Notes;

#[server]
impl Notes {
    #[tool]
    async fn first(&self) {}

    #[tol]
    async fn second(&self) {}
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
}
