//! The tools of the benchmark's servers on mcp-runtime, over stdio and over HTTP, and their limits.

use mcp_runtime::limits::Limits;
use mcp_runtime::prelude::*;

/// Adds two integers.
#[tool]
pub async fn add(
    /// Left operand.
    a: i64,
    /// Right operand.
    b: i64,
) -> i64 {
    a.wrapping_add(b)
}

/// Says it again.
#[tool]
pub async fn echo(
    /// What to say again.
    text: String,
) -> String {
    text
}

/// What `search` found.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub struct Found {
    items: Vec<Item>,
    total: usize,
}

/// One document.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub struct Item {
    id: u64,
    title: String,
    score: f64,
    tags: Vec<String>,
}

/// Finds documents.
#[tool]
pub async fn search(
    /// Words to look for.
    query: String,
    /// How many at most.
    limit: u32,
    /// Tags to choose from.
    tags: Vec<String>,
) -> Found {
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

/// The default limits. Under callgrind, where all code is many times slower, the times by which the
/// engine tells quick tools from slow ones are stretched by as much.
pub fn limits() -> Limits {
    let limits = Limits::default();
    let slowdown = std::env::var("BENCH_SLOWDOWN").ok();
    match slowdown.and_then(|times| times.parse::<u32>().ok()) {
        None => limits,
        Some(times) => {
            let (fast, slow) = (limits.fast_poll * times, limits.slow_poll * times);
            let patience = limits.first_poll_patience * times;
            let limits = limits.with_fast_poll(fast).with_slow_poll(slow);
            limits.with_first_poll_patience(patience)
        }
    }
}
