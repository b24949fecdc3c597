//! The layers of the crate `tower`, as they are.

use super::*;
use ::tower::ServiceBuilder;
use ::tower::buffer::BufferLayer;
use ::tower::limit::{ConcurrencyLimitLayer, RateLimitLayer};
use ::tower::load_shed::LoadShedLayer;
use ::tower::retry::{Policy, RetryLayer};
use ::tower::timeout::TimeoutLayer;
use ::tower::util::{MapRequestLayer, MapResponseLayer};
use mcp_runtime::middleware::ToolRequest;
use std::future::{Ready, ready};

#[tokio::test]
async fn a_timeout_is_told_to_the_model_and_drops_the_handler() {
    let (server, gate) = server();
    let server = server.layer(TimeoutLayer::new(Duration::from_millis(5)));
    let mut client = Client::of(server).await;
    let answer = client.call(1, "hold", json!({})).await;
    let content = json!([{"type": "text", "text": "request timed out"}]);
    assert_eq!(
        answer["result"],
        json!({"content": content, "isError": true})
    );
    assert_eq!((gate.came(), gate.gone()), (1, 1));
    assert_eq!(client.text(2, "quick").await, "quick");
}

#[tokio::test]
async fn a_limit_around_a_server_is_one_for_all_its_tools() {
    let (server, gate) = server();
    let server = server.layer(ConcurrencyLimitLayer::new(1));
    let mut client = Client::of(server).await;
    client.start(1, "hold").await;
    gate.wait_for(1).await;
    client.start(2, "quick").await;
    client.start(3, "hold").await;
    client.is_silent(4).await;
    gate.let_through(2);
    for id in 1..=3 {
        assert_eq!(client.next().await["id"], id);
    }
}

#[tokio::test]
async fn load_is_shed_when_what_is_further_in_is_not_ready() {
    let (server, gate) = server();
    let stack = ServiceBuilder::new()
        .layer(LoadShedLayer::new())
        .layer(ConcurrencyLimitLayer::new(1));
    let mut client = Client::of(server.layer(stack)).await;
    client.start(1, "hold").await;
    gate.wait_for(1).await;
    assert_eq!(client.text(2, "hold").await, "service overloaded");
    gate.let_through(1);
    assert_eq!(client.next().await["id"], 1);
    assert_eq!(client.text(3, "quick").await, "quick");
}

#[tokio::test]
async fn functions_change_requests_and_responses() {
    let (server, _) = server();
    let stack = ServiceBuilder::new()
        .layer(MapRequestLayer::new(|mut call: ToolRequest| {
            let arguments = json!({"n": 21});
            call.set_arguments(&arguments).expect("an object");
            call
        }))
        .layer(MapResponseLayer::new(|result: ToolResult| {
            result.with_content(Content::text("mapped"))
        }));
    let mut client = Client::of(server.layer_tool("double", stack)).await;
    let answer = client.call(1, "double", json!({"n": 1})).await;
    assert_eq!(answer["result"]["content"][0]["text"], "42");
    assert_eq!(answer["result"]["content"][1]["text"], "mapped");
}

/// Tries again while the tool says that it failed.
#[derive(Clone)]
struct Again {
    left: u32,
}

impl Policy<ToolRequest, ToolResult, Error> for Again {
    type Future = Ready<()>;

    fn retry(&mut self, _: &mut ToolRequest, result: &mut Result<ToolResult>) -> Option<Ready<()>> {
        let failed = result.as_ref().is_ok_and(|result| result.is_error);
        self.left = self.left.checked_sub(1)?;
        failed.then(|| ready(()))
    }

    fn clone_request(&mut self, call: &ToolRequest) -> Option<ToolRequest> {
        Some(call.clone())
    }
}

/// Fails so many times, then tells its argument.
#[tool]
async fn flaky(count: &AtomicUsize, word: String) -> Result<String, String> {
    match count.fetch_add(1, Ordering::SeqCst) {
        2.. => Ok(word),
        n => Err(format!("failed {n}")),
    }
}

#[tokio::test]
async fn a_failed_call_is_tried_again_with_the_same_arguments() {
    for (left, text) in [(2, "again"), (1, "failed 1")] {
        let server = Server::new("flaky", "1")
            .state(AtomicUsize::new(0))
            .tools(tools![flaky])
            .layer(RetryLayer::new(Again { left }));
        let mut client = Client::of(server).await;
        let answer = client.call(1, "flaky", json!({"word": "again"})).await;
        assert_eq!(answer["result"]["content"][0]["text"], text);
    }
}

#[tokio::test(start_paused = true)]
async fn a_layer_whose_service_is_no_clone_serves_behind_a_buffer() {
    let stack = ServiceBuilder::new()
        .layer(BufferLayer::new(8))
        .layer(RateLimitLayer::new(1, Duration::from_secs(1)));
    let (server, _) = server();
    let mut client = Client::of(server.layer(stack)).await;
    let begun = tokio::time::Instant::now();
    for id in 1..=3 {
        assert_eq!(client.text(id, "quick").await, "quick");
    }
    assert!(begun.elapsed() >= Duration::from_secs(2));
}
