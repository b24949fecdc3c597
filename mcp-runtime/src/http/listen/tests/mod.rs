//! The accept loop over real sockets, with an endpoint that is easy to steer.

mod ending;
mod flood;
mod framing;
mod gates;
mod times;

use super::*;
use crate::http::body;
use http::Method;
use http_body::Frame;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Far more than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);
/// The longest body.
const BODY: usize = 100_000;

/// Answers a POST with the length of its body, after `?MILLISECONDS`, or never for `?never`; a GET
/// with a stream that goes on until the end begins.
#[derive(Clone)]
struct Endpoint {
    shutdown: Shutdown,
    limits: HttpLimits,
    running: Arc<AtomicUsize>,
}

type Boxed = UnsyncBoxBody<Bytes, Infallible>;

/// One running request, counted.
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

/// Says something, and ends when a future is ready.
struct Stream {
    said: bool,
    end: Pin<Box<dyn Future<Output = ()> + Send>>,
    _counted: Counted,
}

impl Body for Stream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if !std::mem::replace(&mut self.said, true) {
            return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b": here\n\n")))));
        }
        self.end.as_mut().poll(cx).map(|()| None)
    }
}

impl Service<Request<Incoming>> for Endpoint {
    type Response = Response<Boxed>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Boxed>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Incoming>) -> Self::Future {
        let this = self.clone();
        let counted = Counted::new(&this.running);
        Box::pin(async move {
            if request.method() == Method::GET {
                let shutdown = this.shutdown.clone();
                let body = Stream {
                    said: false,
                    end: Box::pin(async move { shutdown.begun().await }),
                    _counted: counted,
                };
                return Ok(Response::new(body.boxed_unsync()));
            }
            let wait = request.uri().query().map(str::to_owned);
            let bounds = body::Bounds::new(BODY, &this.limits);
            let (head, body) = request.into_parts();
            let body = match body::read(body, &head.headers, &bounds).await {
                Ok(body) => body,
                Err(unread) => return Ok(unread.response().map(|b| Full::new(b).boxed_unsync())),
            };
            match wait.as_deref() {
                Some("never") => std::future::pending().await,
                Some(millis) => sleep(Duration::from_millis(millis.parse().unwrap_or(0))).await,
                None => {}
            }
            drop(counted);
            let text = Bytes::from(body.len().to_string());
            Ok(Response::new(Full::new(text).boxed_unsync()))
        })
    }
}

/// A server that runs.
struct Served {
    address: SocketAddr,
    shutdown: Shutdown,
    running: Arc<AtomicUsize>,
    held: Arc<Held>,
    served: JoinHandle<Ended>,
}

impl Served {
    async fn start(limits: HttpLimits) -> Self {
        Self::with(limits, Graces::default()).await
    }

    async fn with(limits: HttpLimits, graces: Graces) -> Self {
        let options = HttpOptions::new().allow_any_host().limits(limits.clone());
        let running = Arc::default();
        let endpoint = Endpoint {
            shutdown: options.shutdown(),
            limits,
            running: Arc::clone(&running),
        };
        let server = HttpServer::bind("127.0.0.1:0", endpoint, &options).await;
        let mut server = server.expect("a server");
        server.graces = graces;
        Self {
            address: server.local_addr(),
            shutdown: server.shutdown(),
            running,
            held: server.held.clone(),
            served: tokio::spawn(server.serve_to_end()),
        }
    }

    async fn connect(&self) -> Client {
        let stream = TcpStream::connect(self.address)
            .await
            .expect("a connection");
        Client(stream)
    }

    /// All that is answered to these bytes until the server closes.
    async fn answers(&self, bytes: &[u8]) -> String {
        let mut client = self.connect().await;
        client.send(bytes).await;
        client.rest().await
    }

    async fn is_well(&self) -> bool {
        let answer = self
            .answers(&post("", "abc", "Connection: close\r\n"))
            .await;
        answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("\r\n\r\n3")
    }

    /// Whether no request runs, soon.
    async fn has_nothing_running(&self) -> bool {
        let none = async {
            while self.running.load(Ordering::SeqCst) > 0 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, none).await.is_ok()
    }
}

struct Client(TcpStream);

impl Client {
    /// NB. a server that has answered early may not take all of it.
    async fn send(&mut self, bytes: &[u8]) {
        let _ = timeout(PATIENCE, self.0.write_all(bytes))
            .await
            .expect("in time");
    }

    /// What comes until the server closes.
    async fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        let read = timeout(PATIENCE, self.0.read_to_end(&mut bytes)).await;
        // NB. a reset is a close too.
        let _ = read.expect("the server closes");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// What comes until something has been said.
    async fn until(&mut self, said: &str) -> String {
        let mut text = String::new();
        while !text.contains(said) {
            let mut bytes = [0; 4_096];
            let read = timeout(PATIENCE, self.0.read(&mut bytes)).await;
            let n = read.expect("in time").expect("no error");
            assert!(n > 0, "closed after {text:?}");
            text.push_str(&String::from_utf8_lossy(&bytes[..n]));
        }
        text
    }
}

fn post(query: &str, body: &str, headers: &str) -> Vec<u8> {
    format!(
        "POST /mcp{query} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

#[tokio::test]
async fn the_endpoint_is_at_its_path_alone() {
    let server = Served::start(HttpLimits::default()).await;
    assert!(server.is_well().await);
    for path in [
        "/",
        "/mcp/",
        "//mcp",
        "/%6dcp",
        "/MCP",
        "/mcp/x",
        "/healthz/",
        "/mcp;a",
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        let answer = server.answers(request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
        assert!(answer.contains("the endpoint is `/mcp`"), "{answer}");
        assert!(answer.contains("\"jsonrpc\":\"2.0\""), "{answer}");
    }
}

#[tokio::test]
async fn health_is_read_by_get_alone() {
    let server = Served::start(HttpLimits::default()).await;
    let ask = |method: &str| {
        format!("{method} /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    };
    let answer = server.answers(ask("GET").as_bytes()).await;
    assert!(
        answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("\r\n\r\nok\n"),
        "{answer}"
    );
    let answer = server.answers(ask("POST").as_bytes()).await;
    assert!(
        answer.starts_with("HTTP/1.1 405 ") && answer.contains("allow: GET, HEAD"),
        "{answer}"
    );
}

#[tokio::test]
async fn an_address_that_others_reach_is_not_bound_unless_this_is_said() {
    for address in ["0.0.0.0:0", "[::]:0"] {
        let options = HttpOptions::new();
        let endpoint = Endpoint {
            shutdown: options.shutdown(),
            limits: HttpLimits::default(),
            running: Arc::default(),
        };
        let refused = HttpServer::bind(address, endpoint.clone(), &options).await;
        let text = refused.expect_err("not meant").to_string();
        assert!(text.contains("--expose-without-auth"), "{text}");
        let options = options.expose_without_auth();
        assert!(HttpServer::bind(address, endpoint, &options).await.is_ok());
    }
}
