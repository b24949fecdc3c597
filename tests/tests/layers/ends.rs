//! How calls end within layers: cancelled, waiting, failed, panicked; and that nothing of theirs is
//! kept.

use super::*;
use ::tower::limit::ConcurrencyLimitLayer;
use mcp_runtime::limits::Limits;
use mcp_runtime::middleware::{
    ConcurrencyLimit, Layer, Service, Timeout, ToolFuture, ToolRequest, ToolService,
};
use std::task::{Context as TaskContext, Poll};

/// A layer that misbehaves.
#[derive(Clone, Copy)]
enum Bad {
    NeverReady,
    NotReadyWithError,
    PanicsWhenAsked,
    PanicsWhenCalled,
    PanicsWhenPutAround,
    WrapsErrors,
}

#[derive(Clone)]
struct Badly {
    how: Bad,
    inner: ToolService,
}

impl Layer<ToolService> for Bad {
    type Service = Badly;

    fn layer(&self, inner: ToolService) -> Badly {
        if let Self::PanicsWhenPutAround = self {
            panic!("no room for me");
        }
        Badly { how: *self, inner }
    }
}

impl Service<ToolRequest> for Badly {
    type Response = ToolResult;
    type Error = std::io::Error;
    type Future = std::pin::Pin<Box<dyn Future<Output = std::io::Result<ToolResult>> + Send>>;

    fn poll_ready(&mut self, _: &mut TaskContext<'_>) -> Poll<std::io::Result<()>> {
        match self.how {
            Bad::NeverReady => Poll::Pending,
            Bad::NotReadyWithError => Poll::Ready(Err(std::io::Error::other("the pump is off"))),
            Bad::PanicsWhenAsked => panic!("asked"),
            _ => Poll::Ready(Ok(())),
        }
    }

    fn call(&mut self, request: ToolRequest) -> Self::Future {
        if let Bad::PanicsWhenCalled = self.how {
            panic!("called");
        }
        let inner: ToolFuture = self.inner.call(request);
        Box::pin(async move { inner.await.map_err(std::io::Error::other) })
    }
}

#[tokio::test]
async fn a_layer_that_is_never_ready_holds_up_only_its_calls_until_they_are_cancelled() {
    let (server, gate) = server();
    let server = server.layer_tool("hold", Bad::NeverReady);
    let mut client = Client::of(server).await;
    client.start(1, "hold").await;
    client.is_silent(2).await;
    assert_eq!(client.text(3, "quick").await, "quick");
    client.cancel(1).await;
    client.is_silent(4).await;
    // Its id is free again.
    client.start(1, "hold").await;
    client.is_silent(5).await;
    assert_eq!(gate.came(), 0);
}

#[tokio::test]
async fn the_time_limit_of_the_server_and_one_further_out_count_waiting_too() {
    let soon = Duration::from_millis(10);
    let (plain, _) = server();
    let limits = Limits::default().with_tool_timeout(Some(soon));
    let by_limit = plain.limits(limits).layer(Bad::NeverReady);
    let (plain, _) = server();
    let by_layer = plain.layer(Timeout::new(soon)).layer(Bad::NeverReady);
    for server in [by_limit, by_layer] {
        let text = Client::of(server).await.text(1, "quick").await;
        let words = "the tool was stopped: it took longer than its time limit of 10ms";
        assert_eq!(text, words);
    }
}

#[tokio::test]
async fn a_layer_that_is_not_ready_with_an_error_has_it_told_to_the_model() {
    let (server, gate) = server();
    let server = server.layer(Bad::NotReadyWithError);
    let answer = Client::of(server).await.call(1, "hold", json!({})).await;
    let content = json!([{"type": "text", "text": "the pump is off"}]);
    assert_eq!(
        answer["result"],
        json!({"content": content, "isError": true})
    );
    assert_eq!(gate.came(), 0);
}

