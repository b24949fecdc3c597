//! A layer that is an async closure.
//!
//! In: a closure of a call and what comes next. Out: a layer. Whether and how often the next one
//! runs is the closure's to say.

use super::request::ToolRequest;
use super::service::{Answered, AnyError, Ring, ToolFuture};
use crate::tool::ToolResult;
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower_layer::Layer;
use tower_service::Service;

/// Makes a layer of an async closure; [`Server::around`](crate::Server::around) is short for
/// `.layer(around(…))`.
///
/// ```
/// use mcp_runtime::middleware::{Next, ToolRequest, around};
/// use mcp_runtime::prelude::*;
///
/// async fn on_one_line(call: ToolRequest, next: Next) -> mcp_runtime::Result<ToolResult> {
///     let name = call.name().to_owned();
///     let result = next.run(call).await;
///     eprintln!("{name}: {}", if result.is_ok() { "done" } else { "failed" });
///     result
/// }
///
/// /// Adds two integers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let server = Server::new("s", "1").tools(tools![add]).layer_tool("add", around(on_one_line));
/// assert!(server.build().is_ok());
/// ```
pub fn around<F, A>(closure: F) -> AroundLayer<F>
where
    F: Fn(ToolRequest, Next) -> A + Clone + Send + Sync + 'static,
    A: Future<Output = Answered> + Send + 'static,
{
    AroundLayer(closure)
}

/// A layer that is an async closure; made by [`around`].
#[derive(Clone)]
pub struct AroundLayer<F>(F);

impl<F> fmt::Debug for AroundLayer<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AroundLayer").finish_non_exhaustive()
    }
}

impl<F: Clone, S> Layer<S> for AroundLayer<F> {
    type Service = Closure<F, S>;

    fn layer(&self, inner: S) -> Closure<F, S> {
        let closure = self.0.clone();
        Closure { closure, inner }
    }
}

/// A closure and what it stands around.
#[derive(Clone)]
pub struct Closure<F, S> {
    closure: F,
    inner: S,
}

impl<F, A, S> Service<ToolRequest> for Closure<F, S>
where
    F: Fn(ToolRequest, Next) -> A,
    A: Future<Output = Answered> + Send + 'static,
    S: Service<ToolRequest, Response = ToolResult> + Clone + Send + Sync + 'static,
    S::Error: Into<AnyError>,
    S::Future: Send,
{
    type Response = ToolResult;
    type Error = crate::Error;
    type Future = ToolFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<crate::Result<()>> {
        // NB. what is inside is asked in each of its own calls.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: ToolRequest) -> ToolFuture {
        let next = Next(Arc::new(self.inner.clone()));
        ToolFuture::new((self.closure)(request, next))
    }
}

/// What comes next: the next layer, or the tool. A clone runs it once more.
#[derive(Clone)]
pub struct Next(Ring);

impl Next {
    /// Sends the call on, and waits for what comes of it. Dropped, it gives the call up.
    ///
    /// # Errors
    /// What the tool or a layer further in failed with; wrong arguments and panics of the tool are
    /// among it. See [`Error::kind`](crate::Error::kind).
    pub async fn run(self, call: ToolRequest) -> Answered {
        self.0.pass(call).await
    }
}

impl fmt::Debug for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Next").finish_non_exhaustive()
    }
}
