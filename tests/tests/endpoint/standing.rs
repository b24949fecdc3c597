//! The stream of a session that belongs to no request.

use super::*;

#[tokio::test(start_paused = true)]
async fn the_stream_of_a_session_is_open_at_once_and_kept_open() {
    let office = Office::new(HttpOptions::new());
    for (version, primed) in [
        ("2025-03-26", false),
        ("2025-06-18", false),
        ("2025-11-25", true),
    ] {
        let session = office.session(version).await;
        let mut stream = office.send(Ask::get().on(&session)).await;
        assert_eq!(stream.status, StatusCode::OK);
        assert!(stream.is_stream());
        assert_eq!(stream.header("x-accel-buffering").as_deref(), Some("no"));
        let first = stream.bytes().await.expect("bytes");
        assert_eq!(first.starts_with(b"id: "), primed, "{version} {first:?}");
        let before = tokio::time::Instant::now();
        assert_eq!(stream.bytes().await.as_deref(), Some(&b":\n\n"[..]));
        assert_eq!(before.elapsed(), Duration::from_secs(15));
    }
}

#[tokio::test(start_paused = true)]
async fn a_second_reader_is_refused_while_the_first_one_reads() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    let mut first = office.send(Ask::get().on(&session)).await;
    first.event().await;
    let mut second = office.send(Ask::get().on(&session)).await;
    assert_eq!(second.status, StatusCode::CONFLICT);
    let error = second.json().await;
    assert_eq!(error["error"]["data"]["field"], "Mcp-Session-Id");
    assert!(first.bytes().await.is_some(), "the first one reads on");
    // Another session is not concerned.
    let other = office.session("2025-11-25").await;
    let theirs = office.send(Ask::get().on(&other)).await;
    assert_eq!(theirs.status, StatusCode::OK);
    // Nor is a client that has closed its stream.
    drop(first);
    let third = office.send(Ask::get().on(&session)).await;
    assert_eq!(third.status, StatusCode::OK);
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_takes_nothing_gives_way_after_its_time() {
    let limits = HttpLimits::default().with_stalled_stream(Duration::from_millis(200));
    let office = Office::limited(limits);
    let session = office.session("2025-11-25").await;
    let mut first = office.send(Ask::get().on(&session)).await;
    first.event().await;
    let soon = office.send(Ask::get().on(&session)).await;
    assert_eq!(soon.status, StatusCode::CONFLICT);
    tokio::time::sleep(Duration::from_millis(400)).await;
    let late = office.send(Ask::get().on(&session)).await;
    assert_eq!(late.status, StatusCode::OK);
    assert_eq!(first.event().await, None, "its place is taken");
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_comes_again_takes_its_own_place() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    let mut first = office.send(Ask::get().on(&session)).await;
    let last = first
        .event()
        .await
        .and_then(|event| event.id)
        .expect("an id");
    let ask = Ask::get().on(&session).with("last-event-id", &last);
    let again = office.send(ask).await;
    assert_eq!(again.status, StatusCode::OK);
    assert_eq!(first.event().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_stream_keeps_its_session_and_ends_with_it() {
    let limits = HttpLimits::default().with_idle_session(Duration::from_millis(200));
    let office = Office::limited(limits);
    let session = office.session("2025-11-25").await;
    let mut stream = office.send(Ask::get().on(&session)).await;
    stream.event().await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    let ask = Ask::post(json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }));
    assert_eq!(office.send(ask.on(&session)).await.status, StatusCode::OK);
    let ended = office.send(Ask::delete().on(&session)).await;
    assert_eq!(ended.status, StatusCode::OK);
    assert_eq!(stream.event().await, None);
    let late = office.send(Ask::get().on(&session)).await;
    assert_eq!(late.status, StatusCode::NOT_FOUND);
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_server_ends_it_while_calls_have_their_time() {
    let options = HttpOptions::new();
    let shutdown = options.shutdown();
    let office = Office::new(options);
    let session = office.session("2025-11-25").await;
    let mut stream = office.send(Ask::get().on(&session)).await;
    stream.event().await;
    office.desk.let_through(1);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 1 })));
    let mut runs = office.send(ask.on(&session)).await;
    runs.event().await;
    runs.message().await;
    shutdown.begin();
    assert_eq!(stream.event().await, None);
    office.desk.let_through(1);
    assert_eq!(runs.said().await, "1 steps");
}

#[tokio::test(start_paused = true)]
async fn a_stream_is_opened_for_who_takes_one_and_says_who_he_is() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    let wrong = [
        (
            Ask::get().on(&session).with("accept", "application/json"),
            406,
        ),
        (Ask::get(), 400),
        (Ask::get().on("00000000000000000000000000000000"), 404),
        (
            Ask::get()
                .on(&session)
                .with("mcp-protocol-version", "1999-01-01"),
            400,
        ),
        // A revision in which nothing is kept has no stream by GET, whatever else is sent along.
        (
            Ask::get()
                .on(&session)
                .with("mcp-protocol-version", "2026-07-28"),
            405,
        ),
        (
            Ask::delete()
                .on(&session)
                .with("mcp-protocol-version", "2026-07-28"),
            405,
        ),
    ];
    for (ask, status) in wrong {
        let shown = format!("{:?}", ask.headers);
        let mut refused = office.send(ask).await;
        assert_eq!(refused.status, status, "{shown}");
        assert!(refused.json().await["error"]["message"].is_string());
    }
    let still = office.send(Ask::get().on(&session)).await;
    assert_eq!(still.status, StatusCode::OK);
}
