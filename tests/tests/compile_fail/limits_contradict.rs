//! Limits leave at least one value.

use mcp_runtime::prelude::*;

#[tool]
async fn numbers(#[arg(min = 5, max = 1)] a: i64, #[arg(exclusive_min = 0.5, exclusive_max = 0.5)] b: f64) -> f64 {
    a as f64 + b
}

#[tool]
async fn lengths(#[arg(min_length = 3, max_length = 2)] a: String, #[arg(min_items = 3, max_items = 2)] b: Vec<u8>) -> String {
    format!("{a} {b:?}")
}

#[tool]
async fn steps(#[arg(multiple_of = 0)] a: i64) -> i64 {
    a
}

fn main() {
    let _ = tools![numbers, lengths, steps];
}
