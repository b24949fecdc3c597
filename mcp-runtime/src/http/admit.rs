//! Whose a message is: which era it belongs to, which session, and whether it may come in.
//!
//! In: the headers and the body of a message that passed the gates. Out: where it belongs, or why it is
//! turned away. The body decides the era, and the headers must agree with it (revision 2026-07-28,
//! Streamable HTTP). It never hands a message on.

use super::endpoint::Shared;
use super::exchange::Place;
use super::gates::revision::Named;
use super::gates::{mirror, revision};
use super::session::HttpSession;
use super::status::Turned;
use crate::context::Identity;
use crate::dispatch::{self, Route};
use crate::lifecycle::legacy::Legacy;
use crate::lifecycle::{Admission, Session};
use crate::wire::Wire;
use http::StatusCode;
use http::header::{HeaderMap, HeaderName};
use http::request::Parts;
use mcp_core::method;
use mcp_core::reasons;
use mcp_core::rpc::{ErrorCode, Fault, FaultKind, Params, Request};
use mcp_core::version::ProtocolVersion;
use std::sync::Arc;
use tokio::time::Instant;

/// The header of a session's id.
pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// Decides the era of a request, and checks its headers.
pub(super) fn admit(
    shared: &Shared,
    parts: &Parts,
    request: &Request<'_>,
    params: &Params<'_>,
) -> Result<Place, Turned> {
    let (server, headers) = (&shared.server, &parts.headers);
    let claim = params.meta.protocol_version;
    if let Some(claim) = claim.filter(|_| server.serves(true)) {
        return standing_alone(shared, headers, request, params, claim);
    }
    revision::without_claim(headers, &server.versions)?;
    let begins = request.method == method::INITIALIZE;
    if shared.is_stateless() {
        return match begins {
            true => without_session(shared, &request.method, params),
            false => Ok(unkept(shared, headers)),
        };
    }
    match in_session(shared, parts) {
        // NB. the id of a session that is gone, which a client may still send along, is no hindrance.
        Err(_) if begins || session_id(headers).is_none() => {
            without_session(shared, &request.method, params)
        }
        // The engine refuses a second handshake.
        place => place,
    }
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
        wire: shared.wires.conversation(),
        of: None,
        modern: false,
        begins: true,
    })
}

/// A request where no session is kept: under the revision that its header names.
fn unkept(shared: &Shared, headers: &HeaderMap) -> Place {
    let server = &shared.server;
    let served = |version: &ProtocolVersion| server.versions.contains(version);
    let legacy = server.versions.iter().copied().filter(|v| !v.is_modern());
    let version = match revision::named(headers) {
        Named::Known(version) => Some(version),
        // What it means to name none (2025-06-18, Streamable HTTP, Protocol Version Header).
        _ => Some(ProtocolVersion::UNNAMED).filter(served),
    };
    let agreed = version
        .or_else(|| legacy.max())
        .map(|version| Legacy::unknown(version, server.log_level));
    let session = match agreed {
        Some(agreed) => Session::resumed(&server.versions, server.log_level, agreed),
        None => Session::new(&server.versions, server.log_level),
    };
    Place {
        session,
        wire: shared.wires.conversation(),
        of: None,
        modern: false,
        begins: false,
    }
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
    mirror::target(headers, &request.method, params)?;
    let route = dispatch::route(server, terms, &request.method)?;
    if let (Route::CallTool, Some(Ok(name))) = (route, params.name.map(mcp_core::json::Raw::string))
        && let Some(tool) = server.tools.get(&name)
    {
        mirror::arguments(headers, tool.mirrored(), params.arguments)?;
    }
    Ok(Place {
        session,
        wire: shared.wires.conversation(),
        of: None,
        modern: true,
        begins: false,
    })
}

/// The session that the headers name.
pub(super) fn in_session(shared: &Shared, parts: &Parts) -> Result<Place, Turned> {
    if shared.is_stateless() {
        return Ok(unkept(shared, &parts.headers));
    }
    let of = session(shared, parts)?;
    let server = &shared.server;
    let session = Session::resumed(&server.versions, server.log_level, of.agreed.clone());
    Ok(Place {
        session,
        wire: of.wire.clone(),
        of: Some(of),
        modern: false,
        begins: false,
    })
}

/// Where a message that gets no further is logged: with its session, or alone.
pub(super) fn wire(shared: &Shared, parts: &Parts) -> Wire {
    // NB. looked at alone: it is not for this to keep a session in use.
    let known = session_id(&parts.headers)
        .filter(|_| !names_modern(&parts.headers))
        .and_then(|id| shared.sessions.seen(id, identity(parts)));
    known.map_or_else(
        || shared.wires.conversation(),
        |session| session.wire.clone(),
    )
}

/// A request whose params can't be read, so that its era can't be either. In a session that is an
/// answer like any other; one that stands alone lacks what it must say.
pub(super) fn of_no_era(shared: &Shared, parts: &Parts, fault: Fault) -> Turned {
    let headers = &parts.headers;
    let in_session = session_id(headers).is_some() && speaks_in_sessions(shared, headers);
    if fault.code != ErrorCode::INVALID_PARAMS || !in_session {
        return fault.into();
    }
    match session(shared, parts) {
        Ok(_) => Turned {
            status: StatusCode::OK,
            fault,
        },
        Err(mut turned) => {
            turned.fault.id = fault.id.clone();
            turned
        }
    }
}

/// Whether the headers leave it open that a message belongs to a session.
pub(super) fn speaks_in_sessions(shared: &Shared, headers: &HeaderMap) -> bool {
    shared.has_sessions() && !names_modern(headers)
}

/// The session that the headers name.
pub(super) fn session(shared: &Shared, parts: &Parts) -> Result<Arc<HttpSession>, Turned> {
    let id = session_id(&parts.headers).ok_or_else(no_session)?;
    let found = shared.sessions.find(id, identity(parts), Instant::now());
    found.ok_or_else(unknown_session)
}

pub(super) fn names_modern(headers: &HeaderMap) -> bool {
    matches!(revision::named(headers), Named::Known(version) if version.is_modern())
}

pub(super) fn session_id(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(&SESSION)?;
    // NB. what is no text is the id of no session.
    Some(value.to_str().unwrap_or_default())
}

/// Who sent a request, if something in front of the endpoint found out.
pub(super) fn identity(parts: &Parts) -> Option<&Identity> {
    parts.extensions.get()
}

pub(super) fn no_session() -> Turned {
    let remedy = "send the Mcp-Session-Id that came with the answer to initialize, or a revision that needs none in params._meta";
    session_fault(
        StatusCode::BAD_REQUEST,
        "is required after initialize",
        remedy,
    )
}

pub(super) fn unknown_session() -> Turned {
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
