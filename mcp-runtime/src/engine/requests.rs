//! Requests, one by one: admitted, routed, answered or started.
//!
//! In: a classified request and where its reply goes. Out: a reply at once for everything that
//! needs no handler (`ping`, the handshake, lists), or a started call.

use super::answer::Answer;
use super::batch::Sink;
use super::{Connection, Start};
use crate::client_logs;
use crate::context::{Context, LogGate, Peer, RequestState};
use crate::dispatch::{self, Route};
use crate::lifecycle::{Admission, Terms, modern};
use crate::revision;
use crate::server::custom::CustomMethod;
use crate::span::CallSpan;
use crate::tool::{BuiltTool, Call, Outcome};
use mcp_core::json::Raw;
use mcp_core::method;
use mcp_core::reasons;
use mcp_core::rpc::{self, Batch, Fault, FaultKind, Id, Params, Request};
use mcp_core::trace::TraceParent;
use std::sync::Arc;

impl Connection {
    pub(super) fn request(&mut self, request: &Request<'_>, sink: &Sink, out: &mut Vec<u8>) {
        if self.was_cancelled(&request.id) {
            if let Sink::Batch(batch) = sink {
                // NB. the batch is still being read, so this never ends it.
                let _ = batch.close();
            }
            return;
        }
        let handled = self
            .admit_id(&request.id)
            .and_then(|()| request.parameters())
            .and_then(|params| self.handle(&request.id, &request.method, params, sink, out));
        if let Err(mut fault) = handled {
            if dispatch::is_notification(&request.method) {
                fault = reasons::notification_with_id(&request.method);
            }
            self.refuse_request(&request.id, &fault, sink, out);
        }
    }

    /// Whether it was cancelled while it waited; nothing is said about it then.
    fn was_cancelled(&mut self, id: &Id) -> bool {
        !self.cancelled_early.is_empty() && self.cancelled_early.contains(id)
    }

    fn handle(
        &mut self,
        id: &Id,
        method: &str,
        params: &Params<'_>,
        sink: &Sink,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let terms = match self.session.admit(method, params)? {
            Admission::Serve(terms) => terms,
            Admission::Ping => return self.empty(id, sink, out),
            Admission::Handshake => return self.handshake(id, params, sink, out),
        };
        let server = self.server.clone();
        match dispatch::route(&server, terms, method)? {
            Route::CallTool => self.call_tool(id, terms, params, sink, out),
            Route::Ping => self.empty(id, sink, out),
            Route::ListTools => self.list_tools(id, terms, params, sink, out),
            Route::Discover => {
                let result = server.discovery(terms.version);
                self.result(id, result, sink, out)
            }
            Route::SetLevel => self.set_level(id, params, sink, out),
            Route::Custom(custom) => {
                self.call_custom(id, terms, (method, params), custom, sink, out)
            }
        }
    }

    fn empty(&mut self, id: &Id, sink: &Sink, out: &mut Vec<u8>) -> Result<(), Fault> {
        self.result(id, "{}", sink, out)
    }

    fn result(
        &mut self,
        id: &Id,
        result: &str,
        sink: &Sink,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        self.reply(id, sink, out, |text| {
            rpc::result_head(text, id);
            text.extend_from_slice(result.as_bytes());
            rpc::result_tail(text);
        });
        Ok(())
    }

    fn handshake(
        &mut self,
        id: &Id,
        params: &Params<'_>,
        sink: &Sink,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let version = self.session.initialize(params)?.version;
        let result = revision::initialize(version, &self.server);
        self.result(id, &result, sink, out)
    }

    fn list_tools(
        &mut self,
        id: &Id,
        terms: Terms,
        params: &Params<'_>,
        sink: &Sink,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let cursor = reasons::optional_text("params.cursor", params.cursor)?;
        let server = self.server.clone();
        match server.tool_pages(terms.version).at(cursor.as_deref()) {
            Some(page) => self.result(id, page, sink, out),
            None => Err(reasons::unknown_cursor(method::TOOLS_LIST)),
        }
    }

    fn set_level(
        &mut self,
        id: &Id,
        params: &Params<'_>,
        sink: &Sink,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let level = modern::read_level("params.level", params.level)?;
        if let Some(session) = self.session.legacy_mut() {
            session.log_level.set(level);
            client_logs::asked(level);
        }
        self.empty(id, sink, out)
    }

