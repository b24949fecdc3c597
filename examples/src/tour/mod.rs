//! The tour: a server that shows everything that a tool can be, one file per subject.
//!
//! In: nothing. Out: the server. Each tool is as small as what it shows; copy from here.
//!
//! - `words`: what `#[tool(…)]` can say
//! - `limits`: what `#[arg(…)]` can say
//! - `parameters`: what a tool can take
//! - `returns` and `content`: what a tool can return
//! - `failures`: how a tool can fail
//! - `talk`: what a tool can do while it runs
//! - `shelf`: tools that share a value, as methods of it
//! - `by_hand`: tools and schemas that are written by hand

#[cfg(feature = "hand-schemas")]
mod by_hand;
mod content;
mod failures;
mod limits;
mod parameters;
mod returns;
mod shelf;
mod talk;
mod words;

use mcp_runtime::Icon;
use mcp_runtime::prelude::*;
use serde::Deserialize;
use std::sync::Arc;

/// The whole tour.
pub fn server() -> Server {
    let visits = Arc::new(talk::Visits::default());
    let server = Server::new("tour", env!("CARGO_PKG_VERSION"))
        // What people see of the server, in revisions that have it.
        .title("The tour")
        .description("Shows everything that a tool can be")
        .website_url("https://example.com/tour")
        .icons([Icon::new("https://example.com/tour.png").with_mime_type("image/png")])
        // What the model reads before it reads the tools.
        .instructions("Each tool shows one thing. Call them in any order.")
        // What tools take by reference: a value, or an `Arc` of one.
        .state(talk::Motto("less is more".to_owned()))
        .state(visits)
        .tools(words::tools())
        .tools(limits::tools())
        .tools(parameters::tools())
        .tools(returns::tools())
        .tools(content::tools())
        .tools(failures::tools())
        .tools(talk::tools())
        // The methods of a value; twice under two names, since there are two values.
        .mount(shelf::Shelf::default())
        .mount_as("left", shelf::Counter::default())
        .mount_as("right", shelf::Counter::default())
        // A JSON-RPC method that the specification doesn't know.
        .method("tour/sum", |asked: Sum, _cx| async move {
            Ok(serde_json::json!({ "sum": asked.numbers.iter().sum::<i64>() }))
        });
    #[cfg(feature = "hand-schemas")]
    let server = server
        .tools(by_hand::tools())
        .replace_tool(by_hand::better());
    server
}

/// The params of `tour/sum`.
#[derive(Deserialize)]
struct Sum {
    numbers: Vec<i64>,
}
