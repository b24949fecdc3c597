//! Log messages from `tracing` events, left out: the feature `client-logs` is off.
//!
//! In: nothing. Out: nothing. It has the names that others use and no code.

use crate::context::RequestState;
use mcp_core::logging::LoggingLevel;
use std::sync::Arc;

pub(crate) const fn installed() -> bool {
    false
}

#[inline(always)]
pub(crate) fn attach(_: &tracing::Span, _: &Arc<RequestState>) {}

#[inline(always)]
pub(crate) fn asked(_: LoggingLevel) {}
