//! The end of a server that is in use.

use super::*;
use std::time::Instant;

/// Streams, connections without a request, and calls that end by themselves.
async fn in_use(server: &Served) -> (Vec<Client>, Vec<Client>, Vec<Client>) {
    let (mut streams, mut idle, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..100 {
        let mut client = server.connect().await;
        client.send(b"GET /mcp HTTP/1.1\r\nHost: a\r\n\r\n").await;
        client.until(": here").await;
        streams.push(client);
    }
    for n in 0..20 {
        let mut client = server.connect().await;
        if n % 2 == 0 {
            client.send(&post("", "abc", "")).await;
            client.until("\r\n\r\n3").await;
        }
        idle.push(client);
    }
    for _ in 0..10 {
        let mut client = server.connect().await;
        client.send(&post("?600", "abc", "")).await;
        calls.push(client);
    }
    while server.running.load(Ordering::SeqCst) < 110 {
        sleep(Duration::from_millis(5)).await;
    }
    (streams, idle, calls)
}

#[tokio::test]
async fn a_server_ends_when_its_calls_have_and_answers_all_of_them() {
    let server = Served::start(HttpLimits::default()).await;
    let (streams, idle, calls) = in_use(&server).await;
    let began = Instant::now();
    server.shutdown.begin();
    for mut client in streams {
        assert!(
            client.rest().await.ends_with("0\r\n\r\n"),
            "the end of a stream is whole"
        );
    }
    for mut client in idle {
        assert_eq!(client.rest().await, "");
    }
    for mut client in calls {
        let answer = client.rest().await;
        assert!(
            answer.starts_with("HTTP/1.1 200 ") && answer.ends_with('3'),
            "{answer}"
        );
        assert!(answer.contains("connection: close"), "{answer}");
    }
    let ended = timeout(PATIENCE, server.served)
        .await
        .expect("ends")
        .expect("no panic");
    assert!(!ended.cut);
    assert!(
        began.elapsed() < Duration::from_secs(6),
        "{:?}",
        began.elapsed()
    );
}

#[tokio::test]
async fn calls_without_an_end_are_cut_after_the_grace() {
    let graces = Graces {
        calls: Duration::from_millis(1_500),
        ..Graces::default()
    };
    let server = Served::with(HttpLimits::default(), graces).await;
    let (_streams, _idle, calls) = in_use(&server).await;
    let mut endless = Vec::new();
    for _ in 0..5 {
        let mut client = server.connect().await;
        client.send(&post("?never", "abc", "")).await;
        endless.push(client);
    }
    // Their heads are read before the end begins.
    while server.running.load(Ordering::SeqCst) < 115 {
        sleep(Duration::from_millis(5)).await;
    }
    let began = Instant::now();
    server.shutdown.begin();
    for mut client in calls {
        assert!(client.rest().await.ends_with('3'));
    }
    for mut client in endless {
        client.rest().await;
    }
    let ended = timeout(PATIENCE, server.served)
        .await
        .expect("ends")
        .expect("no panic");
    assert!(ended.cut);
    assert!(began.elapsed() >= graces.calls);
    assert_eq!(server.running.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn from_the_moment_the_end_begins_nobody_can_connect_and_health_says_so() {
    let server = Served::start(HttpLimits::default()).await;
    let mut running = server.connect().await;
    // The answer to the first comes late, so that the second is read after the end has begun.
    running.send(&post("?500", "abc", "")).await;
    while server.running.load(Ordering::SeqCst) < 1 {
        sleep(Duration::from_millis(5)).await;
    }
    server.shutdown.begin();
    assert!(server.shutdown.has_begun());
    let refused = async {
        while TcpStream::connect(server.address).await.is_ok() {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, refused).await.expect("nobody listens");
    assert!(running.rest().await.ends_with('3'));
}
