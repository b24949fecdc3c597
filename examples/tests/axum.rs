//! The endpoint as a route of an axum program: the example itself, served and called.
//!
//! In: requests as text, over a socket. Out: what the example answers, and how it ends.

#[allow(dead_code, reason = "its `main` is not called here")]
#[path = "../examples/axum.rs"]
mod app;

use mcp_runtime::http::{HttpOptions, Shutdown};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);

struct Served {
    address: SocketAddr,
    shutdown: Shutdown,
    serving: JoinHandle<std::io::Result<()>>,
}

async fn served() -> Served {
    served_as(|routes| routes).await
}

async fn served_as(change: impl FnOnce(axum::Router) -> axum::Router) -> Served {
    let options = HttpOptions::new();
    let shutdown = options.shutdown();
    let routes = change(app::routes(options).expect("routes"));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a socket");
    let address = listener.local_addr().expect("an address");
    let wished = shutdown.clone();
    let end = app::end(async move { wished.begun().await }, shutdown.clone());
    let serving = axum::serve(listener, routes).with_graceful_shutdown(end);
    let serving = tokio::spawn(async move { serving.await });
    Served {
        address,
        shutdown,
        serving,
    }
}

impl Served {
    /// The head of the response, and its body.
    async fn asked(&self, method: &str, path: &str, headers: &str, body: &str) -> (String, String) {
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
        );
        let asking = async {
            let mut client = TcpStream::connect(self.address).await?;
            client.write_all(request.as_bytes()).await?;
            let mut answer = String::new();
            client.read_to_string(&mut answer).await?;
            std::io::Result::Ok(answer)
        };
        let answer = timeout(PATIENCE, asking).await.expect("in time");
        let answer = answer.expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.to_ascii_lowercase(), body.to_owned())
    }

    async fn posted(&self, session: Option<&str>, body: &str) -> (String, String) {
        let mut headers = "Content-Type: application/json\r\n\
                           Accept: application/json, text/event-stream\r\n"
            .to_owned();
        if let Some(session) = session {
            headers.push_str(&format!("Mcp-Session-Id: {session}\r\n"));
        }
        self.asked("POST", "/mcp", &headers, body).await
    }

    async fn begun(&self) -> String {
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;
        let (head, body) = self.posted(None, body).await;
        assert!(head.starts_with("http/1.1 200 "), "{head}");
        assert!(body.contains(r#""protocolVersion":"2025-11-25""#), "{body}");
        let (_, session) = head.split_once("mcp-session-id: ").expect("a session");
        session.lines().next().unwrap_or_default().to_owned()
    }
}

#[tokio::test]
async fn the_endpoint_and_the_programs_own_routes_share_a_socket_and_a_state() {
    let server = served().await;
    let session = server.begun().await;
    let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"count_up","arguments":{"by":3}}}"#;
    let (head, body) = server.posted(Some(&session), call).await;
    assert!(head.starts_with("http/1.1 200 "), "{head}");
    assert!(body.contains(r#""text":"3""#), "{body}");
    let (head, body) = server.asked("GET", "/count", "", "").await;
    assert!(head.starts_with("http/1.1 200 "), "{head}");
    assert_eq!(body, "3\n");
}

#[tokio::test]
async fn the_routes_may_stand_under_a_prefix() {
    let server = served_as(|routes| axum::Router::new().nest("/api", routes)).await;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let json = "Content-Type: application/json\r\n";
    let (head, body) = server.asked("POST", "/api/mcp", json, ping).await;
    assert!(head.starts_with("http/1.1 200 "), "{head}");
    assert_eq!(body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
}

#[tokio::test]
async fn a_page_of_another_origin_is_refused_at_the_endpoint_alone() {
    let server = served().await;
    let origin = "Origin: https://evil.example\r\n";
    let (head, body) = server.asked("POST", "/mcp", origin, "{}").await;
    assert!(head.starts_with("http/1.1 403 "), "{head}");
    assert!(body.contains(r#""jsonrpc":"2.0""#), "{body}");
    let (head, _) = server.asked("GET", "/count", origin, "").await;
    assert!(head.starts_with("http/1.1 200 "), "{head}");
}

#[tokio::test]
async fn a_stream_that_waits_for_nothing_does_not_hold_up_the_end() {
    let server = served().await;
    let session = server.begun().await;
    let mut client = TcpStream::connect(server.address).await.expect("connected");
    let get = format!(
        "GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: {session}\r\n\r\n"
    );
    client.write_all(get.as_bytes()).await.expect("sent");
    let mut first = [0; 12];
    let read = timeout(PATIENCE, client.read_exact(&mut first)).await;
    read.expect("in time").expect("a head");
    assert_eq!(&first, b"HTTP/1.1 200");
    server.shutdown.begin();
    let ended = timeout(PATIENCE, server.serving).await.expect("it returns");
    assert!(ended.expect("no panic").is_ok());
    let mut rest = Vec::new();
    let read = timeout(PATIENCE, client.read_to_end(&mut rest)).await;
    assert!(read.expect("the stream ends").is_ok());
}
