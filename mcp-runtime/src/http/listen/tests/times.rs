//! Clients that take their time.

use super::*;
use std::time::Instant;

fn quick() -> HttpLimits {
    HttpLimits::default()
        .with_head_time(Duration::from_millis(300))
        .with_idle_connection(Duration::from_millis(1_500))
        .with_body_grace(Duration::from_millis(300))
}

#[tokio::test]
async fn connections_that_say_nothing_or_drip_are_closed_while_others_are_served() {
    let server = Served::start(quick()).await;
    let mut drips = Vec::new();
    let began = Instant::now();
    for n in 0..200 {
        let mut client = server.connect().await;
        let drip = async move {
            let head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: ";
            let mut head = head.iter().chain(std::iter::repeat(&b'y'));
            loop {
                // Half of them say nothing at all.
                if n % 2 == 0
                    && client
                        .0
                        .write_all(&[*head.next().unwrap_or(&b'y')])
                        .await
                        .is_err()
                {
                    return;
                }
                let mut byte = [0];
                let read = timeout(Duration::from_millis(50), client.0.read(&mut byte)).await;
                if let Ok(Ok(0) | Err(_)) = read {
                    return;
                }
            }
        };
        drips.push(tokio::spawn(drip));
    }
    let mut served = 0;
    while drips.iter().any(|drip| !drip.is_finished()) {
        assert!(server.is_well().await);
        served += 1;
        assert!(began.elapsed() < PATIENCE, "all are closed");
        sleep(Duration::from_millis(10)).await;
    }
    assert!(served > 3, "{served}");
}

#[tokio::test]
async fn a_connection_waits_longer_for_its_next_request_than_for_a_head() {
    let server = Served::start(quick()).await;
    let mut client = server.connect().await;
    client.send(&post("", "abc", "")).await;
    client.until("\r\n\r\n3").await;
    sleep(Duration::from_millis(700)).await;
    client.send(&post("", "abcd", "")).await;
    client.until("\r\n\r\n4").await;
    let began = Instant::now();
    assert_eq!(client.rest().await, "");
    let idle = began.elapsed();
    assert!(idle > Duration::from_millis(1_000), "{idle:?}");
}

#[tokio::test]
async fn the_head_of_a_later_request_has_the_same_time() {
    let server = Served::start(quick().with_idle_connection(PATIENCE)).await;
    let mut client = server.connect().await;
    client.send(&post("", "abc", "")).await;
    client.until("\r\n\r\n3").await;
    client.send(b"POST /mcp HT").await;
    assert_eq!(client.rest().await, "");
}

#[tokio::test]
async fn a_body_that_drips_is_answered_with_408_and_the_connection_closed() {
    let server = Served::start(quick()).await;
    let mut client = server.connect().await;
    client
        .send(b"POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
        .await;
    let (mut reader, mut writer) = client.0.into_split();
    let drip = tokio::spawn(async move {
        while writer.write_all(b"x").await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
    });
    let mut answer = String::new();
    let read = timeout(PATIENCE, reader.read_to_string(&mut answer)).await;
    let _ = read.expect("closed");
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(
        answer.contains("connection: close") && answer.contains("too slowly"),
        "{answer}"
    );
    drip.abort();
    assert!(server.has_nothing_running().await);
}

#[tokio::test]
async fn a_request_may_run_longer_than_any_of_these_times() {
    let server = Served::start(quick()).await;
    let mut client = server.connect().await;
    client.send(&post("?2000", "abc", "")).await;
    client.until("\r\n\r\n3").await;
}

#[tokio::test]
async fn a_client_that_vanishes_at_any_byte_leaves_nothing_behind() {
    let server = Served::start(HttpLimits::default()).await;
    let mut session = post("", "abc", "");
    session.extend(
        b"POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    );
    session.extend(post("?never", "abc", ""));
    for at in 0..=session.len() {
        let mut client = server.connect().await;
        client.send(&session[..at]).await;
        if at % 2 == 0 {
            client.0.set_zero_linger().expect("a reset");
        }
        drop(client);
    }
    assert!(server.has_nothing_running().await);
    assert!(server.is_well().await);
    let left = async {
        while server.held.count() > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    let gone = timeout(PATIENCE, left).await;
    gone.expect("no connection, and so no task and no socket, is left");
    server.shutdown.begin();
    let ended = timeout(PATIENCE, server.served)
        .await
        .expect("ends")
        .expect("no panic");
    assert!(!ended.cut);
}
