//! JSON as whole responses, errors above all.
//!
//! In: a status and a JSON-RPC error, or the text of an answer. Out: a response whose body is that. It
//! never decides what is refused.

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use http::{Response, StatusCode};
use mcp_core::rpc::{self, ErrorCode, ErrorId, ErrorObject};
use std::time::Duration;

/// A response of JSON that answers no request whose id is known.
pub(crate) fn without_id(status: StatusCode, error: &ErrorObject) -> Response<Bytes> {
    let mut text = Vec::with_capacity(128);
    // The revision is unknown as well: an id of null is what all but the newest ones demand.
    rpc::error(&mut text, ErrorId::Null, error);
    json(status, text)
}

/// A response whose body is this JSON text.
pub(crate) fn json(status: StatusCode, text: Vec<u8>) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from(text));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

/// What `Retry-After` says: whole seconds, so that nobody comes too early (RFC 9110, section 10.2.3).
pub(crate) fn retry_after(wait: Duration) -> HeaderValue {
    let seconds = wait.as_millis().div_ceil(1_000).max(1);
    HeaderValue::from(u64::try_from(seconds).unwrap_or(u64::MAX))
}

/// The error of a request that can't be used as it came.
pub(crate) fn invalid(message: String) -> ErrorObject {
    ErrorObject::new(ErrorCode::INVALID_REQUEST, message)
}
