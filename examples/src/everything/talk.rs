//! What a tool says while it runs, and what a call may need of its client.

use mcp_runtime::capabilities::{ClientCapabilities, SamplingCapability};
use mcp_runtime::{Error, prelude::*};
use std::time::Duration;

pub(super) fn tools() -> Vec<Tool> {
    tools![
        test_tool_with_progress,
        test_tool_with_logging,
        test_logging_tool,
        test_custom_header,
        test_missing_capability,
        test_reconnection
    ]
}

/// A moment, so that what is said before it is seen before what is said after it.
async fn work() {
    tokio::time::sleep(Duration::from_millis(50)).await;
}

/// Tells how far it is, three times.
#[tool(read_only)]
async fn test_tool_with_progress(cx: &Context) -> &'static str {
    for done in [0, 50, 100] {
        cx.progress(done, 100, format!("{done} of 100"));
        work().await;
    }
    "Progress was reported three times."
}

/// Logs three messages.
#[tool(read_only)]
async fn test_tool_with_logging(cx: &Context) -> &'static str {
    for message in [
        "Tool execution started",
        "Tool processing data",
        "Tool execution completed",
    ] {
        cx.log(LoggingLevel::Info, message);
        work().await;
    }
    "Three messages were logged."
}

/// Logs a message, which only a client that asked for messages is sent.
#[tool(read_only)]
async fn test_logging_tool(cx: &Context) -> &'static str {
    cx.log(LoggingLevel::Info, "Only for those who asked");
    "A message was logged."
}

/// Takes a value that the client repeats in the HTTP header `Mcp-Param-Value`.
#[tool(read_only)]
async fn test_custom_header(#[arg(header = "Value")] value: String) -> String {
    format!("The value is {value:?}.")
}

/// Needs a client that can ask a model.
#[tool(read_only)]
async fn test_missing_capability(cx: &Context) -> Result<&'static str, Error> {
    if cx.client().capabilities.sampling.is_some() {
        return Ok("This client can ask a model.");
    }
    let needed = ClientCapabilities::new().with_sampling(SamplingCapability::new());
    Err(Error::missing_capability(&needed))
}

/// Lets go of its response stream and goes on, so that the client has to come again for the answer.
#[tool(read_only)]
async fn test_reconnection(cx: &Context) -> &'static str {
    cx.release_stream(Duration::from_millis(100));
    for done in [1, 2, 3, 4] {
        cx.progress(done, 4, "still at it");
        work().await;
    }
    "The answer waited for the client."
}
