//! One connection, from its first byte to its close.
//!
//! In: a socket, the endpoint, and what orders come. Out: nothing; it returns when the connection is
//! over, by whichever side. It starts no task, save that HTTP/2 has one for each request.

use super::activity::{Activity, Order};
use super::routes::{Ends, Routes};
use super::socket::{LEAST_HEAD_BYTES, Socket};
use crate::http::ending::Shutdown;
use crate::http::gates::Gates;
use crate::http::sse::Paths;
use crate::limits::HttpLimits;
use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use std::convert::Infallible;
use std::error::Error as StdError;
use std::pin::pin;
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};
use tower_service::Service;

/// How hyper speaks, with these limits.
pub(super) fn protocol(limits: &HttpLimits) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    #[cfg(not(feature = "http2"))]
    {
        builder = builder.http1_only();
    }
    let mut http1 = builder.http1();
    // The time of a head is kept by the connection, since hyper's would close idle ones as well.
    http1
        .header_read_timeout(None)
        .max_buf_size(limits.head_bytes.max(LEAST_HEAD_BYTES));
    // NB. hyper's own limit is 100 too, and costs no memory while nobody sets it.
    if limits.head_fields != crate::limits::HEAD_FIELDS {
        http1.max_headers(limits.head_fields);
    }
    #[cfg(feature = "http2")]
    builder
        .http2()
        .max_concurrent_streams(limits.http2_streams)
        .max_pending_accept_reset_streams(limits.http2_pending_resets)
        .max_local_error_reset_streams(limits.http2_pending_resets)
        .max_header_list_size(limits.http2_header_list_bytes);
    builder
}

/// A connection that has been accepted.
pub(super) struct Accepted<S> {
    pub(super) stream: TcpStream,
    pub(super) ends: Ends,
    pub(super) endpoint: S,
    pub(super) gates: Arc<Gates>,
    pub(super) paths: Option<Arc<Paths>>,
    pub(super) activity: Arc<Activity>,
    pub(super) shutdown: Shutdown,
}

/// Serves it until it is over.
pub(super) async fn serve<S, B>(
    accepted: Accepted<S>,
    protocol: &Builder<TokioExecutor>,
    limits: &HttpLimits,
) where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible>,
    S: Clone + Send + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + Unpin + 'static,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let activity = accepted.activity;
    let socket = Socket::new(accepted.stream, activity.clone(), limits);
    let routes = Routes {
        endpoint: accepted.endpoint,
        gates: accepted.gates,
        paths: accepted.paths,
        shutdown: accepted.shutdown,
        activity: activity.clone(),
        ends: accepted.ends,
    };
    let mut connection = pin!(protocol.serve_connection(TokioIo::new(socket), routes));
    let mut look = pin!(sleep(activity.left().unwrap_or_default()));
    let mut ordered = pin!(activity.ordered());
    loop {
        tokio::select! {
            biased;
            end = connection.as_mut() => {
                if let Err(error) = end {
                    tracing::debug!(error = &*error, peer = %accepted.ends.peer, "a connection ended badly");
                }
                return;
            }
            () = look.as_mut() => {
                let Some(left) = activity.left() else { return };
                look.as_mut().reset(Instant::now() + left);
            }
            order = ordered.as_mut() => {
                if order == Order::Close || activity.is_quiet() {
                    return;
                }
                connection.as_mut().graceful_shutdown();
                ordered.set(activity.ordered());
            }
        }
    }
}
