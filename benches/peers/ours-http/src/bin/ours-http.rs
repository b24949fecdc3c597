//! The benchmark's server on mcp-runtime over HTTP, on the accept loop of the framework.

use mcp_runtime::http::HttpServer;
use peer_ours_http::{options, service};

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let options = options();
    let endpoint = service()?.http(options.clone())?;
    let server = HttpServer::bind("127.0.0.1:0", endpoint, &options).await?;
    println!("{}", server.local_addr());
    server.serve().await
}
