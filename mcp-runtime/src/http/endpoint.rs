//! The endpoint: a `tower` service that answers MCP over HTTP at any path.
//!
//! In: requests. Out: responses, JSON or a stream of events. It asks the gates first, reads the body
//! within its limits, and hands the message on. It never opens a socket and never reads the path.

use super::admit;
use super::answer::HttpBody;
use super::body::{self, Bounds};
use super::gates::media::Accepted;
use super::gates::{Gates, Passed, Refused, media};
use super::get;
use super::listen::Ends;
use super::options::HttpOptions;
use super::post;
use super::session::Sessions;
use super::sse::{self, Conversations, Paths};
use crate::Result;
use crate::engine::{Alive, places};
use crate::server::Inner;
use crate::wire::Wires;
use bytes::Bytes;
use http::header::{ALLOW, HeaderValue};
use http::request::Parts;
use http::{Method, Request, Response, StatusCode};
use http_body::Body;
use std::convert::Infallible;
use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

/// A server over HTTP, for any router that takes `tower` services; it needs a tokio runtime with
/// timers. Clones share the sessions.
///
/// Requests whose `Host` or `Origin` is not allowed are refused here too, so it can stand in any
/// router. Where the router knows the address of the socket, it may put [`Ends`] into the extensions
/// of the request; otherwise only the names of this machine and those of the options are allowed. A
/// layer that finds out who asks puts an [`Identity`](crate::Identity) there.
#[derive(Clone)]
pub struct HttpEndpoint(pub(super) Arc<Shared>);

/// What all requests of one endpoint share.
pub(super) struct Shared {
    pub(super) server: Arc<Inner>,
    pub(super) options: HttpOptions,
    pub(super) sessions: Sessions,
    pub(super) wires: Wires,
    /// The handlers of all requests, which count against one limit.
    pub(super) alive: Arc<Alive>,
    /// The streams of HTTP+SSE, where the options ask for it.
    pub(super) http_sse: Option<Conversations>,
    pub(super) bounds: Bounds,
    gates: Gates,
}

impl Shared {
    /// Whether sessions are kept between requests.
    pub(super) fn has_sessions(&self) -> bool {
        self.server.serves(false) && !self.is_stateless()
    }

    /// Whether nothing is kept, in the revisions with a handshake as well.
    pub(super) fn is_stateless(&self) -> bool {
        self.options.stateless
    }
}

impl HttpEndpoint {
    pub(crate) fn new(server: Arc<Inner>, options: HttpOptions) -> Result<Self> {
        let gates = Gates::of(&options)?;
        let bounds = Bounds::new(server.limits.max_frame_bytes, &options.limits);
        let sessions = Sessions::new(&options);
        let wires = Wires::begin(server.wire_log.as_ref(), || places(server.clone()));
        let paths = Paths::of(&options)?;
        let http_sse = paths.map(|paths| Conversations::new(&server, paths, &options.limits));
        Ok(Self(Arc::new(Shared {
            server,
            options,
            sessions,
            wires,
            alive: Arc::default(),
            http_sse: http_sse.transpose()?,
            bounds,
            gates,
        })))
    }

    /// How many sessions of the revisions with a handshake there are.
    pub fn sessions(&self) -> usize {
        self.0.sessions.count()
    }
}

impl fmt::Debug for HttpEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpEndpoint")
            .field("server", &self.0.server.identity.name)
            .field("sessions", &self.sessions())
            .finish_non_exhaustive()
    }
}

impl<B> tower_service::Service<Request<B>> for HttpEndpoint
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    type Response = Response<HttpBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let shared = self.0.clone();
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            Ok(answer(&shared, &parts, body).await)
        })
    }
}

async fn answer<B>(shared: &Arc<Shared>, parts: &Parts, body: B) -> Response<HttpBody>
where
    B: Body + Send,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let ends = parts.extensions.get::<Ends>();
    if ends.is_none_or(|ends| ends.passed != Passed::Everywhere)
        && let Err(refused) = shared.gates.check_head(parts, ends.map(|ends| ends.local))
    {
        return whole(refused.response(parts.version));
    }
    if let Some(preflight) = shared.gates.preflight(parts) {
        return whole(preflight);
    }
    let sse = shared.http_sse.as_ref();
    let sse = sse.and_then(|all| Some((all, *parts.extensions.get()?)));
    let mut response = if let Some((all, mount)) = sse {
        // NB. boxed: all other requests would carry its state too.
        Box::pin(sse::answer(shared, all, mount, parts, body)).await
    } else if parts.method == Method::POST {
        posted(shared, parts, body).await
    } else {
        other(shared, parts)
    };
    if let Some(page) = shared.gates.shared(&parts.headers) {
        page.put(response.headers_mut());
    }
    response
}

fn other(shared: &Arc<Shared>, parts: &Parts) -> Response<HttpBody> {
    let kept = shared.has_sessions() && !admit::names_modern(&parts.headers);
    if kept && parts.method == Method::DELETE {
        post::ended(shared, parts)
    } else if kept && parts.method == Method::GET && !shared.options.json {
        get::answer(shared, parts)
    } else {
        whole(not_offered(shared, parts, kept))
    }
}

async fn posted<B>(shared: &Arc<Shared>, parts: &Parts, body: B) -> Response<HttpBody>
where
    B: Body + Send,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let accepted = media::content(&parts.headers).and_then(|()| media::accepted(&parts.headers));
    let accepted = match accepted {
        Ok(accepted) => accepted,
        Err(refused) => return whole(refused.response(parts.version)),
    };
    let accepted = match accepted {
        Accepted::Both if shared.options.json => Accepted::JsonOnly,
        accepted => accepted,
    };
    match body::read(body, &parts.headers, &shared.bounds).await {
        Ok(text) => post::answer(shared, parts, accepted, text).await,
        Err(unread) => whole(unread.response()),
    }
}

/// A method that this endpoint has no use for (2025-11-25 and 2026-07-28, Streamable HTTP).
fn not_offered(shared: &Shared, parts: &Parts, kept: bool) -> Response<Bytes> {
    let allowed = match (kept, shared.options.json) {
        (true, false) => "POST, GET, DELETE",
        (true, true) => "POST, DELETE",
        (false, _) => "POST",
    };
    let must = "is not served here";
    let refused = Refused::method(StatusCode::METHOD_NOT_ALLOWED, &parts.method, must)
        .with_remedy("send messages by POST");
    let mut response = refused.response(parts.version);
    let allowed = HeaderValue::from_static(allowed);
    response.headers_mut().insert(ALLOW, allowed);
    response
}

pub(super) fn whole(response: Response<Bytes>) -> Response<HttpBody> {
    response.map(HttpBody::whole)
}
