//! JSON answers and their statuses.
//!
//! In: an answer as the engine wrote it, or what was refused before. Out: a response with the status
//! that its code goes with (2026-07-28 and before, Streamable HTTP). It never decides what is refused.

use super::answer::HttpBody;
use super::endpoint::{Shared, whole};
use super::gates::revision;
use super::gates::revision::Named;
use super::refusal;
use crate::wire::Wire;
use bytes::Bytes;
use http::header::{HeaderMap, RETRY_AFTER};
use http::{Response, StatusCode};
use mcp_core::rpc::{self, ErrorCode, ErrorId, Fault, Message};
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// One JSON text, with the status of its code.
pub(super) fn json(text: Vec<u8>, modern: bool, shared: &Shared) -> Response<HttpBody> {
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
pub(super) fn refused(
    shared: &Shared,
    headers: &HeaderMap,
    turned: Turned,
    wire: &Wire,
) -> Response<HttpBody> {
    let Turned { status, fault } = turned;
    let id = match &fault.id {
        Some(id) => ErrorId::Known(id),
        None if unreadable_id_is_null(shared, headers) => ErrorId::Null,
        None => ErrorId::Absent,
    };
    let mut text = Vec::with_capacity(256);
    rpc::error(&mut text, id, &fault.to_error());
    wire.said(0, &text);
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
pub(super) fn refuses(said: &[u8], modern: bool) -> bool {
    is_one(said) && code(last(said)).is_some_and(|code| status(code, modern) != StatusCode::OK)
}

/// NB. made once: making it takes longer than looking.
static ERROR: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\"error\":"));

/// The code of an answer that is an error.
fn code(text: &[u8]) -> Option<ErrorCode> {
    // NB. an error stands behind the id, which is short: nothing of a result is read for this.
    let start = text.get(..text.len().min(rpc::MAX_ID_BYTES * 6 + 64))?;
    ERROR.find(start)?;
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

pub(super) fn is_one(lines: &[u8]) -> bool {
    memchr::memchr(b'\n', lines).is_none_or(|at| at + 1 == lines.len())
}

/// The answer alone. NB. it is the last of what was said, and mostly all of it.
pub(super) fn answer_of(mut said: Vec<u8>) -> Vec<u8> {
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
pub(super) fn last(lines: &[u8]) -> &[u8] {
    let lines = lines.strip_suffix(b"\n").unwrap_or(lines);
    let start = memchr::memrchr(b'\n', lines).map_or(0, |at| at + 1);
    lines.get(start..).unwrap_or_default()
}

pub(super) fn empty(status: StatusCode) -> Response<HttpBody> {
    let mut response = whole(Response::new(Bytes::new()));
    *response.status_mut() = status;
    response
}

/// A message that is turned away, and the status of the response.
pub(super) struct Turned {
    pub(super) status: StatusCode,
    pub(super) fault: Fault,
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
