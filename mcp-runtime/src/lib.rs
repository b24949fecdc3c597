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
#[cfg(feature = "client-logs")]
mod client_logs;
#[cfg(not(feature = "client-logs"))]
#[path = "client_logs/off.rs"]
mod client_logs;
mod context;
mod counts;
mod dispatch;
mod engine;
mod error;
mod frame;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing;
#[cfg(feature = "http")]
pub mod http;
#[cfg(all(unix, feature = "stdio"))]
mod isolate;
mod lifecycle;
pub mod limits;
#[cfg(feature = "macros")]
mod macros;
#[cfg(feature = "tower")]
pub mod middleware;
mod outgoing;
mod pool;
pub mod prelude;
mod report;
mod revision;
#[cfg(feature = "stdio")]
mod run;
mod serve;
mod server;
mod settings;
mod span;
mod states;
mod sync;
mod tool;
mod transport;
#[cfg(feature = "wire-log")]
mod wire;
#[cfg(not(feature = "wire-log"))]
#[path = "wire/off.rs"]
mod wire;

#[cfg(feature = "client-logs")]
pub use client_logs::{ClientLogs, client_logs};
pub use context::{Amount, Client, Context, Identity, Reporter};
pub use counts::{Counts, counts};
pub use error::{Error, ErrorKind};
pub use mcp_core::capabilities::{self, ClientCapabilities};
pub use mcp_core::content::{self, ContentBlock as Content};
#[cfg(feature = "wire-log")]
pub use mcp_core::explain::Lang;
pub use mcp_core::identity::{Icon, Implementation};
pub use mcp_core::json::Text as JsonText;
pub use mcp_core::logging::LoggingLevel;
pub use mcp_core::page::CacheScope;
pub use mcp_core::rpc::ErrorCode;
pub use mcp_core::trace::{SpanId, TraceId, TraceParent};
pub use mcp_core::version::ProtocolVersion;
/// ```
/// use mcp_runtime::prelude::*;
///
/// struct Notes(Vec<String>);
///
/// #[server(instructions = "Personal notes.")]
/// impl Notes {
///     /// Finds notes that contain the words.
///     #[tool(read_only)]
///     async fn search_notes(
///         &self,
///         cx: &Context,
///         /// Words to look for.
///         #[arg(min_length = 1)]
///         query: String,
///         #[arg(min = 1, max = 50, default = 5)] limit: usize,
///     ) -> Vec<&String> {
///         cx.log(LoggingLevel::Debug, "searching");
///         self.0.iter().filter(|note| note.contains(&query)).take(limit).collect()
///     }
/// }
///
/// let server = Server::new("notes", "1.0.0").mount(Notes(vec![])).build()?;
/// assert!(server.tool_names().eq(["search_notes"]));
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[cfg(feature = "macros")]
pub use mcp_macros::server;
/// ```
/// use mcp_runtime::prelude::*;
///
/// /// Rolls dice.
/// #[tool(title = "Dice")]
/// async fn roll(
///     /// How many.
///     #[arg(min = 1, max = 100, default = 1)]
///     count: u32,
///     sides: Option<u32>,
/// ) -> Result<u32, String> {
///     match sides {
///         Some(0) => Err("a die has sides".to_owned()),
///         sides => Ok(count * sides.unwrap_or(6)),
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mcp_runtime::Result<()> {
/// let server = Server::new("dice", "1.0.0").tools(tools![roll]).build()?;
/// assert!(server.tool_names().eq(["roll"]));
/// assert_eq!(roll(2, None).await, Ok(12)); // and it is still a function
/// # Ok(())
/// # }
/// ```
#[cfg(feature = "macros")]
pub use mcp_macros::tool;
#[cfg(feature = "stdio")]
pub use run::RunOptions;
pub use server::{Server, Service};
pub use tool::{Answer, Icons, Json, Text, Tool, ToolCall, ToolResult, Written, limit};
#[cfg(feature = "stdio")]
pub use transport::stdio::{Stdio, stdio};
pub use transport::{Transport, memory};
#[cfg(feature = "wire-log")]
pub use wire::{WIRE_LOG_QUEUE_BYTES, WIRE_VARIABLE, WireLog};

// For types of the user's own, in crates that don't name these: `#[serde(crate = "…")]`,
// `#[schemars(crate = "…")]`.
pub use {schemars, serde, serde_json};

/// What the functions of this crate return.
pub type Result<T, E = Error> = std::result::Result<T, E>;
