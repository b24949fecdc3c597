//! A limit and a default are values of the parameter's type.

use mcp_runtime::prelude::*;

#[tool]
async fn too_large(#[arg(max = 300)] a: u8, #[arg(default = 256)] b: u8) -> u8 {
    a + b
}

fn main() {
    let _ = tools![too_large];
}
