//! No two tools of a block have one name.

use mcp_runtime::prelude::*;

struct Notes;

#[server]
impl Notes {
    #[tool]
    async fn status(&self) {}

    #[tool(name = "status")]
    async fn other(&self) {}
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
}
