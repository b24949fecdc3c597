//! Each parameter has a name of its own on the wire.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(limit: i64, #[arg(rename = "limit")] other: i64) -> i64 {
    limit + other
}

fn main() {
    let _ = tools![bad];
}
