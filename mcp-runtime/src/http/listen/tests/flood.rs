//! More connections than may be.

use super::*;

fn few() -> HttpLimits {
    HttpLimits::default().with_max_connections(8)
}

#[tokio::test]
async fn the_connection_that_waits_longest_makes_room_for_a_new_one() {
    let server = Served::start(few()).await;
    let mut kept = server.connect().await;
    kept.send(&post("", "abc", "")).await;
    kept.until("\r\n\r\n3").await;
    let mut silent = Vec::new();
    for _ in 0..50 {
        silent.push(server.connect().await);
        // One that was served before is kept before those that never asked for anything.
        assert!(server.is_well().await);
    }
    assert_eq!(silent.remove(0).rest().await, "");
    kept.send(&post("", "abcd", "")).await;
    kept.until("\r\n\r\n4").await;
}

#[tokio::test]
async fn while_all_connections_have_requests_a_new_one_is_told_to_come_again() {
    let server = Served::start(few()).await;
    let mut busy = Vec::new();
    for _ in 0..8 {
        let mut client = server.connect().await;
        client.send(&post("?never", "abc", "")).await;
        busy.push(client);
    }
    while server.running.load(Ordering::SeqCst) < 8 {
        sleep(Duration::from_millis(5)).await;
    }
    let answer = server.answers(&post("", "abc", "")).await;
    assert!(
        answer.starts_with("HTTP/1.1 503 ") && answer.contains("retry-after: 1"),
        "{answer}"
    );
    assert!(answer.contains("-31503"), "{answer}");
    drop(busy);
    assert!(server.has_nothing_running().await);
    assert!(server.is_well().await);
}
