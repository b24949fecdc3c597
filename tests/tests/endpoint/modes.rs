//! Serving without sessions, and without streams.

use super::*;

fn tool(name: &str) -> Ask {
    Ask::post(call(1, name, json!({})))
}

#[tokio::test(start_paused = true)]
async fn without_sessions_any_request_is_served_under_the_revision_it_names() {
    let office = Office::new(HttpOptions::new().stateless());
    let mut begun = office.send(Ask::post(initialize("2025-11-25"))).await;
    assert_eq!(begun.header("mcp-session-id"), None);
    assert_eq!(
        begun.json().await["result"]["protocolVersion"],
        "2025-11-25"
    );
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let told = office.send(Ask::post(ready)).await;
    assert_eq!(told.status, StatusCode::ACCEPTED);
    for (header, version) in [
        (Some("2025-11-25"), "2025-11-25"),
        (Some("2025-06-18"), "2025-06-18"),
        (None, "2025-03-26"),
    ] {
        let mut ask = tool("client");
        if let Some(header) = header {
            ask = ask.with("mcp-protocol-version", header);
        }
        // An id from elsewhere means nothing here.
        let mut answer = office.send(ask.on("of-another-server")).await;
        assert_eq!(answer.said().await, format!("unknown {version}"));
    }
    assert_eq!(office.endpoint.sessions(), 0);
}

#[tokio::test(start_paused = true)]
async fn without_sessions_there_is_nothing_to_listen_at_and_nothing_to_end() {
    let office = Office::new(HttpOptions::new().stateless());
    for ask in [Ask::get(), Ask::delete().on("any")] {
        let refused = office.send(ask).await;
        assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(refused.header("allow").as_deref(), Some("POST"));
    }
    office.desk.let_through(2);
    let mut answer = office
        .send(Ask::post(call(1, "steps", json!({ "steps": 1 }))))
        .await;
    assert!(answer.is_stream());
    let event = answer.event().await.expect("an event");
    assert_eq!(event.id, None, "it can't be taken up again: {event:?}");
    assert_eq!(answer.said().await, "1 steps");
}

#[tokio::test(start_paused = true)]
async fn without_sessions_a_batch_needs_the_revision_that_has_them() {
    let office = Office::new(HttpOptions::new().stateless());
    let batch = json!([{ "jsonrpc": "2.0", "id": 1, "method": "ping" }]);
    let mut old = office.send(Ask::post(batch.clone())).await;
    assert_eq!(old.json().await[0]["id"], 1);
    let ask = Ask::post(batch).with("mcp-protocol-version", "2025-11-25");
    assert_eq!(office.send(ask).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test(start_paused = true)]
async fn without_streams_an_answer_comes_alone() {
    let office = Office::new(HttpOptions::new().json_responses());
    let session = office.session("2025-11-25").await;
    office.desk.let_through(4);
    let mut answer = office
        .send(Ask::post(call(1, "steps", json!({ "steps": 3 }))).on(&session))
        .await;
    assert_eq!(
        answer.header("content-type").as_deref(),
        Some("application/json")
    );
    assert_eq!(answer.said().await, "3 steps");
    let refused = office.send(Ask::get().on(&session)).await;
    assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(refused.header("allow").as_deref(), Some("POST, DELETE"));
    let ended = office.send(Ask::delete().on(&session)).await;
    assert_eq!(ended.status, StatusCode::OK);
}

#[tokio::test(start_paused = true)]
async fn without_sessions_a_client_that_goes_away_gives_its_call_up() {
    let office = Office::new(HttpOptions::new().stateless());
    office.desk.let_through(1);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 1 })));
    let mut answer = office.send(ask).await;
    answer.message().await;
    drop(answer);
    settle().await;
    assert_eq!(office.desk.ended(), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_cannot_be_taken_up_again_is_not_let_go() {
    for options in [
        HttpOptions::new().limits(HttpLimits::default().with_replay_events(0)),
        HttpOptions::new().json_responses(),
    ] {
        let office = Office::new(options);
        let session = office.session("2025-11-25").await;
        office.desk.let_through(1);
        let ask = Ask::post(call(1, "patient", json!({ "retry": 10 })));
        let ask = ask.with("accept", "text/event-stream").on(&session);
        let mut answer = office.send(ask).await;
        let event = answer.event().await.expect("an event");
        assert!(
            event.message().is_some(),
            "nothing to come again for: {event:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn any_time_can_be_a_limit() {
    let mut limits = HttpLimits::default();
    for time in [
        &mut limits.body_grace,
        &mut limits.idle_session,
        &mut limits.first_request,
        &mut limits.replay_time,
        &mut limits.reconnect_after,
        &mut limits.stalled_stream,
        &mut limits.keep_alive,
        &mut limits.stream_after,
    ] {
        *time = Duration::MAX;
    }
    let office = Office::limited(limits);
    let session = office.session("2025-11-25").await;
    office.desk.let_through(2);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 1 })));
    let mut answer = office.send(ask.on(&session)).await;
    answer.event().await;
    answer.message().await;
    assert_eq!(answer.said().await, "1 steps");
}

#[tokio::test(start_paused = true)]
async fn no_time_between_two_comments_is_no_flood() {
    let office = Office::limited(HttpLimits::default().with_keep_alive(Duration::ZERO));
    let session = office.session("2025-11-25").await;
    let mut stream = office.send(Ask::get().on(&session)).await;
    stream.event().await;
    let more = timeout(Duration::from_secs(60), stream.bytes()).await;
    assert!(more.is_err(), "{more:?}");
}
