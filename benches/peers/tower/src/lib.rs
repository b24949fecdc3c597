//! The tools of both of the benchmark's servers on tower-mcp, written as its documentation shows.
//!
//! In: how many more tools are asked for, as the program's only argument. Out: a router. How it is
//! served, which is where the two differ, is not said here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tower_mcp::{CallToolResult, McpRouter, Tool, ToolBuilder};

#[derive(Debug, Deserialize, JsonSchema)]
struct AddInput {
    /// Left operand.
    a: i64,
    /// Right operand.
    b: i64,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct EchoInput {
    /// What to say again.
    text: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SearchInput {
    /// Words to look for.
    query: String,
    /// How many at most.
    limit: u32,
    /// Tags to choose from.
    tags: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ManyInput {
    /// A number.
    a: i64,
    /// A text.
    b: String,
    /// A number that may be left out.
    c: Option<f64>,
}

/// What `search` found.
#[derive(Serialize, JsonSchema)]
struct Found {
    items: Vec<Item>,
    total: usize,
}

/// One document.
#[derive(Serialize, JsonSchema)]
struct Item {
    id: u64,
    title: String,
    score: f64,
    tags: Vec<String>,
}

/// The router with the three tools, or with so many others as the program's argument says.
pub fn router() -> McpRouter {
    let router = McpRouter::new().server_info("calculator", env!("CARGO_PKG_VERSION"));
    let many = std::env::args().nth(1).and_then(|word| word.parse().ok());
    match many {
        None => router.tool(add()).tool(echo()).tool(search()),
        Some(many) => (0..many).fold(router, |router, at| router.tool(numbered(at))),
    }
}

fn add() -> Tool {
    ToolBuilder::new("add")
        .description("Adds two integers.")
        .handler(|AddInput { a, b }: AddInput| async move {
            Ok(CallToolResult::text((a + b).to_string()))
        })
        .build()
}

fn echo() -> Tool {
    ToolBuilder::new("echo")
        .description("Says it again.")
        .handler(|EchoInput { text }: EchoInput| async move { Ok(CallToolResult::text(text)) })
        .build()
}

fn search() -> Tool {
    ToolBuilder::new("search")
        .description("Finds documents.")
        .output_schema_for::<Found>()
        .handler(|asked: SearchInput| async move { CallToolResult::from_serialize(&found(asked)) })
        .build()
}

fn numbered(at: usize) -> Tool {
    ToolBuilder::new(format!("t{at:03}"))
        .description("Puts three values into a sentence.")
        .handler(|ManyInput { a, b, c }: ManyInput| async move {
            Ok(CallToolResult::text(format!("{a} {b} {c:?}")))
        })
        .build()
}

fn found(asked: SearchInput) -> Found {
    let SearchInput { query, limit, tags } = asked;
    let total = limit.min(100) as usize;
    let tag = |i: usize| tags[i % tags.len()].clone();
    let item = |i: usize| Item {
        id: i as u64,
        title: format!("{query} no. {i}"),
        score: 1.0 / (i + 1) as f64,
        tags: vec![tag(i), tag(i + 1)],
    };
    Found {
        items: (0..total).map(item).collect(),
        total,
    }
}
