//! A closure where a layer should stand.

use mcp_runtime::middleware::{Next, ToolRequest};
use mcp_runtime::prelude::*;

fn main() {
    let _ = Server::new("s", "1")
        .layer_tool("add", |call: ToolRequest, next: Next| async move { next.run(call).await });
}
