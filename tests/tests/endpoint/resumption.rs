//! Streams that are lost and taken up again: nothing is said twice, nothing is lost, and nothing of
//! another stream or session is told.

use super::*;

/// Progress of a call in the order in which it came.
fn steps(message: &Value) -> u64 {
    message["params"]["progress"]
        .as_u64()
        .unwrap_or_else(|| panic!("{message}"))
}

#[tokio::test(start_paused = true)]
async fn a_lost_stream_is_taken_up_after_the_last_event_that_came() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    office.desk.let_through(2);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 4 })));
    let mut answer = office.send(ask.on(&session)).await;
    let first = answer.event().await.expect("an event");
    assert_eq!(first.data.as_deref(), Some(""), "{first:?}");
    assert!(first.id.is_some() && first.retry.as_deref() == Some("1000"));
    let (one, last) = answer.message().await;
    assert_eq!(steps(&one), 1);
    assert_eq!(steps(&answer.message().await.0), 2, "said, but not heard");
    drop(answer);

    office.desk.let_through(1);
    settle().await;
    let ask = Ask::get().on(&session).with("last-event-id", &last);
    let mut again = office.send(ask).await;
    assert_eq!(again.status, StatusCode::OK);
    assert_eq!(steps(&again.message().await.0), 2);
    assert_eq!(steps(&again.message().await.0), 3);
    office.desk.let_through(2);
    assert_eq!(steps(&again.message().await.0), 4);
    assert_eq!(again.said().await, "4 steps");
    assert_eq!(again.event().await, None);
    assert_eq!(office.desk.ended(), (1, 1), "it ran once, to its end");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_nobody_heard_is_told_to_who_comes_for_it() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-06-18").await;
    office.desk.let_through(1);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 1 })));
    let mut answer = office.send(ask.on(&session)).await;
    // A revision without polling has no event before the first message.
    let (_, last) = answer.message().await;
    drop(answer);
    office.desk.let_through(1);
    settle().await;
    assert_eq!(office.desk.ended(), (1, 1));
    for _ in 0..2 {
        let ask = Ask::get().on(&session).with("last-event-id", &last);
        let mut again = office.send(ask).await;
        assert_eq!(again.said().await, "1 steps");
        assert_eq!(again.event().await, None);
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_last_reads_the_stream_and_the_one_before_is_closed() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    office.desk.let_through(1);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 2 })));
    let mut first = office.send(ask.on(&session)).await;
    first.event().await;
    let (_, last) = first.message().await;
    let ask = Ask::get().on(&session).with("last-event-id", &last);
    let mut second = office.send(ask).await;
    assert_eq!(first.event().await, None, "closed, without an answer");
    drop(first);
    office.desk.let_through(2);
    assert_eq!(steps(&second.message().await.0), 2);
    assert_eq!(second.said().await, "2 steps");
}

#[tokio::test(start_paused = true)]
async fn only_the_stream_that_was_lost_is_told_again() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    let mut lasts = Vec::new();
    for id in [1, 2] {
        let ask = Ask::post(call(id, "long", json!({ "letters": 3 })));
        let mut answer = office.send(ask.on(&session)).await;
        let first = answer.event().await.expect("an event");
        lasts.push((id, first.id.expect("an id")));
        answer.message().await;
    }
    office.desk.let_through(2);
    settle().await;
    for (id, last) in lasts {
        let ask = Ask::get().on(&session).with("last-event-id", &last);
        let mut again = office.send(ask).await;
        let token = &again.message().await.0["params"]["progressToken"];
        assert_eq!(token, id);
        assert_eq!(again.message().await.0["id"], id);
        assert_eq!(again.event().await, None);
    }
}

