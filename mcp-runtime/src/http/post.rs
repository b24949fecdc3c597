//! One message by POST, and the response to it.
//!
//! In: the body and the headers of a request that passed the gates. Out: a response, which is a stream
//! only once nothing can be refused any more. It never runs a handler itself.

use super::admit::{SESSION, admit, identity, in_session, names_modern, of_no_era, session_id};
use super::admit::{no_session, unknown_session, wire};
use super::answer::{self, HttpBody};
use super::body::Text;
use super::endpoint::Shared;
use super::exchange::{Exchange, Place, Said};
use super::gates::media::Accepted;
use super::gates::{mirror, revision};
use super::session::HttpSession;
use super::status::{Turned, answer_of, empty, is_one, json, last, refused, refuses};
use super::stream::Stream;
use crate::dispatch::{self, Notice};
use crate::lifecycle::Session;
use crate::wire::{Wire, Wires};
use http::header::HeaderValue;
use http::request::Parts;
use http::{Response, StatusCode};
use mcp_core::reasons;
use mcp_core::rpc::{self, Batch, Fault, FaultKind, Id, Message, Notification};
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::time::Instant;

/// What became of a message.
enum Taken {
    Answered(Response<HttpBody>),
    Runs(Box<Call>),
}

/// A message that the engine has, and what is said about it so far.
struct Call {
    exchange: Exchange,
    said: Vec<u8>,
    modern: bool,
}

pub(super) async fn answer(
    shared: &Arc<Shared>,
    parts: &Parts,
    accepted: Accepted,
    text: Text,
) -> Response<HttpBody> {
    let taken = taken(shared, parts, accepted, &text);
    // NB. not for as long as the call runs.
    drop(text);
    match taken {
        Taken::Answered(response) => response,
        Taken::Runs(call) => call.end(shared, accepted).await,
    }
}

fn taken(shared: &Arc<Shared>, parts: &Parts, accepted: Accepted, text: &[u8]) -> Taken {
    let settled = match rpc::classify(text) {
        Err(mut refusal) => {
            if !refusal.answered {
                // NB. it is no request: an answer under its id could be taken for one of ours.
                refusal.fault.id = None;
            }
            Err(of_no_era(shared, parts, refusal.fault))
        }
        Ok(ref message @ Message::Request(ref request)) => {
            let placed = request
                .parameters()
                .map_err(|fault| of_no_era(shared, parts, fault))
                .and_then(|params| admit(shared, parts, request, params));
            match placed {
                Ok(place) => return exchange(shared, parts, accepted, place, (text, message)),
                Err(mut turned) => {
                    turned.fault.id = Some(request.id.clone());
                    Err(turned)
                }
            }
        }
        Ok(Message::Notification(ref told)) => notified(shared, parts, told),
        Ok(Message::Response(_)) => responded(shared, parts),
        Ok(ref message @ Message::Batch(ref batch)) => match batched(shared, parts, batch) {
            Ok(place) => return exchange(shared, parts, accepted, place, (text, message)),
            Err(turned) => Err(turned),
        },
    };
    Taken::Answered(settle(shared, parts, text, settled))
}

/// The response to a message that goes no further.
fn settle(
    shared: &Shared,
    parts: &Parts,
    text: &[u8],
    settled: Result<(), Turned>,
) -> Response<HttpBody> {
    let wire = wire(shared, parts);
    wire.heard(text, &[]);
    match settled {
        Ok(()) => empty(StatusCode::ACCEPTED),
        Err(turned) => refused(shared, &parts.headers, turned, &wire),
    }
}

/// DELETE: the client ends its session.
pub(super) fn ended(shared: &Shared, parts: &Parts) -> Response<HttpBody> {
    let headers = &parts.headers;
    match session_id(headers) {
        Some(id) if shared.sessions.end(id, identity(parts), Instant::now()) => {
            empty(StatusCode::OK)
        }
        Some(_) => refused(shared, headers, unknown_session(), &Wires::off()),
        None => refused(shared, headers, no_session(), &Wires::off()),
    }
}

