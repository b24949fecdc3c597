//! A tool is a Rust function.

use mcp_runtime::prelude::*;

#[tool]
extern "C" fn foreign(a: i64) -> i64 {
    a
}

#[tool]
unsafe extern "C" fn variadic(count: i64, _rest: ...) -> i64 {
    count
}

fn main() {
    let _ = tools![foreign, variadic];
}
