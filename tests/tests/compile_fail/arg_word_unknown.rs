//! An unknown word of `#[arg]` is told with the nearest one, or with all that there are.

use mcp_runtime::prelude::*;

#[tool]
async fn near(#[arg(mni = 1)] a: i64) -> i64 {
    a
}

#[tool]
async fn far(#[arg(required)] a: i64) -> i64 {
    a
}

fn main() {
    let _ = tools![near, far];
}
