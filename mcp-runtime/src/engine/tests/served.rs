//! A real connection at the edges: the end of its input, a peer that is gone, one that does not read.

use crate::limits::{Limits, MAX_IN_FLIGHT};
use crate::transport::memory;
use crate::{Server, Service};
use mcp_core::meta;
use mcp_core::version::ProtocolVersion;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

const SOON: Duration = Duration::from_secs(20);

/// Counts what was started and what was dropped.
#[derive(Default)]
struct Counts {
    started: AtomicUsize,
    dropped: AtomicUsize,
}

struct Guard(Arc<Counts>);

impl Guard {
    fn of(counts: &Arc<Counts>) -> Self {
        counts.started.fetch_add(1, Ordering::SeqCst);
        Self(counts.clone())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

/// `edges/text` answers with so many bytes after a turn of the runtime, `edges/never` not at all.
fn service(counts: &Arc<Counts>) -> Service {
    limited(counts, Limits::default())
}

fn limited(counts: &Arc<Counts>, limits: Limits) -> Service {
    let (of_text, of_never) = (counts.clone(), counts.clone());
    Server::new("edges", "1")
        .limits(limits)
        .method("edges/text", move |params: Value, _| {
            let guard = Guard::of(&of_text);
            async move {
                tokio::task::yield_now().await;
                drop(guard);
                let bytes = params["bytes"].as_u64().unwrap_or(0) as usize;
                Ok(json!({ "text": "x".repeat(bytes) }))
            }
        })
        .method("edges/never", move |_: Value, _| {
            let guard = Guard::of(&of_never);
            async move {
                std::future::pending::<()>().await;
                drop(guard);
                Ok(json!({}))
            }
        })
        .build()
        .expect("a server")
}

fn call(id: usize, method: &str, bytes: usize) -> String {
    let meta = json!({
        meta::PROTOCOL_VERSION: ProtocolVersion::LATEST.as_str(),
        meta::CLIENT_CAPABILITIES: {},
    });
    let params = json!({ "bytes": bytes, "_meta": meta });
    let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    format!("{message}\n")
}

fn cancel(id: usize) -> String {
    let params = json!({ "requestId": id });
    let message = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
    format!("{message}\n")
}

fn ids(text: &[u8]) -> BTreeSet<u64> {
    let mut ids = BTreeSet::new();
    for line in text.split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
        let message: Value = serde_json::from_slice(line).expect("a whole message");
        assert!(message.get("result").is_some(), "{message}");
        let id = message["id"].as_u64().expect("an id");
        assert!(ids.insert(id), "{id} is answered twice");
    }
    ids
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_answer_is_lost_that_is_being_written_when_the_input_ends() {
    let service = service(&Arc::default());
    for round in 0..40 {
        let (mut client, server) = memory::pair();
        let serving = service.clone();
        let served = tokio::spawn(async move { serving.serve(server).await });
        let calls = 1 + round % 4;
        for id in 0..calls {
            let request = call(id, "edges/text", 300_000);
            client.write_all(request.as_bytes()).await.expect("write");
        }
        client.shutdown().await.expect("shutdown");
        let mut text = Vec::new();
        let read = client.read_to_end(&mut text);
        timeout(SOON, read).await.expect("ends").expect("read");
        assert_eq!(ids(&text).len(), calls);
        served.await.expect("no panic").expect("served");
    }
}

#[tokio::test]
async fn a_peer_that_is_gone_cancels_its_calls() {
    let counts = Arc::new(Counts::default());
    let service = service(&counts);
    let (mut client, server) = memory::pair();
    let served = tokio::spawn(async move { service.serve(server).await });
    for id in 0..10 {
        let request = call(id, "edges/never", 0);
        client.write_all(request.as_bytes()).await.expect("write");
    }
    // Its answer can't be written, which is how the peer's end is noticed.
    while counts.started.load(Ordering::SeqCst) < 10 {
        tokio::task::yield_now().await;
    }
    let request = call(10, "edges/text", 1);
    client.write_all(request.as_bytes()).await.expect("write");
    drop(client);
    let ended = timeout(SOON, served).await.expect("ends");
    ended.expect("no panic").expect("served");
    let all_dropped = async {
        while counts.dropped.load(Ordering::SeqCst) < 11 {
            tokio::task::yield_now().await;
        }
    };
    timeout(SOON, all_dropped).await.expect("cancelled");
}

#[tokio::test]
async fn a_call_that_waits_for_the_peer_to_read_can_be_cancelled() {
    let counts = Arc::new(Counts::default());
    let service = service(&counts);
    let (mut client, server) = memory::pair();
    let served = tokio::spawn(async move { service.serve(server).await });
    for id in 0..30 {
        let request = call(id, "edges/text", 65_536);
        client.write_all(request.as_bytes()).await.expect("write");
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let more = [
        call(30, "edges/text", 1),
        call(31, "edges/never", 0),
        cancel(31),
    ];
    client
        .write_all(more.concat().as_bytes())
        .await
        .expect("write");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(counts.started.load(Ordering::SeqCst), 30, "new calls wait");
    client.shutdown().await.expect("shutdown");
    let mut text = Vec::new();
    let read = client.read_to_end(&mut text);
    timeout(SOON, read).await.expect("ends").expect("read");
    assert_eq!(ids(&text), (0..31).collect(), "31 was cancelled");
    let started = counts.started.load(Ordering::SeqCst);
    assert_eq!(started, 31, "31 was never started");
    served.await.expect("no panic").expect("served");
}

/// An error whose words can't be had.
#[derive(Debug)]
struct Wordless;

impl std::fmt::Display for Wordless {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic!("no words")
    }
}

impl std::error::Error for Wordless {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        panic!("no source")
    }
}

async fn exchange(service: Service, requests: &str) -> Vec<Value> {
    let (mut client, server) = memory::pair();
    let served = tokio::spawn(async move { service.serve(server).await });
    client.write_all(requests.as_bytes()).await.expect("write");
    client.shutdown().await.expect("shutdown");
    let mut text = String::new();
    let read = client.read_to_string(&mut text);
    timeout(SOON, read).await.expect("ends").expect("read");
    served.await.expect("no panic").expect("served");
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[tokio::test]
async fn an_error_that_panics_when_it_is_read_is_answered_like_any_panic() {
    let service = Server::new("wordless", "1")
        .method("wordless/fail", |_: Value, _| async {
            let cause = std::io::Error::other(Wordless);
            let failed: Result<(), _> = Err(crate::Error::internal(Wrapped(cause)));
            failed
        })
        .build()
        .expect("a server");
    let requests = call(1, "wordless/fail", 0) + &call(2, "wordless/none", 0);
    let mut replies = exchange(service, &requests).await;
    replies.sort_by_key(|reply| reply["id"].as_u64());
    assert_eq!(replies[0]["error"]["code"], -32603);
    assert_eq!(replies[1]["error"]["code"], -32601);
}

/// Says something itself, but its cause panics.
#[derive(Debug)]
struct Wrapped(std::io::Error);

impl std::fmt::Display for Wrapped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("wrapped")
    }
}

