//! The span of a call joins the caller's trace, as the exporter of OpenTelemetry sees it.
//!
//! In: calls with `traceparent`, `tracestate` and `baggage` in `_meta`, good and bad, in both eras.
//! Out: the exported spans: their ids, parents, names, attributes and status.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use mcp_runtime::prelude::*;
use opentelemetry::baggage::BaggageExt;
use opentelemetry::trace::{SpanKind, Status, TracerProvider};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use serde_json::{Value, json};
use tests::talk::Talk;
use tracing::{Instrument, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::prelude::*;

const ERAS: [&str; 2] = ["2025-11-25", "2026-07-28"];
const SPAN: &str = "b7ad6b7169203331";

/// Works in spans of its own: on the spot, and in a task.
#[tool]
async fn works(secret: String) -> usize {
    info_span!("in the handler").in_scope(|| ());
    let task = async { tokio::task::yield_now().await }.instrument(info_span!("in a task"));
    tokio::spawn(task).await.expect("no panic");
    secret.len()
}

/// Works on a thread of the pool.
#[tool]
fn works_on_a_thread() {
    info_span!("on a thread").in_scope(|| ());
}

/// Says what its caller's trace is.
#[tool]
async fn asks(cx: &Context) -> String {
    match cx.trace_parent() {
        Some(parent) => format!("{} {}", parent.trace_id(), parent.is_sampled()),
        None => "none".to_owned(),
    }
}

/// Says what its caller sent along.
#[tool]
async fn baggage() -> String {
    let context = tracing::Span::current().context();
    let user = context.baggage().get("user");
    user.map_or_else(|| "nobody".to_owned(), ToString::to_string)
}

/// Says that it failed.
#[tool]
async fn fails() -> Result<(), String> {
    Err("no".to_owned())
}

/// Panics.
#[tool]
async fn panics() {
    panic!("on purpose");
}

/// Never ends.
#[tool]
async fn endless() {
    std::future::pending::<()>().await;
}

fn exporter() -> &'static InMemorySpanExporter {
    static EXPORTER: OnceLock<InMemorySpanExporter> = OnceLock::new();
    EXPORTER.get_or_init(|| {
        let exporter = InMemorySpanExporter::default();
        let provider = SdkTracerProvider::builder()
            .with_simple_exporter(exporter.clone())
            .build();
        let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("tests"));
        tracing_subscriber::registry().with(layer).init();
        exporter
    })
}

fn open(version: &str) -> Talk {
    exporter();
    let tools = tools![
        works,
        works_on_a_thread,
        asks,
        baggage,
        fails,
        panics,
        endless
    ];
    let own = |_: serde_json::Map<String, Value>, _| async { Ok(json!({"done": true})) };
    let server = Server::new("traced", "1").tools(tools);
    Talk::open(server.method("myorg/own", own), version)
}

/// A trace that no other test has.
fn trace() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("0af7651916cd43dd{number:016x}")
}

fn parent(trace: &str) -> String {
    format!("00-{trace}-{SPAN}-01")
}

fn call(talk: &mut Talk, tool: &str, arguments: Value, meta: Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
    talk.request("tools/call", params)
}

/// Waits for spans, because they end a moment after the answer.
fn spans(wanted: usize, which: impl Fn(&SpanData) -> bool) -> Vec<SpanData> {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let mut all = exporter().get_finished_spans().expect("spans");
        all.retain(&which);
        if all.len() >= wanted {
            return all;
        }
        assert!(Instant::now() < until, "{wanted} spans, not {all:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn of_trace(trace: &str, wanted: usize) -> Vec<SpanData> {
    spans(wanted, |span| {
        span.span_context.trace_id().to_string() == trace
    })
}

fn named<'a>(spans: &'a [SpanData], name: &str) -> &'a SpanData {
    let found = spans.iter().find(|span| span.name == name);
    found.unwrap_or_else(|| panic!("no span {name} in {spans:?}"))
}

