//! What `#[tool(…)]` can say. `input_schema` and `output_schema` are in `by_hand`.

use mcp_runtime::Icon;
use mcp_runtime::prelude::*;
use std::time::Duration;

pub(super) fn tools() -> Vec<Tool> {
    tools![
        weather,
        documented,
        delete_draft,
        wait,
        checksum,
        throw,
        elsewhere
    ]
}

/// The doc comment is for Rust here: the word `description` wins.
#[tool(
    name = "forecast",
    title = "Weather forecast",
    description = concat!("Tomorrow's weather ", "in a city."),
    read_only,
    idempotent,
    open_world,
    icons = [Icon::new("https://example.com/sun.svg").with_mime_type("image/svg+xml").with_sizes(["any"])],
    meta = r#"{"example.com/team": "weather"}"#,
)]
async fn weather(city: String) -> String {
    format!("{city}: sunny")
}

/// The doc comment is the description.
///
/// - It keeps its shape:
///   - blank lines,
///   - lists and their indentation.
#[tool]
async fn documented() {}

/// Deletes a draft for good. A flag can also be a value.
#[tool(destructive, idempotent = true, read_only = false, open_world = false)]
async fn delete_draft(id: u32) -> String {
    format!("draft {id} is gone")
}

/// Waits. The time limit ends the call with an error that the model is told.
#[tool(timeout = "250ms")]
async fn wait(milliseconds: u64) -> &'static str {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
    "that was quick"
}

/// Adds up the bytes of a text. A plain `fn` may block: it runs on a pool of threads of its own.
#[tool]
fn checksum(text: String) -> u32 {
    text.bytes().map(u32::from).sum()
}

/// Throws a die. A plain `fn` that is quick can stay on the spot.
#[tool(inline)]
fn throw() -> u8 {
    4
}

/// Says where the framework is, for a crate that has renamed it in its `Cargo.toml`.
#[tool(crate = ::mcp_runtime)]
async fn elsewhere() -> &'static str {
    "found"
}
