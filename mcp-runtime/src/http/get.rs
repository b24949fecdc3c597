//! GET: the stream of a session that belongs to no request, and streams that are taken up again.
//!
//! In: the headers of a request that passed the gates. Out: a stream of events, or why there is none
//! (2025-03-26 to 2025-11-25, Streamable HTTP, Listening for Messages from the Server, and
//! Resumability and Redelivery). It never answers a request, save where the answer was said already on
//! the stream that is taken up.

use super::admit;
use super::answer::{self, HttpBody};
use super::endpoint::{Shared, whole};
use super::gates::{media, revision, shown};
use super::session::{HttpSession, Resumed};
use super::status::{Turned, refused};
use super::stream::{EventId, Reader};
use crate::wire::Wires;
use http::header::HeaderName;
use http::request::Parts;
use http::{Response, StatusCode};
use mcp_core::rpc::{ErrorCode, Fault, FaultKind};
use std::sync::Arc;

const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");

pub(super) fn answer(shared: &Arc<Shared>, parts: &Parts) -> Response<HttpBody> {
    if let Err(refused) = media::streams(&parts.headers) {
        return whole(refused.response(parts.version));
    }
    match opened(shared, parts) {
        Ok((reader, first)) => answer::session_events(shared, reader, first, None),
        Err(turned) => refused(shared, &parts.headers, turned, &Wires::off()),
    }
}

/// The reader of a stream, and whether it begins with an event that says where the client is.
fn opened(shared: &Shared, parts: &Parts) -> Result<(Reader, bool), Turned> {
    revision::without_claim(&parts.headers, &shared.server.versions)?;
    let session = admit::session(shared, parts)?;
    if let Some(last) = parts.headers.get(LAST_EVENT) {
        let last = last.to_str().unwrap_or_default();
        return Ok((resumed(&session, last)?, false));
    }
    let reader = shared.sessions.standing(&session).ok_or_else(taken)?;
    Ok((reader, session.agreed.version.has_polling()))
}

fn resumed(session: &Arc<HttpSession>, last: &str) -> Result<Reader, Turned> {
    let unknown = || {
        let must = "must be the id of an event of this session";
        let remedy = "send the id as it came, in the session in which it came";
        last_event(last, must, remedy)
    };
    let from = EventId::parse(last).ok_or_else(unknown)?;
    match session.resumed(from) {
        Resumed::Reader(reader) => Ok(reader),
        Resumed::Unknown => Err(unknown()),
        Resumed::NotKept => Err(last_event(
            last,
            "must be the id of an event after which more was said that is still kept",
            "send the request again, under a new id",
        )),
    }
}

#[cold]
fn last_event(got: &str, must: &'static str, remedy: &'static str) -> Turned {
    turned(
        StatusCode::BAD_REQUEST,
        Fault::new(FaultKind::MissingMember)
            .at("Last-Event-ID")
            .because(must)
            .expecting("the id of an event")
            .got(shown(got.as_bytes()))
            .with_remedy(remedy),
        "MCP, revisions with a handshake, Streamable HTTP, Resumability and Redelivery",
    )
}

#[cold]
fn taken() -> Turned {
    turned(
        StatusCode::CONFLICT,
        Fault::new(FaultKind::MissingMember)
            .at("Mcp-Session-Id")
            .because("must be that of a session whose stream nobody reads")
            .expecting("a session without an open stream")
            .with_remedy("read the stream that is open, or close it first"),
        "MCP, revisions with a handshake, Streamable HTTP, Listening for Messages from the Server",
    )
}

fn turned(status: StatusCode, mut fault: Fault, rule: &'static str) -> Turned {
    fault.code = ErrorCode::INVALID_REQUEST;
    fault.rule = rule;
    Turned { status, fault }
}
