//! The layers that come with the framework.

use super::*;
use mcp_runtime::middleware::{ConcurrencyLimit, RateLimit, ResponseSize, Timeout};

#[tokio::test]
async fn a_call_that_takes_too_long_is_told_so_and_dropped() {
    let (server, gate) = server();
    let server = server.layer(Timeout::new(Duration::from_millis(5)));
    let mut client = Client::of(server).await;
    let answer = client.call(1, "hold", json!({})).await;
    let words = "the tool was stopped: it took longer than its time limit of 5ms";
    let content = json!([{"type": "text", "text": words}]);
    assert_eq!(
        answer["result"],
        json!({"content": content, "isError": true})
    );
    assert_eq!((gate.came(), gate.gone()), (1, 1));
}

/// Waits on a thread of the pool until it is called off, then reports in vain.
#[tool]
fn stubborn(cx: &Context, log: &Log) -> &'static str {
    cx.progress(1, 3, "began");
    while !cx.is_cancelled() {
        std::thread::sleep(Duration::from_millis(1));
    }
    cx.progress(2, 3, "never sent");
    cx.log(LoggingLevel::Error, "never sent");
    log.say("called off");
    "late"
}

#[tokio::test]
async fn a_sync_tool_whose_time_is_up_sees_that_and_says_nothing_more() {
    let log = Log::default();
    let server = Server::new("sync", "1")
        .state(log.clone())
        .tools(tools![stubborn])
        .around(|call, next| async move {
            let answer = next.run(call.clone()).await;
            assert_eq!(answer.expect_err("too slow").kind(), ErrorKind::TimedOut);
            // The request goes on, and so does its conversation.
            tokio::time::sleep(Duration::from_millis(50)).await;
            call.context().progress(3, 3, "after all");
            Ok(ToolResult::text("given up"))
        })
        .layer(Timeout::new(Duration::from_millis(500)));
    let mut client = Client::of(server).await;
    let params = json!({"name": "stubborn", "_meta": {"progressToken": 7}});
    client.ask(1, "tools/call", params).await;
    assert_eq!(client.next().await["params"]["message"], "began");
    assert_eq!(client.next().await["params"]["message"], "after all");
    assert_eq!(
        client.next().await["result"]["content"][0]["text"],
        "given up"
    );
    until(|| log.take() == ["called off"]).await;
}

#[tokio::test]
async fn so_many_run_so_many_wait_in_their_order_and_the_rest_is_told_to_come_again() {
    let (server, gate) = server();
    let limit = ConcurrencyLimit::new(2)
        .with_waiting(2)
        .with_retry_after(Duration::from_millis(700));
    let mut client = Client::of(server.layer(limit)).await;
    for id in 1..=4 {
        client.start(id, "hold").await;
    }
    gate.wait_for(2).await;
    let busy = client.call(5, "double", json!({"n": 1})).await;
    let reason = "2 calls are running and 2 wait, which is the limit";
    let data = json!({"reason": reason, "retryable": true, "retryAfterMs": 700, "limit": 2});
    let error = json!({"code": -31503, "message": format!("Busy: {reason}; try again in 700 ms"), "data": data});
    assert_eq!(busy["error"], error);
    client.is_silent(6).await;
    assert_eq!(gate.came(), 2);
    for id in 1..=4 {
        gate.let_through(1);
        assert_eq!(client.next().await["id"], id);
    }
    assert_eq!((gate.came(), gate.gone()), (4, 4));
}

#[tokio::test]
async fn room_per_tool_is_each_tools_own() {
    let (server, gate) = server();
    let limit = ConcurrencyLimit::new(1).with_waiting(0).per_tool();
    let mut client = Client::of(server.layer(limit)).await;
    client.start(1, "hold").await;
    gate.wait_for(1).await;
    assert_eq!(client.text(2, "quick").await, "quick");
    let busy = client.call(3, "hold", json!({})).await;
    let reason = "1 calls of tool `hold` are running and 0 wait, which is the limit";
    assert_eq!(busy["error"]["data"]["reason"], reason, "{busy}");
    gate.let_through(1);
    assert_eq!(client.next().await["id"], 1);
}