fn attribute(span: &SpanData, name: &str) -> Option<String> {
    let found = span.attributes.iter().find(|a| a.key.as_str() == name);
    found.map(|attribute| attribute.value.to_string())
}

#[test]
fn a_call_is_below_the_callers_span_and_its_own_spans_are_below_it() {
    for version in ERAS {
        let (mut talk, trace) = (open(version), trace());
        let meta = json!({"traceparent": parent(&trace)});
        let answer = call(&mut talk, "works", json!({"secret": "xyzzy"}), meta);
        assert_eq!(answer["result"]["content"][0]["text"], "5", "{answer}");
        let spans = of_trace(&trace, 3);
        let span = named(&spans, "tools/call works");
        assert_eq!(span.parent_span_id.to_string(), SPAN);
        assert!(span.parent_span_is_remote);
        assert_eq!(span.span_kind, SpanKind::Server);
        assert_eq!(span.status, Status::Unset);
        for child in ["in the handler", "in a task"] {
            let child = named(&spans, child);
            assert_eq!(child.parent_span_id, span.span_context.span_id());
        }
        for (name, value) in [
            ("mcp.method.name", "tools/call"),
            ("gen_ai.operation.name", "execute_tool"),
            ("gen_ai.tool.name", "works"),
            ("mcp.protocol.version", version),
            ("trace_id", &trace),
            ("parent_id", SPAN),
        ] {
            assert_eq!(attribute(span, name).as_deref(), Some(value), "{name}");
        }
        assert!(attribute(span, "jsonrpc.request.id").is_some());
        assert!(!format!("{span:?}").contains("xyzzy"), "arguments stay out");
    }
}

#[test]
fn threads_of_sync_tools_and_methods_of_ones_own_belong_to_the_trace_too() {
    for version in ERAS {
        let (mut talk, trace) = (open(version), trace());
        let meta = json!({"traceparent": parent(&trace)});
        call(&mut talk, "works_on_a_thread", json!({}), meta.clone());
        talk.request("myorg/own", json!({ "_meta": meta }));
        let spans = of_trace(&trace, 3);
        let span = named(&spans, "tools/call works_on_a_thread");
        let child = named(&spans, "on a thread");
        assert_eq!(child.parent_span_id, span.span_context.span_id());
        let own = named(&spans, "myorg/own");
        assert_eq!(own.parent_span_id.to_string(), SPAN);
        assert_eq!(attribute(own, "gen_ai.tool.name"), None);
    }
}

