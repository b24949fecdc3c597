//! A tool is not generic, by a type or by a constant.

use mcp_runtime::prelude::*;

#[tool]
async fn typed<T: Send>(a: Vec<T>) -> usize {
    a.len()
}

#[tool]
async fn sized<const N: usize>(a: i64) -> i64 {
    a
}

fn main() {
    let _ = tools![typed, sized];
}
