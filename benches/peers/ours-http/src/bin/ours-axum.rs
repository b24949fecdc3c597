//! The benchmark's server on mcp-runtime over HTTP, as one route of an axum app.

use std::error::Error;

use axum::Router;
use axum::serve::ListenerExt;
use peer_ours_http::{options, service};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // As for every server that is measured.
        let _ = stream.set_nodelay(true);
    });
    let endpoint = service()?.http(options())?;
    let app = Router::new().route_service("/mcp", endpoint);
    axum::serve(listener, app).await?;
    Ok(())
}
