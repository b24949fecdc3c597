//! Small tools that do one thing: echo, add, sleep, report, fail.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::prelude::*;

/// What the tools of one server remember.
#[derive(Default)]
struct Counts {
    calls: AtomicUsize,
    dropped: AtomicUsize,
}

/// Counts when it goes.
struct Guard<'a>(&'a AtomicUsize);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

pub(super) fn server() -> Server {
    Server::new("plain", "1.0.0")
        .state(Counts::default())
        .tools(tools![
            echo, add, take, len, big, json, whoami, list_all, needs_x, walk, calls, dropped
        ])
        .tools(tools![sleep, sleep_sync, sleep_echo, guarded])
        .tools(tools![
            steps,
            one_step,
            falling_steps,
            late_progress,
            shower,
            later,
            log_all
        ])
        .tools(tools![
            hangs,
            boom,
            boom_sync,
            boom_later,
            boom_on_drop,
            fails,
            fails_inside,
            fails_with_code
        ])
}

/// Returns what it is given.
#[tool]
async fn echo(
    /// What to return.
    s: String,
) -> String {
    s
}

/// Adds two integers.
#[tool]
async fn add(a: i64, b: i64, counts: &Counts) -> i64 {
    counts.calls.fetch_add(1, Ordering::SeqCst);
    a + b
}

/// Takes a small integer.
#[tool]
async fn take(n: u32) -> u32 {
    n
}

/// The length of a text in bytes.
#[tool]
async fn len(s: &str) -> usize {
    s.len()
}

/// A long text.
#[tool]
async fn big(bytes: usize) -> String {
    "x".repeat(bytes)
}

/// Any JSON, as it was read.
#[tool]
async fn json(v: serde_json::Value) -> String {
    v.to_string()
}

/// Who calls, and in which revision.
#[tool]
async fn whoami(cx: &Context) -> String {
    let client = cx.client();
    let (name, version) = match &client.info {
        Some(info) => (info.name.as_str(), info.version.as_str()),
        None => ("-", "-"),
    };
    format!("{name} {version} {}", client.protocol_version.as_str())
}

/// Needs nothing.
#[tool]
async fn list_all(first: Option<u32>) -> String {
    first.map_or_else(|| "all".to_owned(), |first| format!("first {first}"))
}

/// Needs one argument.
#[tool]
async fn needs_x(x: String) -> String {
    x
}

/// Walks a directory, in pages.
#[tool]
async fn walk(path: String, page_size: Option<u32>) -> String {
    let size = page_size.map_or_else(|| "-".to_owned(), |size| size.to_string());
    format!("{path} {size}")
}

/// How often `add` has run.
#[tool]
async fn calls(counts: &Counts) -> usize {
    counts.calls.load(Ordering::SeqCst)
}

/// How many guarded calls have ended.
#[tool]
async fn dropped(counts: &Counts) -> usize {
    counts.dropped.load(Ordering::SeqCst)
}

/// Sleeps.
#[tool]
async fn sleep(ms: u64) -> &'static str {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "slept"
}

/// Sleeps and blocks its thread.
#[tool]
fn sleep_sync(ms: u64) -> &'static str {
    std::thread::sleep(Duration::from_millis(ms));
    "slept"
}

/// Sleeps, then returns what it was given.
#[tool]
async fn sleep_echo(ms: u64, s: String) -> String {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    s
}

/// Reports once, then sleeps; counts when it ends, however it ends.
#[tool]
async fn guarded(ms: u64, cx: &Context, counts: &Counts) -> &'static str {
    let _guard = Guard(&counts.dropped);
    cx.progress(1, (), "started");
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "slept"
}

/// Reports three steps.
#[tool]
async fn steps(cx: &Context) -> &'static str {
    for step in 1..=3 {
        cx.progress(step, 3, format!("step {step}"));
        tokio::task::yield_now().await;
    }
    "done"
}

/// Reports one step.
#[tool]
async fn one_step(cx: &Context) -> &'static str {
    cx.progress(1, 1, "the only one");
    "done"
}

/// Reports steps of which some do not rise.
#[tool]
async fn falling_steps(cx: &Context) -> &'static str {
    for step in [2, 2, 1, 3] {
        cx.progress(step, (), "");
    }
    "done"
}

/// Leaves a task behind that goes on reporting.
#[tool]
async fn late_progress(cx: &Context) -> &'static str {
    let reporter = cx.reporter();
    cx.progress(100, 100, "");
    tokio::spawn(async move {
        for step in 101..120 {
            tokio::time::sleep(Duration::from_millis(5)).await;
            reporter.progress(step, 200, "late");
        }
    });
    "done"
}

/// Logs one message per level.
#[tool]
pub(super) async fn log_all(cx: &Context) -> &'static str {
    for level in LoggingLevel::ALL {
        cx.log(level, level.as_str());
    }
    "logged"
}

/// Much of everything: progress, log messages and a long text with characters that need escapes.
#[tool]
async fn shower(n: u64, cx: &Context) -> String {
    for step in 1..=20 {
        cx.progress(step, 20, "a line\nand \"more\"");
        cx.log(
            LoggingLevel::Error,
            serde_json::json!({ "n": n, "step": step }),
        );
        tokio::task::yield_now().await;
    }
    "a\n\"é😀\\".repeat(30_000)
}

/// Reports every millisecond for a while, then answers at length.
#[tool]
async fn later(ms: u64, bytes: usize, cx: &Context) -> String {
    for step in 1..=ms {
        cx.progress(step, ms, "");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    "x".repeat(bytes)
}

/// Would take a minute, but may not.
#[tool(timeout = "50ms")]
async fn hangs() -> &'static str {
    tokio::time::sleep(Duration::from_secs(60)).await;
    "slept"
}

/// Panics at once.
#[tool]
async fn boom() -> String {
    panic!("secret path /home/x")
}

/// Panics on the pool.
#[tool]
fn boom_sync() -> String {
    panic!("secret of the pool")
}

/// Panics after its first poll.
#[tool]
async fn boom_later() -> String {
    tokio::task::yield_now().await;
    panic!("secret of later")
}

/// Returns, but panics when its things are dropped.
#[tool]
async fn boom_on_drop() -> &'static str {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("secret of the end");
        }
    }
    let _bomb = Bomb;
    tokio::task::yield_now().await;
    "never told"
}

/// What went wrong, for a model to read.
#[derive(Debug)]
struct Empty;

impl std::fmt::Display for Empty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the shelf is empty")
    }
}

impl std::error::Error for Empty {}

/// Fails in a way that the model can read.
#[tool]
async fn fails() -> Result<String, Empty> {
    Err(Empty)
}

/// Fails in a way that is nobody's business.
#[tool]
async fn fails_inside() -> Result<String, mcp_runtime::Error> {
    Err(mcp_runtime::Error::internal(Empty))
}

/// Fails with a code of its own.
#[tool]
async fn fails_with_code() -> Result<String, mcp_runtime::Error> {
    Err(mcp_runtime::Error::new(-31999, "not today"))
}
