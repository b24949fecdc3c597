//! Layers around the calls of tools: who may call what, how often, how many at once, how long, and
//! how much comes back.
//!
//! `delete_page` is refused until the program is started with `ALLOW_DELETE=1` in its environment.

use mcp_runtime::middleware::{
    ConcurrencyLimit, Next, RateLimit, ResponseSize, Timeout, ToolRequest,
};
use mcp_runtime::prelude::*;
use std::time::{Duration, Instant};

/// Who was found to call; with a real client it would come from a token.
struct User(&'static str);

/// Searches the pages.
#[tool(read_only)]
async fn search_pages(
    cx: &Context,
    /// Words to look for.
    #[arg(min_length = 1)]
    query: String,
) -> String {
    let user = cx
        .extensions()
        .get::<User>()
        .map_or("nobody", |user| user.0);
    format!("nothing about {query} for {user}")
}

/// Renders a page; it takes a thread for a while.
#[tool(read_only)]
fn render_page(#[arg(min = 1, max = 1000)] paragraphs: usize) -> String {
    "<p>Lorem ipsum dolor sit amet.</p>\n".repeat(paragraphs)
}

/// Deletes a page.
#[tool(destructive)]
async fn delete_page(id: u32) -> String {
    format!("page {id} is gone")
}

/// A layer is an async function of a call and what comes next.
async fn timed(call: ToolRequest, next: Next) -> mcp_runtime::Result<ToolResult> {
    let (name, begun) = (call.name().to_owned(), Instant::now());
    let answer = next.run(call).await;
    let end = match &answer {
        Ok(result) if result.is_error => "told the model of a mistake".to_owned(),
        Ok(_) => "done".to_owned(),
        Err(error) => format!("{:?}", error.kind()),
    };
    eprintln!("{name}: {end} after {:?}", begun.elapsed());
    answer
}

/// It may answer itself, here by what the tool says of itself.
async fn checked(mut call: ToolRequest, next: Next) -> mcp_runtime::Result<ToolResult> {
    let hints = call.tool().annotations.as_ref();
    let destructive = hints.is_none_or(|hints| hints.destructive_hint != Some(false));
    let read_only = hints.is_some_and(|hints| hints.read_only_hint == Some(true));
    if destructive && !read_only && std::env::var_os("ALLOW_DELETE").is_none() {
        return Ok(ToolResult::error(
            "this server was not started with ALLOW_DELETE=1",
        ));
    }
    call.extensions_mut().insert(User("ada"));
    next.run(call).await
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    Server::new("guarded", env!("CARGO_PKG_VERSION"))
        .tools(tools![search_pages, render_page, delete_page])
        // The first is the outermost.
        .around(timed)
        .around(checked)
        .layer(ConcurrencyLimit::new(8))
        .layer(Timeout::new(Duration::from_secs(20)))
        .layer(ResponseSize::new(20_000))
        .layer_tool(
            "search_pages",
            RateLimit::new(30, Duration::from_secs(60)).with_burst(5),
        )
        .layer_tools(["render_page", "delete_page"], ConcurrencyLimit::new(1))
        .run()
        .await
}
