//! The benchmark's server on rmcp, as fast as its documentation lets a user make it: the router
//! built once and kept in a field, `stdio_pipes()`, one runtime thread.

use std::error::Error;

use peer_rmcp::{AddParams, EchoParams, Found, SearchParams, search};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::stdio_pipes;
use rmcp::{Json, ServerHandler, ServiceExt, tool, tool_handler, tool_router};

#[derive(Clone)]
struct Calculator {
    tool_router: ToolRouter<Self>,
}

#[tool_router]
impl Calculator {
    fn new() -> Self {
        Self {
            tool_router: Self::tool_router(),
        }
    }

    #[tool(description = "Adds two integers.")]
    fn add(&self, Parameters(AddParams { a, b }): Parameters<AddParams>) -> String {
        (a + b).to_string()
    }

    #[tool(description = "Says it again.")]
    fn echo(&self, Parameters(EchoParams { text }): Parameters<EchoParams>) -> String {
        text
    }

    #[tool(description = "Finds documents.")]
    fn search(&self, Parameters(asked): Parameters<SearchParams>) -> Json<Found> {
        Json(search(asked))
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Calculator {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let service = Calculator::new().serve(stdio_pipes()).await?;
    service.waiting().await?;
    Ok(())
}
