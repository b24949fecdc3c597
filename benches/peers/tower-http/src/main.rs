//! The benchmark's server on tower-mcp over HTTP in its default configuration. `TCP_NODELAY` is
//! switched on, as for the others.

use std::io;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tower_mcp::HttpTransport;

#[tokio::main]
async fn main() -> io::Result<()> {
    let app = HttpTransport::new(peer_tower::router()).into_router_at("/mcp");
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, app).await
}
