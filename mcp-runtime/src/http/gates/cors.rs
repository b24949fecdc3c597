//! What a browser is told, so that a page of another origin may read the answers (Fetch standard,
//! CORS protocol).
//!
//! In: a request whose origin was allowed by name. Out: headers for its response, and the answer to
//! the question that a browser asks first. Without a list of origins there are none of these. It
//! never allows credentials, which here means cookies: a token is a header that the page sets.

use super::origins::Origins;
use super::refused::is_token;
use bytes::Bytes;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD,
    HeaderMap, HeaderValue, ORIGIN, VARY,
};
use http::request::Parts;
use http::{Response, StatusCode};

/// The headers that a page may set, beside those that mirror arguments.
const HEADERS: &str = "Content-Type, Accept, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID";
const METHODS: &str = "GET, POST, DELETE";
/// The headers that a page may read.
const EXPOSED: &str = "Mcp-Session-Id, WWW-Authenticate";

/// What goes into every response to a page that may read it.
#[derive(Debug, Clone)]
pub(crate) struct Shared(HeaderValue);

impl Shared {
    pub(super) fn of(origins: &Origins, headers: &HeaderMap) -> Option<Self> {
        let origin = headers.get(ORIGIN)?;
        let listed = origins.lists(origin);
        listed.then(|| match origins.any() {
            true => Self(HeaderValue::from_static("*")),
            false => Self(origin.clone()),
        })
    }

    /// Adds the headers to those of a response, whatever its status.
    pub(crate) fn put(&self, response: &mut HeaderMap) {
        response.insert(ACCESS_CONTROL_ALLOW_ORIGIN, self.0.clone());
        response.append(VARY, HeaderValue::from_static("Origin"));
        let exposed = HeaderValue::from_static(EXPOSED);
        response.insert(ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    }

    /// The answer to OPTIONS where a browser asks whether a page may send a request; otherwise
    /// `None`.
    pub(super) fn preflight(&self, parts: &Parts) -> Option<Response<Bytes>> {
        if !parts.headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD) {
            return None;
        }
        let mut response = Response::new(Bytes::new());
        *response.status_mut() = StatusCode::NO_CONTENT;
        let headers = response.headers_mut();
        self.put(headers);
        let methods = HeaderValue::from_static(METHODS);
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, allowed(&parts.headers));
        Some(response)
    }
}

/// The fixed headers, and those for arguments that were asked for.
fn allowed(asked: &HeaderMap) -> HeaderValue {
    let mut all = HEADERS.to_owned();
    let asked = asked.get_all(ACCESS_CONTROL_REQUEST_HEADERS).iter();
    let names = asked
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .filter(|name| super::mirror::is_param(name) && is_token(name));
    for name in names.take(super::mirror::MAX_PARAMS) {
        all.push_str(", ");
        all.push_str(name);
    }
    HeaderValue::try_from(all).unwrap_or_else(|_| HeaderValue::from_static(HEADERS))
}
