//! The chain of layers around a tool, and the step from one to the next.
//!
//! In: a request and how far it has come. Out: what came of it. Each layer is put around a
//! [`ToolService`] once, whatever number of tools it is for, so its limits are shared by them; which
//! layer or tool comes next, the request knows. A service is cloned for each call and asked whether
//! it is ready there, so a layer that waits holds up that call alone.

use super::request::ToolRequest;
use crate::context::Attempt;
use crate::error::{Error, ErrorKind, with_causes};
use crate::report;
use crate::tool::{BoxFuture, BuiltTool, Call, Outcome, Run, ToolResult, make_caught, poll_caught};
use std::error::Error as StdError;
use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower_service::Service;

/// What a call comes to.
pub(super) type Answered = Result<ToolResult, Error>;

/// Any error that a layer may fail with.
pub(super) type AnyError = Box<dyn StdError + Send + Sync>;

/// What stands inside of a layer: the next one, or the tool itself. It is always ready.
#[derive(Clone)]
pub struct ToolService(());

impl ToolService {
    pub(super) const INSIDE: Self = Self(());
}

impl fmt::Debug for ToolService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolService").finish_non_exhaustive()
    }
}

impl Service<ToolRequest> for ToolService {
    type Response = ToolResult;
    type Error = Error;
    type Future = ToolFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: ToolRequest) -> ToolFuture {
        ToolFuture::new(onward(request))
    }
}

/// A call that runs. Dropped, it is given up, and its handler with it.
#[must_use = "a call does nothing until it is awaited"]
pub struct ToolFuture(Pin<Box<dyn Future<Output = Answered> + Send>>);

impl ToolFuture {
    pub(super) fn new(future: impl Future<Output = Answered> + Send + 'static) -> Self {
        Self(Box::pin(future))
    }
}

impl Future for ToolFuture {
    type Output = Answered;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Answered> {
        self.0.as_mut().poll(cx)
    }
}

impl fmt::Debug for ToolFuture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolFuture").finish_non_exhaustive()
    }
}

/// A layer that stands around a [`ToolService`]; copies share what they limit.
pub(crate) type Ring = Arc<dyn Around>;

/// A service whose type is forgotten.
pub(crate) trait Around: Send + Sync {
    /// One call through a copy of it.
    fn pass(&self, request: ToolRequest) -> ToolFuture;
}

impl<S> Around for S
where
    S: Service<ToolRequest, Response = ToolResult> + Clone + Send + Sync + 'static,
    S::Error: Into<AnyError>,
    S::Future: Send,
{
    fn pass(&self, request: ToolRequest) -> ToolFuture {
        ToolFuture::new(once(self.clone(), request))
    }
}

/// One call, when the service is ready for it.
pub(super) async fn once<S>(mut service: S, request: ToolRequest) -> Answered
where
    S: Service<ToolRequest, Response = ToolResult, Error: Into<AnyError>>,
{
    let ready = poll_fn(|cx| service.poll_ready(cx)).await;
    ready.map_err(|error| Error::of_layer(error.into()))?;
    let answered = service.call(request).await;
    answered.map_err(|error| Error::of_layer(error.into()))
}

/// The layers around one tool, the outermost first, and the tool itself.
pub(super) struct Chain {
    pub(super) rings: Vec<Ring>,
    pub(super) run: Run,
}

/// Puts layers around a tool; without any it stays as it is.
pub(crate) fn within(tool: &mut BuiltTool, rings: Vec<Ring>) {
    if rings.is_empty() {
        return;
    }
    tool.run_within(|run| {
        let chain = Arc::new(Chain { rings, run });
        Arc::new(move |call| start(call, &chain))
    });
}

/// Starts a call at its outermost layer. Nothing of the user's runs before the first poll.
fn start(call: Call, chain: &Arc<Chain>) -> BoxFuture {
    if call.is_description() {
        return (chain.run)(call);
    }
    let request = ToolRequest::of(call, chain.clone());
    Box::pin(async move {
        match request {
            Some(request) => outcome(onward(request).await),
            None => Outcome::Fault(Error::internal("a call without a tool")),
        }
    })
}

/// Through the next layer, or into the tool.
async fn onward(mut request: ToolRequest) -> Answered {
    let next = request.chain.rings.get(request.passed).cloned();
    match next {
        Some(ring) => {
            request.passed += 1;
            ring.pass(request).await
        }
        None => innermost(request).await,
    }
}

/// Runs the tool once. A panic of it is an error here, so that layers come to their end.
async fn innermost(mut request: ToolRequest) -> Answered {
    if let Some(report) = request.refused {
        return Err(Error::refused(Arc::unwrap_or_clone(report)));
    }
    let attempt = EndOnDrop(Attempt::begin());
    let arguments = request.take_arguments();
    let context = request.context.in_attempt(attempt.0.clone());
    let call = Call::of_parts(request.tool, arguments, context);
    let mut work = match make_caught(|| (request.chain.run)(call)) {
        Ok(work) => work,
        Err(outcome) => return answered(outcome),
    };
    let done = poll_fn(|cx| poll_caught(&mut work, cx)).await;
    // NB. destructors of the user's run here, and they may panic.
    if let Err(panic) = report::catch(AssertUnwindSafe(|| drop(work))) {
        tracing::error!(%panic, "a destructor of a handler panicked");
    }
    answered(done)
}

/// Tells a run of the handler that nobody waits for it any more, however its future ended.
struct EndOnDrop(Attempt);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// What the layers see of an outcome.
fn answered(outcome: Outcome) -> Answered {
    match outcome {
        Outcome::Done(result) => Ok(result),
        Outcome::Wrong(report) => Err(Error::refused(*report)),
        Outcome::Fault(error) => Err(error),
        Outcome::Panicked(panic) => Err(Error::panicked(panic)),
        Outcome::Value(_) | Outcome::Described(_) => {
            Err(Error::internal("a tool came to what no tool comes to"))
        }
    }
}

/// What the engine answers, from what the layers came to.
fn outcome(answered: Answered) -> Outcome {
    let error = match answered {
        Ok(result) => return Outcome::Done(result),
        Err(error) => error,
    };
    match error.kind() {
        ErrorKind::Panicked => Outcome::Panicked(error.to_string()),
        ErrorKind::TimedOut | ErrorKind::Layer => {
            Outcome::Done(ToolResult::error(with_causes(&error)))
        }
        _ => Outcome::Fault(error),
    }
}
