//! The benchmark's server on rmcp, as fast as its documentation lets a user make it: the router
//! built once and kept in a field, `stdio_pipes()`, one runtime thread.

use std::error::Error;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::stdio_pipes;
use rmcp::{Json, ServerHandler, ServiceExt, schemars, tool, tool_handler, tool_router};

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct AddParams {
    /// Left operand.
    a: i64,
    /// Right operand.
    b: i64,
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct EchoParams {
    /// What to say again.
    text: String,
}

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct SearchParams {
    /// Words to look for.
    query: String,
    /// How many at most.
    limit: u32,
    /// Tags to choose from.
    tags: Vec<String>,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Found {
    items: Vec<Item>,
    total: usize,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Item {
    id: u64,
    title: String,
    score: f64,
    tags: Vec<String>,
}

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
        let SearchParams { query, limit, tags } = asked;
        let total = limit.min(100) as usize;
        let tag = |i: usize| tags[i % tags.len()].clone();
        let item = |i: usize| Item {
            id: i as u64,
            title: format!("{query} no. {i}"),
            score: 1.0 / (i + 1) as f64,
            tags: vec![tag(i), tag(i + 1)],
        };
        Json(Found {
            items: (0..total).map(item).collect(),
            total,
        })
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
