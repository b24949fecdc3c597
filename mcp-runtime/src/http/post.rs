//! One message by POST: which era it belongs to, and the response to it.
//!
//! In: the body and the headers of a request that passed the gates. Out: a response. The body decides
//! the era, and the headers must agree with it (revision 2026-07-28, Streamable HTTP). A stream is
//! begun only once nothing can be refused any more. It never runs a handler itself.

use super::answer::{self, HttpBody};
use super::endpoint::{Shared, whole};
use super::exchange::Exchange;
use super::gates::media::Accepted;
use super::gates::revision::Named;
use super::gates::{mirror, revision};
use super::refusal;
use super::session::HttpSession;
use crate::dispatch::{self, Notice, Route};
use crate::lifecycle::{Admission, Session};
use bytes::Bytes;
use http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use http::{Response, StatusCode};
use mcp_core::method;
use mcp_core::reasons;
use mcp_core::rpc::{
    self, ErrorCode, ErrorId, Fault, FaultKind, Id, Message, Notification, Params, Request,
};
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// Where a message belongs.
struct Place {
    session: Session,
    of: Option<Arc<HttpSession>>,
    modern: bool,
}

pub(super) async fn answer(
    shared: &Arc<Shared>,
    headers: &HeaderMap,
    accepted: Accepted,
    text: &[u8],
) -> Response<HttpBody> {
    let unreadable = |mut refusal: rpc::Refusal| {
        if !refusal.answered {
            // NB. it is no request: an answer under its id could be taken for one of ours.
            refusal.fault.id = None;
        }
        refused(shared, headers, of_no_era(headers, refusal.fault))
    };
    match rpc::classify(text) {
        Err(refusal) => unreadable(refusal),
        Ok(Message::Request(ref request)) => {
            let placed = request
                .parameters()
                .map_err(|fault| of_no_era(headers, fault))
                .and_then(|params| admit(shared, headers, request, params));
            match placed {
                Ok(place) => exchange(shared, accepted, place, text).await,
                Err(mut turned) => {
                    turned.fault.id = Some(request.id.clone());
                    refused(shared, headers, turned)
                }
            }
        }
        Ok(Message::Notification(ref told)) => match notified(shared, headers, told) {
            Ok(()) => empty(StatusCode::ACCEPTED),
            Err(turned) => refused(shared, headers, turned),
        },
        // NB. nothing was asked, so a response answers nothing; but its session is in use.
        Ok(Message::Response(response)) => match in_session(shared, headers) {
            Ok(_) => empty(StatusCode::ACCEPTED),
            Err(mut turned) => {
                turned.fault.id = response.id;
                refused(shared, headers, turned)
            }
        },
        Ok(Message::Batch(_)) => match in_session(shared, headers) {
            Ok(place) if place.session.has_batches() => {
                exchange(shared, accepted, place, text).await
            }
            Ok(_) | Err(_) => refused(
                shared,
                headers,
                Fault::new(FaultKind::BatchNotAllowed).into(),
            ),
        },
    }
}

/// DELETE: the client ends its session.
pub(super) fn ended(shared: &Shared, headers: &HeaderMap) -> Response<HttpBody> {
    match session_id(headers) {
        Some(id) if shared.sessions.end(id, Instant::now()) => empty(StatusCode::OK),
        Some(_) => refused(shared, headers, unknown_session()),
        None => refused(shared, headers, no_session()),
    }
}

/// Decides the era of a request, and checks its headers.
fn admit(
    shared: &Shared,
    headers: &HeaderMap,
    request: &Request<'_>,
    params: &Params<'_>,
) -> Result<Place, Turned> {
    let server = &shared.server;
    let claim = params.meta.protocol_version;
    if let Some(claim) = claim.filter(|_| server.serves(true)) {
        return standing_alone(shared, headers, request, params, claim);
    }
    revision::without_claim(headers, &server.versions)?;
    // NB. a handshake begins a session of its own, whatever id comes with it.
    if session_id(headers).is_none() || request.method == method::INITIALIZE {
        return without_session(shared, &request.method, params);
    }
    in_session(shared, headers)
}

