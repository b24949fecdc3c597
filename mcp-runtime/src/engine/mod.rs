//! One connection: what comes in, in which order it is answered, what is running, what is
//! cancelled.
//!
//! In: frames, one at a time, from whatever transport. Out: replies that are ready at once,
//! appended to the transport's buffer; all else follows through [`Outgoing`], the one
//! queue to the one writer. Never does I/O itself, and never runs a handler that could hold it
//! up: a tool is polled here only after it has proven quick.

mod alive;
pub(crate) mod answer;
pub(crate) mod batch;
pub(crate) mod drive;
pub(crate) mod inflight;
mod per_second;
mod refusals;
mod requests;
#[cfg(test)]
mod tests;
#[cfg(all(unix, feature = "stdio"))]
mod thread;
mod told;
mod watch;

use crate::context::Identity;
use crate::lifecycle::Session;
use crate::outgoing::Outgoing;
use crate::report::Shown;
use crate::server::Inner;
use crate::sync::Tasks;
use crate::tool::{BoxFuture, On};
use crate::transport::Engine;
use crate::wire::{Places, Wire};
#[cfg(feature = "http")]
pub(crate) use alive::Alive;
use alive::Permit;
use answer::Answer;
use batch::{BatchReply, Sink};
pub(crate) use inflight::Flights;
use inflight::{Deadline, Flying, Trial};
use mcp_core::reasons;
use mcp_core::rpc::{
    self, Batch, ErrorObject, Fault, FaultKind, Id, Message, Notification, Refusal, Request,
};
use per_second::PerSecond;
use refusals::Refusals;
use std::collections::HashSet;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Waker};
use std::time::Instant;
use watch::Watch;

/// The engine of one connection.
pub(crate) struct Connection {
    server: Arc<Inner>,
    tasks: Tasks,
    outgoing: Arc<Outgoing>,
    session: Session,
    /// Who is on the other side, as was proven before anything came here.
    identity: Option<Identity>,
    flights: Arc<Flights>,
    /// Errors without a usable id, so that two peers that answer each other's fall silent.
    unreadable: PerSecond,
    refusals: Refusals,
    /// Ids of requests that were cancelled while they still waited to be served.
    cancelled_early: HashSet<Id>,
    /// A call was cancelled; its handler will have ended in a moment.
    makes_room: bool,
    /// It lives on a thread where handlers must be quick; otherwise in a task among tasks.
    own_thread: bool,
    watch: Watch,
    wire: Wire,
}

/// So many cancellations of waiting requests are remembered.
const MAX_CANCELLED_EARLY: usize = 1024;

/// One call on its way into the table or out of the door.
struct Start {
    work: Result<BoxFuture, crate::tool::Outcome>,
    answer: Answer,
    request: Arc<crate::context::RequestState>,
    sink: Sink,
    /// Polled at once on the engine's thread, or given to the user's runtime.
    here: bool,
    limit: Option<std::time::Duration>,
    /// Where the handler itself holds one.
    permit: Option<Arc<Permit>>,
}

impl Connection {
    pub(crate) fn new(
        server: Arc<Inner>,
        tasks: impl Into<Tasks>,
        outgoing: Arc<Outgoing>,
        own_thread: bool,
    ) -> Self {
        let session = Session::new(&server.versions, server.log_level);
        let wire = Wire::begin(server.wire_log.as_ref(), || places(server.clone()));
        Self::with(
            server,
            tasks.into(),
            outgoing,
            (session, wire),
            Arc::default(),
            own_thread,
        )
    }

    fn with(
        server: Arc<Inner>,
        tasks: Tasks,
        outgoing: Arc<Outgoing>,
        (session, wire): (Session, Wire),
        flights: Arc<Flights>,
        own_thread: bool,
    ) -> Self {
        Self {
            own_thread,
            session,
            identity: None,
            unreadable: PerSecond::new(server.limits.errors_without_id_per_second),
            refusals: Refusals::new(server.limits.refusals_logged_per_second),
            watch: Watch::over(&server, &flights),
            flights,
            cancelled_early: HashSet::new(),
            makes_room: false,
            wire,
            server,
            tasks,
            outgoing,
        }
    }

    /// One that takes a single message, in a task among tasks; its handlers count with others.
    #[cfg(feature = "http")]
    pub(crate) fn of_one(
        server: Arc<Inner>,
        tasks: impl Into<Tasks>,
        outgoing: Arc<Outgoing>,
        (session, wire): (Session, Wire),
        alive: Arc<Alive>,
        identity: Option<Identity>,
    ) -> Self {
        let flights = Arc::new(Flights::counted_by(alive));
        let mut one = Self::with(
            server,
            tasks.into(),
            outgoing,
            (session, wire),
            flights,
            false,
        );
        one.identity = identity;
        one
    }

