//! Handlers that call back into what calls them, and that let go of it.

use super::client::{Client, on_every_runtime};
use mcp_runtime::prelude::*;
use mcp_runtime::{Reporter, Service, memory};
use serde::{Serialize, Serializer};
use serde_json::json;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// Adds two integers.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Adds twice, by the function of another tool.
#[tool]
async fn add_twice(a: i64, b: i64) -> i64 {
    add(add(a, b).await, b).await
}

#[test]
fn a_tool_may_call_the_function_of_another() {
    on_every_runtime(|| async {
        let mut client = Client::of(Server::new("a", "1").tools(tools![add, add_twice])).await;
        let sum = client.text("add_twice", json!({"a": 1, "b": 20})).await;
        assert_eq!(sum, "41");
    });
}

fn nesting() -> Server {
    Server::new("nesting", "1").tools(tools![nested, nested_sync])
}

/// Serves a server of its own in memory and calls itself there.
#[tool]
async fn nested(depth: u32) -> String {
    if depth == 0 {
        return "the bottom".to_owned();
    }
    let below = Box::pin(async move {
        let mut client = Client::of(nesting()).await;
        client.text("nested", json!({"depth": depth - 1})).await
    });
    format!("above {}", below.await)
}

/// The same from a thread that waits for it.
#[tool]
fn nested_sync(depth: u32) -> String {
    let handle = tokio::runtime::Handle::current();
    let below = handle.block_on(async move {
        let mut client = Client::of(nesting()).await;
        client.text("nested", json!({"depth": depth})).await
    });
    format!("beside {below}")
}

#[test]
fn a_tool_may_serve_another_server_and_call_it() {
    on_every_runtime(|| async {
        let mut client = Client::of(nesting()).await;
        // More often than it takes until a quick tool is polled where its connection lives.
        for _ in 0..20 {
            let text = client.text("nested", json!({"depth": 2})).await;
            assert_eq!(text, "above above the bottom");
        }
        let text = client.text("nested_sync", json!({"depth": 1})).await;
        assert_eq!(text, "beside above the bottom");
    });
}

/// Leaves tasks behind: one goes on reporting, one panics.
#[tool]
async fn leaves_tasks(cx: &Context) -> &'static str {
    let reporter = cx.reporter();
    tokio::spawn(async move {
        for step in 1..50 {
            reporter.progress(step, (), "late");
            reporter.log(LoggingLevel::Error, "late");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    });
    tokio::spawn(async {
        tokio::task::yield_now().await;
        panic!("nobody waits for this task");
    });
    "left"
}

#[test]
fn tasks_that_outlive_their_call_do_no_harm_and_are_not_heard() {
    on_every_runtime(|| async {
        let server = Server::new("tasks", "1").tools(tools![leaves_tasks, add]);
        let mut client = Client::of(server).await;
        for _ in 0..20 {
            let id = client.start("leaves_tasks", json!({})).await;
            loop {
                let message = client.next().await.expect("an answer");
                if message["id"] == id {
                    break;
                }
                let token = &message["params"]["progressToken"];
                assert!(token.is_null() || *token == id, "{message}");
            }
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        let id = client.start("add", json!({"a": 1, "b": 2})).await;
        let next = client.next().await.expect("an answer");
        assert_eq!(next["id"], id, "nothing came before: {next}");
    });
}

/// Says something whenever it is looked at or dropped.
struct Chatty(Reporter);

impl Chatty {
    fn say(&self) {
        self.0.progress(1, (), "said");
        self.0.log(LoggingLevel::Error, "said");
    }
}

impl Drop for Chatty {
    fn drop(&mut self) {
        self.say();
    }
}

impl Serialize for Chatty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.say();
        serializer.serialize_str("written")
    }
}

impl std::fmt::Display for Chatty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.say();
        f.write_str("written")
    }
}

/// Reports while it is being written, in a log message and as an error.
#[tool]
async fn chatty(cx: &Context) -> Result<String, Chatty> {
    cx.log(LoggingLevel::Error, Chatty(cx.reporter()));
    tokio::task::yield_now().await;
    Err(Chatty(cx.reporter()))
}

