//! Who may come in, over real sockets and on every route.

use super::*;
use crate::http::listen::routes::ROUTES;

/// Counts how often it is entered.
#[derive(Clone, Default)]
struct Counter(Arc<AtomicUsize>);

impl Service<Request<Incoming>> for Counter {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = std::future::Ready<Result<Response<Full<Bytes>>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Request<Incoming>) -> Self::Future {
        self.0.fetch_add(1, Ordering::SeqCst);
        std::future::ready(Ok(Response::new(Full::new(Bytes::from_static(b"entered")))))
    }
}

/// The status of a GET with these lines in its head.
async fn status(address: SocketAddr, path: &str, lines: &str) -> u16 {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let head = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n{lines}\r\n");
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
    read.expect("an end").expect("an answer");
    let text = String::from_utf8_lossy(&answer);
    let code = text.split(' ').nth(1).and_then(|code| code.parse().ok());
    let code = code.unwrap_or_else(|| panic!("{lines:?}: {text}"));
    // Each refusal says so in JSON-RPC.
    assert!(
        code == 200 || code == 404 || text.contains("\"error\":{\"code\":-32600"),
        "{text}"
    );
    code
}

/// Lines of a head, and the status of a refusal; `PORT` stands for that of the server.
const REFUSED: &[(&str, u16)] = &[
    ("", 400),
    ("Host:\r\n", 400),
    ("Host: localhost\r\nHost: localhost\r\n", 400),
    ("Host: localhost\r\nHost: evil.com\r\n", 400),
    ("Host: localhost:PORT@evil.com\r\n", 400),
    ("Host: localhost evil\r\n", 400),
    ("Host: localhost%00\r\n", 400),
    ("Host: x/../healthz\r\n", 400),
    ("Host: evil.com\r\n", 403),
    ("Host: localhost.evil.com:PORT\r\n", 403),
    ("Host: 127.0.0.1.evil.com\r\n", 403),
    ("Host: 2130706433:PORT\r\n", 403),
    ("Host: [::ffff:127.0.0.1]:PORT\r\n", 403),
    ("Host: evil.com\r\nX-Forwarded-Host: localhost\r\n", 403),
    ("Host: localhost:PORT\r\nOrigin: http://evil.com\r\n", 403),
    ("Host: localhost:PORT\r\nOrigin: null\r\n", 403),
    (
        "Host: localhost:PORT\r\nOrigin: https://localhost:PORT\r\n",
        403,
    ),
    (
        "Host: localhost:PORT\r\nOrigin: http://localhost:PORT.evil.com\r\n",
        403,
    ),
    (
        "Host: localhost:PORT\r\nOrigin: http://localhost:PORT\r\nOrigin: null\r\n",
        403,
    ),
];

const PASSES: &[&str] = &[
    "Host: localhost:PORT\r\n",
    "Host: LOCALHOST.\r\n",
    "Host: 127.0.0.1:PORT\r\n",
    "Host: [::1]:PORT\r\n",
    "Host: localhost:PORT\r\nOrigin: http://localhost:PORT\r\n",
    "Host: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT\r\n",
];

#[tokio::test]
async fn no_route_answers_who_may_not_come_in() {
    let counter = Counter::default();
    let server = HttpServer::bind("127.0.0.1:0", counter.clone(), &HttpOptions::new()).await;
    let server = server.expect("a server");
    let (address, shutdown) = (server.local_addr(), server.shutdown());
    let served = tokio::spawn(server.serve_to_end());
    let port = address.port().to_string();
    for path in ROUTES.into_iter().chain(["/elsewhere"]) {
        for (lines, expected) in REFUSED {
            let got = status(address, path, &lines.replace("PORT", &port)).await;
            assert_eq!(got, *expected, "{path} {lines:?}");
        }
    }
    assert_eq!(
        counter.0.load(Ordering::SeqCst),
        0,
        "the endpoint was entered"
    );
    for path in ROUTES {
        for lines in PASSES {
            let got = status(address, path, &lines.replace("PORT", &port)).await;
            assert_eq!(got, 200, "{path} {lines:?}");
        }
    }
    assert_eq!(counter.0.load(Ordering::SeqCst), PASSES.len());
    shutdown.begin();
    timeout(PATIENCE, served)
        .await
        .expect("an end")
        .expect("no panic");
}

#[tokio::test]
async fn lists_that_cannot_be_read_are_faults_of_the_start() {
    let options = HttpOptions::new()
        .allow_host("http://a.com/")
        .allow_origin("*");
    let refused = HttpServer::bind("127.0.0.1:0", Counter::default(), &options).await;
    let text = refused.expect_err("bad lists").to_string();
    assert!(text.contains("allow_host(\"http://a.com/\")"), "{text}");
    assert!(text.contains("allow_any_origin()"), "{text}");
}
