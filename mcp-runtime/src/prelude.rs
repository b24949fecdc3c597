//! What a server's file needs: `use mcp_runtime::prelude::*;`.
//!
//! It exports no `Result`, `Error` or `Option`, so that it never hides a user's own.

pub use crate::{Content, Context, Json, LoggingLevel, Server, Text, Tool, ToolCall, ToolResult};
#[cfg(feature = "macros")]
pub use crate::{server, tool, tools};