/// Reports when it is cancelled.
#[tool]
async fn chatty_when_dropped(cx: &Context) -> &'static str {
    let _chatty = Chatty(cx.reporter());
    cx.progress(0, (), "started");
    tokio::time::sleep(Duration::from_secs(60)).await;
    "never"
}

#[test]
fn what_reports_while_it_is_written_or_dropped_holds_up_nobody() {
    on_every_runtime(|| async {
        let server = Server::new("chatty", "1").tools(tools![chatty, chatty_when_dropped, add]);
        let mut client = Client::of(server).await;
        for _ in 0..20 {
            let params = json!({"name": "chatty", "arguments": {}});
            let answer = client.request("tools/call", params).await;
            assert_eq!(answer["result"]["content"][0]["text"], "written");
            let id = client.start("chatty_when_dropped", json!({})).await;
            while client.next().await.expect("progress")["method"] != "notifications/progress" {}
            let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
            client.send(&cancel).await;
        }
        let sum = client.text("add", json!({"a": 1, "b": 2})).await;
        assert_eq!(sum, "3");
    });
}

/// What a handler lets go of.
#[derive(Default, Clone)]
struct Held {
    service: Arc<Mutex<Option<Service>>>,
    end: Arc<Mutex<Option<memory::End>>>,
}

/// Lets go of the server that it belongs to.
#[tool]
async fn let_server_go(held: &Held) -> bool {
    let service = held.service.lock().expect("a lock").take();
    service.is_some()
}

/// Closes the client's end of its own connection.
#[tool]
async fn let_client_go(held: &Held) -> bool {
    let end = held.end.lock().expect("a lock").take();
    drop(end);
    tokio::task::yield_now().await;
    true
}

#[test]
fn a_handler_may_let_go_of_the_server_that_it_belongs_to() {
    on_every_runtime(|| async {
        let held = Held::default();
        let server = Server::new("held", "1").state(held.clone());
        let service = server.tools(tools![let_server_go, add]).build();
        let service = service.expect("a server");
        *held.service.lock().expect("a lock") = Some(service.clone());
        let mut client = Client::of_service(service).await;
        assert_eq!(client.text("let_server_go", json!({})).await, "true");
        let sum = client.text("add", json!({"a": 1, "b": 2})).await;
        assert_eq!(sum, "3");
    });
}

#[test]
fn a_handler_may_close_the_connection_that_called_it() {
    on_every_runtime(|| async {
        let held = Held::default();
        let (mut client, end) = memory::pair();
        let hello = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"let_client_go","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
        let line = format!("{hello}\n");
        tokio::io::AsyncWriteExt::write_all(&mut client, line.as_bytes())
            .await
            .expect("room");
        *held.end.lock().expect("a lock") = Some(client);
        let server = Server::new("held", "1").state(held.clone());
        let served = server.tools(tools![let_client_go]).serve(end).await;
        assert!(served.is_ok(), "{served:?}");
        assert!(held.end.lock().expect("a lock").is_none(), "it ran");
    });
}

/// A value that is dropped with its server, and serves while it is.
struct Last(tokio::runtime::Handle);

static LAST: OnceLock<Mutex<Vec<tokio::task::JoinHandle<String>>>> = OnceLock::new();

impl Drop for Last {
    fn drop(&mut self) {
        let task = self.0.spawn(async {
            let mut client = Client::of(Server::new("last", "1").tools(tools![add])).await;
            client.text("add", json!({"a": 1, "b": 2})).await
        });
        let all = LAST.get_or_init(Mutex::default);
        all.lock().expect("a lock").push(task);
    }
}

#[test]
fn what_is_dropped_with_a_server_may_serve_another() {
    on_every_runtime(|| async {
        let state = Last(tokio::runtime::Handle::current());
        let server = Server::new("first", "1").state(state).tools(tools![add]);
        let (client, end) = memory::pair();
        drop(client);
        server.serve(end).await.expect("served");
        let task = LAST.get().and_then(|all| all.lock().expect("a lock").pop());
        let sum = task.expect("the state was dropped").await;
        assert_eq!(sum.expect("no panic"), "3");
    });
}
