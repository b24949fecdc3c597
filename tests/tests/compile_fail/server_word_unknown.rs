//! An unknown word of `#[server]` is told with the nearest one.

use mcp_runtime::prelude::*;

struct Notes;

#[server(instruction = "Keeps notes.")]
impl Notes {
    #[tool]
    async fn add(&self) {}
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
}
