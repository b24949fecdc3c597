//! The benchmark's server on tower-mcp as its README writes one: `StdioTransport`, tokio's default
//! runtime.

use tower_mcp::{BoxError, StdioTransport};

#[tokio::main]
async fn main() -> Result<(), BoxError> {
    StdioTransport::new(peer_tower::router()).run().await?;
    Ok(())
}
