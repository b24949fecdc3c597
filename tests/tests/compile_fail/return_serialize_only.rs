//! A value without a schema can't be sent as a structure.

use mcp_runtime::prelude::*;

#[derive(serde::Serialize)]
struct Row {
    number: u32,
}

#[tool]
async fn bad() -> Row {
    Row { number: 1 }
}

fn main() {
    let _ = tools![bad];
}
