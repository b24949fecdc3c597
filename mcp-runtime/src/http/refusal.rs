//! Errors as whole responses.
//!
//! In: a status and a JSON-RPC error. Out: a response whose body is that error. It never decides
//! what is refused.

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue};
use http::{Response, StatusCode};
use mcp_core::rpc::{self, ErrorCode, ErrorId, ErrorObject};

/// A response of JSON that answers no request whose id is known.
pub(crate) fn without_id(status: StatusCode, error: &ErrorObject) -> Response<Bytes> {
    let mut text = Vec::with_capacity(128);
    // The revision is unknown as well: an id of null is what all but the newest ones demand.
    rpc::error(&mut text, ErrorId::Null, error);
    let mut response = Response::new(Bytes::from(text));
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

/// The error of a request that can't be used as it came.
pub(crate) fn invalid(message: String) -> ErrorObject {
    ErrorObject::new(ErrorCode::INVALID_REQUEST, message)
}
