//! What is mounted has a `#[server]` block.

use mcp_runtime::prelude::*;
use std::sync::Arc;

struct Notes;

fn main() {
    let _ = Server::new("notes", "1.0.0").mount(Notes);
    let _ = Server::new("notes", "1.0.0").mount(Arc::new(Notes));
}
