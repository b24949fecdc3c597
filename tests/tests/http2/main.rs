//! HTTP/2 over the framework's own accept loop, as a client that knows beforehand speaks it.
//!
//! In: a server on a socket of this machine; hyper's client, and frames written by hand. Out: every
//! response that breaks a rule, and every connection that holds up another.

mod floods;

use bytes::Bytes;
use http::{Request, Response, Version};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper_util::rt::{TokioExecutor, TokioIo};
use mcp_runtime::http::{HttpOptions, Shutdown};
use mcp_runtime::limits::HttpLimits;
use mcp_runtime::prelude::*;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// Far more than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// Calls that run.
#[derive(Default)]
struct Running(AtomicUsize);

struct Counted(Arc<Running>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Adds two integers.
#[tool]
async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Says something three times.
#[tool]
async fn count(cx: &Context) -> String {
    for n in 1..=3 {
        cx.progress(n, 3, "counting");
        sleep(Duration::from_millis(20)).await;
    }
    "counted".to_owned()
}

/// Says something, and goes on.
#[tool]
async fn go_on(cx: &Context, running: &Arc<Running>) -> String {
    running.0.fetch_add(1, Ordering::SeqCst);
    let _counted = Counted(running.clone());
    cx.progress(1, (), "running");
    std::future::pending().await
}

struct Served {
    address: SocketAddr,
    running: Arc<Running>,
    shutdown: Shutdown,
}

impl Served {
    async fn start(limits: HttpLimits) -> Self {
        let running = Arc::<Running>::default();
        let server = Server::new("two", "1")
            .state(running.clone())
            .tools(tools![add, count, go_on]);
        let options = HttpOptions::new().limits(limits);
        let server = server.listen_http(options, "127.0.0.1:0").await;
        let server = server.expect("a socket");
        let (address, shutdown) = (server.local_addr(), server.shutdown());
        tokio::spawn(server.serve());
        Self {
            address,
            running,
            shutdown,
        }
    }

    async fn client(&self) -> Client {
        let stream = TcpStream::connect(self.address).await.expect("connected");
        let io = TokioIo::new(stream);
        let shaken = handshake(TokioExecutor::new(), io).await;
        let (client, connection) = shaken.expect("HTTP/2");
        tokio::spawn(connection);
        Client(client)
    }

    /// Waits until so many calls run.
    async fn runs(&self, wanted: usize) {
        let waiting = async {
            while self.running.0.load(Ordering::SeqCst) != wanted {
                sleep(Duration::from_millis(5)).await;
            }
        };
        let now = || self.running.0.load(Ordering::SeqCst);
        let waited = timeout(PATIENCE, waiting).await;
        waited.unwrap_or_else(|_| panic!("{} run, not {wanted}", now()));
    }

    /// Whether another client is served.
    async fn is_well(&self) {
        let client = self.client().await;
        let answer = client.called("add", json!({"a": 2, "b": 3})).await;
        assert_eq!(answer["result"]["content"][0]["text"], "5", "{answer}");
    }
}

#[derive(Clone)]
struct Client(SendRequest<Full<Bytes>>);

impl Client {
    /// The response to a call, whose body is still to come.
    async fn calls(&self, tool: &str, arguments: Value) -> Response<Incoming> {
        let body = json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments, "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
                "progressToken": "t",
            }},
        });
        let request = Request::post("http://localhost/mcp")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "tools/call")
            .header("mcp-name", tool)
            .body(Full::new(Bytes::from(body.to_string())))
            .expect("a request");
        let mut client = self.0.clone();
        client.ready().await.expect("a connection");
        client.send_request(request).await.expect("a response")
    }

    async fn called(&self, tool: &str, arguments: Value) -> Value {
        let called = async {
            let response = self.calls(tool, arguments).await;
            assert_eq!(
                (response.status().as_u16(), response.version()),
                (200, Version::HTTP_2)
            );
            response
                .into_body()
                .collect()
                .await
                .expect("a body")
                .to_bytes()
        };
        let text = timeout(PATIENCE, called).await.expect("in time");
        serde_json::from_slice(&text).expect("JSON")
    }
}

