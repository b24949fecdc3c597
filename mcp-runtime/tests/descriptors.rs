//! A server whose process has no file descriptor left. Alone in its program, since the limit is the
//! process's.
//!
//! In: a server, and clients that use up all descriptors. Out: whether it idles meanwhile, and serves
//! again afterwards.

#![cfg(all(unix, feature = "http"))]

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use mcp_runtime::http::{HttpOptions, HttpServer};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime};
use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// Answers a request at once, or with `?never` never.
#[derive(Clone)]
struct Endpoint;

impl tower_service::Service<Request<Incoming>> for Endpoint {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Full<Bytes>>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Incoming>) -> Self::Future {
        Box::pin(async move {
            if request.uri().query() == Some("never") {
                std::future::pending().await
            }
            Ok(Response::new(Full::new(Bytes::from_static(b"here"))))
        })
    }
}

fn ask(query: &str) -> String {
    format!("GET /mcp{query} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
}

async fn is_served(address: SocketAddr) -> bool {
    let asked = async {
        let mut client = TcpStream::connect(address).await?;
        client.write_all(ask("").as_bytes()).await?;
        let mut answer = String::new();
        client.read_to_string(&mut answer).await?;
        std::io::Result::Ok(answer.ends_with("here"))
    };
    let asked = tokio::time::timeout(Duration::from_secs(1), asked).await;
    matches!(asked, Ok(Ok(true)))
}

/// NB. that of the look itself is one of them, each time.
fn open_files() -> usize {
    let directory = if cfg!(target_os = "linux") {
        "/proc/self/fd"
    } else {
        "/dev/fd"
    };
    std::fs::read_dir(directory)
        .expect("open files are listed")
        .count()
}

/// What this process has used of the processor.
fn used() -> Duration {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(used.tv_sec).expect("not before the beginning");
    Duration::from_secs(seconds) + Duration::from_nanos(used.tv_nsec.unsigned_abs())
}

#[tokio::test]
async fn a_process_without_descriptors_neither_ends_nor_spins_and_serves_again_afterwards() {
    let limit = Rlimit {
        current: Some(256),
        ..getrlimit(Resource::Nofile)
    };
    setrlimit(Resource::Nofile, limit).expect("a lower limit");
    let options = HttpOptions::new();
    let server = HttpServer::bind("127.0.0.1:0", Endpoint, &options).await;
    let server = server.expect("a server");
    let (address, shutdown) = (server.local_addr(), server.shutdown());
    let served = tokio::spawn(server.serve());
    assert!(is_served(address).await);
    let base = open_files();

    let mut clients = Vec::new();
    while let Ok(mut client) = TcpStream::connect(address).await {
        client
            .write_all(ask("?never").as_bytes())
            .await
            .expect("taken by the kernel");
        clients.push(client);
        assert!(clients.len() < 1_000, "the limit holds");
    }
    assert!(clients.len() > 100, "{}", clients.len());
    sleep(Duration::from_millis(300)).await;
    let (before, began) = (used(), Instant::now());
    sleep(Duration::from_secs(2)).await;
    let share = (used() - before).as_secs_f64() / began.elapsed().as_secs_f64();
    assert!(share < 0.1, "it spins: {share}");

    drop(clients);
    let free = Instant::now();
    while !is_served(address).await {
        assert!(free.elapsed() < Duration::from_secs(10), "it serves again");
        sleep(Duration::from_millis(20)).await;
    }
    while open_files() > base {
        assert!(
            free.elapsed() < Duration::from_secs(20),
            "every descriptor is given back"
        );
        sleep(Duration::from_millis(20)).await;
    }
    shutdown.begin();
    served.await.expect("no panic").expect("served");
}
