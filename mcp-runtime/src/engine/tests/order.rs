//! The order of what is said about one call.

use super::client::Client;
use crate as mcp_runtime;
use mcp_runtime::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

/// Says ten times how far it is, and ten times what it does.
#[tool(crate = crate)]
async fn chat(cx: &Context, n: u64) -> u64 {
    for step in 1..=10 {
        cx.progress(step, 10, "");
        cx.log(LoggingLevel::Info, json!({"call": n, "step": step}));
        if (n + step).is_multiple_of(3) {
            tokio::task::yield_now().await;
        }
    }
    n
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn what_is_said_about_a_call_keeps_its_order_and_the_answer_is_last() {
    let mut client = Client::of(Server::new("order", "1").tools(tools![chat])).await;
    for hundred in 0..10_u64 {
        for n in 1..=100 {
            let id = hundred * 100 + n;
            let params =
                json!({"name": "chat", "arguments": {"n": id}, "_meta": {"progressToken": id}});
            client.ask(id, "tools/call", params).await;
        }
        // How many steps of progress and of the log were seen of each call; ten and ten, and the
        // answer.
        let mut seen: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        let mut answered = 0;
        while answered < 100 {
            let message = client.next().await;
            let (params, data) = (&message["params"], &message["params"]["data"]);
            match message["method"].as_str() {
                Some("notifications/progress") => {
                    let of = seen.entry(params["progressToken"].as_u64().expect("a token"));
                    let of = of.or_default();
                    of.0 += 1;
                    assert_eq!(params["progress"], of.0, "{message}");
                }
                Some("notifications/message") => {
                    let of = seen
                        .entry(data["call"].as_u64().expect("a call"))
                        .or_default();
                    of.1 += 1;
                    assert_eq!(data["step"], of.1, "{message}");
                }
                _ => {
                    let id = message["id"].as_u64().expect("an id");
                    // NB. removed: what comes after the answer begins to count anew, and fails.
                    assert_eq!(seen.remove(&id), Some((10, 10)), "{message}");
                    answered += 1;
                }
            }
        }
        assert!(seen.is_empty(), "{seen:?}");
    }
}