#[tokio::test]
async fn many_calls_of_one_connection_are_answered_each_on_its_own_stream() {
    let server = Served::start(HttpLimits::default()).await;
    let client = server.client().await;
    let calls = (0..50).map(|n| {
        let client = client.clone();
        tokio::spawn(async move { client.called("add", json!({"a": n, "b": 1})).await })
    });
    let calls: Vec<_> = calls.collect();
    for (n, call) in calls.into_iter().enumerate() {
        let answer = call.await.expect("no panic");
        let sum = (n + 1).to_string();
        assert_eq!(
            answer["result"]["content"][0]["text"],
            sum.as_str(),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn who_was_meant_is_read_from_the_authority() {
    let server = Served::start(HttpLimits::default()).await;
    let port = server.address.port();
    for (authority, status) in [
        (format!("localhost:{port}"), 200),
        (format!("127.0.0.1:{port}"), 200),
        ("LOCALHOST".to_owned(), 200),
        ("evil.example".to_owned(), 403),
        (format!("localhost.evil.example:{port}"), 403),
    ] {
        let health = Request::get(format!("http://{authority}/healthz"));
        let health = health.body(Full::new(Bytes::new())).expect("a request");
        let mut client = server.client().await.0;
        let answer = timeout(PATIENCE, client.send_request(health)).await;
        let answer = answer.expect("in time").expect("a response");
        assert_eq!(answer.status().as_u16(), status, "{authority}");
    }
}

#[tokio::test]
async fn events_come_before_the_answer_and_the_stream_ends_with_it() {
    let server = Served::start(HttpLimits::default()).await;
    let client = server.client().await;
    let response = client.calls("count", json!({})).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let body = timeout(PATIENCE, response.into_body().collect()).await;
    let text = body.expect("in time").expect("a body").to_bytes();
    let text = String::from_utf8_lossy(&text);
    let events = text.lines().filter_map(|line| line.strip_prefix("data: "));
    let events: Vec<Value> = events
        .map(|event| serde_json::from_str(event).expect("JSON"))
        .collect();
    let progress: Vec<_> = events
        .iter()
        .map(|event| &event["params"]["progress"])
        .collect();
    assert_eq!(
        progress,
        [&json!(1), &json!(2), &json!(3), &Value::Null],
        "{text}"
    );
    assert_eq!(events[3]["result"]["content"][0]["text"], "counted");
}

#[tokio::test]
async fn a_stream_that_is_reset_cancels_its_call_and_no_other() {
    let server = Served::start(HttpLimits::default()).await;
    let client = server.client().await;
    let mut first = client.calls("go_on", json!({})).await;
    let mut second = client.calls("go_on", json!({})).await;
    for response in [&mut first, &mut second] {
        let frame = timeout(PATIENCE, response.body_mut().frame()).await;
        let said = frame
            .expect("in time")
            .expect("an event")
            .expect("no error");
        let said = said.into_data().expect("data");
        assert!(String::from_utf8_lossy(&said).contains("running"));
    }
    server.runs(2).await;
    drop(first);
    server.runs(1).await;
    let answer = client.called("add", json!({"a": 1, "b": 1})).await;
    assert_eq!(answer["result"]["content"][0]["text"], "2");
    assert_eq!(server.running.0.load(Ordering::SeqCst), 1);
    drop(second);
    server.runs(0).await;
}

#[tokio::test]
async fn a_connection_that_is_closed_cancels_all_of_its_calls() {
    let server = Served::start(HttpLimits::default()).await;
    let client = server.client().await;
    let mut responses = Vec::new();
    for _ in 0..5 {
        responses.push(client.calls("go_on", json!({})).await);
    }
    server.runs(5).await;
    drop((responses, client));
    server.runs(0).await;
}

#[tokio::test]
async fn more_requests_than_may_run_on_one_connection_wait_for_their_turn() {
    let server = Served::start(HttpLimits::default().with_http2_streams(4)).await;
    let client = server.client().await;
    // The client knows the limit only once the server has spoken.
    client.called("add", json!({"a": 1, "b": 1})).await;
    let mut running = Vec::new();
    for _ in 0..4 {
        running.push(client.calls("go_on", json!({})).await);
    }
    server.runs(4).await;
    let waits = client.clone();
    let fifth = tokio::spawn(async move { waits.called("add", json!({"a": 2, "b": 2})).await });
    sleep(Duration::from_millis(300)).await;
    assert!(!fifth.is_finished(), "four are the limit");
    server.is_well().await;
    running.pop();
    let answer = timeout(PATIENCE, fifth)
        .await
        .expect("in time")
        .expect("no panic");
    assert_eq!(answer["result"]["content"][0]["text"], "4");
}

#[tokio::test]
async fn the_end_of_the_server_lets_a_call_finish() {
    let server = Served::start(HttpLimits::default()).await;
    let client = server.client().await;
    let response = client.calls("count", json!({})).await;
    server.shutdown.begin();
    let body = timeout(PATIENCE, response.into_body().collect()).await;
    let text = body.expect("in time").expect("a whole body").to_bytes();
    assert!(String::from_utf8_lossy(&text).contains("counted"));
}
