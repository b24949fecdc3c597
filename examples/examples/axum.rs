//! A web program of its own, built with axum, in which the MCP endpoint is one route among others.
//!
//! `cargo run -p examples --example axum`, then call `http://127.0.0.1:8000/mcp`.

use axum::Router;
use axum::routing::get;
use mcp_runtime::http::{HttpOptions, Shutdown};
use mcp_runtime::prelude::*;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;

/// What the pages and the tools share.
#[derive(Default)]
struct Counter(AtomicUsize);

/// Counts up, and says how far.
#[tool]
async fn count_up(
    counter: &Arc<Counter>,
    /// By how many.
    #[arg(min = 1, max = 100, default = 1)]
    by: usize,
) -> usize {
    counter.0.fetch_add(by, Ordering::Relaxed) + by
}

/// The routes of the program. The endpoint is a `tower` service, so layers of axum may stand before
/// it: one that knows who asks puts an `Identity` into the extensions of the request.
pub(crate) fn routes(options: HttpOptions) -> mcp_runtime::Result<Router> {
    let counter = Arc::new(Counter::default());
    let mcp = Server::new("counter", env!("CARGO_PKG_VERSION"))
        .state(counter.clone())
        .tools(tools![count_up])
        .build()?
        .http(options)?;
    let page = move || async move { format!("{}\n", counter.0.load(Ordering::Relaxed)) };
    Ok(Router::new()
        .route("/count", get(page))
        .route_service("/mcp", mcp))
}

/// Returns when the program is to end. Streams that wait for something get their end then; a call
/// that runs may go on for a while.
pub(crate) async fn end(wished: impl Future<Output = ()>, shutdown: Shutdown) {
    wished.await;
    shutdown.begin();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(5)).await;
        shutdown.cut();
    });
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // For clients on this machine; a server that others reach names itself by `allow_host`.
    let options = HttpOptions::new();
    let shutdown = options.shutdown();
    let routes = routes(options)?;
    let listener = TcpListener::bind("127.0.0.1:8000").await?;
    println!("http://{}/mcp", listener.local_addr()?);
    let interrupted = async { drop(tokio::signal::ctrl_c().await) };
    axum::serve(listener, routes)
        .with_graceful_shutdown(end(interrupted, shutdown))
        .await?;
    Ok(())
}
