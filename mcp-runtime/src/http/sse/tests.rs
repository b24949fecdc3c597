//! HTTP+SSE over the real accept loop, with a client written by hand.

mod bounds;
mod ends;

use crate::http::{HttpOptions, Shutdown};
use crate::limits::{HttpLimits, Limits};
use crate::{Context as Call, Server, Service as Built};
use mcp_core::version::ProtocolVersion;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Far more than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// Counts handlers that run.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(running: &Arc<AtomicUsize>) -> Self {
        running.fetch_add(1, Ordering::SeqCst);
        Self(running.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// `test/echo` answers with its params, `test/later` after a moment, `test/never` not at all,
/// `test/big` with so many bytes, and `test/counts` says three things first.
fn service(running: &Arc<AtomicUsize>, limits: Limits) -> Server {
    let never = running.clone();
    Server::new("old", "1")
        .limits(limits)
        .method("test/echo", |params: Value, _| async move { Ok(params) })
        .method("test/later", |params: Value, _| async move {
            sleep(Duration::from_millis(300)).await;
            Ok(params)
        })
        .method("test/never", move |_: Value, _| {
            let counted = Counted::new(&never);
            async move {
                let _counted = counted;
                std::future::pending::<crate::Result<Value>>().await
            }
        })
        .method("test/big", |params: Value, _| async move {
            let bytes = params["bytes"].as_u64().unwrap_or(0);
            Ok(json!({"text": "x".repeat(usize::try_from(bytes).unwrap_or(0))}))
        })
        .method("test/counts", |_: Value, cx: Arc<Call>| async move {
            for n in 1..=3 {
                cx.progress(n, 3, "counting");
            }
            Ok(json!({"counted": 3}))
        })
}

struct Served {
    address: SocketAddr,
    shutdown: Shutdown,
    running: Arc<AtomicUsize>,
    endpoint: crate::http::HttpEndpoint,
    serving: JoinHandle<crate::Result<()>>,
}

impl Served {
    async fn start() -> Self {
        Self::with(HttpLimits::default(), Limits::default()).await
    }

    async fn with(http: HttpLimits, limits: Limits) -> Self {
        let running = Arc::default();
        let built: Built = service(&running, limits).build().expect("a server");
        let options = HttpOptions::new().http_sse().limits(http);
        let server = built.listen_http(options, "127.0.0.1:0").await;
        let server = server.expect("a socket");
        Self {
            address: server.local_addr(),
            shutdown: server.shutdown(),
            running,
            endpoint: server.endpoint().clone(),
            serving: tokio::spawn(server.serve()),
        }
    }

    fn streams(&self) -> usize {
        let all = self.endpoint.0.http_sse.as_ref();
        all.map_or(0, super::Conversations::count)
    }

    /// The whole answer to a request whose connection is closed afterwards.
    async fn asked(&self, head: &str, body: &str) -> String {
        let mut client = TcpStream::connect(self.address).await.expect("connected");
        let length = body.len();
        let request = format!("{head}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}");
        // NB. a server that has answered early may not take all of it.
        let _ = client.write_all(request.as_bytes()).await;
        let mut answer = String::new();
        let read = timeout(PATIENCE, client.read_to_string(&mut answer)).await;
        let _ = read.expect("in time");
        answer
    }

    async fn posted(&self, to: &str, body: &str) -> String {
        let head =
            format!("POST {to} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
        self.asked(&head, body).await
    }

    /// A client that has its stream.
    async fn open(&self) -> Client {
        let mut stream = self.get("").await;
        let first = stream.event().await.expect("a first event");
        assert_eq!(first.0, "endpoint");
        assert!(first.1.starts_with("/messages?sessionId="), "{}", first.1);
        stream.messages = first.1;
        stream
    }

    /// A client that has asked for a stream.
    async fn get(&self, headers: &str) -> Client {
        let mut stream = TcpStream::connect(self.address).await.expect("connected");
        let get = format!(
            "GET /sse HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n{headers}\r\n"
        );
        stream.write_all(get.as_bytes()).await.expect("sent");
        Client {
            stream,
            unread: String::new(),
            messages: String::new(),
        }
    }

    /// Waits until so many handlers run.
    async fn runs(&self, wanted: usize) {
        soon(|| self.running.load(Ordering::SeqCst) == wanted).await;
    }
}

async fn soon(holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, waiting).await.expect("soon");
}

struct Client {
    stream: TcpStream,
    unread: String,
    messages: String,
}

impl Client {
    /// The next event and its data; none at the end of the stream.
    async fn event(&mut self) -> Option<(String, String)> {
        loop {
            // NB. the frames of chunks are no part of an event.
            let lines = |text: &str| -> Vec<String> {
                let lines = text.lines().filter(|line| line.contains(": "));
                lines.map(str::to_owned).collect()
            };
            while let Some((event, rest)) = self.unread.split_once("\n\n") {
                let (event, rest) = (lines(event), rest.to_owned());
                self.unread = rest;
                let named = |name: &str| event.iter().find_map(|line| line.strip_prefix(name));
                if let (Some(name), Some(data)) = (named("event: "), named("data: ")) {
                    return Some((name.to_owned(), data.to_owned()));
                }
            }
            // The last chunk.
            if self.unread.ends_with("0\r\n\r\n") {
                return None;
            }
            let mut bytes = vec![0; 65_536];
            let read = timeout(PATIENCE, self.stream.read(&mut bytes)).await;
            let n = read.expect("in time").unwrap_or(0);
            if n == 0 {
                return None;
            }
            self.unread.push_str(&String::from_utf8_lossy(&bytes[..n]));
        }
    }

    /// The next message.
    async fn message(&mut self) -> Value {
        let (name, data) = self.event().await.expect("a message");
        assert_eq!(name, "message");
        serde_json::from_str(&data).expect("JSON")
    }

    /// Sends a message, which is taken.
    async fn says(&self, server: &Served, message: &Value) {
        let answer = server.posted(&self.messages, &message.to_string()).await;
        assert!(answer.starts_with("HTTP/1.1 202 "), "{answer}");
    }

    async fn asks(&mut self, server: &Served, id: u64, method: &str, params: Value) -> Value {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.says(server, &request).await;
        self.message().await
    }

    async fn shakes_hands(&mut self, server: &Served, version: &str) -> Value {
        let params = json!({
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        let answer = self.asks(server, 1, "initialize", params).await;
        let done = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        self.says(server, &done).await;
        answer
    }
}

#[tokio::test]
async fn a_client_of_the_first_revision_is_served_whole() {
    let server = Served::start().await;
    let mut client = server.open().await;
    let answer = client.shakes_hands(&server, "2024-11-05").await;
    assert_eq!(answer["result"]["protocolVersion"], "2024-11-05");
    let answer = client.asks(&server, 2, "test/echo", json!({"a": 1})).await;
    assert_eq!(
        answer,
        json!({"jsonrpc": "2.0", "id": 2, "result": {"a": 1}})
    );
    let params = json!({"_meta": {"progressToken": 7}});
    let mut said = vec![client.asks(&server, 3, "test/counts", params).await];
    while said.last().is_some_and(|last| last.get("id").is_none()) {
        said.push(client.message().await);
    }
    let counted: Vec<_> = said.iter().map(|one| &one["params"]["progress"]).collect();
    assert_eq!(counted, [&json!(1), &json!(2), &json!(3), &Value::Null]);
    assert_eq!(said[3]["result"]["counted"], 3);
}

#[tokio::test]
async fn a_quick_call_overtakes_a_slow_one_and_each_is_answered_once() {
    let server = Served::start().await;
    let mut client = server.open().await;
    client.shakes_hands(&server, "2025-03-26").await;
    let slow = json!({"jsonrpc": "2.0", "id": "slow", "method": "test/later", "params": {}});
    client.says(&server, &slow).await;
    let first = client.asks(&server, 3, "test/echo", json!({})).await;
    let second = client.message().await;
    assert_eq!((&first["id"], &second["id"]), (&json!(3), &json!("slow")));
}

#[tokio::test]
async fn a_revision_without_a_handshake_is_not_spoken_here() {
    let server = Served::start().await;
    let mut client = server.open().await;
    let latest = ProtocolVersion::LATEST.as_str();
    let answer = client.shakes_hands(&server, latest).await;
    let agreed = answer["result"]["protocolVersion"].as_str();
    let agreed = agreed.and_then(ProtocolVersion::parse);
    assert!(
        agreed.is_some_and(|version| !version.is_modern()),
        "{answer}"
    );
    let claim = json!({"_meta": {"io.modelcontextprotocol/protocolVersion": latest}});
    let answer = client.asks(&server, 2, "server/discover", claim).await;
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
}

#[tokio::test]
async fn what_can_not_be_read_and_what_comes_too_early_is_told_on_the_stream() {
    let server = Served::start().await;
    let mut client = server.open().await;
    let answer = client.asks(&server, 1, "test/echo", json!({})).await;
    assert!(answer["error"]["message"].is_string(), "{answer}");
    let answer = server.posted(&client.messages, "{\"jsonrpc\":").await;
    assert!(answer.starts_with("HTTP/1.1 202 "), "{answer}");
    assert_eq!(client.message().await["error"]["code"], -32700);
    let answer = client.shakes_hands(&server, "2024-11-05").await;
    assert!(answer["result"].is_object(), "{answer}");
}

#[tokio::test]
async fn two_clients_hear_their_own_answers_alone() {
    let server = Served::start().await;
    let (mut one, mut other) = (server.open().await, server.open().await);
    assert_ne!(one.messages, other.messages);
    assert_eq!(server.streams(), 2);
    one.shakes_hands(&server, "2024-11-05").await;
    other.shakes_hands(&server, "2025-06-18").await;
    for n in 2..12 {
        let (to_one, to_other) = (json!({"one": n}), json!({"other": n}));
        let request =
            |params| json!({"jsonrpc": "2.0", "id": n, "method": "test/later", "params": params});
        one.says(&server, &request(&to_one)).await;
        other.says(&server, &request(&to_other)).await;
        assert_eq!(one.message().await["result"], to_one);
        assert_eq!(other.message().await["result"], to_other);
    }
}

#[tokio::test]
async fn streamable_http_is_served_beside_it_and_other_paths_are_not() {
    let server = Served::start().await;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let answer = server.posted("/mcp", ping).await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let answer = server.posted("/other", ping).await;
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
    assert!(
        answer.contains("\"/sse\"") && answer.contains("\"/messages\""),
        "{answer}"
    );
}

#[tokio::test]
async fn it_is_not_served_unless_the_options_ask_for_it() {
    let built = Server::new("new", "1").build().expect("a server");
    let server = built.listen_http(HttpOptions::new(), "127.0.0.1:0").await;
    let server = server.expect("a socket");
    let served = Served {
        address: server.local_addr(),
        shutdown: server.shutdown(),
        running: Arc::default(),
        endpoint: server.endpoint().clone(),
        serving: tokio::spawn(server.serve()),
    };
    let get = "GET /sse HTTP/1.1\r\nHost: localhost\r\n";
    let answer = served.asked(get, "").await;
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
}

#[test]
fn a_server_without_a_revision_for_it_is_told_so_when_it_is_made() {
    let built = Server::new("modern", "1").protocol_versions([ProtocolVersion::LATEST]);
    let built = built.build().expect("a server");
    let refused = built.http(HttpOptions::new().http_sse());
    let text = refused.expect_err("a fault").to_string();
    assert!(
        text.contains("HTTP+SSE") && text.contains("`Server::protocol_versions`"),
        "{text}"
    );
}