#[tokio::test(start_paused = true)]
async fn an_event_of_another_session_or_of_none_is_told_nothing() {
    let office = Office::new(HttpOptions::new());
    let (one, other) = (
        office.session("2025-11-25").await,
        office.session("2025-11-25").await,
    );
    let mut lasts = Vec::new();
    for session in [&one, &other] {
        office.desk.let_through(2);
        let ask = Ask::post(call(1, "steps", json!({ "steps": 1 })));
        let mut answer = office.send(ask.on(session)).await;
        lasts.push(
            answer
                .event()
                .await
                .and_then(|event| event.id)
                .expect("an id"),
        );
        answer.message().await;
        answer.message().await;
    }
    let foreign = lasts[0].as_str();
    let tag = lasts[1].split('-').next().expect("a tag").to_owned();
    let wrong = [
        foreign.to_owned(),
        format!("{tag}-2-0"),
        format!("{tag}-99-1"),
        format!("{tag}--1-0"),
        format!("{tag}-1"),
        "1".to_owned(),
        String::new(),
    ];
    for last in &wrong {
        let ask = Ask::get().on(&other).with("last-event-id", last);
        let mut refused = office.send(ask).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{last}");
        let error = refused.json().await;
        assert_eq!(error["error"]["data"]["field"], "Last-Event-ID", "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn events_are_kept_for_their_time_alone() {
    let limits = HttpLimits::default().with_replay_time(Duration::from_millis(200));
    let office = Office::limited(limits);
    let session = office.session("2025-11-25").await;
    office.desk.let_through(2);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 1 })));
    let mut answer = office.send(ask.on(&session)).await;
    let last = answer.event().await.and_then(|event| event.id);
    let last = last.expect("an id");
    drop(answer);
    settle().await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    let ask = Ask::get().on(&session).with("last-event-id", &last);
    let mut refused = office.send(ask).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    let remedy = refused.json().await["error"]["data"]["remedy"].clone();
    assert_eq!(remedy, "send the request again, under a new id");
}

