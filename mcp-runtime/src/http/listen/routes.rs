//! Which path leads where.
//!
//! In: requests of any path. Out: a refusal for those that may not come in, whatever their path; the
//! others for [`ENDPOINT`] to the endpoint, `ok` from [`HEALTH`] while requests are taken, and an
//! error that names the endpoint. Paths are compared as they were parsed, once: nothing is decoded,
//! trimmed or joined.

use super::activity::{Activity, Running};
use crate::http::ending::{Phase, Shutdown};
use crate::http::gates::{Gates, Passed};
use crate::http::refusal::{invalid, without_id};
use crate::http::sse::Paths;
use bytes::Bytes;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use http::{Method, Request, Response, StatusCode};
use http_body::{Body, Frame, SizeHint};
use http_body_util::Full;
use hyper::body::Incoming;
use serde_json::json;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tower_service::Service;

/// Where the protocol is spoken.
pub(crate) const ENDPOINT: &str = "/mcp";
/// Where load balancers look whether requests are taken.
pub(crate) const HEALTH: &str = "/healthz";
/// All that is served.
pub(crate) const ROUTES: [&str; 2] = [ENDPOINT, HEALTH];

/// The two ends of the connection of a request, in its extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ends {
    /// The server's end.
    pub local: SocketAddr,
    /// The client's end, or that of the proxy before it.
    pub peer: SocketAddr,
    /// What the gates of the loop said of the head.
    pub(crate) passed: Passed,
}

impl Ends {
    /// Those of a connection that another accept loop took.
    pub fn new(local: SocketAddr, peer: SocketAddr) -> Self {
        let passed = Passed::Here;
        Self {
            local,
            peer,
            passed,
        }
    }
}

/// The service of one connection.
#[derive(Clone)]
pub(super) struct Routes<S> {
    pub(super) endpoint: S,
    pub(super) gates: Arc<Gates>,
    pub(super) paths: Option<Arc<Paths>>,
    pub(super) shutdown: Shutdown,
    pub(super) activity: Arc<Activity>,
    pub(super) ends: Ends,
}

type Answer<B> = Pin<Box<dyn Future<Output = Result<Response<Served<B>>, Infallible>> + Send>>;

impl<S, B> hyper::service::Service<Request<Incoming>> for Routes<S>
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible>,
    S: Clone + Send + 'static,
    S::Future: Send,
    B: Send + 'static,
{
    type Response = Response<Served<B>>;
    type Error = Infallible;
    type Future = Answer<B>;

    fn call(&self, request: Request<Incoming>) -> Answer<B> {
        let running = self.activity.request();
        let (parts, body) = request.into_parts();
        // Before the path is looked at, so that no route can be forgotten.
        let passed = match self.gates.check_head(&parts, Some(self.ends.local)) {
            Ok(passed) => passed,
            Err(refused) => return own(refused.response(parts.version), running),
        };
        let mut request = Request::from_parts(parts, body);
        if request.uri().path() != ENDPOINT {
            let path = request.uri().path();
            let mount = self.paths.as_ref().and_then(|paths| paths.mount(path));
            let Some(mount) = mount else {
                return own(self.other(&request), running);
            };
            request.extensions_mut().insert(mount);
        }
        let ends = Ends {
            passed,
            ..self.ends
        };
        request.extensions_mut().insert(ends);
        let mut endpoint = self.endpoint.clone();
        Box::pin(async move {
            poll_fn(|cx| endpoint.poll_ready(cx)).await?;
            let answer = endpoint.call(request).await?;
            Ok(answer.map(|body| Served {
                part: Part::Endpoint(body),
                running,
            }))
        })
    }
}

/// An answer without the endpoint.
fn own<B: Send + 'static>(answer: Response<Bytes>, running: Running) -> Answer<B> {
    let answer = answer.map(Full::new).map(Part::Own);
    Box::pin(async move { Ok(answer.map(|part| Served { part, running })) })
}

impl<S> Routes<S> {
    fn served(&self) -> Vec<&str> {
        let paths = self.paths.as_ref().map(|paths| paths.all());
        ROUTES
            .into_iter()
            .chain(paths.into_iter().flatten())
            .collect()
    }

    fn other(&self, request: &Request<Incoming>) -> Response<Bytes> {
        let path = request.uri().path();
        if path != HEALTH {
            let shown: String = path.chars().take(100).collect();
            let error = invalid(format!(
                "nothing is served at `{}`; the endpoint is `{ENDPOINT}`",
                shown.escape_debug()
            ))
            .with_data(json!({ "served": self.served() }));
            return without_id(StatusCode::NOT_FOUND, &error);
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let error = invalid(format!("`{HEALTH}` is read by GET"));
            let mut answer = without_id(StatusCode::METHOD_NOT_ALLOWED, &error);
            let methods = HeaderValue::from_static("GET, HEAD");
            answer.headers_mut().insert(ALLOW, methods);
            return answer;
        }
        let (status, text) = match self.shutdown.phase() {
            Phase::Serving => (StatusCode::OK, "ok\n"),
            _ => (StatusCode::SERVICE_UNAVAILABLE, "ending\n"),
        };
        let mut answer = Response::new(Bytes::from_static(text.as_bytes()));
        *answer.status_mut() = status;
        let headers = answer.headers_mut();
        let plain = HeaderValue::from_static("text/plain; charset=utf-8");
        headers.insert(CONTENT_TYPE, plain);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        answer
    }
}

/// A response's body; its request runs until this is dropped.
pub(super) struct Served<B> {
    part: Part<B>,
    #[expect(dead_code, reason = "dropped with the body")]
    running: Running,
}

enum Part<B> {
    Endpoint(B),
    Own(Full<Bytes>),
}

impl<B: Body<Data = Bytes> + Unpin> Body for Served<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        match &mut self.part {
            Part::Endpoint(body) => Pin::new(body).poll_frame(cx),
            Part::Own(body) => {
                let frame = Pin::new(body).poll_frame(cx);
                frame.map(|frame| frame.map(|frame| frame.map_err(|never| match never {})))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.part {
            Part::Endpoint(body) => body.is_end_stream(),
            Part::Own(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.part {
            Part::Endpoint(body) => body.size_hint(),
            Part::Own(body) => body.size_hint(),
        }
    }
}
