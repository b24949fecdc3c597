//! The benchmark's server on rmcp over HTTP, as fast as a user can make it: no sessions, answers as
//! JSON, and one router that all requests share.

use std::io;
use std::sync::Arc;

use axum::Router;
use peer_rmcp::{AddParams, Found, SearchParams, search};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{Json, ServerHandler, tool, tool_handler, tool_router};

#[derive(Clone)]
struct Calculator {
    tool_router: Arc<ToolRouter<Self>>,
}

#[tool_router]
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

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Calculator {}

#[tokio::main]
async fn main() -> io::Result<()> {
    let calculator = Calculator {
        tool_router: Arc::new(Calculator::tool_router()),
    };
    let service = StreamableHttpService::new(
        move || Ok(calculator.clone()),
        Arc::new(NeverSessionManager::default()),
        StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true),
    );
    peer_rmcp_http::serve(Router::new().nest_service("/mcp", service)).await
}
