//! Words are separated by commas, and each stands before its value.

use mcp_runtime::prelude::*;

#[tool("add")]
async fn text() {}

#[tool(name = "sum" title = "Sum")]
async fn comma() {}

#[tool]
async fn arguments(#[arg(min = 1,, max = 2)] a: u8, #[arg(min: 1)] b: u8, #[arg(default = )] c: u8) -> u8 {
    a + b + c
}

fn main() {
    let _ = tools![text, comma, arguments];
}
