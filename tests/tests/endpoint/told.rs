//! Notifications, responses and batches: whose they are, and what they touch.

use super::*;

const MODERN: &str = "2026-07-28";
const VERSION: &str = "mcp-protocol-version";
const UNKNOWN: &str = "00000000000000000000000000000000";

fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

fn claim(version: &str) -> Value {
    json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    } })
}

fn cancelled(id: u32) -> Value {
    notification("notifications/cancelled", json!({ "requestId": id }))
}

fn response() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "result": {} })
}

fn ping() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" })
}

#[tokio::test(start_paused = true)]
async fn what_needs_no_session_does_not_keep_one() {
    let limits = HttpLimits::default().with_first_request(Duration::from_millis(200));
    let office = Office::limited(limits);
    let mut request = claim(MODERN);
    request["name"] = json!("who");
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": request });
    let modern = |message: Value| Ask::post(message).with(VERSION, MODERN);
    for (ask, status) in [
        (
            modern(notification("notifications/made-up", claim(MODERN))),
            202,
        ),
        (
            modern(request.clone()).with("mcp-method", "tools/list"),
            400,
        ),
        (Ask::post(request), 400),
        (modern(response()), 400),
        (modern(json!([ping()])), 400),
        (modern(json!("no message")), 400),
    ] {
        let session = office.session("2025-03-26").await;
        let (body, answer) = (ask.body.clone(), office.send(ask.on(&session)).await);
        assert_eq!(answer.status, status, "{body}");
        tokio::time::sleep(Duration::from_millis(300)).await;
        let late = office.send(Ask::post(ping()).on(&session)).await;
        assert_eq!(late.status, StatusCode::NOT_FOUND, "kept by {body}");
    }
}

#[tokio::test(start_paused = true)]
async fn every_message_for_a_session_that_is_gone_is_told_so() {
    let office = Office::new(HttpOptions::new());
    let arguments = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": [] });
    for message in [ping(), arguments, response(), cancelled(1), json!([ping()])] {
        let mut answer = office.send(Ask::post(message.clone()).on(UNKNOWN)).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{message}");
        let body = answer.json().await;
        let error = body["error"]["message"].to_string();
        assert!(error.contains("Mcp-Session-Id"), "{error}");
        let is_request = message.get("method").is_some() && message.get("id").is_some();
        assert_eq!(body["id"].is_number(), is_request, "{message}: {body}");
    }
}

#[tokio::test(start_paused = true)]
async fn every_message_must_name_a_revision_that_is_served() {
    for options in [HttpOptions::new(), HttpOptions::new().stateless()] {
        let office = Office::new(options);
        for message in [ping(), response(), cancelled(1), json!([ping()])] {
            let ask = Ask::post(message.clone()).with(VERSION, "1999-01-01");
            let mut answer = office.send(ask).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{message}");
            assert_eq!(answer.json().await["error"]["code"], -32022, "{message}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_notification_whose_headers_say_otherwise_is_refused() {
    let office = Office::new(HttpOptions::new());
    let method = "notifications/made-up";
    for (claims, headers, status) in [
        (claim(MODERN), vec![], 202),
        (claim(MODERN), vec![(VERSION, MODERN)], 202),
        (json!({}), vec![(VERSION, MODERN)], 202),
        (claim(MODERN), vec![("mcp-method", method)], 202),
        (claim(MODERN), vec![(VERSION, "2025-11-25")], 400),
        (claim("2025-11-25"), vec![(VERSION, MODERN)], 400),
        (
            json!({}),
            vec![(VERSION, MODERN), ("mcp-method", "ping")],
            400,
        ),
        (claim(MODERN), vec![("mcp-method", "ping")], 400),
    ] {
        let mut ask = Ask::post(notification(method, claims.clone()));
        for (name, value) in &headers {
            ask = ask.with(name, value);
        }
        let mut answer = office.send(ask).await;
        assert_eq!(answer.status, status, "{claims} {headers:?}");
        if status == 400 {
            assert_eq!(answer.json().await["error"]["code"], -32020);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_holds_up_no_batch() {
    let both = || {
        json!([
            call(1, "steps", json!({ "steps": 0 })),
            call(2, "steps", json!({ "steps": 0 })),
        ])
    };
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-03-26").await;
    for accept in ["application/json", "application/json, text/event-stream"] {
        let ask = Ask::post(both()).with("accept", accept).on(&session);
        let other = async {
            settle().await;
            let told = office.send(Ask::post(cancelled(1)).on(&session)).await;
            assert_eq!(told.status, StatusCode::ACCEPTED);
            office.desk.let_through(1);
        };
        let (mut answer, ()) = tokio::join!(office.send(ask), other);
        assert_eq!(answer.status, StatusCode::OK);
        let answers = answer.json().await;
        assert_eq!(answers[0]["id"], 2, "{answers}");
        assert_eq!(answers.as_array().map(Vec::len), Some(1));
    }
}

#[tokio::test(start_paused = true)]
async fn a_batch_of_which_every_call_is_cancelled_has_no_answer() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-03-26").await;
    let ask = Ask::post(json!([call(1, "steps", json!({ "steps": 0 }))]));
    let other = async {
        settle().await;
        office.send(Ask::post(cancelled(1)).on(&session)).await;
    };
    let began = tokio::time::Instant::now();
    let (answer, ()) = tokio::join!(office.send(ask.on(&session)), other);
    assert_eq!(answer.status, StatusCode::ACCEPTED);
    assert!(began.elapsed() < Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_in_a_batch_reaches_the_calls_of_other_requests() {
    let office = Office::new(HttpOptions::new());
    let session = office.session("2025-03-26").await;
    office.desk.let_through(1);
    let ask = Ask::post(call(1, "steps", json!({ "steps": 1 })));
    let mut answer = office.send(ask.on(&session)).await;
    answer.message().await;
    let told = office
        .send(Ask::post(json!([cancelled(1)])).on(&session))
        .await;
    assert_eq!(told.status, StatusCode::ACCEPTED);
    assert_eq!(answer.event().await, None);
    settle().await;
    assert_eq!(office.desk.ended(), (1, 0));
}
