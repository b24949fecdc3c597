//! Sessions: how they begin and end, how many there are, and that one is never changed into another.

use super::*;
use std::future::Future;
use std::task::{Wake, Waker};

fn ping() -> Ask {
    Ask::post(json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }))
}

#[tokio::test(start_paused = true)]
async fn a_second_handshake_is_refused_and_changes_nothing() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-06-18").await;
    let mut other = initialize("2025-11-25");
    other["params"]["clientInfo"]["name"] = json!("somebody else");
    let mut refused = office.send(Ask::post(other).on(&session)).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert_eq!(refused.json().await["error"]["code"], -32600);
    let ask = Ask::post(call(1, "client", json!({}))).on(&session);
    assert_eq!(office.send(ask).await.said().await, "tester 2025-06-18");
    assert_eq!(office.endpoint.sessions(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_id_of_a_session_that_is_gone_is_no_hindrance_to_a_handshake() {
    let office = Office::new(HttpOptions::new());
    let gone = office.session("2025-11-25").await;
    office.send(Ask::delete().on(&gone)).await;
    let begun = office
        .send(Ask::post(initialize("2025-11-25")).on(&gone))
        .await;
    assert_eq!(begun.status, StatusCode::OK);
    assert_ne!(begun.header("mcp-session-id"), Some(gone));
}

#[tokio::test(start_paused = true)]
async fn one_session_too_many_is_told_to_wait_and_the_others_go_on() {
    let office = Office::limited(HttpLimits::default().with_max_sessions(2));
    let one = office.session("2025-11-25").await;
    let two = office.session("2025-11-25").await;
    let mut busy = office.send(Ask::post(initialize("2025-11-25"))).await;
    assert_eq!(busy.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(busy.header("retry-after").is_some());
    assert_eq!(busy.json().await["error"]["code"], -31503);
    assert_eq!(office.send(ping().on(&one)).await.status, StatusCode::OK);
    office.send(Ask::delete().on(&two)).await;
    office.session("2025-11-25").await;
}

#[tokio::test(start_paused = true)]
async fn a_session_of_which_nothing_is_heard_after_the_handshake_ends_early() {
    let limits = HttpLimits::default().with_first_request(Duration::from_millis(200));
    let office = Office::limited(limits);
    let silent = office.session("2025-11-25").await;
    let used = office.session("2025-11-25").await;
    assert_eq!(office.send(ping().on(&used)).await.status, StatusCode::OK);
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(office.send(ping().on(&used)).await.status, StatusCode::OK);
    let late = office.send(ping().on(&silent)).await;
    assert_eq!(late.status, StatusCode::NOT_FOUND);
}

#[tokio::test(start_paused = true)]
async fn sessions_that_are_over_are_let_go_when_another_begins() {
    let limits = HttpLimits::default().with_first_request(Duration::from_millis(100));
    let office = Office::limited(limits);
    for _ in 0..5 {
        office.session("2025-11-25").await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    office.session("2025-11-25").await;
    assert_eq!(office.endpoint.sessions(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_runs_keeps_its_session_although_nobody_waits() {
    let limits = HttpLimits::default().with_idle_session(Duration::from_millis(100));
    let office = Office::limited(limits);
    let session = office.session("2025-11-25").await;
    office.desk.let_through(1);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 1 })));
    let mut answer = office.send(ask.on(&session)).await;
    let last = answer
        .event()
        .await
        .and_then(|event| event.id)
        .expect("an id");
    drop(answer);
    tokio::time::sleep(Duration::from_millis(300)).await;
    office.desk.let_through(1);
    let ask = Ask::get().on(&session).with("last-event-id", &last);
    let mut again = office.send(ask).await;
    again.message().await;
    assert_eq!(again.said().await, "1 steps");
}

#[tokio::test(start_paused = true)]
async fn the_end_of_a_session_ends_what_runs_in_it() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    office.desk.let_through(1);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 1 })));
    let mut answer = office.send(ask.on(&session)).await;
    answer.event().await;
    answer.message().await;
    office.send(Ask::delete().on(&session)).await;
    assert_eq!(answer.event().await, None);
    settle().await;
    assert_eq!(office.desk.ended(), (1, 0));
    for ask in [ping().on(&session), Ask::delete().on(&session)] {
        assert_eq!(office.send(ask).await.status, StatusCode::NOT_FOUND);
    }
}

#[tokio::test(start_paused = true)]
async fn a_session_holds_on_to_no_task_whose_request_is_over() {
    struct Task;
    impl Wake for Task {
        fn wake(self: Arc<Self>) {}
    }
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-11-25").await;
    let ask = Ask::post(call(1, "steps", json!({ "steps": 0 }))).on(&session);
    let task = Arc::new(Task);
    let waker = Waker::from(task.clone());
    let mut cx = std::task::Context::from_waker(&waker);
    let mut sent = Box::pin(office.endpoint.clone().oneshot(ask.request()));
    assert!(sent.as_mut().poll(&mut cx).is_pending());
    office.desk.let_through(1);
    settle().await;
    assert!(sent.as_mut().poll(&mut cx).is_ready());
    drop(sent);
    drop(waker);
    assert_eq!(Arc::strong_count(&task), 1);
}
