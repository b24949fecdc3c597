//! The accept loop of a program that is nothing but a server.
//!
//! In: an address or a listener, an endpoint (any `tower` service), and [`HttpOptions`]. Out: served
//! connections, until [`Shutdown::begin`]; then the end of all of them, in time. It never installs a
//! signal handler, never ends the process, and never looks into a message.

mod accept;
mod activity;
mod connection;
pub(crate) mod exposure;
mod routes;
mod socket;
mod strict;
mod words;

pub use routes::Ends;
pub(super) use routes::ROUTES;

use super::HttpOptions;
use super::ending::{Phase, Shutdown};
use super::gates::Gates;
use super::sse::Paths;
use crate::limits::{self, HttpLimits};
use crate::{Error, Result};
use accept::{Held, Terms, accept};
use activity::Order;
use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use hyper::body::Incoming;
use std::convert::Infallible;
use std::error::Error as StdError;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, ToSocketAddrs};
use tower_service::Service;

/// How long connections may take to close that were told to at once.
const CLOSING: Duration = Duration::from_millis(500);

/// A server over HTTP that has its socket, and is not serving yet.
///
/// The endpoint is at `/mcp`; `/healthz` says `ok` while requests are taken. The endpoint also gets what
/// comes to the paths of HTTP+SSE, where the options ask for that.
#[must_use = "nothing is served before `serve`"]
pub struct HttpServer<S> {
    listener: TcpListener,
    address: SocketAddr,
    endpoint: S,
    limits: HttpLimits,
    gates: Arc<Gates>,
    /// Those of HTTP+SSE.
    paths: Option<Arc<Paths>>,
    shutdown: Shutdown,
    held: Arc<Held>,
    pub(crate) graces: Graces,
}

/// How long what is there may go on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Graces {
    /// Running calls, once the end has begun.
    pub(crate) calls: Duration,
    /// Answers to calls that were told to end.
    pub(crate) last_words: Duration,
    /// Output that a client does not take.
    pub(crate) unread: Duration,
}

impl Default for Graces {
    fn default() -> Self {
        Self {
            calls: limits::SIGNAL_GRACE,
            last_words: limits::LAST_WORDS,
            unread: limits::UNREAD_OUTPUT_PATIENCE,
        }
    }
}

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Whether something that ran had to be cut.
    pub(crate) cut: bool,
}

impl<S> fmt::Debug for HttpServer<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpServer")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}

impl<S> HttpServer<S> {
    /// Opens a socket at an address, such as `127.0.0.1:8000`, for an endpoint: that of
    /// a built server, or one with `tower` layers around it. Port 0 is any free one.
    ///
    /// # Errors
    /// An address that other machines reach, where the options don't say that this is meant, and
    /// options that can't be read; then no socket is opened. An address that can't be bound.
    pub async fn bind(
        address: impl ToSocketAddrs,
        endpoint: S,
        options: &HttpOptions,
    ) -> Result<Self> {
        let failed = |error| Error::transport("the address can't be served", error);
        let found = tokio::net::lookup_host(address).await.map_err(failed)?;
        let addresses: Vec<SocketAddr> = found.collect();
        if let Some(refusal) = exposure::refusal(&addresses, options) {
            return Err(Error::transport("the address is not served", refusal));
        }
        Gates::of(options)?;
        Paths::of(options)?;
        let listener = TcpListener::bind(&addresses[..]).await.map_err(failed)?;
        Self::from_listener(listener, endpoint, options)
    }

    /// Serves a listener that the program has, such as one that was handed over by systemd.
    ///
    /// # Errors
    /// A listener that other machines reach, where the options don't say that this is meant, and
    /// options that can't be read.
    pub fn from_listener(
        listener: TcpListener,
        endpoint: S,
        options: &HttpOptions,
    ) -> Result<Self> {
        let address = listener
            .local_addr()
            .map_err(|error| Error::transport("the listener has no address", error))?;
        if let Some(refusal) = exposure::refusal(&[address], options) {
            return Err(Error::transport("the listener is not served", refusal));
        }
        Ok(Self {
            listener,
            address,
            endpoint,
            limits: options.limits.clone(),
            gates: Arc::new(Gates::of(options)?),
            paths: Paths::of(options)?,
            shutdown: options.shutdown(),
            held: Arc::default(),
            graces: Graces::default(),
        })
    }

    /// Where it listens, with the port that was found for port 0.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// What it serves.
    pub fn endpoint(&self) -> &S {
        &self.endpoint
    }

    /// What ends it.
    pub fn shutdown(&self) -> Shutdown {
        self.shutdown.clone()
    }
}

impl<S, B> HttpServer<S>
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible>,
    S: Clone + Send + Sync + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + Unpin + 'static,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    /// Serves until [`Shutdown::begin`], and then until every connection has ended: calls that run may
    /// go on for [`SIGNAL_GRACE`](crate::limits::SIGNAL_GRACE). A call of a session whose client is away
    /// is not waited for: its answer could not be fetched any more. Dropping this stops accepting alone.
    ///
    /// # Errors
    /// None while serving: what goes wrong with a connection ends that connection.
    pub async fn serve(self) -> Result<()> {
        self.serve_to_end().await;
        Ok(())
    }

    pub(crate) async fn serve_to_end(self) -> Ended {
        let held = self.held;
        let terms = Terms {
            endpoint: self.endpoint,
            limits: self.limits,
            gates: self.gates,
            paths: self.paths,
            unread: self.graces.unread,
            shutdown: self.shutdown.clone(),
            held: held.clone(),
        };
        tokio::select! {
            biased;
            () = self.shutdown.begun() => {}
            () = accept(&self.listener, &terms) => {}
        }
        // NB. first of all: whoever connects from now on is another server's client.
        drop(self.listener);
        drop(terms);
        held.order(Order::Drain);
        if held.ended(self.graces.calls).await {
            return Ended { cut: false };
        }
        self.shutdown.advance(Phase::Cut);
        if !held.ended(self.graces.last_words).await {
            held.order(Order::Close);
            held.ended(CLOSING).await;
        }
        Ended { cut: true }
    }
}

#[cfg(test)]
mod tests;
