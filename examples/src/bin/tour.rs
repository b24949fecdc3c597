//! Every word of the attributes, every kind of parameter and every kind of return, in one server.
//!
//! The tools stand in `examples/src/tour`, one file per subject. To start it with the tools whose
//! schemas are written by hand, add `--features hand-schemas`.

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    examples::tour::server().run().await
}
