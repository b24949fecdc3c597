//! Who may not come in, and how much is kept for whom.

use super::*;
use crate::Identity;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use tower_service::Service;

#[tokio::test]
async fn a_message_for_no_stream_is_refused_with_the_remedy() {
    let server = Served::start().await;
    let client = server.open().await;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let cut = client.messages.trim_end_matches(|c: char| c != '=');
    for (to, status) in [
        ("/messages", 400),
        ("/messages?session=1", 400),
        ("/messages?sessionId=", 404),
        (cut, 404),
        ("/messages?sessionId=0123456789abcdef0123456789abcdef", 404),
        (
            &client
                .messages
                .to_uppercase()
                .replace("/MESSAGES?SESSIONID", "/messages?sessionId"),
            404,
        ),
    ] {
        if to == client.messages {
            continue; // An id of digits alone.
        }
        let answer = server.posted(to, ping).await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{to}: {answer}"
        );
        assert!(answer.contains("open a stream by GET"), "{to}: {answer}");
        assert!(answer.contains(r#""jsonrpc":"2.0""#), "{to}: {answer}");
    }
    assert_eq!(server.streams(), 1);
}

#[tokio::test]
async fn only_json_that_is_not_too_long_is_read() {
    let server = Served::with(
        HttpLimits::default(),
        Limits::default().with_max_frame_bytes(10_000),
    )
    .await;
    let client = server.open().await;
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n",
        client.messages
    );
    let answer = server.asked(&head, "{}").await;
    assert!(answer.starts_with("HTTP/1.1 415 "), "{answer}");
    let answer = server.posted(&client.messages, &"x".repeat(20_000)).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

#[tokio::test]
async fn hosts_and_pages_that_are_not_allowed_get_neither_a_stream_nor_a_message_in() {
    let server = Served::start().await;
    let client = server.open().await;
    for wrong in [
        "Host: evil.example\r\n",
        "Host: localhost\r\nOrigin: https://evil.example\r\n",
    ] {
        let get = format!("GET /sse HTTP/1.1\r\n{wrong}");
        let answer = server.asked(&get, "").await;
        assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
        let post = format!(
            "POST {} HTTP/1.1\r\n{wrong}Content-Type: application/json\r\n",
            client.messages
        );
        let answer = server.asked(&post, "{}").await;
        assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
    }
    assert_eq!(server.streams(), 1);
}

#[tokio::test]
async fn each_path_takes_its_own_method() {
    let server = Served::start().await;
    for (method, path, allowed) in [
        ("POST", "/sse", "GET"),
        ("DELETE", "/sse", "GET"),
        ("GET", "/messages", "POST"),
    ] {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n");
        let answer = server.asked(&head, "").await;
        assert!(
            answer.starts_with("HTTP/1.1 405 "),
            "{method} {path}: {answer}"
        );
        assert!(
            answer.contains(&format!("allow: {allowed}\r\n")),
            "{answer}"
        );
    }
    let get = "GET /sse HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n";
    let answer = server.asked(get, "").await;
    assert!(answer.starts_with("HTTP/1.1 406 "), "{answer}");
}

#[tokio::test]
async fn one_stream_more_than_may_be_is_told_to_come_again() {
    let server = Served::with(
        HttpLimits::default().with_max_sessions(2),
        Limits::default(),
    )
    .await;
    let first = server.open().await;
    let _second = server.open().await;
    let get = "GET /sse HTTP/1.1\r\nHost: localhost\r\n";
    let answer = server.asked(get, "").await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(
        answer.contains("retry-after: ") && answer.contains("2 streams are open"),
        "{answer}"
    );
    drop(first);
    soon(|| server.streams() == 1).await;
    server.open().await;
}

#[tokio::test]
async fn a_client_that_reads_nothing_can_not_fill_the_memory() {
    let server = Served::with(
        HttpLimits::default(),
        Limits::default().with_out_queue_bytes(100_000),
    )
    .await;
    let mut client = server.open().await;
    client.shakes_hands(&server, "2024-11-05").await;
    let request =
        json!({"jsonrpc": "2.0", "id": 9, "method": "test/big", "params": {"bytes": 1_000_000}});
    let request = request.to_string();
    let mut taken = 0;
    let refused = loop {
        let answer = server.posted(&client.messages, &request).await;
        if !answer.starts_with("HTTP/1.1 202 ") {
            break answer;
        }
        taken += 1;
        assert!(taken < 200, "sockets hold less than that");
    };
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert!(
        refused.contains("retry-after: ") && refused.contains("read it first"),
        "{refused}"
    );
    for _ in 0..taken {
        let answer = client.message().await;
        assert_eq!(
            answer["result"]["text"].as_str().map(str::len),
            Some(1_000_000)
        );
    }
    let answer = client.asks(&server, 10, "test/echo", json!({})).await;
    assert_eq!(answer["id"], 10);
}

/// One request to the service itself, as a router hands it on.
async fn handed(
    sse: &mut crate::http::HttpSseEndpoint,
    method: &str,
    uri: &str,
    who: Option<&Identity>,
) -> http::Response<crate::http::HttpBody> {
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let mut request = http::Request::builder()
        .method(method)
        .uri(uri)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Full::new(Bytes::from_static(ping.as_bytes())))
        .expect("a request");
    if let Some(who) = who {
        request.extensions_mut().insert(who.clone());
    }
    sse.call(request)
        .await
        .unwrap_or_else(|never| match never {})
}

