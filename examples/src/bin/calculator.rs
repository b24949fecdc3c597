//! The server of the README: one tool, over stdin and stdout.

use mcp_runtime::prelude::*;

/// Adds two integers.
#[tool]
async fn add(
    /// Left operand.
    a: i64,
    /// Right operand.
    #[arg(min = 0, max = 100, default = 1)]
    b: i64,
) -> i64 {
    a + b
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    Server::new("calculator", env!("CARGO_PKG_VERSION"))
        .tools(tools![add])
        .run()
        .await
}
