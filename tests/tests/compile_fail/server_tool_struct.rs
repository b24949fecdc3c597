//! Inside a block, too, `#[tool]` belongs on a function.

use mcp_runtime::prelude::*;

struct Notes;

#[server]
impl Notes {
    #[tool]
    const LIMIT: u64 = 5;

    #[tool]
    async fn first(&self) -> u64 {
        Self::LIMIT
    }
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
}
