//! What the ready-made layers have in common: a rule around one call.
//!
//! In: a call and what comes next. Out: what the rule makes of it. They never wait before the call
//! (`poll_ready` is always ready), so whoever gives the call up gives the waiting up too.

use super::request::ToolRequest;
use super::service::{Answered, AnyError, ToolFuture, once};
use crate::tool::{BuiltTool, ToolResult};
use std::future::Future;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower_service::Service;

/// A rule around calls.
pub trait Guard: Clone {
    /// One call under the rule. `inner` does nothing before it is polled.
    fn guard(
        self,
        tool: Guarded,
        inner: impl Future<Output = Answered> + Send + 'static,
    ) -> impl Future<Output = Answered> + Send + 'static;
}

/// The tool that is called.
pub struct Guarded(Arc<BuiltTool>);

impl Guarded {
    pub(super) fn name(&self) -> &str {
        self.0.name()
    }
}

/// A rule and what it stands around.
#[derive(Clone, Debug)]
pub struct Within<G, S> {
    pub(super) guard: G,
    pub(super) inner: S,
}

impl<G, S> Service<ToolRequest> for Within<G, S>
where
    G: Guard,
    S: Service<ToolRequest, Response = ToolResult> + Clone + Send + 'static,
    S::Error: Into<AnyError>,
    S::Future: Send,
{
    type Response = ToolResult;
    type Error = crate::Error;
    type Future = ToolFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<crate::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: ToolRequest) -> ToolFuture {
        let tool = Guarded(request.tool.clone());
        let inner = once(self.inner.clone(), request);
        ToolFuture::new(self.guard.clone().guard(tool, inner))
    }
}
