//! What runs: servers for the Model Context Protocol from annotated functions.
//!
//! In: functions and values of the user's. Out: a server that speaks every revision of the
//! protocol over stdio, or over any transport.
//!
//! ```no_run
//! use mcp_runtime::prelude::*;
//!
//! /// Adds two integers.
//! #[tool]
//! async fn add(
//!     /// Left operand.
//!     a: i64,
//!     /// Right operand.
//!     #[arg(min = 0, max = 100, default = 1)]
//!     b: i64,
//! ) -> i64 {
//!     a + b
//! }
//!
//! #[tokio::main]
//! async fn main() -> mcp_runtime::Result<()> {
//!     Server::new("calculator", env!("CARGO_PKG_VERSION"))
//!         .tools(tools![add])
//!         .run()
//!         .await
//! }
//! ```

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod context;
mod dispatch;
mod engine;
mod error;
mod frame;
#[cfg(all(unix, feature = "stdio"))]
mod isolate;
mod lifecycle;
pub mod limits;
#[cfg(feature = "macros")]
mod macros;
mod pool;
pub mod prelude;
mod report;
mod revision;
#[cfg(feature = "stdio")]
mod run;
mod server;
mod states;
mod tool;
mod transport;

pub use context::{Amount, Client, Context, Reporter};
pub use error::{Error, ErrorKind};
pub use mcp_core::content::{self, ContentBlock as Content};
pub use mcp_core::identity::Icon;
pub use mcp_core::logging::LoggingLevel;
pub use mcp_core::version::ProtocolVersion;
#[cfg(feature = "macros")]
pub use mcp_macros::{server, tool};
#[cfg(feature = "stdio")]
pub use run::RunOptions;
pub use server::{Server, Service};
pub use tool::{Answer, Icons, Json, Text, Tool, ToolCall, ToolResult, Written, limit};
#[cfg(feature = "stdio")]
pub use transport::stdio::{Stdio, stdio};
pub use transport::{Transport, memory};

// For types of the user's own, in crates that don't name these: `#[serde(crate = "…")]`,
// `#[schemars(crate = "…")]`.
pub use {schemars, serde, serde_json};

/// What the functions of this crate return.
pub type Result<T, E = Error> = std::result::Result<T, E>;
