//! What the benchmark's servers on mcp-runtime over HTTP have in common.
//!
//! In: nothing. Out: the server that is measured over stdio too, and options with room for ten
//! thousand sessions and their streams; all else is as a user gets it by default.

// Nothing is said again over HTTP.
#[allow(dead_code)]
#[path = "../../ours/src/tools.rs"]
mod tools;

use mcp_runtime::http::HttpOptions;
use mcp_runtime::limits::HttpLimits;
use mcp_runtime::{Server, Service, tools};
use tools::{add, limits, search};

/// How many sessions, and how many connections, there may be.
const ROOM: usize = 20_000;

/// The server.
///
/// # Errors
/// Tools that can't be served.
pub fn service() -> mcp_runtime::Result<Service> {
    Server::new("calculator", env!("CARGO_PKG_VERSION"))
        .tools(tools![add, search])
        .limits(limits())
        .build()
}

/// How it is served.
pub fn options() -> HttpOptions {
    let limits = HttpLimits::default();
    let limits = limits.with_max_sessions(ROOM).with_max_connections(ROOM);
    HttpOptions::new().limits(limits)
}
