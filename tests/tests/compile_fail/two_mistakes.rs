//! All mistakes of a function are told at once.

use mcp_runtime::prelude::*;

#[tool(nmae = "x", timeout = "soon")]
async fn bad<T>((a, b): (i64, i64), #[arg(mni = 1)] c: i64, d: &mut String) -> i64 {
    a + b + c + d.len() as i64
}

fn main() {
    let _ = tools![bad];
}