impl std::error::Error for Wrapped {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

#[tokio::test]
async fn codes_that_a_revision_retired_are_replaced_for_it() {
    let service = Server::new("codes", "1")
        .method("codes/fail", |params: Value, _| async move {
            let code = i32::try_from(params["bytes"].as_i64().unwrap_or(0)).unwrap_or(0);
            let failed: Result<Value, _> = Err(crate::Error::new(-code, "no"));
            failed
        })
        .build()
        .expect("a server");
    for (thrown, seen) in [
        (32002, -32602),
        (32042, -32603),
        (32050, -32603),
        (31001, -31001),
    ] {
        let replies = exchange(service.clone(), &call(1, "codes/fail", thrown)).await;
        assert_eq!(replies[0]["error"]["code"], seen, "{thrown}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_burst_of_quick_calls_is_answered_though_it_is_longer_than_the_limit_of_running_ones() {
    // NB. a busy machine may give the calls no processor for longer than the default.
    let limits = Limits::default().with_busy_patience(Duration::from_secs(5));
    let service = limited(&Arc::default(), limits);
    let (client, server) = memory::pair();
    let served = tokio::spawn(async move { service.serve(server).await });
    let (mut from_server, mut to_server) = tokio::io::split(client);
    let burst: String = (0..2_000).map(|id| call(id, "edges/text", 1)).collect();
    tokio::spawn(async move {
        to_server.write_all(burst.as_bytes()).await.expect("write");
        to_server.shutdown().await.expect("shutdown");
    });
    let mut text = Vec::new();
    let read = from_server.read_to_end(&mut text);
    timeout(SOON, read).await.expect("ends").expect("read");
    assert_eq!(ids(&text), (0..2_000).collect());
    served.await.expect("no panic").expect("served");
}

#[tokio::test]
async fn calls_over_the_limit_of_running_ones_are_told_so_when_none_of_those_ends() {
    let service = service(&Arc::default());
    let (mut client, server) = memory::pair();
    let served = tokio::spawn(async move { service.serve(server).await });
    for id in 0..MAX_IN_FLIGHT + 1_000 {
        let request = call(id, "edges/never", 0);
        client.write_all(request.as_bytes()).await.expect("write");
    }
    let began = std::time::Instant::now();
    let (mut text, mut piece) = (Vec::new(), [0; 4096]);
    while text.iter().filter(|b| **b == b'\n').count() < 1_000 {
        let read = timeout(SOON, client.read(&mut piece)).await;
        let bytes = read.expect("answers").expect("read");
        text.extend_from_slice(&piece[..bytes]);
    }
    assert!(began.elapsed() < Duration::from_secs(2));
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(text.lines().all(|line| line.contains("-31503")));
    drop(client);
    served.await.expect("no panic").expect("served");
}