/// A request that names neither its revision nor a session: only a handshake and `ping` need none.
fn without_session(shared: &Shared, method: &str, params: &Params<'_>) -> Result<Place, Turned> {
    let server = &shared.server;
    let session = Session::new(&server.versions, server.log_level);
    if let Err(mut fault) = session.admit(method, params) {
        if dispatch::is_notification(method) {
            return Err(reasons::notification_with_id(method).into());
        }
        if server.serves(false) {
            fault
                .remedy
                .to_mut()
                .push_str(", and repeat the Mcp-Session-Id of its answer");
        }
        return Err(fault.into());
    }
    Ok(Place {
        session,
        of: None,
        modern: false,
    })
}

/// A request with terms of its own. The order of the checks: what the body lacks, the header of the
/// revision, whether that is served, the other headers, the method, its arguments.
fn standing_alone(
    shared: &Shared,
    headers: &HeaderMap,
    request: &Request<'_>,
    params: &Params<'_>,
    claim: mcp_core::json::Raw<'_>,
) -> Result<Place, Turned> {
    let server = &shared.server;
    let session = Session::new(&server.versions, server.log_level);
    let agrees = || match claim.string() {
        Ok(claim) => mirror::version(headers, &claim),
        Err(_) => Ok(()),
    };
    let terms = match session.admit(&request.method, params) {
        Ok(Admission::Serve(terms)) => terms,
        Ok(Admission::Handshake | Admission::Ping) => {
            return Err(Fault::new(FaultKind::AlreadyInitialized).into());
        }
        Err(fault) if fault.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => {
            agrees()?;
            return Err(fault.into());
        }
        Err(fault) => return Err(fault.into()),
    };
    agrees()?;
    let about = match &*request.method {
        method::TOOLS_CALL => params.name,
        _ => None,
    };
    if mirror::about(&request.method).is_none() || request.method == method::TOOLS_CALL {
        mirror::target(headers, &request.method, about)?;
    }
    let route = dispatch::route(server, terms, &request.method)?;
    if let (Route::CallTool, Some(Ok(name))) = (route, params.name.map(mcp_core::json::Raw::string))
        && let Some(tool) = server.tools.get(&name)
    {
        mirror::arguments(headers, tool.mirrored(), params.arguments)?;
    }
    Ok(Place {
        session,
        of: None,
        modern: true,
    })
}

/// The session that the headers name.
fn in_session(shared: &Shared, headers: &HeaderMap) -> Result<Place, Turned> {
    let id = session_id(headers).ok_or_else(no_session)?;
    let found = shared.sessions.find(id, Instant::now());
    let of = found.ok_or_else(unknown_session)?;
    let server = &shared.server;
    let session = Session::resumed(&server.versions, server.log_level, of.agreed.clone());
    Ok(Place {
        session,
        of: Some(of),
        modern: false,
    })
}

/// A request whose params can't be read, so that its era can't be either. In a session that is an
/// answer like any other; one that stands alone lacks what it must say.
fn of_no_era(headers: &HeaderMap, fault: Fault) -> Turned {
    let in_session = session_id(headers).is_some() && !names_modern(headers);
    match fault.code {
        ErrorCode::INVALID_PARAMS if in_session => Turned {
            status: StatusCode::OK,
            fault,
        },
        _ => fault.into(),
    }
}

fn names_modern(headers: &HeaderMap) -> bool {
    matches!(revision::named(headers), Named::Known(version) if version.is_modern())
}

fn notified(shared: &Shared, headers: &HeaderMap, told: &Notification<'_>) -> Result<(), Turned> {
    let params = told.parameters()?;
    if names_modern(headers) || params.meta.protocol_version.is_some() {
        // NB. what it could be about ended with its own request.
        return Ok(());
    }
    revision::without_claim(headers, &shared.server.versions)?;
    let place = in_session(shared, headers)?;
    if let (Notice::Cancelled, Some(of)) = (dispatch::notice(&told.method), place.of)
        && let Some(Ok(id)) = params.request_id.map(Id::read)
    {
        of.cancel(&id);
    }
    Ok(())
}

