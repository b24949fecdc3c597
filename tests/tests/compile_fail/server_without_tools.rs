//! A block without tools says so.

use mcp_runtime::prelude::*;

struct Notes;

#[server]
impl Notes {
    async fn add(&self) {}
}

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
    let _ = Notes.add();
}
