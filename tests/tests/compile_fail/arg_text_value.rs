//! What describes a parameter, or what its text must be like, is a text.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(description = 5)] a: u8, #[arg(pattern = 5, format = true)] b: String) -> String {
    format!("{a}{b}")
}

fn main() {
    let _ = tools![bad];
}
