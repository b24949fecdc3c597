//! The server that the official conformance suite talks to: `everything --http 127.0.0.1:8000`.
//!
//! The tools stand in `examples/src/everything`. To start it with the tool whose schema is written
//! by hand, which the suite looks for, add `--features hand-schemas`.

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    examples::everything::server().run().await
}
