//! `#[arg]` on what is no tool is a forgotten `#[tool]`.

use mcp_runtime::prelude::*;

struct Notes;

#[server]
impl Notes {
    #[tool]
    async fn first(&self) {}

    async fn second(&self, #[arg(min = 1)] count: u32) -> u32 {
        count
    }
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
    let _ = Notes.second(1);
}