#[tokio::test]
async fn a_stream_belongs_to_whoever_opened_it() {
    let built = Server::new("old", "1").build().expect("a server");
    let options = HttpOptions::new().http_sse_at("/api/sse", "/api/messages");
    let mut sse = built.http_sse(options).expect("an endpoint");
    let (ada, bob) = (Identity::new("ada"), Identity::new("bob"));
    // A router strips what it has matched; clients are told the path that they see.
    let mut stream = handed(&mut sse, "GET", "/", Some(&ada)).await;
    let first = stream.body_mut().frame().await.expect("a frame");
    let first = first.expect("no error").into_data().expect("data");
    let first = String::from_utf8_lossy(&first).into_owned();
    let (_, id) = first
        .split_once("/api/messages?sessionId=")
        .expect("the address");
    let uri = format!("/?sessionId={}", id.trim());
    assert_eq!(
        handed(&mut sse, "POST", &uri, Some(&bob)).await.status(),
        404
    );
    assert_eq!(handed(&mut sse, "POST", &uri, None).await.status(), 404);
    assert_eq!(
        handed(&mut sse, "POST", &uri, Some(&ada)).await.status(),
        202
    );
    assert_eq!(sse.streams(), 1);
    drop(stream);
    assert_eq!(sse.streams(), 0);
    assert_eq!(
        handed(&mut sse, "POST", &uri, Some(&ada)).await.status(),
        404
    );
}

#[tokio::test]
async fn a_stream_that_nobody_reads_makes_room_for_another() {
    let built = Server::new("old", "1").build().expect("a server");
    let limits = HttpLimits::default()
        .with_max_sessions(1)
        .with_keep_alive(Duration::from_millis(20))
        .with_stalled_stream(Duration::from_millis(200));
    let options = HttpOptions::new().limits(limits);
    let mut sse = built.http_sse(options).expect("an endpoint");
    let _unread = handed(&mut sse, "GET", "/sse", None).await;
    assert_eq!(handed(&mut sse, "GET", "/sse", None).await.status(), 503);
    sleep(Duration::from_millis(300)).await;
    let read = handed(&mut sse, "GET", "/sse", None).await;
    assert_eq!(read.status(), 200);
    assert_eq!(sse.streams(), 1);
    let mut body = read.into_body();
    let reading = tokio::spawn(async move { while body.frame().await.is_some() {} });
    sleep(Duration::from_millis(600)).await;
    assert_eq!(handed(&mut sse, "GET", "/sse", None).await.status(), 503);
    reading.abort();
}

#[tokio::test]
async fn a_page_of_an_allowed_origin_may_read_its_stream() {
    let built = Server::new("old", "1").build().expect("a server");
    let options = HttpOptions::new().allow_origin("https://app.example.com");
    let mut sse = built.http_sse(options).expect("an endpoint");
    let request = http::Request::get("/sse")
        .header("host", "localhost")
        .header("origin", "https://app.example.com")
        .body(Full::new(Bytes::new()))
        .expect("a request");
    let answer = sse
        .call(request)
        .await
        .unwrap_or_else(|never| match never {});
    let allowed = answer.headers().get("access-control-allow-origin");
    assert_eq!(
        allowed.map(|value| value.as_bytes()),
        Some(&b"https://app.example.com"[..])
    );
}
