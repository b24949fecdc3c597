//! A tool may move between threads while it waits.

use mcp_runtime::prelude::*;

#[tool]
async fn bad() -> i64 {
    let count = std::rc::Rc::new(1);
    tokio::task::yield_now().await;
    *count
}

fn main() {
    let _ = tools![bad];
}
