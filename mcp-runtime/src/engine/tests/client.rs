//! A client of a server in memory, for tests.

use crate as mcp_runtime;
use crate::transport::memory::{self, End};
use mcp_runtime::prelude::*;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub(super) const SOON: Duration = Duration::from_secs(20);

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