    /// The calls that run.
    #[cfg(feature = "http")]
    pub(crate) fn flights(&self) -> &Arc<Flights> {
        &self.flights
    }

    /// What the handshake agreed on, if there was one.
    #[cfg(feature = "http")]
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Whether something waits to be collected.
    #[cfg(feature = "http")]
    pub(crate) fn has_more(&self) -> bool {
        !self.outgoing.is_empty()
    }

    /// Takes one frame, without its line end. Appends each reply that is ready, with a newline.
    ///
    /// NB. the caller is inside the user's runtime (a guard of `Handle::enter`, or a task).
    pub(crate) fn receive(&mut self, frame: &[u8], out: &mut Vec<u8>) {
        // NB. By reference: a request is too large to be moved for nothing.
        match rpc::classify(frame) {
            Ok(ref message) => self.take(message, out),
            Err(refusal) => {
                self.refuse(refusal, &Sink::Line, out);
            }
        }
    }

    /// Takes one frame that was classified already.
    #[cfg(feature = "http")]
    pub(crate) fn receive_read(&mut self, frame: &[u8], message: &Message<'_>, out: &mut Vec<u8>) {
        let since = self.wire.heard(frame, out);
        self.take(message, out);
        self.wire.said(since, out);
    }

    #[inline]
    fn take(&mut self, message: &Message<'_>, out: &mut Vec<u8>) {
        match message {
            Message::Request(request) => self.request(request, &Sink::Line, out),
            Message::Notification(notification) => self.notification(notification, false),
            Message::Response(response) => self.refusals.debug(|| {
                let id = response.id.as_ref().map(Id::to_string).unwrap_or_default();
                tracing::debug!(id = %Shown(id), "a response to no request is ignored");
            }),
            Message::Batch(batch) => self.batch(batch, out),
        }
    }

    /// A frame over the limit: `start` is its beginning, the rest was skipped.
    pub(crate) fn oversized(&mut self, start: &[u8], size: usize, out: &mut Vec<u8>) {
        let limit = self.server.limits.max_frame_bytes;
        if self.refusals.may_log(Instant::now()) {
            tracing::warn!(size, limit, "a message is over the limit and was skipped");
        }
        self.answer_refusal(rpc::oversized(start, limit as u64), &Sink::Line, out);
    }

    /// How many calls are running, or are just being answered.
    pub(crate) fn in_flight(&self) -> usize {
        self.flights.unanswered()
    }

    /// Stops what is running and answers it with an error that says why.
    pub(crate) fn abandon(&mut self, why: &str, out: &mut Vec<u8>) {
        for (id, flight) in self.flights.stop_all() {
            let mut text = Vec::new();
            let error = reasons::abandoned(why);
            rpc::error(&mut text, rpc::ErrorId::Known(&id), &error);
            self.deliver(&flight.sink, Some(&id), &text, out);
        }
    }

    /// `early`: requests that were sent before it may still wait to be served.
    fn notification(&mut self, notification: &Notification<'_>, early: bool) {
        use crate::dispatch::Notice;
        match crate::dispatch::notice(&notification.method) {
            Notice::Cancelled => self.cancelled(notification, early),
            Notice::Initialized | Notice::Ignored => {}
            Notice::RequestWithoutId => {
                const WORDS: &str = "a request came without an id and will not be answered; its sender must add one";
                if self.refusals.may_log(Instant::now()) {
                    let method = Shown(&notification.method);
                    tracing::warn!(%method, "{WORDS}");
                    crate::report::without_subscriber(|| format!("{method}: {WORDS}"));
                }
            }
        }
    }

    /// Unknown, finished, malformed and mistyped cancellations are ignored (all revisions,
    /// Cancellation).
    fn cancelled(&mut self, notification: &Notification<'_>, early: bool) {
        let id = notification
            .parameters()
            .ok()
            .and_then(|p| p.request_id)
            .and_then(|raw| Id::read(raw).ok());
        let Some(id) = id else { return };
        // NB. one that was early comes again in its order, and is forgotten then.
        self.cancelled_early.remove(&id);
        if self.flights.cancel(&id, &self.outgoing) {
            self.makes_room = true;
        } else if early && self.cancelled_early.len() < MAX_CANCELLED_EARLY {
            self.cancelled_early.insert(id);
        } else {
            self.refusals.debug(|| {
                let id = Shown(id.to_string());
                tracing::debug!(%id, "a cancellation of no running request is ignored");
            });
        }
    }

