//! The floor over HTTP: what a POST costs when the protocol work is written out by hand.
//!
//! In: the head and the body of a request. Out: status, session id and the text of the answer. It
//! checks what a server must before it carries a call out: `Host`, `Origin`, `Content-Type`,
//! `Accept`, the revision, and for 2026-07-28 `Mcp-Method` and `Mcp-Name` against the body; a session
//! of older revisions is looked up. No limits, no streams, no words for the caller: a yardstick,
//! never a server to copy.

#[path = "../../limit/src/protocol.rs"]
mod protocol;
#[path = "../../limit/src/tools.rs"]
mod tools;

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use http::header::{ACCEPT, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use http::{Method, Response, StatusCode};

use protocol::{Refusal, Said};

const MODERN: &str = "2026-07-28";
const LEGACY: &str = "2025-11-25";
const MIRROR: i32 = -32020;

const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// The sessions of older revisions.
#[derive(Default)]
pub struct Sessions(Mutex<Known>);

#[derive(Default)]
struct Known {
    ids: HashSet<String>,
    last: u64,
}

impl Sessions {
    fn add(&self) -> String {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.last += 1;
        let id = format!("{:032x}", known.last);
        known.ids.insert(id.clone());
        id
    }

    fn has(&self, id: &str) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.ids.contains(id)
    }
}

/// Answers one request whose body was read; `body` makes a response's body of the text.
pub fn answer<B>(
    method: &Method,
    headers: &HeaderMap,
    content: &[u8],
    sessions: &Sessions,
    body: impl FnOnce(Vec<u8>) -> B,
) -> Response<B> {
    if let Err(status) = gates(method, headers) {
        return with_status(status, body(Vec::new()));
    }
    let mut out = Vec::with_capacity(256);
    let mut begins = false;
    let mut refused = StatusCode::OK;
    protocol::answer(content, &mut out, |said| {
        begins = said.method == "initialize";
        agreed(headers, &said, sessions).map_err(|(status, refusal)| {
            refused = status;
            refusal
        })
    });
    out.pop();
    if out.is_empty() {
        return with_status(StatusCode::ACCEPTED, body(out));
    }
    let mut response = with_status(refused, body(out));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    if begins && let Ok(id) = HeaderValue::try_from(sessions.add()) {
        response.headers_mut().insert(SESSION, id);
    }
    response
}

fn with_status<B>(status: StatusCode, body: B) -> Response<B> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response
}

/// What the head of a request decides alone.
fn gates(method: &Method, headers: &HeaderMap) -> Result<(), StatusCode> {
    if method != Method::POST {
        return Err(StatusCode::METHOD_NOT_ALLOWED);
    }
    let local = |name: &str| name == "127.0.0.1" || name == "localhost";
    let host = text(headers, &HOST).unwrap_or_default();
    if !local(host.rsplit_once(':').map_or(host, |(name, _)| name)) {
        return Err(StatusCode::FORBIDDEN);
    }
    if let Some(origin) = text(headers, &ORIGIN) {
        let authority = origin.strip_prefix("http://").unwrap_or_default();
        if !local(
            authority
                .rsplit_once(':')
                .map_or(authority, |(name, _)| name),
        ) {
            return Err(StatusCode::FORBIDDEN);
        }
    }
    if text(headers, &CONTENT_TYPE) != Some("application/json") {
        return Err(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    let accepted = text(headers, &ACCEPT).unwrap_or_default();
    if !accepted.contains("application/json") || !accepted.contains("text/event-stream") {
        return Err(StatusCode::NOT_ACCEPTABLE);
    }
    match text(headers, &VERSION) {
        None | Some(MODERN | LEGACY | "2025-06-18" | "2025-03-26") => Ok(()),
        Some(_) => Err(StatusCode::BAD_REQUEST),
    }
}

/// Whether the head says the same as the body, or names a session that is known.
fn agreed(
    headers: &HeaderMap,
    said: &Said,
    sessions: &Sessions,
) -> Result<(), (StatusCode, Refusal)> {
    if said.version.is_some() {
        let mirrored = text(headers, &VERSION) == said.version
            && text(headers, &METHOD) == Some(said.method)
            && text(headers, &NAME) == said.name;
        return mirrored.then_some(()).ok_or((
            StatusCode::BAD_REQUEST,
            Refusal(MIRROR, "The head says otherwise"),
        ));
    }
    if said.method == "initialize" {
        return Ok(());
    }
    let session = text(headers, &SESSION).is_some_and(|id| sessions.has(id));
    session
        .then_some(())
        .ok_or((StatusCode::NOT_FOUND, Refusal(-32600, "No such session")))
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
