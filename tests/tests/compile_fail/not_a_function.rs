//! `#[tool]` belongs on a function.

use mcp_runtime::prelude::*;

#[tool]
struct Add {
    a: i64,
}

#[tool]
const NAME: &str = "add";

fn main() {
    let _ = (Add { a: 1 }.a, NAME);
}
