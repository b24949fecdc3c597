//! The span of a call as a part of the caller's trace, in OpenTelemetry.
//!
//! In: the span, not yet entered, and the `_meta` of the request. Out: the same span with the name
//! and the kind that the conventions for MCP want, below the caller's span, with its trace state and
//! its baggage (W3C Trace Context and W3C Baggage). What is not valid is ignored: a call never
//! fails over it. Nothing here starts, exports or samples anything.

use crate::context::RequestState;
use mcp_core::json::Raw;
use mcp_core::meta::{BAGGAGE, TRACEPARENT, TRACESTATE};
use opentelemetry::Context;
use opentelemetry::baggage::BaggageExt;
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::TraceContextExt;
use opentelemetry_sdk::propagation::{BaggagePropagator, TraceContextPropagator};
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Names the span and puts it below the caller's.
pub(super) fn begin(
    span: &tracing::Span,
    method: &str,
    tool: Option<&str>,
    request: &RequestState,
    meta: Option<Raw<'_>>,
) {
    if span.is_disabled() {
        return;
    }
    match tool {
        Some(tool) => span.record("otel.name", format!("{method} {tool}")),
        None => span.record("otel.name", method),
    };
    span.record("otel.kind", "server");
    let parent = meta.map(|meta| Carrier::of(meta, request).extract());
    if let Some(parent) = parent
        && (parent.span().span_context().is_valid() || !parent.baggage().is_empty())
    {
        // NB. an error says that nobody here records spans for OpenTelemetry.
        let _ = span.set_parent(parent);
    }
}

/// The call did not succeed.
pub(super) fn failed(span: &tracing::Span) {
    span.record("otel.status_code", "ERROR");
}

/// The three members of `_meta` that a trace travels in.
struct Carrier(Vec<(&'static str, String)>);

impl Carrier {
    /// NB. without a valid `traceparent` there is nothing that `tracestate` could belong to (W3C
    /// Trace Context, `tracestate`); baggage stands alone.
    fn of(meta: Raw<'_>, request: &RequestState) -> Self {
        let text = |name| Some((name, meta.member(name)?.string().ok()?.into_owned()));
        let trace = request.trace().is_some();
        let names = [TRACEPARENT, TRACESTATE].into_iter().filter(|_| trace);
        Self(names.chain([BAGGAGE]).filter_map(text).collect())
    }

    fn extract(&self) -> Context {
        let trace = TraceContextPropagator::new().extract_with_context(&Context::new(), self);
        BaggagePropagator::new().extract_with_context(&trace, self)
    }
}

impl Extractor for Carrier {
    fn get(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| value.as_str())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| *name).collect()
    }
}