#[tokio::test(start_paused = true)]
async fn an_answer_too_long_to_keep_is_told_of_and_one_that_is_read_is_not_cut() {
    let limits = HttpLimits::default().with_replay_bytes(10_000);
    let office = Office::limited(limits);
    let session = office.session("2025-11-25").await;
    let ask = || Ask::post(call(7, "long", json!({ "letters": 20_000 }))).on(&session);

    let mut read = office.send(ask()).await;
    read.event().await;
    read.message().await;
    office.desk.let_through(1);
    assert_eq!(read.said().await.len(), 20_000);

    let mut lost = office.send(ask()).await;
    let last = lost.event().await.and_then(|event| event.id);
    drop(lost);
    office.desk.let_through(1);
    settle().await;
    let ask = Ask::get().on(&session);
    let mut again = office
        .send(ask.with("last-event-id", &last.expect("an id")))
        .await;
    again.message().await;
    let (answer, _) = again.message().await;
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(7), &json!(-32603))
    );
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("10000 bytes") && message.contains("ask again"),
        "{message}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_call_lets_its_stream_go_and_the_client_comes_again() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    let ask = Ask::post(call(1, "patient", json!({ "retry": 250 })));
    let mut answer = office.send(ask.on(&session)).await;
    let first = answer.event().await.expect("an event");
    assert_eq!(first.data.as_deref(), Some(""), "{first:?}");
    let go = answer.event().await.expect("an event");
    assert_eq!((go.retry.as_deref(), go.data), (Some("250"), None));
    assert_eq!(answer.event().await, None, "closed, without an answer");
    drop(answer);
    settle().await;
    assert_eq!(office.desk.ended().0, 0);
    office.desk.let_through(1);
    let last = first.id.expect("an id");
    let ask = Ask::get().on(&session).with("last-event-id", &last);
    let mut again = office.send(ask).await;
    assert_eq!(again.said().await, "at last");
    assert_eq!(again.event().await, None);
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_can_not_be_taken_up_again_is_not_let_go() {
    let office = Office::new(HttpOptions::new());
    let old = office.session("2025-06-18").await;
    let new = office.session("2025-11-25").await;
    let patient = || Ask::post(call(1, "patient", json!({ "retry": 250 })));
    let alone = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "patient", "arguments": { "retry": 250 }, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        } } });
    let asks = [
        patient().on(&old),
        patient().on(&new).with("accept", "application/json"),
        Ask::post(alone)
            .with("mcp-protocol-version", "2026-07-28")
            .with("mcp-method", "tools/call")
            .with("mcp-name", "patient"),
    ];
    for ask in asks {
        office.desk.let_through(1);
        let mut answer = office.send(ask).await;
        assert!(!answer.is_stream());
        assert_eq!(answer.said().await, "at last");
    }
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_is_lost_cancels_nothing_and_a_cancelled_call_ends_its_stream() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    office.desk.let_through(1);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 1 })));
    let mut answer = office.send(ask.on(&session)).await;
    let last = answer.event().await.and_then(|event| event.id);
    drop(answer);
    settle().await;
    assert_eq!(office.desk.ended(), (0, 0));
    let ask = Ask::get().on(&session);
    let mut again = office
        .send(ask.with("last-event-id", &last.expect("an id")))
        .await;
    again.message().await;
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": { "requestId": 1 } });
    let told = office.send(Ask::post(cancel).on(&session)).await;
    assert_eq!(told.status, StatusCode::ACCEPTED);
    assert_eq!(again.event().await, None, "no answer");
    settle().await;
    assert_eq!(office.desk.ended(), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn what_runs_unheard_is_given_up_by_a_cancellation_and_by_the_end_of_its_session() {
    let office = Office::new(HttpOptions::new());
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": { "requestId": 1 } });
    for (run, end) in [Ask::post(cancel), Ask::delete()].into_iter().enumerate() {
        let session = office.session("2025-11-25").await;
        office.desk.let_through(1);
        let ask = Ask::post(call(1, "steps", json!({ "steps": 2 })));
        let mut answer = office.send(ask.on(&session)).await;
        answer.event().await;
        let (_, last) = answer.message().await;
        drop(answer);
        settle().await;
        assert!(office.send(end.on(&session)).await.status.is_success());
        settle().await;
        assert_eq!(office.desk.ended(), (run + 1, 0));
        let ask = Ask::get().on(&session).with("last-event-id", &last);
        let refused = office.send(ask).await;
        assert!(refused.status.is_client_error(), "{}", refused.status);
    }
}

#[tokio::test(start_paused = true)]
async fn readers_that_come_and_go_at_once_lose_nothing() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    office.desk.let_through(1);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 3 })));
    let mut answer = office.send(ask.on(&session)).await;
    answer.event().await;
    let (_, last) = answer.message().await;
    let again = || Ask::get().on(&session).with("last-event-id", &last);
    // Some are gone before they were asked for anything, some before the one after them comes.
    let one = office.send(again()).await;
    drop(answer);
    let two = office.send(again()).await;
    drop(two);
    drop(one);
    office.desk.let_through(1);
    drop(office.send(again()).await);
    settle().await;
    office.desk.let_through(2);
    settle().await;
    let mut end = office.send(again()).await;
    for step in [2, 3] {
        assert_eq!(steps(&end.message().await.0), step);
    }
    assert_eq!(end.said().await, "3 steps");
    assert_eq!(end.event().await, None);
}

#[tokio::test(start_paused = true)]
async fn what_is_said_again_to_many_is_held_once() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    let ask = Ask::post(call(1, "long", json!({ "letters": 100_000 })));
    let mut answer = office.send(ask.on(&session)).await;
    let last = answer.event().await.and_then(|event| event.id);
    let last = last.expect("an id");
    office.desk.let_through(1);
    while answer.event().await.is_some() {}
    let mut readers = Vec::new();
    let mut places = std::collections::HashSet::new();
    for _ in 0..50 {
        let ask = Ask::get().on(&session).with("last-event-id", &last);
        let mut again = office.send(ask).await;
        let mut longest = bytes::Bytes::new();
        while let Some(piece) = again.bytes().await {
            longest = if piece.len() > longest.len() {
                piece
            } else {
                longest
            };
        }
        assert!(longest.len() > 100_000);
        places.insert(longest.as_ptr() as usize);
        readers.push(longest);
    }
    assert_eq!((readers.len(), places.len()), (50, 1));
}