fn notified(shared: &Shared, parts: &Parts, told: &Notification<'_>) -> Result<(), Turned> {
    let headers = &parts.headers;
    let params = told.parameters()?;
    let claim = params.meta.protocol_version;
    if shared.server.serves(true) && (names_modern(headers) || claim.is_some()) {
        // NB. what it could be about ended with its own request.
        return Ok(mirror::notification(headers, &told.method, claim)?);
    }
    revision::without_claim(headers, &shared.server.versions)?;
    let place = in_session(shared, parts)?;
    if let Some(of) = place.of {
        cancel(&of, told);
    }
    Ok(())
}

/// Cancels the call that a notification gives up, if it is one that does.
fn cancel(of: &HttpSession, told: &Notification<'_>) {
    if let Notice::Cancelled = dispatch::notice(&told.method)
        && let Ok(params) = told.parameters()
        && let Some(Ok(id)) = params.request_id.map(Id::read)
    {
        of.cancel(&id);
    }
}

/// A response. NB. nothing was asked, so it answers nothing, and nothing is said under its id, which
/// could be taken for the answer to a request of that id; but its session is in use.
fn responded(shared: &Shared, parts: &Parts) -> Result<(), Turned> {
    let headers = &parts.headers;
    if names_modern(headers) || !shared.server.serves(false) {
        let remedy = "send requests and notifications alone: in this revision nothing is asked";
        return Err(Fault::new(FaultKind::MissingMethod)
            .with_remedy(remedy)
            .into());
    }
    revision::without_claim(headers, &shared.server.versions)?;
    in_session(shared, parts).map(drop)
}

/// Where a batch belongs. What it cancels of other requests is cancelled: the engine knows its own calls.
fn batched(shared: &Shared, parts: &Parts, batch: &Batch<'_>) -> Result<Place, Turned> {
    let headers = &parts.headers;
    let refused = || Turned::from(Fault::new(FaultKind::BatchNotAllowed));
    if names_modern(headers) {
        return Err(refused());
    }
    revision::without_claim(headers, &shared.server.versions)?;
    let belongs = shared.is_stateless() || shared.has_sessions() && session_id(headers).is_some();
    if !belongs {
        return Err(refused());
    }
    let place = in_session(shared, parts)?;
    if !place.session.has_batches() {
        return Err(refused());
    }
    if let Some(of) = &place.of {
        let entries = batch.entries().take(shared.server.limits.max_batch_entries);
        for entry in entries {
            if let Ok(Message::Notification(told)) = rpc::classify_raw(entry) {
                cancel(of, &told);
            }
        }
    }
    Ok(place)
}

