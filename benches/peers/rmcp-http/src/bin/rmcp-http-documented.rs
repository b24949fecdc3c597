//! The benchmark's server on rmcp over HTTP as its documentation shows one: the default
//! configuration, which keeps sessions and answers as streams.

use std::io;
use std::sync::Arc;

use axum::Router;
use peer_rmcp::{AddParams, Found, SearchParams, search};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{Json, tool, tool_router};

#[derive(Clone)]
struct Calculator;

#[tool_router(server_handler)]
impl Calculator {
    #[tool(description = "Adds two integers.")]
    fn add(&self, Parameters(AddParams { a, b }): Parameters<AddParams>) -> String {
        (a + b).to_string()
    }

    #[tool(description = "Finds documents.")]
    fn search(&self, Parameters(asked): Parameters<SearchParams>) -> Json<Found> {
        Json(search(asked))
    }
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let service = StreamableHttpService::new(
        || Ok(Calculator),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    peer_rmcp_http::serve(Router::new().nest_service("/mcp", service)).await
}
