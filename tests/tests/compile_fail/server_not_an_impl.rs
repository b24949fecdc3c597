//! `#[server]` belongs on an `impl` block.

use mcp_runtime::prelude::*;

#[server]
struct Notes;

fn main() {
    let _ = Notes;
}
