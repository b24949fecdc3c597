//! A server whose tools log with `tracing` alone: to stderr for whoever runs it, and to the client
//! at the level that the client asks for.
//!
//! `cargo run -p examples --features traced --bin traced`

use mcp_runtime::ClientLogs;
use mcp_runtime::prelude::*;
use tracing::{Instrument, debug, info, warn};
use tracing_subscriber::prelude::*;

/// Counts the words of some texts, each in a task of its own.
#[tool(read_only)]
async fn count_words(
    /// The texts.
    #[arg(min_items = 1, max_items = 100)]
    texts: Vec<String>,
) -> Vec<usize> {
    info!(texts = texts.len(), "counting");
    let mut tasks = Vec::new();
    for text in texts {
        // A task speaks for the call when it carries the call's span.
        tasks.push(tokio::spawn(count(text).in_current_span()));
    }
    let mut counts = Vec::new();
    for task in tasks {
        counts.push(task.await.unwrap_or(0));
    }
    counts
}

async fn count(text: String) -> usize {
    let words = text.split_whitespace().count();
    // How long a text is may be told; what it says may not: it could be anybody's secret.
    debug!(bytes = text.len(), words, "counted");
    if words == 0 {
        warn!("a text has no words");
    }
    words
}

#[tokio::main]
async fn main() -> mcp_runtime::Result<()> {
    let for_people = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // What libraries say is not for clients, so only this program's own events are sent.
    let for_clients = ClientLogs::new().targets([module_path!()]).layer();
    tracing_subscriber::registry()
        .with(for_people.with_filter(tracing::level_filters::LevelFilter::INFO))
        .with(for_clients)
        .init();
    Server::new("traced", env!("CARGO_PKG_VERSION"))
        .tools(tools![count_words])
        .run()
        .await
}
