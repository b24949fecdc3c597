//! The benchmark's server on tower-mcp in the form of its transport that takes the fewest instructions
//! for a call: `SyncStdioTransport`, for which no task is spawned.

use tower_mcp::{BoxError, SyncStdioTransport};

fn main() -> Result<(), BoxError> {
    SyncStdioTransport::new(peer_tower::router()).run_blocking()?;
    Ok(())
}
