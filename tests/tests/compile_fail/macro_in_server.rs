//! Tools that a macro would make inside a block can't be seen, so they don't vanish silently.

use mcp_runtime::prelude::*;

macro_rules! answer {
    ($name:ident) => {
        #[tool]
        async fn $name(&self) {}
    };
}

struct Notes;

#[server]
impl Notes {
    answer!(one);
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
}
