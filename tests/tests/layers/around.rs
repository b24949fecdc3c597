//! Async closures around calls: their order, what they do to a call, and where they are not.

use super::*;
use mcp_runtime::middleware::{Next, ToolRequest, around};
use std::future::Future;
use std::pin::Pin;

type Answer = Pin<Box<dyn Future<Output = Result<ToolResult>> + Send>>;

/// Says when a call passes it, in and out.
fn tells(log: &Log, name: &'static str) -> impl Fn(ToolRequest, Next) -> Answer + Clone + use<> {
    let log = log.clone();
    move |call, next| {
        let log = log.clone();
        Box::pin(async move {
            log.say(format!("{name}>"));
            let answer = next.run(call).await;
            log.say(format!("<{name}"));
            answer
        })
    }
}

#[tokio::test]
async fn what_is_said_first_is_outermost_and_the_server_is_around_names_around_the_tool() {
    let log = Log::default();
    let own = tools().into_iter().map(|tool| {
        tool.around(tells(&log, "own 1"))
            .around(tells(&log, "own 2"))
    });
    let server = Server::new("order", "1")
        .state(Gate::default())
        .layer_tool("quick", around(tells(&log, "named 1")))
        .around(tells(&log, "all 1"))
        .tools(own)
        .layer_tools(["double", "quick"], around(tells(&log, "named 2")))
        .around(tells(&log, "all 2"));
    let mut client = Client::of(server).await;
    assert_eq!(client.text(1, "quick").await, "quick");
    let inwards = ["all 1", "all 2", "named 1", "named 2", "own 1", "own 2"];
    let mut said: Vec<_> = inwards.iter().map(|name| format!("{name}>")).collect();
    said.extend(inwards.iter().rev().map(|name| format!("<{name}")));
    assert_eq!(log.take(), said);
    client.call(2, "double", json!({"n": 1})).await;
    assert!(!log.take().contains(&"named 1>".to_owned()));
}

#[tokio::test]
async fn a_layer_that_answers_itself_keeps_the_tool_from_running() {
    let (server, gate) = server();
    let server = server.around(|call, _next| async move {
        drop(call);
        Ok(ToolResult::error("closed for today"))
    });
    let mut client = Client::of(server).await;
    assert_eq!(client.text(1, "hold").await, "closed for today");
    assert_eq!(gate.came(), 0);
}

#[tokio::test]
async fn a_layer_changes_arguments_and_the_schema_holds_for_them_too() {
    let (server, _) = server();
    let server = server.around(|mut call, next| async move {
        let n: Value = call.arguments()?;
        call.set_arguments(&json!({"n": n["n"].as_i64().unwrap_or(0) * 10}))?;
        next.run(call).await
    });
    let mut client = Client::of(server).await;
    let answer = client.call(1, "double", json!({"n": 7})).await;
    assert_eq!(answer["result"]["content"][0]["text"], "140");
    let refused = client.call(2, "double", json!({"n": 11})).await;
    let text = refused["result"]["content"][0]["text"]
        .as_str()
        .expect("a text");
    assert!(text.contains("n must be <= 100, got 110"), "{text}");
}

#[tokio::test]
async fn arguments_that_are_no_object_are_the_layers_fault_and_not_the_callers() {
    let (server, _) = server();
    let server = server.around(|mut call, next| async move {
        call.set_arguments(&[1, 2])?;
        next.run(call).await
    });
    let answer = Client::of(server).await.call(1, "quick", json!({})).await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
}

#[tokio::test]
async fn a_layer_changes_what_comes_of_a_call() {
    let (server, _) = server();
    let server = server.around(|call, next| async move {
        match next.run(call).await {
            Ok(result) => Ok(result.with_content(Content::text("and so on"))),
            Err(error) => Ok(ToolResult::text(format!("{:?}", error.kind()))),
        }
    });
    let mut client = Client::of(server).await;
    let answer = client.call(1, "quick", json!({})).await;
    assert_eq!(answer["result"]["content"][1]["text"], "and so on");
    assert_eq!(client.text(2, "broken").await, "Panicked");
}