async fn retry_after(client: &mut Client, id: u64, tool: &str) -> u64 {
    let busy = client.call(id, tool, json!({})).await;
    assert_eq!(busy["error"]["code"], -31503, "{busy}");
    assert_eq!(busy["error"]["data"]["retryable"], true);
    busy["error"]["data"]["retryAfterMs"]
        .as_u64()
        .expect("a time")
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_rate_are_told_exactly_when_to_come_again() {
    let (server, _) = server();
    let server = server.layer(RateLimit::new(3, Duration::from_secs(60)));
    let mut client = Client::of(server).await;
    for id in 1..=3 {
        assert_eq!(client.text(id, "quick").await, "quick");
    }
    let busy = client.call(4, "quick", json!({})).await;
    let reason = "3 calls in 60s is the limit";
    let data = json!({"reason": reason, "retryable": true, "retryAfterMs": 20_000, "limit": 3});
    let error = json!({"code": -31503, "message": format!("Busy: {reason}; try again in 20000 ms"), "data": data});
    assert_eq!(busy["error"], error);
    tokio::time::advance(Duration::from_millis(19_999)).await;
    assert_eq!(retry_after(&mut client, 5, "quick").await, 1);
    tokio::time::advance(Duration::from_millis(1)).await;
    assert_eq!(client.text(6, "quick").await, "quick");
    assert_eq!(retry_after(&mut client, 7, "quick").await, 20_000);
    tokio::time::advance(Duration::from_secs(3_600)).await;
    for id in 8..=10 {
        assert_eq!(client.text(id, "quick").await, "quick");
    }
    assert_eq!(retry_after(&mut client, 11, "double").await, 20_000);
}

#[tokio::test(start_paused = true)]
async fn a_rate_per_tool_is_each_tools_own_and_a_burst_is_as_large_as_said() {
    let (server, _) = server();
    let limit = RateLimit::new(10, Duration::from_secs(1)).with_burst(1);
    let mut client = Client::of(server.layer(limit.per_tool())).await;
    assert_eq!(client.text(1, "quick").await, "quick");
    assert_eq!(retry_after(&mut client, 2, "quick").await, 100);
    let other = client.call(3, "double", json!({"n": 1})).await;
    assert!(other.get("result").is_some(), "{other}");
    assert_eq!(retry_after(&mut client, 4, "double").await, 100);
}

/// So many letters.
#[tool]
async fn letters(n: usize) -> String {
    "x".repeat(n)
}

/// So many numbers.
#[tool]
async fn numbers(n: usize) -> Vec<u8> {
    vec![1; n]
}

#[tokio::test]
async fn a_result_over_the_size_is_told_with_its_size_the_limit_and_what_to_do() {
    let around_a_text = r#"{"type":"text","text":""}"#.len();
    let server = Server::new("size", "1")
        .tools(tools![letters, numbers])
        .layer(ResponseSize::new(1_000));
    let mut client = Client::of(server).await;
    let fits = 1_000 - around_a_text;
    let answer = client.call(1, "letters", json!({ "n": fits })).await;
    assert_eq!(answer["result"].get("isError"), None);
    let answer = client.call(2, "letters", json!({ "n": fits + 1 })).await;
    let words = "the result of `letters` is too large: 1001 bytes, and the limit is 1000. Ask for less at once: fewer entries, a narrower query, or a part of it";
    let content = json!([{"type": "text", "text": words}]);
    let meta = json!({"mcp-runtime/tooLarge": {"size": 1001, "limit": 1000}});
    let result = json!({"content": content, "isError": true, "_meta": meta});
    assert_eq!(answer["result"], result);
    for (n, told) in [(499, None), (500, Some(&json!(true)))] {
        let answer = client.call(3, "numbers", json!({ "n": n })).await;
        assert_eq!(answer["result"].get("isError"), told, "{n}");
    }
}
