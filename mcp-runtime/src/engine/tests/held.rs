//! Handlers that hold on: cancelled sync tools, threads that are busy.

use super::client::{Client, SOON};
use crate as mcp_runtime;
use crate::limits::Limits;
use mcp_runtime::prelude::*;
use serde_json::Value;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// Holds whoever passes until it is opened.
#[derive(Default)]
struct Gate {
    open: Mutex<bool>,
    news: Condvar,
    started: AtomicUsize,
}

impl Gate {
    fn pass(&self) {
        self.started.fetch_add(1, Ordering::SeqCst);
        let open = self.open.lock().expect("lock");
        drop(self.news.wait_while(open, |open| !*open));
    }

    fn open(&self) {
        *self.open.lock().expect("lock") = true;
        self.news.notify_all();
    }
}

/// Waits, whoever calls it off.
#[tool(crate = crate)]
fn hold(gate: &Gate) -> &'static str {
    gate.pass();
    "passed"
}

#[tokio::test]
async fn a_cancelled_sync_tool_counts_as_running_until_its_thread_is_free() {
    let gate = Arc::new(Gate::default());
    let server = Server::new("held", "1")
        .limits(Limits::default().with_max_in_flight(2))
        .state(gate.clone())
        .tools(tools![hold]);
    let mut client = Client::of(server).await;
    for id in 1..=2 {
        client.call(id, "hold").await;
    }
    while gate.started.load(Ordering::SeqCst) < 2 {
        tokio::task::yield_now().await;
    }
    for id in 1..=2 {
        client.cancel(id).await;
    }
    client.call(3, "hold").await;
    let busy = client.next().await;
    assert_eq!(busy["id"], 3);
    assert_eq!(busy["error"]["code"], -31503, "{busy}");
    gate.open();
    // NB. the threads need a moment.
    for id in 4.. {
        client.call(id, "hold").await;
        let answer = client.next().await;
        assert_eq!(answer["id"], id, "a cancelled call is answered");
        if answer["result"]["content"][0]["text"] == "passed" {
            break;
        }
        assert!(id < 2_000, "{answer}");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(client.rest().await, [Value::Null; 0]);
}

/// Asks now and then whether it is still wanted.
#[tool(crate = crate)]
fn ask_now_and_then(cx: &Context, gate: &Gate) -> &'static str {
    gate.started.fetch_add(1, Ordering::SeqCst);
    while !cx.is_cancelled() {
        std::thread::sleep(Duration::from_millis(1));
    }
    gate.open();
    "nobody hears this"
}

#[tokio::test]
async fn a_sync_tool_learns_that_it_was_cancelled_and_its_answer_is_not_sent() {
    let gate = Arc::new(Gate::default());
    let tools = tools![ask_now_and_then];
    let server = Server::new("held", "1").state(gate.clone()).tools(tools);
    let mut client = Client::of(server).await;
    client.call(1, "ask_now_and_then").await;
    while gate.started.load(Ordering::SeqCst) < 1 {
        tokio::task::yield_now().await;
    }
    client.cancel(1).await;
    let began = std::time::Instant::now();
    while !*gate.open.lock().expect("lock") {
        assert!(began.elapsed() < SOON, "it is never told");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(client.rest().await, [Value::Null; 0]);
}

/// Blocks whoever polls it.
#[tool(crate = crate)]
async fn block(gate: &Gate) -> &'static str {
    gate.pass();
    "passed"
}

/// Likewise, on the thread of its connection.
#[tool(crate = crate, inline)]
fn hold_here(gate: &Gate) -> &'static str {
    gate.pass();
    "passed"
}

/// The texts of what was logged.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<String>>);

impl Heard {
    fn contains(&self, words: &str) -> bool {
        self.0.lock().expect("lock").contains(words)
    }

    fn count(&self, words: &str) -> usize {
        self.0.lock().expect("lock").matches(words).count()
    }
}

impl tracing::field::Visit for Heard {
    fn record_debug(&mut self, _: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        *self.0.lock().expect("lock") += &format!("{value:?}\n");
    }
}

impl tracing::Subscriber for Heard {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        *metadata.level() <= tracing::Level::WARN
    }
    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut self.clone());
    }
    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }
    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

/// Calls a tool that holds on until the words are logged; then what was logged in all.
fn heard_of(tool: &'static str, words: &str, cancels: bool) -> Heard {
    let (heard, gate) = (Heard::default(), Arc::new(Gate::default()));
    let limits = Limits::default().with_held_thread(Some(Duration::from_millis(60)));
    let server = Server::new("held", "1")
        .limits(limits)
        .state(gate.clone())
        .tools(tools![hold, block, hold_here]);
    let (log, passed) = (heard.clone(), gate.clone());
    let client = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let _listens = tracing::subscriber::set_default(log);
        runtime.expect("a runtime").block_on(async {
            let mut client = Client::of(server).await;
            client.call(1, tool).await;
            while passed.started.load(Ordering::SeqCst) < 1 {
                tokio::task::yield_now().await;
            }
            if cancels {
                client.cancel(1).await;
            }
            while !*passed.open.lock().expect("lock") {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            client.rest().await
        })
    });
    let began = std::time::Instant::now();
    while !heard.contains(words) && began.elapsed() < SOON {
        std::thread::sleep(Duration::from_millis(5));
    }
    // One look more, and another.
    std::thread::sleep(Duration::from_millis(100));
    gate.open();
    let answers = client.join().expect("no panic");
    assert_eq!(answers.len(), usize::from(!cancels), "{answers:?}");
    heard
}

#[test]
fn a_tool_that_holds_a_thread_of_the_runtime_or_its_connections_is_named_once() {
    for (tool, words) in [
        // NB. a connection in memory is a task among tasks, and holds up only itself.
        (
            "block",
            "tool `block` has held the thread of its connection for 60ms",
        ),
        (
            "hold_here",
            "tool `hold_here` has held the thread of its connection for 60ms",
        ),
    ] {
        let before = crate::counts().threads_held;
        assert_eq!(heard_of(tool, words, false).count(words), 1);
        assert!(crate::counts().threads_held > before);
    }
}

#[test]
fn a_sync_tool_that_goes_on_after_it_was_cancelled_is_named_and_counted() {
    let before = crate::counts().handlers_going_on;
    let words = "tool `hold` goes on 60ms after its call was cancelled";
    assert_eq!(heard_of("hold", words, true).count(words), 1);
    assert!(crate::counts().handlers_going_on > before);
}

#[test]
fn a_sync_tool_may_take_its_time() {
    // What is waited for never comes.
    let heard = Heard::default();
    let gate = Arc::new(Gate::default());
    let limits = Limits::default().with_held_thread(Some(Duration::from_millis(20)));
    let server = Server::new("held", "1")
        .limits(limits)
        .state(gate.clone())
        .tools(tools![hold]);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let _listens = tracing::subscriber::set_default(heard.clone());
    runtime.expect("a runtime").block_on(async {
        let mut client = Client::of(server).await;
        client.call(1, "hold").await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        gate.open();
        assert_eq!(client.rest().await.len(), 1);
    });
    assert_eq!(*heard.0.lock().expect("lock"), "");
}
