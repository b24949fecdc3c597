//! The benchmark's server on mcp-runtime, written as the README shows.

mod tools;

use mcp_runtime::prelude::*;
use tools::{add, echo, limits, search};

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    Server::new("calculator", env!("CARGO_PKG_VERSION"))
        .tools(tools![add, echo, search])
        .limits(limits())
        .run()
        .await
}
