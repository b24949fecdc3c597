//! A tool is called by strangers, so it is safe.

use mcp_runtime::prelude::*;

#[tool]
unsafe fn bad(a: i64) -> i64 {
    a
}

fn main() {
    let _ = tools![bad];
}