/// Hands a message to the engine and answers with what it says.
async fn exchange(
    shared: &Arc<Shared>,
    accepted: Accepted,
    place: Place,
    text: &[u8],
) -> Response<HttpBody> {
    let Place {
        session,
        of,
        modern,
    } = place;
    let fresh = !modern && of.is_none();
    let mut exchange = Exchange::new(shared, session, of);
    let mut said = Vec::with_capacity(256);
    exchange.receive(text, &mut said);
    if fresh {
        return begun(shared, &exchange, said);
    }
    if !exchange.is_over() && exchange.is_silent() {
        return empty(StatusCode::ACCEPTED);
    }
    let mut cut = None;
    if !exchange.is_over() {
        let ending = cut.insert(answer::cut(shared));
        let commits = match accepted {
            Accepted::JsonOnly => None,
            _ => Some(shared.options.limits.stream_after),
        };
        first_words(&mut exchange, &mut said, ending, commits).await;
    }
    let streams = match accepted {
        Accepted::JsonOnly => false,
        Accepted::StreamOnly => true,
        Accepted::Both => !exchange.is_over() || !is_one(&said),
    };
    if streams && !refuses(&said, modern) {
        let cut = cut.unwrap_or_else(|| answer::cut(shared));
        return answer::events(shared, exchange, &said, cut);
    }
    json(answer_of(said), modern, shared)
}

/// Waits until it is clear whether the response is a stream: until the answer, the first message
/// before it, or for so long as `commits` says.
async fn first_words(
    exchange: &mut Exchange,
    said: &mut Vec<u8>,
    ending: &mut answer::Cut,
    commits: Option<std::time::Duration>,
) {
    let mut patience = commits.map(|time| Box::pin(tokio::time::sleep(time)));
    poll_fn(|cx| {
        while !exchange.is_over() && (commits.is_none() || said.is_empty()) {
            match exchange.poll_said(cx) {
                Poll::Ready(Some(more)) => {
                    if commits.is_none() && !exchange.is_over() {
                        // Nobody will read what comes before the answer.
                        continue;
                    }
                    said.extend_from_slice(&more);
                }
                Poll::Ready(None) => break,
                Poll::Pending => {
                    if ending.as_mut().poll(cx).is_ready() {
                        said.extend_from_slice(&exchange.cut());
                        break;
                    }
                    let waits = patience.as_mut();
                    return match waits.is_some_and(|time| time.as_mut().poll(cx).is_ready()) {
                        true => Poll::Ready(()),
                        false => Poll::Pending,
                    };
                }
            }
        }
        Poll::Ready(())
    })
    .await;
}

/// The answer to a handshake; a session begins with it, unless it failed.
fn begun(shared: &Shared, exchange: &Exchange, said: Vec<u8>) -> Response<HttpBody> {
    let agreed = exchange.session().and_then(Session::legacy).cloned();
    let Some(agreed) = agreed else {
        return json(answer_of(said), false, shared);
    };
    let Some(id) = shared.sessions.begin(agreed, Instant::now()) else {
        let limit = shared.options.limits.max_sessions;
        let wait = shared.server.limits.busy_retry_after.as_millis();
        let mut fault = reasons::busy(limit, u64::try_from(wait).unwrap_or(u64::MAX)).because(
            format!("is one too many: {limit} sessions are open, which is the limit"),
        );
        if let Ok(Message::Response(response)) = rpc::classify(last(&said)) {
            fault.id = response.id;
        }
        return refused(shared, &HeaderMap::new(), fault.into());
    };
    let mut response = json(answer_of(said), false, shared);
    if let Ok(id) = HeaderValue::try_from(&*id) {
        response.headers_mut().insert(SESSION, id);
    }
    response
}

/// One JSON text, with the status of its code.
fn json(text: Vec<u8>, modern: bool, shared: &Shared) -> Response<HttpBody> {
    if text.is_empty() {
        // It was cancelled.
        return empty(StatusCode::ACCEPTED);
    }
    let status = match code(&text) {
        Some(code) => status(code, modern),
        None => StatusCode::OK,
    };
    with_status(status, text, shared)
}

fn with_status(status: StatusCode, text: Vec<u8>, shared: &Shared) -> Response<HttpBody> {
    let mut response = whole(refusal::json(status, text));
    if status == StatusCode::SERVICE_UNAVAILABLE {
        let wait = refusal::retry_after(shared.server.limits.busy_retry_after);
        response.headers_mut().insert(RETRY_AFTER, wait);
    }
    response
}

/// The answer to what is refused before it reaches the engine.
fn refused(shared: &Shared, headers: &HeaderMap, turned: Turned) -> Response<HttpBody> {
    let Turned { status, fault } = turned;
    let id = match &fault.id {
        Some(id) => ErrorId::Known(id),
        None if unreadable_id_is_null(shared, headers) => ErrorId::Null,
        None => ErrorId::Absent,
    };
    let mut text = Vec::with_capacity(256);
    rpc::error(&mut text, id, &fault.to_error());
    with_status(status, text, shared)
}

