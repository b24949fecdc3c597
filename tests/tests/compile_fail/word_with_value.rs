//! A word that stands alone has no value.

use mcp_runtime::prelude::*;

#[tool(inline = true)]
fn quick() {}

#[tool]
async fn flat(#[arg(unique = "yes")] a: Vec<i64>) -> i64 {
    a.len() as i64
}

fn main() {
    let _ = tools![quick, flat];
}
