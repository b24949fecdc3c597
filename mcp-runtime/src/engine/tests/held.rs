//! Handlers that hold on: cancelled sync tools, threads that are busy.

use crate as mcp_runtime;
use crate::limits::Limits;
use crate::transport::memory::{self, End};
use mcp_runtime::prelude::*;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;
use tokio::time::timeout;

const SOON: Duration = Duration::from_secs(20);

/// Holds whoever passes until it is opened.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    news: Condvar,
    started: AtomicUsize,
}

impl Gate {
    fn pass(&self) {
        self.started.fetch_add(1, Ordering::SeqCst);
        let open = self.open.lock().expect("lock");
        drop(self.news.wait_while(open, |open| !*open));
    }

    fn open(&self) {
        *self.open.lock().expect("lock") = true;
        self.news.notify_all();
    }
}

/// Waits, whoever calls it off.
#[tool(crate = crate)]
fn hold(gate: &Gate) -> &'static str {
    gate.pass();
    "passed"
}

/// A client of a server in memory.
pub(super) struct Client {
    to: WriteHalf<End>,
    from: Lines<BufReader<ReadHalf<End>>>,
    served: JoinHandle<mcp_runtime::Result<()>>,
}

impl Client {
    pub(super) async fn of(server: Server) -> Self {
        let (client, end) = memory::pair();
        let served = tokio::spawn(server.serve(end));
        let (from, to) = tokio::io::split(client);
        let from = BufReader::new(from).lines();
        let mut client = Self { to, from, served };
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}});
        client.ask(0, "initialize", hello).await;
        client.next().await;
        client
    }

    pub(super) async fn ask(&mut self, id: u64, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
            .await;
    }

    pub(super) async fn call(&mut self, id: u64, tool: &str) {
        self.ask(id, "tools/call", json!({ "name": tool })).await;
    }

    pub(super) async fn cancel(&mut self, id: u64) {
        let params = json!({ "requestId": id });
        self.send(json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))
            .await;
    }

    async fn send(&mut self, message: Value) {
        let line = format!("{message}\n");
        self.to.write_all(line.as_bytes()).await.expect("write");
    }

    pub(super) async fn next(&mut self) -> Value {
        let line = timeout(SOON, self.from.next_line()).await;
        let line = line.expect("in time").expect("read").expect("an answer");
        serde_json::from_str(&line).expect("JSON")
    }

    /// What is still said until the connection ends.
    pub(super) async fn rest(mut self) -> Vec<Value> {
        self.to.shutdown().await.expect("shutdown");
        let mut rest = Vec::new();
        while let Some(line) = timeout(SOON, self.from.next_line())
            .await
            .expect("in time")
            .expect("read")
        {
            rest.push(serde_json::from_str(&line).expect("JSON"));
        }
        self.served.await.expect("no panic").expect("served");
        rest
    }
}

#[tokio::test]
async fn a_cancelled_sync_tool_counts_as_running_until_its_thread_is_free() {
    let gate = Arc::new(Gate::default());
    let server = Server::new("held", "1")
        .limits(Limits::default().with_max_in_flight(2))
        .state(gate.clone())
        .tools(tools![hold]);
    let mut client = Client::of(server).await;
    for id in 1..=2 {
        client.call(id, "hold").await;
    }
    while gate.started.load(Ordering::SeqCst) < 2 {
        tokio::task::yield_now().await;
    }
    for id in 1..=2 {
        client.cancel(id).await;
    }
    client.call(3, "hold").await;
    let busy = client.next().await;
    assert_eq!(busy["id"], 3);
    assert_eq!(busy["error"]["code"], -31503, "{busy}");
    gate.open();
    // NB. the threads need a moment.
    for id in 4.. {
        client.call(id, "hold").await;
        let answer = client.next().await;
        assert_eq!(answer["id"], id, "a cancelled call is answered");
        if answer["result"]["content"][0]["text"] == "passed" {
            break;
        }
        assert!(id < 2_000, "{answer}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(client.rest().await, [Value::Null; 0]);
}
