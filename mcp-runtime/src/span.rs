//! The `tracing` span around one call, from its first step to its answer.
//!
//! In: what is known of the request, and what became of it. Out: a span, entered whenever code of
//! the user's runs for the call: in every poll, in every drop, and on the threads of sync tools.
//! Names and fields are those of the OpenTelemetry conventions for MCP. Arguments and results
//! never become fields: they may hold secrets. Where nobody listens a call pays for one look at a
//! static, and nothing is written.

#[cfg(not(feature = "opentelemetry"))]
#[path = "span/local.rs"]
mod remote;
#[cfg(feature = "opentelemetry")]
mod remote;

use crate::client_logs;
use crate::context::RequestState;
use crate::report::Shown;
use mcp_core::json::Raw;
use mcp_core::rpc::{ErrorCode, Id};
use mcp_core::version::ProtocolVersion;
use std::sync::Arc;
use tracing::field::Empty;

/// What the spans of calls can be filtered by.
pub(crate) const TARGET: &str = "mcp_runtime::call";

/// The span of one call.
pub(crate) struct CallSpan(tracing::Span);

impl CallSpan {
    /// The span of a call of `tool`, or of a method that is the application's own; `meta` is the
    /// `_meta` of the request.
    pub(crate) fn new(
        method: &str,
        tool: Option<&str>,
        id: &Id,
        version: ProtocolVersion,
        request: &Arc<RequestState>,
        meta: Option<Raw<'_>>,
    ) -> Self {
        let trace = || request.trace();
        let span = tracing::info_span!(
            target: TARGET,
            "mcp.call",
            "mcp.method.name" = method,
            "gen_ai.operation.name" = tool.map(|_| "execute_tool"),
            "gen_ai.tool.name" = tool,
            "jsonrpc.request.id" = %Shown(id.to_string()),
            "mcp.protocol.version" = version.as_str(),
            "trace_id" = trace().map(|trace| display(trace.trace_id())),
            "parent_id" = trace().map(|trace| display(trace.span_id())),
            "error.type" = Empty,
            "otel.name" = Empty,
            "otel.kind" = Empty,
            "otel.status_code" = Empty,
            "rpc.response.status_code" = Empty,
        );
        client_logs::attach(&span, request);
        remote::begin(&span, method, tool, request, meta);
        Self(span)
    }

    /// Code of the call runs until the guard is dropped.
    #[inline]
    pub(crate) fn enter(&self) -> tracing::span::Entered<'_> {
        self.0.enter()
    }

    /// The tool says that it failed.
    pub(crate) fn tool_failed(&self) {
        self.0.record("error.type", "tool_error");
        remote::failed(&self.0);
    }

    /// The answer is an error with that code.
    pub(crate) fn refused(&self, code: ErrorCode) {
        if !self.0.is_disabled() {
            let code = code.0.to_string();
            self.0.record("error.type", code.as_str());
            self.0.record("rpc.response.status_code", code.as_str());
            remote::failed(&self.0);
        }
    }

    /// There is no answer, because nobody waits for it any more.
    pub(crate) fn cancelled(&self) {
        self.0.record("error.type", "cancelled");
        remote::failed(&self.0);
    }
}
