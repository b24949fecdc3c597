//! From what a handler came to, to the text of the reply.
//!
//! In: an outcome, and the id and terms of its request. Out: one reply, shaped for the peer's
//! revision. Panics of handlers end here: in every poll and in every drop. It never decides whether
//! a reply is due.

use crate::error::{internal_reply, reference};
use crate::lifecycle::Terms;
use crate::revision;
use crate::server::Inner;
use crate::span::CallSpan;
use crate::tool::{BoxFuture, BuiltTool, On, Outcome, ToolResult, make_caught, poll_caught};
use mcp_core::json::Kind;
use mcp_core::reasons;
use mcp_core::rpc::{self, ErrorCode, ErrorObject, Id};
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

/// All that the reply to one request needs besides the outcome.
pub(crate) struct Answer {
    id: Id,
    terms: Terms,
    server: Arc<Inner>,
    tool: Option<Arc<BuiltTool>>,
    span: CallSpan,
}

impl Answer {
    pub(crate) fn new(
        id: Id,
        terms: Terms,
        server: Arc<Inner>,
        tool: Option<Arc<BuiltTool>>,
        span: CallSpan,
    ) -> Self {
        Self {
            id,
            terms,
            server,
            tool,
            span,
        }
    }

    pub(crate) fn id(&self) -> &Id {
        &self.id
    }

    pub(crate) fn tool(&self) -> Option<&Arc<BuiltTool>> {
        self.tool.as_ref()
    }

    /// Whether the engine may wait for the first poll of this call.
    pub(crate) fn is_on_trial(&self) -> bool {
        let limits = &self.server.limits;
        self.tool()
            .is_some_and(|tool| tool.polls().is_on_trial(limits))
    }

    pub(crate) fn record_first_poll(&self, took: Duration, on: On) {
        if let Some(tool) = &self.tool {
            tool.record_first_poll(took, on, &self.server.limits);
        }
    }

    pub(crate) fn timed_out(&self, limit: Duration) -> Outcome {
        let words = format!("was stopped: it took longer than its time limit of {limit:?}");
        match &self.tool {
            Some(_) => Outcome::Done(ToolResult::error(format!("the tool {words}"))),
            None => {
                let words = format!("the method {words}");
                let code = ErrorCode::INTERNAL_ERROR;
                Outcome::Fault(crate::Error::new(code, words.as_str()).with_data(json!({
                    "reason": words,
                    "limitMs": u64::try_from(limit.as_millis()).unwrap_or(u64::MAX),
                })))
            }
        }
    }

    /// Makes the future of a handler; a panic in that is an outcome.
    pub(crate) fn make(&self, make: impl FnOnce() -> BoxFuture) -> Result<BoxFuture, Outcome> {
        let _inside = self.span.enter();
        make_caught(make)
    }

    /// One poll; a panic in it is an outcome.
    pub(crate) fn poll(&self, work: &mut BoxFuture, cx: &mut Context<'_>) -> Poll<Outcome> {
        let _inside = self.span.enter();
        poll_caught(work, cx)
    }

    /// Drops a handler. NB. destructors of the user's run here, and they may panic.
    pub(crate) fn put_away(&self, work: Option<BoxFuture>) {
        let Some(work) = work else { return };
        let _inside = self.span.enter();
        if catch_unwind(AssertUnwindSafe(|| drop(work))).is_err() {
            tracing::error!("a destructor of a handler panicked");
        }
    }

    /// Drops a handler whose answer nobody waits for.
    pub(crate) fn cancelled(&self, work: Option<BoxFuture>) {
        self.span.cancelled();
        self.put_away(work);
    }

    /// Appends the reply, without a line end.
    pub(crate) fn write(&self, out: &mut Vec<u8>, outcome: Outcome) {
        let start = out.len();
        let _inside = self.span.enter();
        // NB. errors are the user's too: what they say of themselves may panic.
        let written = crate::report::catch(AssertUnwindSafe(|| self.write_result(out, outcome)));
        let written = written.unwrap_or_else(|panic| Err(panicked(&self.doing(), &panic)));
        if let Err(error) = written {
            self.span.refused(error.code);
            out.truncate(start);
            rpc::error(out, rpc::ErrorId::Known(&self.id), &error);
        }
        let limit = self.server.limits.max_result_bytes;
        let size = out.len() - start;
        if size > limit {
            out.truncate(start);
            tracing::warn!(size, limit, doing = %self.doing(), "a result is larger than the limit");
            let error = reasons::too_large(size, limit);
            self.span.refused(error.code);
            rpc::error(out, rpc::ErrorId::Known(&self.id), &error);
        }
    }

    fn write_result(&self, out: &mut Vec<u8>, outcome: Outcome) -> Result<(), ErrorObject> {
        let result = match outcome {
            Outcome::Done(result) => result,
            Outcome::Wrong(report) => {
                let name = self.tool.as_ref().map_or("", |t| t.name());
                revision::wrong_arguments(self.terms.version, &report, name)?
            }
            Outcome::Fault(error) => self.fault(error)?,
            Outcome::Panicked(panic) => return Err(panicked(&self.doing(), &panic)),
            Outcome::Value(text) => {
                let value = text.as_raw();
                if value.kind() != Kind::Object {
                    let what = value.kind().with_article();
                    let fault =
                        format!("a custom method returned {what}, and a result is an object");
                    return Err(crate::Error::internal(fault).into_reply(&self.doing()));
                }
                rpc::result_head(out, &self.id);
                revision::write_custom_result(out, self.terms.version, &self.server, value);
                rpc::result_tail(out);
                return Ok(());
            }
            Outcome::Described(_) => {
                return Err(crate::Error::internal("a call was described, not made")
                    .into_reply(&self.doing()));
            }
        };
        if result.is_error {
            self.span.tool_failed();
        }
        rpc::result_head(out, &self.id);
        revision::write_tool_result(out, self.terms.version, &self.server, &result);
        rpc::result_tail(out);
        Ok(())
    }

    /// An error of the handler's. What a tool itself finds wrong with its arguments is told in the
    /// way of any wrong argument.
    fn fault(&self, error: crate::Error) -> Result<ToolResult, ErrorObject> {
        let version = self.terms.version;
        let reply = |error: crate::Error| revision::error(version, error.into_reply(&self.doing()));
        match (&self.tool, error.report()) {
            (Some(tool), Some(report)) => {
                let text = report.text(tool.name());
                revision::refused_arguments(version, text, reply(error))
            }
            _ => Err(reply(error)),
        }
    }

    fn doing(&self) -> String {
        doing(self.tool.as_deref())
    }
}

/// What runs, for the log.
pub(super) fn doing(tool: Option<&BuiltTool>) -> String {
    match tool {
        Some(tool) => format!("tool `{}`", tool.name()),
        None => "a custom method".to_owned(),
    }
}

fn panicked(doing: &str, panic: &str) -> ErrorObject {
    let reference = reference();
    tracing::error!(%reference, %panic, "{doing} panicked");
    crate::report::without_subscriber(|| {
        format!("{doing} panicked, reference {reference}: {panic}")
    });
    internal_reply(&reference)
}