#[test]
fn what_is_no_trace_is_ignored_and_the_call_succeeds() {
    for version in ERAS {
        let mut talk = open(version);
        let mut id = 500;
        for wrong in [
            json!("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"),
            json!("00-00000000000000000000000000000000-b7ad6b7169203331-01"),
            json!("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01"),
            json!("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            json!("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"),
            json!(""),
            json!("\u{0}"),
            json!(7),
            json!(null),
            json!({"traceparent": {}}),
        ] {
            id += 1;
            let mut meta = json!({"traceparent": wrong, "tracestate": 1, "baggage": ["x"]});
            if version == ERAS[1] {
                meta["io.modelcontextprotocol/protocolVersion"] = version.into();
                meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
            }
            let request = json!({"jsonrpc": "2.0", "id": format!("{version}/{id}"), "method": "tools/call", "params": {"name": "asks", "_meta": meta}});
            talk.line(request.to_string().as_bytes());
            let answer = talk.next(Duration::from_secs(20)).expect("an answer");
            let text = &answer["result"]["content"][0]["text"];
            assert_eq!(text, "none", "{request}: {answer}");
            let this = format!("\"{version}/{id}\"");
            let found = spans(1, |span| {
                attribute(span, "jsonrpc.request.id").as_deref() == Some(&this)
            });
            let span = &found[0];
            assert!(span.span_context.is_valid(), "a trace of its own");
            assert_eq!(span.parent_span_id.to_string(), "0000000000000000");
            assert_eq!(attribute(span, "trace_id"), None);
        }
    }
}

#[test]
fn a_handler_can_read_the_callers_trace() {
    for version in ERAS {
        let (mut talk, trace) = (open(version), trace());
        let answer = call(
            &mut talk,
            "asks",
            json!({}),
            json!({"traceparent": parent(&trace)}),
        );
        let text = &answer["result"]["content"][0]["text"];
        assert_eq!(text, &json!(format!("{trace} true")));
    }
}

#[test]
fn a_trace_that_its_sender_does_not_record_is_not_recorded_here() {
    let (mut talk, trace) = (open(ERAS[1]), trace());
    let meta = json!({"traceparent": format!("00-{trace}-{SPAN}-00")});
    call(&mut talk, "works_on_a_thread", json!({}), meta);
    let last = self::trace();
    let meta = json!({"traceparent": parent(&last)});
    call(&mut talk, "works_on_a_thread", json!({}), meta);
    of_trace(&last, 2);
    assert!(of_trace(&trace, 0).is_empty());
}

#[test]
fn trace_state_and_baggage_travel_along() {
    for version in ERAS {
        let (mut talk, trace) = (open(version), trace());
        let meta = json!({
            "traceparent": parent(&trace),
            "tracestate": "vendor=one,other=two",
            "baggage": "user=%ED%95%9C%EA%B8%80,more=1",
        });
        let answer = call(&mut talk, "baggage", json!({}), meta);
        assert_eq!(answer["result"]["content"][0]["text"], "한글");
        let span = &of_trace(&trace, 1)[0];
        let state = span.span_context.trace_state();
        assert_eq!(state.get("vendor"), Some("one"));
        assert_eq!(state.get("other"), Some("two"));
    }
}

#[test]
fn baggage_needs_no_trace() {
    let mut talk = open(ERAS[0]);
    let meta = json!({"baggage": "user=kim"});
    let answer = call(&mut talk, "baggage", json!({}), meta);
    assert_eq!(answer["result"]["content"][0]["text"], "kim");
    let answer = call(&mut talk, "baggage", json!({}), json!({}));
    assert_eq!(answer["result"]["content"][0]["text"], "nobody");
}

#[test]
fn what_went_wrong_is_the_status_and_the_type_of_error() {
    for version in ERAS {
        for (tool, arguments, kind, code) in [
            ("fails", json!({}), "tool_error", None),
            ("works", json!({}), "tool_error", None),
            ("panics", json!({}), "-32603", Some("-32603")),
        ] {
            let (mut talk, trace) = (open(version), trace());
            let meta = json!({"traceparent": parent(&trace)});
            call(&mut talk, tool, arguments, meta);
            let spans = of_trace(&trace, 1);
            let span = named(&spans, &format!("tools/call {tool}"));
            assert!(matches!(span.status, Status::Error { .. }), "{span:?}");
            assert_eq!(attribute(span, "error.type").as_deref(), Some(kind));
            let told = attribute(span, "rpc.response.status_code");
            assert_eq!(told.as_deref(), code, "{tool}");
        }
    }
}

#[test]
fn a_cancelled_call_ends_its_span() {
    for version in ERAS {
        let (mut talk, trace) = (open(version), trace());
        let mut meta = json!({"traceparent": parent(&trace)});
        if version == ERAS[1] {
            meta["io.modelcontextprotocol/protocolVersion"] = version.into();
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        let request = json!({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": {"name": "endless", "_meta": meta}});
        talk.line(request.to_string().as_bytes());
        let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 77}});
        talk.line(cancel.to_string().as_bytes());
        let span = &of_trace(&trace, 1)[0];
        assert_eq!(attribute(span, "error.type").as_deref(), Some("cancelled"));
    }
}
