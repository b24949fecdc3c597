//! The words of `#[server]` have values of their kind.

use mcp_runtime::prelude::*;

struct Notes;

#[server(instructions = 5)]
impl Notes {
    #[tool]
    async fn first(&self) {}
}

struct Admin;

#[server(part = "Admin", empty = true)]
impl Admin {
    #[tool]
    async fn second(&self) {}
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes).mount(Admin);
}
