//! A client in memory, for tests that run inside a runtime of their own choice.

use mcp_runtime::{Server, Service, memory};
use serde_json::{Value, json};
use std::future::Future;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::runtime::Builder;

/// No test takes as long, save one that hangs.
const AT_MOST: Duration = Duration::from_secs(60);

/// Runs a test on a runtime of one thread, on one with one worker, and on one with three.
pub(crate) fn on_every_runtime<F: Future<Output = ()>>(test: impl Fn() -> F) {
    for workers in [0, 1, 3] {
        let mut builder = match workers {
            0 => Builder::new_current_thread(),
            _ => Builder::new_multi_thread(),
        };
        if workers > 0 {
            builder.worker_threads(workers);
        }
        let runtime = builder.enable_all().build().expect("a runtime");
        let ended = runtime.block_on(async { tokio::time::timeout(AT_MOST, test()).await });
        assert!(ended.is_ok(), "it hangs with {workers} workers");
    }
}

/// The client's end of a connection.
pub(crate) struct Client {
    end: BufReader<memory::End>,
    asked: u64,
}

impl Client {
    /// Serves a server in a task, and shakes hands with it.
    pub(crate) async fn of(server: Server) -> Self {
        Self::of_service(server.build().expect("a server")).await
    }

    /// The same for a server that was built.
    pub(crate) async fn of_service(service: Service) -> Self {
        let (client, end) = memory::pair();
        tokio::spawn(async move { service.serve(end).await });
        Self::greeted(client).await
    }

    /// Shakes hands with whoever is at the other end.
    pub(crate) async fn greeted(end: memory::End) -> Self {
        let mut client = Self {
            end: BufReader::new(end),
            asked: 0,
        };
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "qa", "version": "0"}});
        let welcome = client.request("initialize", hello).await;
        assert!(welcome["result"].is_object(), "{welcome}");
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        client.send(&ready).await;
        client
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.end.write_all(line.as_bytes()).await.expect("it reads");
    }

    /// The next message; none when the server has gone.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.end.read_line(&mut line).await.expect("text");
        (read > 0).then(|| serde_json::from_str(&line).expect("a message"))
    }

    /// Sends a call without waiting for its answer; the token of its progress is its id.
    pub(crate) async fn start(&mut self, tool: &str, arguments: Value) -> u64 {
        self.asked += 1;
        let params =
            json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": self.asked}});
        let call =
            json!({"jsonrpc": "2.0", "id": self.asked, "method": "tools/call", "params": params});
        self.send(&call).await;
        self.asked
    }

    /// Sends a request and waits for its answer; other messages are let go.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(&request).await;
        loop {
            let message = self.next().await.expect("an answer");
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Calls a tool; the text of its result.
    ///
    /// # Panics
    /// When the call fails.
    pub(crate) async fn text(&mut self, tool: &str, arguments: Value) -> String {
        let params = json!({"name": tool, "arguments": arguments});
        let answer = self.request("tools/call", params).await;
        let text = answer["result"]["content"][0]["text"].as_str();
        let good = text.filter(|_| answer["result"]["isError"] != true);
        good.unwrap_or_else(|| panic!("no good result: {answer}"))
            .to_owned()
    }
}