    fn batch(&mut self, batch: &Batch<'_>, out: &mut Vec<u8>) {
        let limit = self.server.limits.max_batch_entries;
        if let Err(fault) = requests::check_batch(*batch, self.session.has_batches(), limit) {
            self.refuse(Refusal::answered(fault), &Sink::Line, out);
            return;
        }
        let reply = BatchReply::new(self.server.limits.max_result_bytes);
        let sink = Sink::Batch(reply.clone());
        for entry in batch.entries() {
            match rpc::classify_raw(entry) {
                Ok(Message::Request(request)) => {
                    reply.expect();
                    self.batched(&request, &sink, out);
                }
                Ok(Message::Notification(notification)) => self.notification(&notification, false),
                Ok(_) => {}
                Err(refusal) => {
                    reply.expect();
                    // NB. the guard below is still open, so this never ends the batch.
                    if !self.refuse(refusal, &sink, out) {
                        let _ = reply.close();
                    }
                }
            }
        }
        if let Some(text) = reply.close() {
            write_line(&text, out);
        }
    }

    /// A request in a batch. One that stands alone belongs to a revision without batches.
    fn batched(&mut self, request: &Request<'_>, sink: &Sink, out: &mut Vec<u8>) {
        let claims = request
            .parameters()
            .is_ok_and(|params| params.meta.protocol_version.is_some());
        if claims {
            let fault = Fault::new(FaultKind::BatchNotAllowed);
            return self.refuse_request(&request.id, &fault, sink, out);
        }
        self.request(request, sink, out);
    }

    /// Answers what can't be used, where an answer is due. Whether it did.
    fn refuse(&mut self, refusal: Refusal, sink: &Sink, out: &mut Vec<u8>) -> bool {
        if self.refusals.may_log(Instant::now()) {
            let message = Shown(refusal.fault.message());
            let remedy = Shown(&refusal.fault.remedy);
            tracing::warn!(%message, %remedy, "a message can't be used");
        }
        self.answer_refusal(refusal, sink, out)
    }

    fn answer_refusal(&mut self, refusal: Refusal, sink: &Sink, out: &mut Vec<u8>) -> bool {
        let Refusal { fault, answered } = refusal;
        if !answered || (fault.id.is_none() && !self.unreadable.allows(Instant::now())) {
            return false;
        }
        let id = match &fault.id {
            Some(id) => rpc::ErrorId::Known(id),
            None if self.session.unreadable_id_is_null() => rpc::ErrorId::Null,
            None => rpc::ErrorId::Absent,
        };
        let mut text = Vec::new();
        rpc::error(&mut text, id, &fault.to_error());
        self.deliver(sink, fault.id.as_ref(), &text, out);
        true
    }

    fn refuse_request(&mut self, id: &Id, fault: &Fault, sink: &Sink, out: &mut Vec<u8>) {
        self.refusals.debug(|| {
            let (id, message) = (Shown(id.to_string()), Shown(fault.message()));
            tracing::debug!(%id, %message, "a request is refused");
        });
        self.error(id, &fault.to_error(), sink, out);
    }

    fn error(&mut self, id: &Id, error: &ErrorObject, sink: &Sink, out: &mut Vec<u8>) {
        self.reply(id, sink, out, |text| {
            rpc::error(text, rpc::ErrorId::Known(id), error);
        });
    }

    /// Writes a reply: straight into the transport's buffer, or into its batch.
    fn reply(&mut self, id: &Id, sink: &Sink, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
        match sink {
            Sink::Line => {
                write(out);
                out.push(b'\n');
            }
            Sink::Batch(_) => {
                let mut text = Vec::new();
                write(&mut text);
                self.deliver(sink, Some(id), &text, out);
            }
        }
    }

    fn deliver(&mut self, sink: &Sink, id: Option<&Id>, text: &[u8], out: &mut Vec<u8>) {
        match sink {
            Sink::Line => write_line(text, out),
            Sink::Batch(batch) => {
                if let Some(text) = batch.add(text, id) {
                    write_line(&text, out);
                }
            }
        }
    }