/// Whether the revision that is spoken has it so; without one, whether any has that is served.
fn unreadable_id_is_null(shared: &Shared, headers: &HeaderMap) -> bool {
    match revision::named(headers) {
        Named::Known(version) => version.unreadable_id_is_null(),
        _ => {
            let mut served = shared.server.versions.iter();
            served.any(|version| version.unreadable_id_is_null())
        }
    }
}

fn status(code: ErrorCode, modern: bool) -> StatusCode {
    match code {
        ErrorCode::BUSY => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::METHOD_NOT_FOUND if modern => StatusCode::NOT_FOUND,
        ErrorCode::PARSE_ERROR
        | ErrorCode::INVALID_REQUEST
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        | ErrorCode::HEADER_MISMATCH => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}

/// Whether the answer is an error that goes with a status of its own.
fn refuses(said: &[u8], modern: bool) -> bool {
    is_one(said) && code(last(said)).is_some_and(|code| status(code, modern) != StatusCode::OK)
}

/// The code of an answer that is an error.
fn code(text: &[u8]) -> Option<ErrorCode> {
    // NB. an error stands behind the id, which is short: nothing of a result is read for this.
    let start = text.get(..text.len().min(rpc::MAX_ID_BYTES * 6 + 64))?;
    memchr::memmem::find(start, b"\"error\":")?;
    let Ok(Message::Response(response)) = rpc::classify(text) else {
        return None;
    };
    let error = response.outcome.err()?;
    let mut members = error.members();
    let code = members
        .find(|member| member.key == "code")?
        .value
        .number()?;
    let code = code.as_i64_exact()?;
    i32::try_from(code).ok().map(ErrorCode::from)
}

fn is_one(lines: &[u8]) -> bool {
    memchr::memchr(b'\n', lines).is_none_or(|at| at + 1 == lines.len())
}

/// The answer alone. NB. it is the last of what was said, and mostly all of it.
fn answer_of(mut said: Vec<u8>) -> Vec<u8> {
    match is_one(&said) {
        true => {
            if said.last() == Some(&b'\n') {
                said.pop();
            }
            said
        }
        false => last(&said).to_vec(),
    }
}

/// The last of some lines, without its line end.
fn last(lines: &[u8]) -> &[u8] {
    let lines = lines.strip_suffix(b"\n").unwrap_or(lines);
    let start = memchr::memrchr(b'\n', lines).map_or(0, |at| at + 1);
    lines.get(start..).unwrap_or_default()
}

fn empty(status: StatusCode) -> Response<HttpBody> {
    let mut response = whole(Response::new(Bytes::new()));
    *response.status_mut() = status;
    response
}

fn session_id(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(&SESSION)?;
    // NB. what is no text is the id of no session.
    Some(value.to_str().unwrap_or_default())
}

/// A message that is turned away, and the status of the response.
struct Turned {
    status: StatusCode,
    fault: Fault,
}

impl From<Fault> for Turned {
    fn from(fault: Fault) -> Self {
        let status = match fault.code {
            ErrorCode::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
            ErrorCode::BUSY => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        Self { status, fault }
    }
}

fn no_session() -> Turned {
    let remedy = "send the Mcp-Session-Id that came with the answer to initialize, or a revision that needs none in params._meta";
    session_fault(
        StatusCode::BAD_REQUEST,
        "is required after initialize",
        remedy,
    )
}

fn unknown_session() -> Turned {
    let reason = "must be that of a session which has not ended";
    let remedy = "send initialize again, without a session id";
    session_fault(StatusCode::NOT_FOUND, reason, remedy)
}

#[cold]
fn session_fault(status: StatusCode, reason: &'static str, remedy: &'static str) -> Turned {
    let mut fault = Fault::new(FaultKind::MissingMember)
        .at("Mcp-Session-Id")
        .because(reason)
        .expecting("the id of a session")
        .with_remedy(remedy);
    fault.code = ErrorCode::INVALID_REQUEST;
    fault.rule = "MCP, revisions with a handshake, Streamable HTTP, Session Management";
    Turned { status, fault }
}
