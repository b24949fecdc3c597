//! `tools![…]` takes functions under `#[tool]`.

use mcp_runtime::prelude::*;

async fn plain() {}

struct Thing;

fn main() {
    let _ = tools![plain];
    let _ = tools![Thing];
}