#[tokio::test]
async fn a_panic_of_a_layer_is_answered_with_a_reference_and_harms_no_other_call() {
    for how in [Bad::PanicsWhenAsked, Bad::PanicsWhenCalled] {
        let (server, _) = server();
        let server = server.layer_tool("double", how);
        let mut client = Client::of(server).await;
        let error = client.call(1, "double", json!({"n": 1})).await["error"].take();
        assert_eq!(error["code"], -32603);
        assert!(error["data"]["reference"].is_string(), "{error}");
        assert_eq!(client.text(2, "quick").await, "quick");
    }
}

#[test]
fn a_layer_that_panics_while_it_is_put_around_is_a_fault_that_build_tells() {
    let (server, _) = server();
    let error = server.layer(Bad::PanicsWhenPutAround).build();
    let error = error.expect_err("it panics").to_string();
    assert!(error.contains("ends::Bad"), "{error}");
    assert!(error.contains("no room for me"), "{error}");
}

#[tokio::test]
async fn what_one_of_ours_failed_with_inside_a_foreign_error_stays_in_the_log() {
    /// Fails inside.
    #[tool]
    async fn fails() -> Result<&'static str> {
        Err(Error::internal("/home/x/secret"))
    }
    let server = Server::new("s", "1").tools(tools![fails]);
    let server = server.layer(Bad::WrapsErrors);
    let answer = Client::of(server).await.call(1, "fails", json!({})).await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert!(!answer.to_string().contains("secret"), "{answer}");
}

/// Two ways to let one call run at a time.
fn one_at_a_time() -> [Server; 2] {
    let (ours, gate) = server();
    let theirs = Server::new("theirs", "1").state(gate).tools(tools());
    let ours = ours.layer(ConcurrencyLimit::new(1).with_waiting(0));
    [ours, theirs.layer(ConcurrencyLimitLayer::new(1))]
}

#[tokio::test]
async fn a_cancelled_call_gives_its_room_free() {
    for server in one_at_a_time() {
        let mut client = Client::of(server).await;
        for id in 1..=50 {
            client.start(2 * id, "hold").await;
            client.cancel(2 * id).await;
            // NB. the task of the cancelled call needs a turn to be dropped.
            client.is_silent(2 * id + 1).await;
        }
        assert_eq!(client.text(200, "quick").await, "quick");
    }
}

#[tokio::test]
async fn a_call_that_ended_or_panicked_has_given_its_room_free_when_it_is_answered() {
    for server in one_at_a_time() {
        let mut client = Client::of(server).await;
        for id in 1..=300 {
            let tool = ["quick", "broken", "broken_on_the_pool"][id as usize % 3];
            let answer = client.call(id, tool, json!({})).await;
            assert_ne!(answer["error"]["code"], -31503, "{id} {tool}");
        }
    }
}

#[tokio::test]
async fn calls_whose_connection_ends_give_their_room_free_to_other_connections() {
    let (server, gate) = server();
    let limits = Limits::default().with_end_of_input_grace(Duration::from_millis(5));
    let server = server.limits(limits).layer(ConcurrencyLimit::new(1));
    let service = server.build().expect("a server");
    let mut gone = Client::of_service(&service, "2025-11-25").await;
    gone.start(1, "hold").await;
    gate.wait_for(1).await;
    let mut client = Client::of_service(&service, "2025-11-25").await;
    client.start(1, "quick").await;
    client.is_silent(2).await;
    drop(gone);
    assert_eq!(client.next().await["id"], 1);
}

#[tokio::test]
async fn a_call_that_is_cancelled_while_it_waits_leaves_the_queue() {
    let (server, gate) = server();
    let server = server.layer(ConcurrencyLimit::new(1).with_waiting(1));
    let mut client = Client::of(server).await;
    client.start(1, "hold").await;
    gate.wait_for(1).await;
    client.start(2, "hold").await;
    let busy = client.call(3, "quick", json!({})).await;
    assert_eq!(busy["error"]["code"], -31503, "the queue is full");
    client.cancel(2).await;
    client.is_silent(4).await;
    client.start(5, "quick").await;
    client.is_silent(6).await;
    gate.let_through(1);
    assert_eq!(client.next().await["id"], 1);
    assert_eq!(client.next().await["id"], 5);
    assert_eq!(gate.came(), 1);
}
