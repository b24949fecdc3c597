//! Servers that differ in one thing: what they offer, or which revisions they speak.

use mcp_core::version::ProtocolVersion;
use mcp_runtime::prelude::*;
use serde_json::{Value, json};

/// Nothing at all.
pub(super) fn empty() -> Server {
    Server::new("empty", "1.0.0")
}

/// Only what is grave is logged, as long as no client says otherwise.
pub(super) fn quiet() -> Server {
    Server::new("quiet", "1.0.0")
        .tools(tools![super::plain::log_all])
        .default_log_level(LoggingLevel::Critical)
}

/// Two of the legacy revisions.
pub(super) fn limited() -> Server {
    Server::new("limited", "1.0.0")
        .tools(tools![echo])
        .protocol_versions([ProtocolVersion::V2025_03_26, ProtocolVersion::V2025_06_18])
}

/// The modern revision alone.
pub(super) fn modern() -> Server {
    Server::new("modern", "1.0.0")
        .tools(tools![echo])
        .protocol_versions([ProtocolVersion::V2026_07_28])
}

/// A method that the specification does not know.
pub(super) fn custom() -> Server {
    Server::new("custom", "1.0.0")
        .tools(tools![echo])
        .method("myorg/ask", |asked: Value, _cx| async move {
            Ok(json!({ "asked": asked }))
        })
}

/// Five tools, two to a page.
pub(super) fn paged() -> Server {
    Server::new("paged", "1.0.0")
        .tools(tools![one, two, three, four, five])
        .limits(mcp_runtime::limits::Limits::default().with_page_size(2))
}

/// Two calls at once, and no more.
pub(super) fn narrow() -> Server {
    Server::new("narrow", "1.0.0")
        .tools(tools![sleep])
        .limits(mcp_runtime::limits::Limits::default().with_max_in_flight(2))
}

/// Text is taken for what it spells.
pub(super) fn lenient() -> Server {
    Server::new("lenient", "1.0.0")
        .tools(tools![take])
        .lenient_arguments()
}

/// One tool with everything that can be listed.
pub(super) fn dressed() -> Server {
    Server::new("dressed", "1.0.0").tools(tools![everything])
}

/// Returns what it is given.
#[tool]
async fn echo(s: String) -> String {
    s
}

/// Sleeps.
#[tool]
async fn sleep(ms: u64) -> &'static str {
    tokio::time::sleep(std::time::Duration::from_millis(ms)).await;
    "slept"
}

/// Takes a number and a truth.
#[tool]
async fn take(n: u32, sure: bool) -> String {
    format!("{n} {sure}")
}

macro_rules! numbered {
    ($($name:ident)*) => {$(
        /// One of five.
        #[tool]
        async fn $name() {}
    )*};
}

numbered! { one two three four five }

/// Has everything.
#[tool(
    name = "dressed",
    title = "Dressed",
    read_only,
    meta = json!({"example.com/k": 1}),
    icons = [mcp_core::identity::Icon::new("https://example.com/i.png")]
)]
async fn everything() -> Json<std::collections::BTreeMap<String, u8>> {
    Json(std::collections::BTreeMap::new())
}
