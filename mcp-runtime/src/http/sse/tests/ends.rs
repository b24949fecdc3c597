//! How streams end.

use super::*;

#[tokio::test]
async fn a_client_that_closes_its_stream_ends_its_session_and_what_runs() {
    let server = Served::start().await;
    let mut client = server.open().await;
    client.shakes_hands(&server, "2024-11-05").await;
    for id in 2..5 {
        let never = json!({"jsonrpc": "2.0", "id": id, "method": "test/never"});
        client.says(&server, &never).await;
    }
    server.runs(3).await;
    let messages = client.messages.clone();
    drop(client);
    server.runs(0).await;
    soon(|| server.streams() == 0).await;
    let answer = server
        .posted(&messages, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        .await;
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
}

#[tokio::test]
async fn a_cancelled_call_is_not_answered_and_the_others_are() {
    let server = Served::start().await;
    let mut client = server.open().await;
    client.shakes_hands(&server, "2024-11-05").await;
    let never = json!({"jsonrpc": "2.0", "id": 2, "method": "test/never"});
    client.says(&server, &never).await;
    server.runs(1).await;
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}});
    client.says(&server, &cancel).await;
    server.runs(0).await;
    let answer = client.asks(&server, 3, "test/echo", json!({})).await;
    assert_eq!(answer["id"], 3);
}

#[tokio::test]
async fn a_stream_without_a_handshake_is_closed_after_its_time_and_others_are_not() {
    let limits = HttpLimits::default().with_first_request(Duration::from_millis(400));
    let server = Served::with(limits, Limits::default()).await;
    let mut greets = server.open().await;
    greets.shakes_hands(&server, "2024-11-05").await;
    let mut silent = server.open().await;
    assert_eq!(silent.event().await, None);
    soon(|| server.streams() == 1).await;
    let answer = greets.asks(&server, 2, "test/echo", json!({})).await;
    assert_eq!(answer["id"], 2);
}

#[tokio::test]
async fn a_quiet_stream_gets_comments() {
    let limits = HttpLimits::default().with_keep_alive(Duration::from_millis(50));
    let server = Served::with(limits, Limits::default()).await;
    let mut client = server.open().await;
    let mut text = String::new();
    while text.matches(":\n\n").count() < 3 {
        let mut bytes = [0; 1_024];
        let read = timeout(PATIENCE, client.stream.read(&mut bytes)).await;
        let n = read.expect("in time").expect("no error");
        text.push_str(&String::from_utf8_lossy(&bytes[..n]));
    }
}

#[tokio::test]
async fn at_the_end_of_the_server_calls_finish_and_streams_are_closed() {
    let server = Served::start().await;
    let (mut idle, mut busy) = (server.open().await, server.open().await);
    busy.shakes_hands(&server, "2024-11-05").await;
    let later = json!({"jsonrpc": "2.0", "id": 2, "method": "test/later", "params": {}});
    busy.says(&server, &later).await;
    server.shutdown.begin();
    assert_eq!(idle.event().await, None);
    assert_eq!(busy.message().await["id"], 2);
    assert_eq!(busy.event().await, None);
    let ended = timeout(PATIENCE, server.serving).await.expect("it returns");
    assert!(ended.expect("no panic").is_ok());
}

#[tokio::test]
async fn what_never_ends_is_cut_and_answered() {
    let limits = Limits::default().with_signal_grace(Duration::from_millis(300));
    let server = Served::with(HttpLimits::default(), limits).await;
    let mut client = server.open().await;
    client.shakes_hands(&server, "2024-11-05").await;
    let never = json!({"jsonrpc": "2.0", "id": 2, "method": "test/never"});
    client.says(&server, &never).await;
    server.runs(1).await;
    server.shutdown.begin();
    let answer = client.message().await;
    assert_eq!(answer["id"], 2);
    assert!(answer["error"]["message"].is_string(), "{answer}");
    assert_eq!(client.event().await, None);
    let ended = timeout(PATIENCE, server.serving).await.expect("it returns");
    assert!(ended.expect("no panic").is_ok());
    assert_eq!(server.running.load(Ordering::SeqCst), 0);
}
