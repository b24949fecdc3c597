//! A mistake in the body is the compiler's own, and there is no second one.

use mcp_runtime::prelude::*;

#[tool]
async fn half_typed(a: i64) -> i64 {
    let b = a.;
    b
}

#[tool]
async fn wrong_type(a: i64) -> String {
    a
}

fn main() {
    let _ = tools![half_typed, wrong_type];
}
