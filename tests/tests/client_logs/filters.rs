//! Which events go to the client at all: the choices of the application.
//!
//! In: one tool that says the same things each time, under subscribers of many makes, each with a
//! runtime of its own. Out: what a client hears that has asked for everything.

use mcp_runtime::ClientLogs;
use mcp_runtime::prelude::*;
use serde_json::json;
use tests::talk::Talk;
use tokio::runtime::{Builder, Runtime};
use tracing::level_filters::LevelFilter;
use tracing::{Dispatch, Instrument, Subscriber, debug, info, trace, warn};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Identity, Layer, SubscriberExt};
use tracing_subscriber::registry;

/// Says things in the name of several parts.
#[tool]
async fn says() {
    warn!(target: "notes", "warning of notes");
    info!(target: "notes::store", "info of the store");
    debug!(target: "notes::store", "debug of the store");
    trace!(target: "notes", "trace of notes");
    info!(target: "notes_other", "info of another");
    info!(target: "log", { log.target = "notes::old", log.line = 3 }, "by log");
    info!(target: "log", { log.target = "library" }, "by log of a library");
    let task = async { info!(target: "notes", "in a task") };
    tokio::spawn(task.in_current_span())
        .await
        .expect("no panic");
}

/// A runtime whose threads have a subscriber of their own.
fn runtime(subscriber: impl Subscriber + Send + Sync + 'static) -> Runtime {
    let dispatch = Dispatch::new(subscriber);
    let built = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .on_thread_start(move || {
            // NB. for as long as the thread lives.
            std::mem::forget(tracing::dispatcher::set_default(&dispatch));
        })
        .build();
    built.expect("a runtime")
}

/// What a client hears: `logger: message`.
fn heard(subscriber: impl Subscriber + Send + Sync + 'static) -> Vec<String> {
    let runtime = runtime(subscriber);
    let server = Server::new("filtered", "1").tools(tools![says]);
    let wire = tests::servers::serve(server, runtime.handle()).expect("a server");
    let mut talk = Talk::over(wire, super::LEGACY);
    talk.request("logging/setLevel", json!({"level": "debug"}));
    let call =
        json!({"jsonrpc": "2.0", "id": 99, "method": "tools/call", "params": {"name": "says"}});
    talk.line(call.to_string().as_bytes());
    let mut heard = Vec::new();
    loop {
        let message = talk.next(super::PATIENCE).expect("more to come");
        if message["id"] == 99 {
            return heard;
        }
        let params = &message["params"];
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        assert_eq!(params["data"].as_object().map(|data| data.len()), Some(1));
        heard.push(format!(
            "{}: {}",
            text(&params["logger"]),
            text(&params["data"]["message"])
        ));
    }
}

const NOTES: [&str; 6] = [
    "notes: warning of notes",
    "notes::store: info of the store",
    "notes::store: debug of the store",
    "notes: trace of notes",
    "notes::old: by log",
    "notes: in a task",
];

#[test]
fn a_target_lets_its_own_events_and_those_inside_of_it_through() {
    let logs = ClientLogs::new().targets(["notes"]);
    assert_eq!(heard(registry().with(logs.layer())), NOTES);
}

#[test]
fn the_most_detailed_level_holds_whatever_a_client_asks_for() {
    let logs = ClientLogs::new()
        .targets(["notes"])
        .up_to(tracing::Level::INFO);
    let expected = [NOTES[0], NOTES[1], NOTES[4], NOTES[5]];
    assert_eq!(heard(registry().with(logs.layer())), expected);
}

#[test]
fn a_place_in_the_sources_may_be_left_out() {
    let logs = ClientLogs::new()
        .targets(["notes"])
        .only(|place| place.target() != "notes::store");
    let expected = [NOTES[0], NOTES[3], NOTES[4], NOTES[5]];
    assert_eq!(heard(registry().with(logs.layer())), expected);
}

#[test]
fn a_filter_around_the_layer_chooses_events_and_hides_no_call() {
    let filter = Targets::new().with_target("notes", LevelFilter::TRACE);
    let logs = mcp_runtime::client_logs().with_filter(filter);
    // NB. something must see the spans of calls, or there are none.
    let others = registry().with(Identity::new());
    // NB. `Targets` of `tracing-subscriber` looks at the beginning of the text alone.
    let other = "notes_other: info of another";
    let expected = [NOTES[0], NOTES[1], NOTES[2], NOTES[3], other, NOTES[5]];
    assert_eq!(heard(others.with(logs)), expected);
}

#[test]
fn where_a_filter_for_all_hides_the_spans_of_calls_nothing_is_sent() {
    let filter = Targets::new().with_target("notes", LevelFilter::TRACE);
    let subscriber = registry().with(mcp_runtime::client_logs()).with(filter);
    assert!(heard(subscriber).is_empty());
    let passes = Targets::new()
        .with_target("notes", LevelFilter::TRACE)
        .with_target("mcp_runtime::call", LevelFilter::INFO);
    let subscriber = registry().with(mcp_runtime::client_logs()).with(passes);
    assert_eq!(heard(subscriber).len(), 6);
}

#[test]
fn what_a_client_may_hear_does_not_hide_anything_from_other_layers() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static SEEN: AtomicUsize = AtomicUsize::new(0);
    struct Counts;
    impl<S: Subscriber> Layer<S> for Counts {
        fn on_event(
            &self,
            event: &tracing::Event<'_>,
            _: tracing_subscriber::layer::Context<'_, S>,
        ) {
            if event.metadata().target().starts_with("notes") {
                SEEN.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
    let logs = ClientLogs::new().targets(["nobody"]);
    assert!(heard(registry().with(logs.layer()).with(Counts)).is_empty());
    assert_eq!(SEEN.load(Ordering::Relaxed), 6);
}
