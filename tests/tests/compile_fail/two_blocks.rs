//! A type has one `#[server]` block, or several that each name a part.

use mcp_runtime::prelude::*;

struct Notes;

#[server]
impl Notes {
    #[tool]
    async fn first(&self) {}
}

#[server]
impl Notes {
    #[tool]
    async fn second(&self) {}
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
}
