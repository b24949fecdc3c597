//! All mistakes of a block are told at once, each at its place.

use mcp_runtime::prelude::*;

struct Notes;

#[server(emtpy)]
impl Notes {
    #[tool(name = "a b")]
    async fn first(&self, (a, b): (u8, u8)) -> u8 {
        a + b
    }

    #[tool]
    async fn second(&mut self, #[arg(mni = 1)] count: u32) -> u32 {
        count
    }
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
}
