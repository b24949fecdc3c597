//! A handler without a macro takes a call and returns what can be sent.

use mcp_runtime::prelude::*;
use mcp_runtime::{ToolCall, ToolResult};

struct Secret;

fn main() {
    let _ = Tool::new("value", "{}", |_: ToolCall| async { Secret });
    let _ = Tool::new("error", "{}", async |_: ToolCall| -> Result<ToolResult, Secret> {
        Err(Secret)
    });
    let _ = Tool::new("arguments", "{}", |_: u8| async { 1 });
}
