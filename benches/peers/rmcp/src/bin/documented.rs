//! The benchmark's server on rmcp as its README writes a tools-only server:
//! `#[tool_router(server_handler)]`, `stdio()`, tokio's default runtime.

use std::error::Error;

use peer_rmcp::{AddParams, EchoParams, Found, SearchParams, search};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::stdio;
use rmcp::{Json, ServiceExt, tool, tool_router};

#[derive(Clone)]
struct Calculator;

#[tool_router(server_handler)]
impl Calculator {
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

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let service = Calculator.serve(stdio()).await?;
    service.waiting().await?;
    Ok(())
}
