//! What a tool can do while it runs, and what the server lends it: everything that is taken by
//! reference.

use mcp_runtime::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub(super) fn tools() -> Vec<Tool> {
    tools![motto, visit, count_down, grind, patient, later, caller]
}

/// A value of the server's, from `.state(…)`.
pub(super) struct Motto(pub(super) String);

/// Another; the server was given an `Arc` of it.
#[derive(Default)]
pub(super) struct Visits(AtomicU64);

/// Takes a value of the server's. Its type is what finds it.
#[tool]
async fn motto(motto: &Motto) -> &str {
    &motto.0
}

/// Counts its calls in a value that is shared.
#[tool]
async fn visit(visits: &Visits) -> u64 {
    visits.0.fetch_add(1, Ordering::Relaxed) + 1
}

/// Counts down, with progress and messages for the client's log. Where the client did not ask
/// for them, they cost nothing.
#[tool]
async fn count_down(#[arg(min = 1, max = 10)] from: u32, cx: &Context) -> &'static str {
    for step in 1..=from {
        tokio::time::sleep(Duration::from_millis(1)).await;
        cx.progress(step, from, format!("{} to go", from - step));
    }
    cx.log(LoggingLevel::Info, "lift-off");
    cx.log_as(
        "rocket",
        LoggingLevel::Debug,
        serde_json::json!({ "stages": from }),
    );
    "lift-off"
}

/// Works without a pause on a thread of its own, and asks now and then whether it should stop.
#[tool]
fn grind(#[arg(max = 10_000)] rounds: u32, cx: &Context) -> String {
    for round in 0..rounds {
        if cx.is_cancelled() {
            return format!("stopped in round {round}");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    format!("{rounds} rounds")
}

/// Waits until the client cancels the call. An async tool is dropped then; this is for those who
/// have something to put away first.
#[tool]
async fn patient(cx: &Context) -> &'static str {
    cx.cancelled().await;
    "nobody reads this"
}

/// Reports from a task; after the answer, reports go nowhere.
#[tool]
async fn later(cx: &Context) -> Result<&'static str, tokio::task::JoinError> {
    let reporter = cx.reporter();
    let task = tokio::spawn(async move { reporter.progress(1, (), "from a task") });
    task.await?;
    Ok("reported")
}

/// Says who calls.
#[tool]
async fn caller(cx: &Context) -> String {
    let client = cx.client();
    let name = client.info.as_ref().map_or("somebody", |info| &info.name);
    format!("{name}, in {}", client.protocol_version.as_str())
}
