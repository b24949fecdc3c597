//! A function is a tool once.

use mcp_runtime::prelude::*;

struct Notes;

#[server]
impl Notes {
    #[tool(read_only)]
    #[tool(title = "First")]
    async fn first(&self) {}
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
}