/// Hands a message to the engine, and answers it with what the engine says at once.
fn exchange(
    shared: &Arc<Shared>,
    parts: &Parts,
    accepted: Accepted,
    place: Place,
    (text, message): (&[u8], &Message<'_>),
) -> Taken {
    let (modern, begins, wire) = (place.modern, place.begins, place.wire.clone());
    let mut exchange = Exchange::new(shared, place, identity(parts).cloned());
    let mut said = Vec::with_capacity(256);
    exchange.receive(text, message, &mut said);
    if begins && !shared.is_stateless() {
        return Taken::Answered(begun(shared, parts, &exchange, &wire, said));
    }
    if !exchange.is_over() && exchange.is_silent() {
        return Taken::Answered(empty(StatusCode::ACCEPTED));
    }
    let call = Call {
        exchange,
        said,
        modern,
    };
    match call.exchange.is_over() {
        true => Taken::Answered(call.response(shared, accepted, None, None)),
        false => Taken::Runs(Box::new(call)),
    }
}

impl Call {
    /// Waits for as long as a response must.
    async fn end(
        mut self: Box<Self>,
        shared: &Arc<Shared>,
        accepted: Accepted,
    ) -> Response<HttpBody> {
        let mut cut = answer::cut(shared);
        let commits = match accepted {
            Accepted::JsonOnly => None,
            _ => Some(shared.options.limits.stream_after),
        };
        let released = first_words(&mut self.exchange, &mut self.said, &mut cut, commits).await;
        self.response(shared, accepted, Some(cut), released)
    }

    fn response(
        self,
        shared: &Arc<Shared>,
        accepted: Accepted,
        cut: Option<answer::Cut>,
        released: Option<Duration>,
    ) -> Response<HttpBody> {
        let Self {
            exchange,
            said,
            modern,
        } = self;
        let streams = match accepted {
            Accepted::JsonOnly => false,
            Accepted::StreamOnly => true,
            Accepted::Both => !exchange.is_over() || !is_one(&said),
        };
        if streams && !refuses(&said, modern) {
            let Some(session) = exchange.of().cloned() else {
                let cut = cut.unwrap_or_else(|| answer::cut(shared));
                return answer::events(shared, exchange, &said, cut);
            };
            let first = session.is_polled();
            let reader = Stream::of(session, exchange, &said, released);
            return answer::session_events(shared, reader, first, cut);
        }
        json(answer_of(said), modern, shared)
    }
}

/// Waits until it is clear whether the response is a stream: until the answer, the first message
/// before it, or for so long as `commits` says. A stream that is let go at once says for how long.
async fn first_words(
    exchange: &mut Exchange,
    said: &mut Vec<u8>,
    ending: &mut answer::Cut,
    commits: Option<Duration>,
) -> Option<Duration> {
    let mut patience = commits.map(|time| Box::pin(tokio::time::sleep(time)));
    poll_fn(|cx| {
        while !exchange.is_over() && (commits.is_none() || said.is_empty()) {
            match exchange.poll_said(cx) {
                Poll::Ready(Some(Said::Lines(more))) => {
                    // Otherwise nobody will read what comes before the answer.
                    if commits.is_some() || exchange.is_over() {
                        said.extend_from_slice(&more);
                    }
                }
                Poll::Ready(Some(Said::Released(retry))) => {
                    if commits.is_some() {
                        return Poll::Ready(Some(retry));
                    }
                }
                Poll::Ready(None) => break,
                Poll::Pending => {
                    if ending.as_mut().poll(cx).is_ready() {
                        said.extend_from_slice(&exchange.cut());
                        break;
                    }
                    let waits = patience.as_mut();
                    return match waits.is_some_and(|time| time.as_mut().poll(cx).is_ready()) {
                        true => Poll::Ready(None),
                        false => Poll::Pending,
                    };
                }
            }
        }
        Poll::Ready(None)
    })
    .await
}

/// The answer to a handshake; a session begins with it, unless it failed.
fn begun(
    shared: &Shared,
    parts: &Parts,
    exchange: &Exchange,
    wire: &Wire,
    said: Vec<u8>,
) -> Response<HttpBody> {
    let agreed = exchange.session().and_then(Session::legacy).cloned();
    let Some(agreed) = agreed else {
        return json(answer_of(said), false, shared);
    };
    let owner = identity(parts).cloned();
    let begun = shared.sessions.begin(agreed, owner, wire, Instant::now());
    let Some(id) = begun else {
        let limit = shared.options.limits.max_sessions;
        let wait = shared.server.limits.busy_retry_after.as_millis();
        let mut fault = reasons::busy(limit, u64::try_from(wait).unwrap_or(u64::MAX)).because(
            format!("is one too many: {limit} sessions are open, which is the limit"),
        );
        if let Ok(Message::Response(response)) = rpc::classify(last(&said)) {
            fault.id = response.id;
        }
        return refused(shared, &parts.headers, fault.into(), wire);
    };
    let mut response = json(answer_of(said), false, shared);
    if let Ok(id) = HeaderValue::try_from(&*id) {
        response.headers_mut().insert(SESSION, id);
    }
    response
}
