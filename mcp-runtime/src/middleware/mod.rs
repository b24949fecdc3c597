//! Layers around the calls of tools.
//!
//! In: any `tower` layer, or an async closure. Out: calls that pass through them: for all tools of a
//! server ([`Server::layer`](crate::Server::layer)), for some by name
//! ([`Server::layer_tool`](crate::Server::layer_tool)), for one ([`Tool::layer`](crate::Tool::layer)).
//! Needs the feature `tower`. A tool without layers never comes here.
//!
//! ```
//! use mcp_runtime::middleware::{ConcurrencyLimit, RateLimit, Timeout};
//! use mcp_runtime::prelude::*;
//! use std::time::Duration;
//!
//! /// Searches the web.
//! #[tool]
//! async fn search(query: String) -> String {
//!     format!("nothing about {query}")
//! }
//!
//! let server = Server::new("web", "1.0.0")
//!     .tools(tools![search])
//!     .around(|call, next| async move {
//!         let (name, begun) = (call.name().to_owned(), std::time::Instant::now());
//!         let answer = next.run(call).await;
//!         eprintln!("{name}: {:?}, {}", begun.elapsed(), answer.is_ok());
//!         answer
//!     })
//!     .layer(ConcurrencyLimit::new(8))
//!     .layer(Timeout::default())
//!     .layer_tool("search", RateLimit::new(30, Duration::from_secs(60)));
//! assert!(server.build().is_ok());
//! ```
//!
//! # What a layer sees
//!
//! A [`ToolRequest`]: the tool as it is listed, the arguments as they were sent, the conversation
//! around the call, and values that layers hand on ([`Extensions`]). It may change arguments and
//! values, send the call on as often as it likes, or answer itself.
//!
//! Then what came of it: a [`ToolResult`](crate::ToolResult), or an [`Error`](crate::Error) of a
//! [kind](crate::ErrorKind): wrong arguments (`InvalidParams`), which are told as the client's
//! revision wants it, a panic of the tool (`Panicked`), a time limit (`TimedOut`), a JSON-RPC error
//! (`Protocol`, with its code), what failed inside (`Internal`). An error type of the layer's own is
//! told to the model, with its causes, like one of a tool's own.
//!
//! # Order
//!
//! What is said first is outermost, as in `tower::ServiceBuilder`: it sees the call first and the
//! answer last. Around all: the server's time limit of a tool (`#[tool(timeout = "30s")]`,
//! [`Limits::tool_timeout`](crate::limits::Limits::tool_timeout)); then the layers of the server, then
//! those for named tools, then the tool's own; then its arguments are checked and it runs.
//!
//! # What they share
//!
//! Each layer is put around once, for all tools that it is for, so `ConcurrencyLimit::new(3)` on a
//! server means three calls in all, as does `tower`'s own. Its service is cloned for each call and asked
//! there whether it is ready.
//!
//! # What stays as it was
//!
//! A call that the client cancels is dropped with all its layers, and what they hold for it is free
//! again. A panic in a layer is answered with a reference, like one of
//! a tool. Sync tools run on their pool, within the layers. Layers that are ready at once cost no
//! task: the call is answered where it was read, once it has proven quick. `ping`, lists, calls of
//! unknown tools, calls over [`MAX_IN_FLIGHT`](crate::limits::MAX_IN_FLIGHT) and
//! [custom methods](crate::Server::method), which are no tools, don't pass through layers.

mod closure;
mod concurrency;
mod guard;
mod layer;
mod rate;
mod request;
mod service;
mod share;
mod size;
mod timeout;

pub use crate::context::Extensions;
pub use closure::{AroundLayer, Next, around};
pub use concurrency::ConcurrencyLimit;
pub use layer::ToolLayer;
pub(crate) use layer::ring;
pub use rate::RateLimit;
pub use request::ToolRequest;
pub(crate) use service::{Ring, within};
pub use service::{ToolFuture, ToolService};
pub use size::{ResponseSize, TOO_LARGE};
pub use timeout::Timeout;
pub use tower_layer::Layer;
pub use tower_service::Service;
