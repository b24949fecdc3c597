//! HTTP+SSE: the transport of revision 2024-11-05, for clients that speak nothing newer.
//!
//! In: a GET, which opens a stream, and messages by POST to the address that its first event names.
//! Out: on the stream everything that the server says; to a POST only whether it was taken. A stream
//! is a connection like one over stdin and stdout, with a handshake of its own: closing it ends what
//! runs. It is served only where the options ask for it, and never speaks a revision without a
//! handshake.

mod conversations;
mod paths;

pub(super) use conversations::{Conversations, Reader};
pub(super) use paths::{Mount, PATHS, Paths};

use self::conversations::{Conversation, Received};
use super::admit::identity;
use super::answer::{self, HttpBody};
use super::body;
use super::endpoint::{HttpEndpoint, Shared, whole};
use super::gates::{Refused, media, shown};
use super::status::{Turned, empty, refused};
use crate::wire::Wires;
use bytes::Bytes;
use http::header::{ALLOW, HeaderValue};
use http::request::Parts;
use http::{Method, Request, Response, StatusCode};
use http_body::Body;
use mcp_core::reasons;
use mcp_core::rpc::{ErrorCode, Fault, FaultKind};
use std::convert::Infallible;
use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower_service::Service;

/// The member of the query that says whose a message is.
const SESSION: &str = "sessionId";
const RULE: &str = "MCP, the first revision, Transports, HTTP with SSE";

/// A server over HTTP+SSE, for any router that takes `tower` services; it needs a tokio runtime with
/// timers. Clones share the streams. One service takes both requests: the GET that opens a stream, and
/// the POST of each message. See [`Service::http_sse`](crate::Service::http_sse).
#[derive(Clone)]
pub struct HttpSseEndpoint(HttpEndpoint);

impl HttpSseEndpoint {
    /// NB. of an endpoint whose options ask for it.
    pub(crate) fn new(endpoint: HttpEndpoint) -> Self {
        Self(endpoint)
    }

    /// How many streams are open.
    pub fn streams(&self) -> usize {
        self.0.0.http_sse.as_ref().map_or(0, Conversations::count)
    }
}

impl fmt::Debug for HttpSseEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpSseEndpoint")
            .field("streams", &self.streams())
            .finish_non_exhaustive()
    }
}

impl<B> Service<Request<B>> for HttpSseEndpoint
where
    HttpEndpoint: Service<Request<B>, Response = Response<HttpBody>, Error = Infallible>,
{
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = <HttpEndpoint as Service<Request<B>>>::Future;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        request.extensions_mut().insert(Mount::Either);
        self.0.call(request)
    }
}

/// A request that passed the gates.
pub(super) async fn answer<B>(
    shared: &Arc<Shared>,
    all: &Conversations,
    mount: Mount,
    parts: &Parts,
    body: B,
) -> Response<HttpBody>
where
    B: Body + Send,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    if parts.method == Method::GET && mount.takes_get() {
        opened(shared, all, parts)
    } else if parts.method == Method::POST && mount.takes_post() {
        posted(shared, all, parts, body).await
    } else {
        whole(not_offered(mount, parts))
    }
}

/// GET: a stream, whose first event says where messages go.
fn opened(shared: &Arc<Shared>, all: &Conversations, parts: &Parts) -> Response<HttpBody> {
    if let Err(refused) = media::streams(&parts.headers) {
        return whole(refused.response(parts.version));
    }
    let Some((id, reader)) = all.open(shared, identity(parts).cloned()) else {
        let limit = shared.options.limits.max_sessions;
        let wait = shared.server.limits.busy_retry_after.as_millis();
        let fault = reasons::busy(limit, u64::try_from(wait).unwrap_or(u64::MAX)).because(format!(
            "is one too many: {limit} streams are open, which is the limit"
        ));
        return refused(shared, &parts.headers, fault.into(), &Wires::off());
    };
    let messages = all.paths().messages();
    let first = format!("event: endpoint\ndata: {messages}?{SESSION}={id}\n\n");
    answer::conversation(shared, reader, first.into_bytes())
}

/// POST: one message, for the stream that the query names.
async fn posted<B>(
    shared: &Shared,
    all: &Conversations,
    parts: &Parts,
    body: B,
) -> Response<HttpBody>
where
    B: Body + Send,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    if let Err(refused) = media::content(&parts.headers) {
        return whole(refused.response(parts.version));
    }
    let conversation = match named(all, parts) {
        Ok(conversation) => conversation,
        Err(turned) => return refused(shared, &parts.headers, turned, &Wires::off()),
    };
    let text = match body::read(body, &parts.headers, &shared.bounds).await {
        Ok(text) => text,
        Err(unread) => return whole(unread.response()),
    };
    match all.receive(&conversation, &text) {
        Received::Taken => empty(StatusCode::ACCEPTED),
        Received::Gone => refused(shared, &parts.headers, unknown(None), &Wires::off()),
        Received::Full => {
            let limit = shared.server.limits.out_queue_bytes;
            let wait = shared.server.limits.busy_retry_after.as_millis();
            let wait = u64::try_from(wait).unwrap_or(u64::MAX);
            let fault = reasons::busy(limit, wait).because(format!(
                "is one too many: {limit} bytes wait on the stream that nobody reads; read it first"
            ));
            refused(shared, &parts.headers, fault.into(), &Wires::off())
        }
    }
}

/// The stream that the query names, where it belongs to whoever asks.
fn named(all: &Conversations, parts: &Parts) -> Result<Arc<Conversation>, Turned> {
    let query = parts.uri.query().unwrap_or_default();
    let members = query.split('&').filter_map(|one| one.split_once('='));
    let mut ids = members.filter(|(name, _)| *name == SESSION);
    let Some((_, id)) = ids.next() else {
        let must = "is required in the query";
        return Err(fault(StatusCode::BAD_REQUEST, must, None));
    };
    all.find(id, identity(parts))
        .ok_or_else(|| unknown(Some(id)))
}

fn unknown(id: Option<&str>) -> Turned {
    let must = "must be that of a stream which is open";
    fault(StatusCode::NOT_FOUND, must, id)
}

#[cold]
fn fault(status: StatusCode, must: &'static str, id: Option<&str>) -> Turned {
    let mut fault = Fault::new(FaultKind::MissingMember)
        .at(SESSION)
        .because(must)
        .expecting("the id of a stream")
        .with_remedy("open a stream by GET, and post to the address that its first event names");
    if let Some(id) = id {
        fault = fault.got(shown(id.as_bytes()));
    }
    fault.code = ErrorCode::INVALID_REQUEST;
    fault.rule = RULE;
    Turned { status, fault }
}

/// A method that nothing is done by here.
fn not_offered(mount: Mount, parts: &Parts) -> Response<Bytes> {
    let (allowed, remedy) = match mount {
        Mount::Stream => ("GET", "open a stream by GET"),
        Mount::Messages => ("POST", "send messages by POST"),
        Mount::Either => ("GET, POST", "open a stream by GET, send messages by POST"),
    };
    let must = "is not served here";
    let refused = Refused::method(StatusCode::METHOD_NOT_ALLOWED, &parts.method, must);
    let mut response = refused.with_remedy(remedy).response(parts.version);
    let allowed = HeaderValue::from_static(allowed);
    response.headers_mut().insert(ALLOW, allowed);
    response
}

#[cfg(test)]
mod tests;
