//! A block with a part is mounted by naming the part.

use mcp_runtime::prelude::*;

struct Notes;

#[server(part = Admin)]
impl Notes {
    #[tool]
    async fn first(&self) {}
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
}
