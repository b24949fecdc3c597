//! Spans without OpenTelemetry: the feature `opentelemetry` is off.
//!
//! In: nothing. Out: nothing. It has the names that others use and no code.

use crate::context::RequestState;
use mcp_core::json::Raw;

#[inline(always)]
pub(super) fn begin(
    _: &tracing::Span,
    _: &str,
    _: Option<&str>,
    _: &RequestState,
    _: Option<Raw<'_>>,
) {
}

#[inline(always)]
pub(super) fn failed(_: &tracing::Span) {}