#[tokio::test]
async fn a_layer_runs_a_call_again_and_each_run_is_a_whole_one() {
    let (server, gate) = server();
    let server = server.around(|call, next| async move {
        for _ in 0..2 {
            let given_up = timeout(Duration::from_millis(1), next.clone().run(call.clone()));
            assert!(given_up.await.is_err(), "the gate is shut");
        }
        next.run(call).await
    });
    let mut client = Client::of(server).await;
    client.start(1, "hold").await;
    gate.wait_for(3).await;
    until(|| gate.gone() == 2).await;
    gate.let_through(1);
    assert_eq!(
        client.next().await["result"]["content"][0]["text"],
        "passed"
    );
    assert_eq!((gate.came(), gate.gone()), (3, 3));
}

#[tokio::test]
async fn ping_lists_unknown_tools_and_custom_methods_pass_no_layer() {
    let log = Log::default();
    let (server, _) = server();
    let server = server
        .around(tells(&log, "all"))
        .method("my/method", |_: Value, _| async {
            Ok(json!({"mine": true}))
        });
    let mut client = Client::of(server).await;
    client.is_silent(1).await;
    client.ask(2, "tools/list", json!({})).await;
    assert_eq!(client.next().await["result"]["tools"][0]["name"], "quick");
    client.ask(3, "my/method", json!({})).await;
    assert_eq!(client.next().await["result"]["mine"], true);
    let unknown = client.call(4, "quik", json!({})).await;
    assert_eq!(unknown["error"]["code"], -32602);
    assert_eq!(log.take(), [""; 0]);
}

struct Notes;

#[server]
impl Notes {
    /// Rebuilds the index.
    #[tool]
    async fn reindex(&self) -> &'static str {
        "done"
    }
}

#[tokio::test]
async fn methods_are_layered_by_the_name_that_clients_see() {
    let log = Log::default();
    let server = Server::new("notes", "1")
        .mount(Notes)
        .mount_as("work", Notes)
        .layer_tool("work_reindex", around(tells(&log, "work")));
    let mut client = Client::of(server).await;
    client.text(1, "reindex").await;
    assert_eq!(log.take(), [""; 0]);
    client.text(2, "work_reindex").await;
    assert_eq!(log.take(), ["work>", "<work"]);
}

#[tokio::test]
async fn the_tool_that_replaces_another_has_the_layers_of_the_name_and_its_own() {
    let log = Log::default();
    let other = tools![quick].remove(0).around(tells(&log, "new"));
    let old = tools![quick].remove(0).around(tells(&log, "old"));
    let server = Server::new("replaced", "1")
        .tool(old)
        .layer_tool("quick", around(tells(&log, "named")))
        .replace_tool(other);
    Client::of(server).await.text(1, "quick").await;
    assert_eq!(log.take(), ["named>", "new>", "<new", "<named"]);
}

/// Says in which task it runs.
#[tool]
async fn task() -> String {
    format!("{:?}", tokio::task::try_id())
}

#[tokio::test]
async fn a_call_whose_layers_are_ready_at_once_is_answered_where_it_was_read() {
    let plain = tools![task].remove(0);
    let layered = tools![task].remove(0).around(|call, next| next.run(call));
    let held = tools![task].remove(0).around(|call, next| async move {
        tokio::task::yield_now().await;
        next.run(call).await
    });
    let mut told = Vec::new();
    for tool in [plain, layered, held] {
        let service = Server::new("where", "1")
            .tool(tool)
            .build()
            .expect("a server");
        let (client, end) = memory::pair();
        // One task for all, which reads what it serves.
        let task = tokio::spawn(async move { service.serve(end).await });
        let (from, to) = tokio::io::split(client);
        let mut client = Client {
            to,
            from: BufReader::new(from).lines(),
        };
        let hello = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "qa", "version": "0"}});
        client.ask(0, "initialize", hello).await;
        client.next().await;
        let text = client.text(1, "task").await;
        told.push(text == format!("{:?}", Some(task.id())));
    }
    assert_eq!(told, [true, true, false]);
}