    /// Starts a call: ready at once, it is answered here; else it gets a task of its own.
    fn start(&mut self, start: Start, out: &mut Vec<u8>) {
        let mut work = match start.work {
            Ok(work) => work,
            Err(outcome) => {
                return self.ready(&start.answer, &start.request, &start.sink, outcome, out);
            }
        };
        let began = Instant::now();
        if start.here {
            let mut waker = TaskContext::from_waker(Waker::noop());
            let polled = self.watch.polled(start.answer.tool(), || {
                start.answer.poll(&mut work, &mut waker)
            });
            start.answer.record_first_poll(began.elapsed(), On::Engine);
            if let Poll::Ready(outcome) = polled {
                start.answer.put_away(Some(work));
                return self.ready(&start.answer, &start.request, &start.sink, outcome, out);
            }
        }
        let id = start.answer.id().clone();
        let tool = start.answer.tool().cloned();
        let permit = start
            .permit
            .unwrap_or_else(|| self.flights.alive.permit(tool.clone()));
        let flight = self.flights.add(id, start.request, start.sink, &permit);
        let deadline = Deadline::new(start.limit, began);
        let trial = (self.own_thread && !start.here && start.answer.is_on_trial()).then(Trial::new);
        // NB. a task polls at once, so nothing that woke the waker of the first poll is lost.
        self.tasks.spawn(Flying {
            work: Some(work),
            permit: Some(permit),
            flight,
            flights: self.flights.clone(),
            outgoing: self.outgoing.clone(),
            answer: start.answer,
            deadline,
            measured: start.here,
            trial: trial.clone(),
        });
        self.watch.flies();
        if let (Some(trial), Some(tool)) = (trial, tool)
            && !trial.wait(self.server.limits.first_poll_patience)
        {
            tool.polls().let_wait(&self.server.limits);
        }
    }

    fn ready(
        &mut self,
        answer: &Answer,
        request: &crate::context::RequestState,
        sink: &Sink,
        outcome: crate::tool::Outcome,
        out: &mut Vec<u8>,
    ) {
        // What the handler reported comes before its answer.
        request.close(|| ());
        self.outgoing.drain_into(out);
        self.reply(answer.id(), sink, out, |text| answer.write(text, outcome));
    }
}

/// Where handlers stand in the sources, for the wire log.
#[cfg(feature = "wire-log")]
pub(crate) fn places(server: Arc<Inner>) -> Places {
    Box::new(move |method, target| server.place(method, target))
}

#[cfg(not(feature = "wire-log"))]
pub(crate) fn places(_: Arc<Inner>) -> Places {}

fn write_line(text: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(text);
    out.push(b'\n');
}

impl Drop for Connection {
    /// Nobody is left to answer to.
    fn drop(&mut self) {
        drop(self.flights.stop_all());
        self.outgoing.close();
    }
}

impl Engine for Connection {
    fn receive(&mut self, frame: &[u8], out: &mut Vec<u8>) {
        let since = self.wire.heard(frame, out);
        Self::receive(self, frame, out);
        self.wire.said(since, out);
    }

    fn receive_urgent(&mut self, frame: &[u8], out: &mut Vec<u8>) -> bool {
        use crate::dispatch::{Notice, is_urgent, notice};
        match rpc::classify(frame) {
            Ok(Message::Notification(ref notification)) => {
                self.notification(notification, true);
                // NB. a cancellation comes again, in its order, to be forgotten after its call.
                let done = !matches!(notice(&notification.method), Notice::Cancelled);
                if done {
                    self.wire.heard(frame, out);
                }
                done
            }
            Ok(Message::Request(ref request)) if is_urgent(&request.method) => {
                let since = self.wire.heard(frame, out);
                self.request(request, &Sink::Line, out);
                self.wire.said(since, out);
                true
            }
            Ok(Message::Response(_)) => {
                self.wire.heard(frame, out);
                true
            }
            Ok(Message::Request(_) | Message::Batch(_)) | Err(_) => false,
        }
    }

    fn oversized(&mut self, start: &[u8], length: usize, out: &mut Vec<u8>) {
        let since = self.wire.skipped(length, out);
        Self::oversized(self, start, length, out);
        self.wire.said(since, out);
    }

    fn collect(&mut self, out: &mut Vec<u8>) -> bool {
        let since = out.len();
        let some = self.outgoing.drain_into(out);
        self.wire.said(since, out);
        some
    }

    fn over_limit(&self) -> bool {
        self.outgoing.over_limit()
    }

    fn is_full(&self) -> bool {
        self.flights.alive.count() >= self.server.limits.max_in_flight
    }

    fn makes_room(&mut self) -> bool {
        std::mem::take(&mut self.makes_room)
    }

    fn may_sleep(&self) -> bool {
        self.outgoing.may_sleep()
    }

    fn awake(&self) {
        self.outgoing.awake();
    }

    fn input_ended(&mut self) {}

    fn in_flight(&self) -> usize {
        Self::in_flight(self)
    }

    fn abandon(&mut self, asked: bool, out: &mut Vec<u8>) {
        let why = match asked {
            true => "the server was asked to stop before the call finished",
            false => "input ended before the call finished",
        };
        let since = out.len();
        Self::abandon(self, why, out);
        self.wire.said(since, out);
    }
}
