//! Every kind of runtime, and more than one server in a process.

use super::client::{Client, on_every_runtime};
use mcp_runtime::prelude::*;
use mcp_runtime::{Service, memory};
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Duration;
use tokio::runtime::Builder;

/// Whose server this is.
struct Name(&'static str);

/// Waits, then says whose server it is.
#[tool]
async fn who(ms: u64, name: &Name) -> String {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    name.0.to_owned()
}

/// Blocks, then says whose server it is.
#[tool]
fn who_sync(ms: u64, name: &Name) -> String {
    std::thread::sleep(Duration::from_millis(ms));
    name.0.to_owned()
}

/// Panics.
#[tool]
async fn boom() -> &'static str {
    tokio::task::yield_now().await;
    panic!("as it does")
}

fn server(name: &'static str) -> Server {
    Server::new(name, "1")
        .state(Name(name))
        .tools(tools![who, who_sync, boom])
}

/// So many calls of each kind, all sent before the first answer is read.
async fn many_calls(client: &mut Client, name: &str) {
    let (mut open, mut panics) = (BTreeSet::new(), BTreeSet::new());
    for n in 0..40 {
        open.insert(client.start("who", json!({"ms": n % 7})).await);
        open.insert(client.start("who_sync", json!({"ms": n % 3})).await);
        if n % 10 == 0 {
            panics.insert(client.start("boom", json!({})).await);
        }
    }
    while !open.is_empty() || !panics.is_empty() {
        let message = client.next().await.expect("an answer");
        let id = message["id"].as_u64().expect("an id");
        if panics.remove(&id) {
            assert_eq!(message["error"]["code"], -32603, "{message}");
        } else {
            assert!(open.remove(&id), "answered twice: {message}");
            assert_eq!(message["result"]["content"][0]["text"], name);
        }
    }
}

#[test]
fn every_call_is_answered_on_every_kind_of_runtime() {
    on_every_runtime(|| async {
        let mut client = Client::of(server("only")).await;
        many_calls(&mut client, "only").await;
    });
}

#[test]
fn two_servers_in_one_process_with_the_same_ids_never_mix() {
    on_every_runtime(|| async {
        let mut left = Client::of(server("left")).await;
        let mut right = Client::of(server("right")).await;
        tokio::join!(
            many_calls(&mut left, "left"),
            many_calls(&mut right, "right")
        );
    });
}

#[test]
fn two_connections_of_one_server_with_the_same_ids_never_mix() {
    on_every_runtime(|| async {
        let service: Service = server("one").build().expect("a server");
        let mut first = Client::of_service(service.clone()).await;
        let mut second = Client::of_service(service).await;
        tokio::join!(
            many_calls(&mut first, "one"),
            many_calls(&mut second, "one")
        );
    });
}

#[test]
fn a_server_lives_beside_the_tasks_of_the_program_that_embeds_it() {
    on_every_runtime(|| async {
        let busy = tokio::spawn(async {
            loop {
                tokio::task::yield_now().await;
            }
        });
        let local = tokio::task::LocalSet::new();
        local
            .run_until(async {
                let (client, end) = memory::pair();
                let served = tokio::task::spawn_local(async { server("local").serve(end).await });
                let mut client = Client::greeted(client).await;
                many_calls(&mut client, "local").await;
                drop(client);
                let ended = served.await.expect("no panic");
                assert!(ended.is_ok(), "{ended:?}");
            })
            .await;
        busy.abort();
    });
}

#[test]
fn a_thread_without_a_runtime_may_serve_by_the_handle_of_one() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    let runtime = runtime.expect("a runtime");
    let (client, end) = memory::pair();
    let handle = runtime.handle().clone();
    let thread = std::thread::spawn(move || handle.block_on(server("thread").serve(end)));
    runtime.block_on(async {
        let mut client = Client::greeted(client).await;
        many_calls(&mut client, "thread").await;
    });
    let served = thread.join().expect("no panic");
    assert!(served.is_ok(), "{served:?}");
}

#[test]
fn a_runtime_that_is_dropped_with_calls_running_lets_all_of_them_go() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let runtime = runtime.expect("a runtime");
    let mut client = runtime.block_on(async {
        let mut client = Client::of(server("dropped")).await;
        for _ in 0..50 {
            client.start("who", json!({"ms": 60_000})).await;
            client.start("who_sync", json!({"ms": 20})).await;
        }
        client
    });
    let (done, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        drop(runtime);
        let _ = done.send(());
    });
    let ended = ended.recv_timeout(Duration::from_secs(30));
    assert!(ended.is_ok(), "the runtime can't be dropped");
    // The connection is gone with it.
    let other = Builder::new_current_thread().enable_all().build();
    other
        .expect("a runtime")
        .block_on(async { while client.next().await.is_some() {} });
}
