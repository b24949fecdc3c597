//! The server that the scoreboard pushes: `stress_server [one-thread] [http]`.
//!
//! Its tools do what tools do to their servers: wait, block, panic, print, report without end. With
//! `one-thread` they run on a runtime of a single thread; with `http` it listens on a port of this
//! machine, which it prints.

use std::io::Write;
use std::panic::panic_any;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mcp_runtime::http::{HttpOptions, HttpServer};
use mcp_runtime::limits::{HttpLimits, Limits};
use mcp_runtime::prelude::*;

fn main() -> mcp_runtime::Result<()> {
    let said = |word: &str| std::env::args().any(|argument| argument == word);
    let one_thread = said("one-thread");
    let mut runtime = match one_thread {
        true => tokio::runtime::Builder::new_current_thread(),
        false => tokio::runtime::Builder::new_multi_thread(),
    };
    let runtime = runtime.enable_all().build().expect("a runtime starts");
    if said("http") {
        return runtime.block_on(over_http());
    }
    runtime.block_on(server().run_with(mcp_runtime::RunOptions::new()))
}

#[allow(clippy::print_stdout)]
async fn over_http() -> mcp_runtime::Result<()> {
    // More connections than the calls that may run, so that calls are refused and not connections.
    let limits = HttpLimits::default().with_max_connections(10_000);
    let options = HttpOptions::new().limits(limits);
    let endpoint = server().build()?.http(options.clone())?;
    let server = HttpServer::bind("127.0.0.1:0", endpoint, &options).await?;
    println!("{}", server.local_addr());
    server.serve().await
}

fn server() -> Server {
    Server::new("stress", "1.0.0")
        // Threads that a burst needed end soon, so that their number can be judged.
        .limits(Limits::default().with_pool_idle(Duration::from_secs(1)))
        .state(Running::default())
        .state(Shared::default())
        .tools(tools![echo, json, slow, block, block_async, running])
        .tools(tools![boom, boom_later, boom_sync, print, report, tell])
}

/// How many calls run, and how many ever did at once.
#[derive(Default)]
struct Running {
    now: AtomicUsize,
    most: AtomicUsize,
}

impl Running {
    fn enter(&self) -> Leave<'_> {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        Leave(self)
    }
}

/// Counts a call out when it ends, however it ends.
struct Leave<'a>(&'a Running);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.now.fetch_sub(1, Ordering::SeqCst);
    }
}

/// What a tool holds while it panics.
#[derive(Default)]
struct Shared(Mutex<u64>);

/// Returns what it is given.
#[tool]
async fn echo(s: &str) -> String {
    s.to_owned()
}

/// Any JSON, as it was read.
#[tool]
async fn json(v: serde_json::Value) -> String {
    v.to_string()
}

/// Waits.
#[tool]
async fn slow(ms: u64, running: &Running) -> &'static str {
    let _running = running.enter();
    tokio::time::sleep(Duration::from_millis(ms)).await;
    "waited"
}

/// Blocks its thread, as it may.
#[tool]
fn block(ms: u64, running: &Running) -> &'static str {
    let _running = running.enter();
    std::thread::sleep(Duration::from_millis(ms));
    "blocked"
}

/// Blocks its thread, as it should not.
#[tool]
async fn block_async(ms: u64, running: &Running) -> &'static str {
    let _running = running.enter();
    std::thread::sleep(Duration::from_millis(ms));
    "blocked"
}

/// How many calls run, and how many did at most since this was last asked.
#[tool]
async fn running(running: &Running) -> String {
    let now = running.now.load(Ordering::SeqCst);
    let most = running.most.swap(now, Ordering::SeqCst);
    format!("{now} {most}")
}

/// Panics.
#[tool]
async fn boom(kind: &str, shared: &Shared) -> &'static str {
    go_off(kind, shared)
}

/// Panics after it has waited.
#[tool]
async fn boom_later(kind: &str, shared: &Shared) -> &'static str {
    tokio::task::yield_now().await;
    go_off(kind, shared)
}

/// Panics on the pool.
#[tool]
fn boom_sync(kind: String, shared: &Shared) -> &'static str {
    go_off(&kind, shared)
}

/// A payload that no handler of panics knows.
struct Odd(#[allow(dead_code)] [u64; 4]);

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

fn go_off(kind: &str, shared: &Shared) -> &'static str {
    match kind {
        "str" => panic!("a text"),
        "string" => panic_any(format!("a text of {kind}")),
        "odd" => panic_any(Odd([7; 4])),
        "drop" => drop(Bomb),
        "locked" => {
            let mut count = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
            *count += 1;
            panic!("with a lock held");
        }
        _ => {}
    }
    "never told"
}

/// Prints marks to stdout in one of five ways.
#[tool]
#[allow(clippy::print_stdout)]
fn print(kind: String, times: usize) -> std::io::Result<&'static str> {
    let mark = format!("mark-{kind};");
    let all = mark.repeat(times);
    match kind.as_str() {
        "println" => (0..times).for_each(|_| println!("{mark}")),
        // NB. stays in the buffer of `std` until there is enough of it, or a line ends.
        "print" => (0..times).for_each(|_| print!("{mark}")),
        "descriptor" => {
            past_the_buffer()?.write_all(all.as_bytes())?;
        }
        "path" => std::fs::OpenOptions::new()
            .append(true)
            .open("/dev/stdout")?
            .write_all(all.as_bytes())?,
        "child" => {
            let script = format!("cat; for i in $(seq {times}); do echo '{mark}'; done");
            std::process::Command::new("sh")
                .args(["-c", &script])
                .status()?;
        }
        _ => {}
    }
    Ok("printed")
}

/// Says a secret in everything that a tool can say, with pauses between.
#[tool]
async fn tell(secret: String, ms: u64, cx: &Context) -> String {
    for step in 1..=3 {
        cx.progress(step, 3, secret.as_str());
        if ms > 0 {
            tokio::time::sleep(Duration::from_millis(ms)).await;
        }
    }
    cx.log(LoggingLevel::Emergency, secret.as_str());
    secret
}

/// Reports so often; returns when it was done, in microseconds of the clock on the wall.
#[tool]
async fn report(what: &str, times: u64, cx: &Context) -> u128 {
    for step in 1..=times {
        match what {
            "progress" => cx.progress(step, times, "a step"),
            _ => cx.log(LoggingLevel::Info, step),
        }
        if step % 1000 == 0 {
            tokio::task::yield_now().await;
        }
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_micros())
}

/// Descriptor 1, as C code would write to it.
#[cfg(unix)]
fn past_the_buffer() -> std::io::Result<impl Write> {
    use std::os::fd::AsFd;
    let descriptor = std::io::stdout().as_fd().try_clone_to_owned()?;
    Ok(std::fs::File::from(descriptor))
}

#[cfg(not(unix))]
fn past_the_buffer() -> std::io::Result<impl Write> {
    Ok(std::io::stdout())
}
