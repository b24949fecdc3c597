//! A default has the type of its parameter.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(default = "ten")] a: u32, #[arg(default = 10)] b: String) -> String {
    format!("{a} {b}")
}

fn main() {
    let _ = tools![bad];
}