    fn call_tool(
        &mut self,
        id: &Id,
        terms: Terms,
        params: &Params<'_>,
        sink: &Sink,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let name = reasons::required_text("params.name", params.name)?;
        let Some(tool) = self.server.tools.get(&name).cloned() else {
            let known = self.server.tools.names();
            return Err(reasons::unknown_tool(&name, known));
        };
        let arguments = reasons::optional_object("params.arguments", params.arguments)?;
        let request = self.request_state(terms, params)?;
        self.admit_call()?;
        let meta = params.meta.raw;
        let called = (method::TOOLS_CALL, Some(tool.clone()));
        let answer = self.answer(id, terms, called, &request, meta);
        // NB. a thread of the pool is not free before its job has ended, cancelled or not.
        let permit = tool
            .is_blocking()
            .then(|| self.flights.alive.permit(Some(tool.clone())));
        let context = Context::of(request.clone()).keeping(permit.clone());
        let mut call = Call::run(tool.clone(), arguments, context);
        if let Some(report) = tool.misplaced(params.stray().map(|member| member.key), arguments) {
            call = match call.refuse(report) {
                Ok(refused) => refused,
                Err(report) => {
                    self.ready(&answer, &request, sink, Outcome::Wrong(report), out);
                    return Ok(());
                }
            };
        }
        let work = answer.make(|| tool.start(call));
        let start = Start {
            work,
            here: self.may_run_here(&tool),
            limit: tool.timeout().or(self.server.limits.tool_timeout),
            answer,
            request,
            sink: sink.clone(),
            permit,
        };
        self.start(start, out);
        Ok(())
    }

    /// Tools that only hand their work over, and those marked `inline`, are polled here from the
    /// first call on; the others when they have proven quick. A connection that is a task among
    /// tasks holds up only itself, so there a tool counts as quick until it proves otherwise.
    fn may_run_here(&self, tool: &BuiltTool) -> bool {
        let polls = tool.polls();
        tool.is_inline()
            || tool.only_hands_over()
            || polls.may_run_here(&self.server.limits)
            || !self.own_thread && !polls.is_banned()
    }

    fn call_custom(
        &mut self,
        id: &Id,
        terms: Terms,
        (method, params): (&str, &Params<'_>),
        custom: &CustomMethod,
        sink: &Sink,
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let request = self.request_state(terms, params)?;
        self.admit_call()?;
        let answer = self.answer(id, terms, (method, None), &request, params.meta.raw);
        let context = Context::of(request.clone());
        let work = answer.make(|| {
            let answer = (custom.run)(params.raw, context);
            Box::pin(async move {
                match answer.await {
                    Ok(value) => Outcome::Value(value),
                    Err(error) => Outcome::Fault(error),
                }
            })
        });
        let start = Start {
            work,
            here: false,
            limit: self.server.limits.tool_timeout,
            answer,
            request,
            sink: sink.clone(),
            permit: None,
        };
        self.start(start, out);
        Ok(())
    }

    fn answer(
        &self,
        id: &Id,
        terms: Terms,
        (method, tool): (&str, Option<Arc<BuiltTool>>),
        request: &Arc<RequestState>,
        meta: Option<Raw<'_>>,
    ) -> Answer {
        let name = tool.as_deref().map(BuiltTool::name);
        let span = CallSpan::new(method, name, id, terms.version, request, meta);
        Answer::new(id.clone(), terms, self.server.clone(), tool, span)
    }

    /// One id, one running request.
    fn admit_id(&self, id: &Id) -> Result<(), Fault> {
        if self.flights.len() > 0 && self.flights.contains(id) {
            return Err(reasons::id_in_flight(id));
        }
        Ok(())
    }

    /// Not more calls at once than the limit.
    fn admit_call(&self) -> Result<(), Fault> {
        let limit = self.server.limits.max_in_flight;
        if self.flights.alive.count() >= limit {
            let retry_after = self.server.limits.busy_retry_after.as_millis();
            let retry_after = u64::try_from(retry_after).unwrap_or(u64::MAX);
            return Err(reasons::busy(limit, retry_after));
        }
        Ok(())
    }

    fn request_state(&self, terms: Terms, params: &Params<'_>) -> Result<Arc<RequestState>, Fault> {
        let token = match params.meta.progress_token.filter(|t| !t.is_null()) {
            None => None,
            Some(token) => Some(reasons::progress_token(token)?.get().into()),
        };
        let (gate, peer) = match self.session.legacy() {
            Some(session) if !terms.version.is_modern() => (
                LogGate::Session(session.log_level.clone()),
                Peer::Known(session.client.clone()),
            ),
            _ => (
                terms.log_level.map_or(LogGate::Closed, LogGate::At),
                Peer::Meta(terms.version, params.meta.raw.map_or("{}", Raw::get).into()),
            ),
        };
        let outgoing = Some(self.outgoing.clone());
        // NB. what is no valid trace is no reason to refuse a call (W3C Trace Context, Level 2).
        let trace = params.meta.traceparent.and_then(|raw| raw.string().ok());
        let trace = trace.and_then(|text| TraceParent::parse(&text));
        Ok(RequestState::new(
            outgoing,
            token,
            gate,
            peer,
            trace,
            self.identity.clone(),
        ))
    }
}

/// Why a batch is refused as a whole, if it is.
pub(super) fn check_batch(batch: Batch<'_>, known: bool, limit: usize) -> Result<(), Fault> {
    if !known {
        return Err(Fault::new(FaultKind::BatchNotAllowed));
    }
    batch.check(limit)
}
