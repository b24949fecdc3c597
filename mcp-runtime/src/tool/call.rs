//! One call of a tool, and what comes of it.
//!
//! In: the tool, the arguments as they were sent, the context. Out: one [`Outcome`]. A call owns
//! all that its handler borrows, so that the handler's future stands on its own. It never writes a
//! reply.

#[cfg(feature = "tower")]
mod layered;

use super::BuiltTool;
use super::describe::Description;
use super::plan::Plan;
use super::result::ToolResult;
use crate::context::Context;
use crate::error::Error;
use crate::states::States;
use mcp_core::json::{Raw, Text};
use mcp_core::schema::Report;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

/// A handler on its way.
pub type BoxFuture = Pin<Box<dyn Future<Output = Outcome> + Send + 'static>>;

/// What runs a tool.
pub(crate) type Run = Arc<dyn Fn(Call) -> BoxFuture + Send + Sync>;

/// One call, or the question what the tool is.
pub struct Call {
    doing: Doing,
    context: Context,
}

enum Doing {
    Running(Arc<BuiltTool>, Option<Text>),
    /// Arguments that are refused already; only layers are still to hear of it.
    #[cfg(feature = "tower")]
    Refused(Arc<BuiltTool>, Option<Text>, Box<Report>),
    Describing,
}

/// What comes of a call.
pub enum Outcome {
    /// The function returned; its result may be an error that the model is told.
    Done(ToolResult),
    /// The arguments are wrong; the function was not called.
    Wrong(Box<Report>),
    /// A JSON-RPC error.
    Fault(Error),
    /// The handler panicked; this is what it said.
    Panicked(String),
    /// Any JSON value, from a method that is no tool.
    Value(Text),
    /// Nothing was called; this is what the tool is.
    Described(Box<Description>),
}

/// Makes the future of a handler; a panic in that is an outcome.
pub(crate) fn make_caught(make: impl FnOnce() -> BoxFuture) -> Result<BoxFuture, Outcome> {
    crate::report::catch(AssertUnwindSafe(make)).map_err(Outcome::Panicked)
}

/// One poll of a handler; a panic in it is an outcome.
pub(crate) fn poll_caught(handler: &mut BoxFuture, cx: &mut TaskContext<'_>) -> Poll<Outcome> {
    crate::report::catch(AssertUnwindSafe(|| handler.as_mut().poll(cx)))
        .unwrap_or_else(|panic| Poll::Ready(Outcome::Panicked(panic)))
}

impl Call {
    /// The question what a tool is.
    pub(crate) fn describe() -> Self {
        Self {
            doing: Doing::Describing,
            context: Context::detached(),
        }
    }

    /// A call with its arguments: an object, or none at all.
    pub(crate) fn run(tool: Arc<BuiltTool>, arguments: Option<Raw<'_>>, context: Context) -> Self {
        Self {
            doing: Doing::Running(tool, arguments.map(Text::from)),
            context,
        }
    }

    /// The call with arguments that are refused already, for the layers of its tool to hear of;
    /// without layers there is nobody to tell, and the report comes back.
    #[cfg(not(feature = "tower"))]
    pub(crate) fn refuse(self, report: Box<Report>) -> Result<Self, Box<Report>> {
        Err(report)
    }

    /// Is the tool asked what it is?
    pub(crate) fn is_description(&self) -> bool {
        matches!(self.doing, Doing::Describing)
    }

    /// The tool that is called.
    pub(super) fn tool(&self) -> Option<&Arc<BuiltTool>> {
        match &self.doing {
            Doing::Running(tool, _) => Some(tool),
            #[cfg(feature = "tower")]
            Doing::Refused(tool, ..) => Some(tool),
            Doing::Describing => None,
        }
    }

    pub(super) fn plan(&self) -> Option<&Plan> {
        self.tool().map(|tool| &tool.plan)
    }

    pub(super) fn states(&self) -> Option<&States> {
        self.tool().map(|tool| &*tool.states)
    }

    pub(super) fn context(&self) -> &Context {
        &self.context
    }

    /// The arguments as they were sent.
    pub(super) fn arguments(&self) -> Option<Raw<'_>> {
        match &self.doing {
            Doing::Running(_, arguments) => arguments.as_ref().map(Text::as_raw),
            #[cfg(feature = "tower")]
            Doing::Refused(_, arguments, _) => arguments.as_ref().map(Text::as_raw),
            Doing::Describing => None,
        }
    }
}
