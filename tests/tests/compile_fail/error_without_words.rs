//! The error of a tool can be read.

use mcp_runtime::prelude::*;

#[derive(Debug)]
struct Oops;

#[tool]
async fn bad() -> Result<i64, Oops> {
    Err(Oops)
}

fn main() {
    let _ = tools![bad];
}
