//! A layer whose service can't be cloned for each call.

use mcp_runtime::prelude::*;
use std::time::Duration;

/// Adds two integers.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    let limit = tower::limit::RateLimitLayer::new(5, Duration::from_secs(1));
    let _ = Server::new("s", "1").tools(tools![add]).layer(limit);
}
