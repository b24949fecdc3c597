//! What the server lends is shared between threads.

use mcp_runtime::prelude::*;
use std::cell::Cell;

struct Counter(Cell<u64>);

#[tool]
async fn bad(counter: &Counter) -> u64 {
    counter.0.get()
}

fn main() {
    let _ = tools![bad];
}
