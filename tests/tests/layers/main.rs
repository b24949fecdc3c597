//! Layers around the calls of tools: whichever, in which order, and what becomes of a call when one
//! of them waits, refuses, fails, panics or gives up.
//!
//! In: servers of a few tools, served in memory. Out: what a client reads, and what the tools saw.

mod around;
mod ends;
mod misfits;
mod ready_made;
mod seen;
mod tower;

use mcp_runtime::memory::{self, End};
use mcp_runtime::prelude::*;
use mcp_runtime::{Error, ErrorKind, Result};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines, ReadHalf, WriteHalf};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// How long anything may take on a busy machine.
const SOON: Duration = Duration::from_secs(20);

/// Holds tools until it lets one through, and counts those that came and those that went.
struct Gate {
    open: Semaphore,
    came: AtomicUsize,
    gone: AtomicUsize,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            open: Semaphore::new(0),
            came: AtomicUsize::new(0),
            gone: AtomicUsize::new(0),
        }
    }
}

struct Gone<'g>(&'g Gate);

impl Drop for Gone<'_> {
    fn drop(&mut self) {
        self.0.gone.fetch_add(1, Ordering::SeqCst);
    }
}

impl Gate {
    async fn pass(&self) {
        let _gone = Gone(self);
        self.came.fetch_add(1, Ordering::SeqCst);
        self.open.acquire().await.expect("open").forget();
    }

    fn let_through(&self, calls: usize) {
        self.open.add_permits(calls);
    }

    fn came(&self) -> usize {
        self.came.load(Ordering::SeqCst)
    }

    fn gone(&self) -> usize {
        self.gone.load(Ordering::SeqCst)
    }

    /// Waits until so many tools have come.
    async fn wait_for(&self, calls: usize) {
        until(|| self.came() >= calls).await;
    }
}

/// Waits for something that other threads do.
async fn until(done: impl Fn() -> bool) {
    let begun = std::time::Instant::now();
    while !done() {
        assert!(begun.elapsed() < SOON, "it never came to that");
        tokio::task::yield_now().await;
        std::thread::sleep(Duration::from_micros(200));
    }
}

/// Answers at once.
#[tool(read_only)]
async fn quick() -> &'static str {
    "quick"
}

/// Doubles a number.
#[tool]
async fn double(#[arg(max = 100)] n: i64) -> i64 {
    n * 2
}

/// Waits at the gate.
#[tool]
async fn hold(gate: &Gate) -> &'static str {
    gate.pass().await;
    "passed"
}

/// Panics.
#[tool]
async fn broken() {
    panic!("out of beans");
}

/// Panics on a thread of the pool.
#[tool]
fn broken_on_the_pool() {
    panic!("out of peas");
}

fn tools() -> Vec<Tool> {
    tools![quick, double, hold, broken, broken_on_the_pool]
}

/// A server of these tools, and the gate of `hold`.
fn server() -> (Server, Arc<Gate>) {
    let gate = Arc::new(Gate::default());
    let server = Server::new("layered", "1")
        .state(gate.clone())
        .tools(tools());
    (server, gate)
}

/// A client of a server in memory.
struct Client {
    to: WriteHalf<End>,
    from: Lines<BufReader<ReadHalf<End>>>,
}

impl Client {
    async fn of(server: Server) -> Self {
        Self::of_revision(server, "2025-11-25").await
    }

    async fn of_revision(server: Server, version: &str) -> Self {
        Self::of_service(&server.build().expect("a server"), version).await
    }

    async fn of_service(service: &mcp_runtime::Service, version: &str) -> Self {
        let (client, end) = memory::pair();
        let service = service.clone();
        tokio::spawn(async move { service.serve(end).await });
        let (from, to) = tokio::io::split(client);
        let from = BufReader::new(from).lines();
        let mut client = Self { to, from };
        let who = json!({"name": "qa", "version": "0"});
        let hello = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": who});
        client.ask(0, "initialize", hello).await;
        client.next().await;
        client
    }

    async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.to.write_all(line.as_bytes()).await.expect("write");
    }

    async fn ask(&mut self, id: u64, method: &str, params: Value) {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(&request).await;
    }

    async fn start(&mut self, id: u64, tool: &str) {
        self.ask(id, "tools/call", json!({ "name": tool })).await;
    }

    async fn cancel(&mut self, id: u64) {
        let params = json!({ "requestId": id });
        let news = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        self.send(&news).await;
    }

    async fn next(&mut self) -> Value {
        let line = timeout(SOON, self.from.next_line()).await;
        let line = line.expect("in time").expect("read").expect("an answer");
        serde_json::from_str(&line).expect("JSON")
    }

    /// A call and its answer.
    async fn call(&mut self, id: u64, tool: &str, arguments: Value) -> Value {
        let params = json!({"name": tool, "arguments": arguments});
        self.ask(id, "tools/call", params).await;
        let answer = self.next().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// The text of the answer to a call without arguments.
    async fn text(&mut self, id: u64, tool: &str) -> String {
        let answer = self.call(id, tool, json!({})).await;
        let text = answer["result"]["content"][0]["text"].as_str();
        text.unwrap_or_else(|| panic!("not a text: {answer}"))
            .to_owned()
    }

    /// Nothing was said that is not read; the server lives.
    async fn is_silent(&mut self, id: u64) {
        self.ask(id, "ping", json!({})).await;
        let pong = self.next().await;
        assert_eq!(pong, json!({"jsonrpc": "2.0", "id": id, "result": {}}));
    }
}

/// A list that tools and layers write to.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn say(&self, words: impl Into<String>) {
        self.0.lock().expect("lock").push(words.into());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("lock"))
    }
}

/// What came of a call, in a word.
fn in_a_word(answer: &Result<ToolResult>) -> String {
    match answer {
        Ok(result) if result.is_error => "told".to_owned(),
        Ok(_) => "done".to_owned(),
        Err(error) => format!("{:?}", error.kind()),
    }
}
