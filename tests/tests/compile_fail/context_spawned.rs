//! The context belongs to the call: a task of its own can't take it along.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(cx: &Context) {
    tokio::spawn(async move {
        cx.cancelled().await;
    });
}

fn main() {
    let _ = tools![bad];
}
