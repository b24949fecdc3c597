//! A whole process that serves HTTP: what it says, and how it ends.
//!
//! The process is this test program, told to run the one test that serves.

use super::*;
use crate::limits;
use http_body_util::Full;
use std::future::Future;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::pin::Pin;
use std::process::{Child, Command, Stdio};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

const HOW: &str = "MCP_TEST_HTTP";

/// Answers after so many milliseconds as stand behind `?`, or never.
#[derive(Clone)]
struct Endpoint;

impl Service<http::Request<Incoming>> for Endpoint {
    type Response = http::Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Incoming>) -> Self::Future {
        Box::pin(async move {
            let millis = request.uri().query().and_then(|query| query.parse().ok());
            match millis {
                Some(millis) => tokio::time::sleep(Duration::from_millis(millis)).await,
                None => std::future::pending().await,
            }
            Ok(http::Response::new(Full::new(Bytes::from_static(b"here"))))
        })
    }
}

#[test]
#[ignore = "no test: others start it as a process of its own, which serves; else it does nothing"]
fn server() {
    let Ok(address) = std::env::var(HOW) else {
        return;
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let about = || About {
        name: "fake".into(),
        version: "1".into(),
        tools: Vec::new(),
        newest: mcp_core::version::ProtocolVersion::LATEST,
        command: About::this_command(),
    };
    let graces = Graces {
        signal: Duration::from_millis(1_500),
        after_run: limits::AFTER_RUN_GRACE,
        after_cancel: limits::LAST_WORDS,
        orphan: None,
    };
    let options = RunOptions::new();
    let served = start(about, &address, Endpoint, &options, graces);
    runtime.block_on(served).expect("served");
    std::process::exit(0);
}

fn serving(address: &str) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", "run::http::tests::server"]);
    command.args(["--ignored", "--nocapture", "--test-threads=1"]);
    command.env(HOW, address).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("started")
}

/// A server that is told to end while these calls run: its exit code, the answers that are whole, and
/// how long the end took.
fn ended_during(calls: &[&str]) -> (Option<i32>, usize, Duration) {
    let mut server = serving("127.0.0.1:0");
    let mut said = BufReader::new(server.stderr.take().expect("stderr"));
    let mut line = String::new();
    while !line.contains("http://") {
        line.clear();
        assert_ne!(said.read_line(&mut line).expect("text"), 0, "it says where");
    }
    let (_, rest) = line.split_once("http://").expect("a URL");
    let address = rest.trim().strip_suffix("/mcp").expect("the endpoint");
    let mut clients = Vec::new();
    for query in calls {
        let mut client = TcpStream::connect(address).expect("a connection");
        let request = format!("GET /mcp?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        client.write_all(request.as_bytes()).expect("sent");
        clients.push(client);
    }
    std::thread::sleep(Duration::from_millis(300));
    let told = Instant::now();
    let pid = server.id().to_string();
    let kill = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(kill.expect("kill").success());
    let whole = clients.iter_mut().filter_map(|client| {
        let mut answer = String::new();
        client.read_to_string(&mut answer).ok()?;
        answer.ends_with("here").then_some(())
    });
    let whole = whole.count();
    let code = server.wait().expect("ended").code();
    (code, whole, told.elapsed())
}

#[test]
fn calls_that_end_in_time_are_answered_and_the_code_is_0() {
    let (code, whole, took) = ended_during(&["1000"; 10]);
    assert_eq!((code, whole), (Some(0), 10));
    assert!(took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn calls_that_never_end_are_cut_after_the_grace_and_the_code_is_1() {
    let (code, whole, took) = ended_during(&["1000", "1000", "never", "never"]);
    assert_eq!((code, whole), (Some(1), 2));
    assert!(took >= Duration::from_millis(1_400), "{took:?}");
    assert!(took < Duration::from_secs(12), "{took:?}");
}

#[test]
fn an_address_that_others_reach_ends_the_process_with_code_2() {
    let output = serving("0.0.0.0:0").wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("--expose-without-auth"), "{said}");
}

#[test]
fn the_address_that_is_told_has_one_port() {
    let address = "0.0.0.0:8000".parse().expect("an address");
    for (host, told) in [
        ("notes.example.com", "http://notes.example.com:8000"),
        ("notes.example.com:8443", "http://notes.example.com:8443"),
        ("[fd00::1]", "http://[fd00::1]:8000"),
        ("[fd00::1]:8443", "http://[fd00::1]:8443"),
    ] {
        assert_eq!(base(address, &HttpOptions::new().allow_host(host)), told);
    }
}
