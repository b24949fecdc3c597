//! What a handler may ask of the conversation it runs in.
//!
//! In: what the engine knows of the request (its revision, progress token, log level, client).
//! Out: notifications about this one request, and the news that it was cancelled. A context never
//! outlives its request in effect: after the answer, everything here does nothing. It is lent to
//! the handler (`&Context`), so that it can't be kept by accident; [`Context::reporter`] gives a
//! handle that can be moved to a task.

#[cfg(feature = "tower")]
mod attempt;
#[cfg(not(feature = "tower"))]
#[path = "context/one_attempt.rs"]
mod attempt;
mod client;
#[cfg(feature = "tower")]
mod extensions;
mod gate;
mod identity;
mod reported;
#[cfg(test)]
mod tests;

pub(crate) use attempt::Attempt;
pub use client::Client;
#[cfg(feature = "tower")]
pub use extensions::Extensions;
pub(crate) use gate::{LogGate, SharedLevel};
pub use identity::Identity;

use crate::outgoing::Outgoing;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Mutex, MutexGuard};
use mcp_core::capabilities::ClientCapabilities;
use mcp_core::logging::LoggingLevel;
use mcp_core::method;
use mcp_core::rpc;
use mcp_core::trace::TraceParent;
use mcp_core::version::ProtocolVersion;
use reported::{Reported, log_message};
use serde::Serialize;
use std::any::Any;
use std::fmt;
use std::future::Future;
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// The conversation around one request.
///
/// Each method is a no-op where the peer did not ask for it: progress without a progress token,
/// log messages below the level, and everything after the answer.
pub struct Context {
    request: Arc<RequestState>,
    /// Let go when the handler has ended.
    kept: Option<Arc<dyn Any + Send + Sync>>,
    attempt: Attempt,
    #[cfg(feature = "tower")]
    extensions: Extensions,
}

/// A handle for progress, log messages and cancellation of one request that can be cloned and
/// moved into a task. Once the request is answered it does nothing.
#[derive(Clone)]
pub struct Reporter {
    request: Arc<RequestState>,
    attempt: Attempt,
}

/// How the client is found when a handler asks for it.
pub(crate) enum Peer {
    Known(Arc<Client>),
    /// The `_meta` of a stateless request, read only when somebody asks.
    Meta(ProtocolVersion, Box<str>),
}

pub(crate) struct RequestState {
    outgoing: Option<Arc<Outgoing>>,
    /// The progress token as the client wrote it.
    token: Option<Box<str>>,
    gate: LogGate,
    peer: Peer,
    trace: Option<TraceParent>,
    identity: Option<Identity>,
    client: OnceLock<Arc<Client>>,
    reported: Mutex<Reported>,
    cancelled: AtomicBool,
    news: Notify,
}

impl RequestState {
    pub(crate) fn new(
        outgoing: Option<Arc<Outgoing>>,
        token: Option<Box<str>>,
        gate: LogGate,
        peer: Peer,
        trace: Option<TraceParent>,
        identity: Option<Identity>,
    ) -> Arc<Self> {
        Arc::new(Self {
            outgoing,
            token,
            gate,
            peer,
            trace,
            identity,
            client: OnceLock::new(),
            reported: Mutex::new(Reported::new()),
            cancelled: AtomicBool::new(false),
            news: Notify::new(),
        })
    }

    /// Says what still waits for room, then `last`; from now on nothing is said about this request.
    pub(crate) fn close<T>(&self, last: impl FnOnce() -> T) -> T {
        let mut reported = self.reported();
        if let Some(outgoing) = &self.outgoing {
            reported.end(outgoing, |level| self.logs(level));
        }
        last()
    }

    pub(crate) fn cancel(&self) {
        self.reported().silence();
        self.cancelled.store(true, Ordering::Release);
        self.news.notify_waiters();
    }

    fn progress(&self, done: Amount, total: Amount, message: &str) {
        let (Some(outgoing), Some(token), Some(done)) = (&self.outgoing, &self.token, done.0)
        else {
            return;
        };
        let mut reported = self.reported();
        if !reported.rises_to(done) {
            return;
        }
        let mut text = Vec::with_capacity(160);
        rpc::notification_head(&mut text, method::PROGRESS);
        text.extend_from_slice(b"{\"progressToken\":");
        text.extend_from_slice(token.as_bytes());
        text.extend_from_slice(b",\"progress\":");
        write_number(&mut text, done);
        if let Some(total) = total.0.filter(|t| t.is_finite()) {
            text.extend_from_slice(b",\"total\":");
            write_number(&mut text, total);
        }
        if !message.is_empty() && self.version().has_progress_message() {
            text.extend_from_slice(b",\"message\":");
            mcp_core::json::write_str(&mut text, message);
        }
        text.extend_from_slice(b"}}");
        // NB. under the lock, so that the answer can't overtake it.
        reported.progress(text, outgoing);
    }

    fn log(&self, level: LoggingLevel, logger: Option<&str>, data: &impl Serialize) {
        let (Some(outgoing), true) = (&self.outgoing, self.logs(level)) else {
            return;
        };
        let data = match mcp_core::json::Text::from_serialize(data) {
            Ok(data) => data,
            Err(error) => {
                tracing::warn!(%error, "a log message could not be written as JSON");
                return;
            }
        };
        let text = log_message(level, logger, data.as_raw().get().as_bytes());
        self.reported()
            .log(level, text, outgoing, |level| self.logs(level));
    }

    fn reported(&self) -> MutexGuard<'_, Reported> {
        self.reported.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn logs(&self, level: LoggingLevel) -> bool {
        self.gate.admits(level)
    }

    /// Whether the client itself asked for messages of this level.
    #[cfg(feature = "client-logs")]
    pub(crate) fn asks_for(&self, level: LoggingLevel) -> bool {
        self.gate.asks_for(level)
    }

    /// The least grave messages that the client asked for.
    #[cfg(feature = "client-logs")]
    pub(crate) fn least_asked_for(&self) -> Option<LoggingLevel> {
        LoggingLevel::ALL
            .into_iter()
            .find(|level| self.asks_for(*level))
    }

    /// Sends a log message whose data is that JSON text.
    #[cfg(feature = "client-logs")]
    pub(crate) fn log_event(&self, level: LoggingLevel, logger: &str, data: &[u8]) {
        if let Some(outgoing) = &self.outgoing {
            let text = log_message(level, Some(logger), data);
            self.reported()
                .log(level, text, outgoing, |level| self.logs(level));
        }
    }

    /// The trace of the caller's.
    pub(crate) fn trace(&self) -> Option<TraceParent> {
        self.trace
    }

    fn version(&self) -> ProtocolVersion {
        match &self.peer {
            Peer::Known(client) => client.protocol_version,
            Peer::Meta(version, _) => *version,
        }
    }

    fn client(&self) -> &Client {
        self.client.get_or_init(|| match &self.peer {
            Peer::Known(client) => client.clone(),
            Peer::Meta(version, meta) => Arc::new(Client::of_meta(*version, meta)),
        })
    }

    async fn cancelled(&self) {
        loop {
            // NB. made before the flag is read: it notices a `notify_waiters` from here on.
            let news = self.news.notified();
            if self.cancelled.load(Ordering::Acquire) {
                return;
            }
            news.await;
        }
    }
}

impl Context {
    pub(crate) fn of(request: Arc<RequestState>) -> Self {
        Self {
            request,
            kept: None,
            attempt: Attempt::only(),
            #[cfg(feature = "tower")]
            extensions: Extensions::new(),
        }
    }

    /// What is let go when the handler to which the context is lent has ended.
    pub(crate) fn keeping(mut self, what: Option<Arc<impl Any + Send + Sync>>) -> Self {
        self.kept = what.map(|what| what as Arc<dyn Any + Send + Sync>);
        self
    }

    /// A context outside of any conversation: reports go nowhere, nobody cancels. For tests of
    /// functions that take `&Context`.
    pub fn detached() -> Self {
        let client = Client {
            protocol_version: ProtocolVersion::LATEST,
            info: None,
            capabilities: ClientCapabilities::default(),
        };
        let peer = Peer::Known(Arc::new(client));
        Self::of(RequestState::new(
            None,
            None,
            LogGate::Closed,
            peer,
            None,
            None,
        ))
    }

    /// Tells the client how far the call is: `cx.progress(3, 10, "reading")`. `()` stands for an
    /// unknown total, `""` for no message. Only what rises is sent (all revisions, Progress), and
    /// while the client does not read only the newest is kept for it.
    pub fn progress(
        &self,
        done: impl Into<Amount>,
        total: impl Into<Amount>,
        message: impl AsRef<str>,
    ) {
        if !self.attempt.is_over() {
            self.request
                .progress(done.into(), total.into(), message.as_ref());
        }
    }

    /// Sends the client a log message; `data` is text or any value that serialises. While the
    /// client does not read and [much](crate::limits::OUT_QUEUE_BYTES) waits for it, messages
    /// below `warning` are left out, and with four times as much all of them; their number is
    /// sent instead.
    pub fn log(&self, level: LoggingLevel, data: impl Serialize) {
        if !self.attempt.is_over() {
            self.request.log(level, None, &data);
        }
    }

    /// Like [`log`](Self::log), with the name of a logger.
    pub fn log_as(&self, logger: &str, level: LoggingLevel, data: impl Serialize) {
        if !self.attempt.is_over() {
            self.request.log(level, Some(logger), &data);
        }
    }

    /// Whether a message of this level would be sent, to spare the work of making one.
    pub fn logs(&self, level: LoggingLevel) -> bool {
        self.request.outgoing.is_some() && self.request.logs(level)
    }

    /// Ends when the client cancels the call. An async handler is dropped at its next `.await`
    /// anyway; this is for what must be told.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + use<'_> {
        self.attempt.over_or(self.request.cancelled())
    }

    /// Whether the client has cancelled the call; for sync tools, which can't be dropped.
    pub fn is_cancelled(&self) -> bool {
        self.attempt.is_over() || self.request.cancelled.load(Ordering::Acquire)
    }

    /// Who is on the other side.
    pub fn client(&self) -> &Client {
        self.request.client()
    }

    /// Who sent the request, as a layer in front of the endpoint found out; none over stdio, and where
    /// nothing stands in front of the endpoint.
    pub fn identity(&self) -> Option<&Identity> {
        self.request.identity.as_ref()
    }

    /// Lets go of the response stream of this call, which goes on: the client is told to come again
    /// after `retry`, and gets then what was said meanwhile. For calls that take long, so that no
    /// connection is held for them (2025-11-25, Streamable HTTP). What is reported afterwards is kept
    /// within [`HttpLimits`](crate::limits)' bounds for replay. It does nothing where a stream can't be
    /// taken up again: over stdio, in other revisions, without a session, for a client that takes no
    /// stream, and where the options keep nothing. The end of the server does not wait for a call whose
    /// client is away.
    pub fn release_stream(&self, retry: Duration) {
        let Some(outgoing) = &self.request.outgoing else {
            return;
        };
        if !self.attempt.is_over() && self.request.version().has_polling() {
            outgoing.release(retry);
        }
    }

    /// The trace that the caller says this call belongs to (`traceparent` in `_meta`; W3C Trace
    /// Context); none when it says nothing, or nothing that is valid. It is the caller's word
    /// alone: good for finding things that belong together, never for deciding who may do what.
    pub fn trace_parent(&self) -> Option<TraceParent> {
        self.request.trace
    }

    /// A handle for a task of the handler's.
    pub fn reporter(&self) -> Reporter {
        Reporter {
            request: self.request.clone(),
            attempt: self.attempt.clone(),
        }
    }
}

impl Reporter {
    /// See [`Context::progress`].
    pub fn progress(
        &self,
        done: impl Into<Amount>,
        total: impl Into<Amount>,
        message: impl AsRef<str>,
    ) {
        if !self.attempt.is_over() {
            self.request
                .progress(done.into(), total.into(), message.as_ref());
        }
    }

    /// See [`Context::log`].
    pub fn log(&self, level: LoggingLevel, data: impl Serialize) {
        if !self.attempt.is_over() {
            self.request.log(level, None, &data);
        }
    }

    /// See [`Context::cancelled`].
    pub async fn cancelled(&self) {
        self.attempt.over_or(self.request.cancelled()).await;
    }

    /// See [`Context::is_cancelled`].
    pub fn is_cancelled(&self) -> bool {
        self.attempt.is_over() || self.request.cancelled.load(Ordering::Acquire)
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("protocol_version", &self.request.version().as_str())
            .field("cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Reporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reporter").finish_non_exhaustive()
    }
}

/// A number for [`Context::progress`], or none: made from any number, from `()` and from `Option`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Amount(Option<f64>);

macro_rules! amounts {
    ($($number:ty)*) => {$(
        impl From<$number> for Amount {
            fn from(number: $number) -> Self {
                Self(Some(number as f64))
            }
        }
        impl From<Option<$number>> for Amount {
            fn from(number: Option<$number>) -> Self {
                Self(number.map(|n| n as f64))
            }
        }
    )*};
}

amounts!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);

impl From<()> for Amount {
    fn from((): ()) -> Self {
        Self(None)
    }
}

/// `3` for 3.0 and `0.5` for 0.5: whole numbers are written without a fraction.
fn write_number(out: &mut Vec<u8>, number: f64) {
    // 2^53: up to here each whole number has its own f64.
    if number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0 {
        out.extend_from_slice((number as i64).to_string().as_bytes());
    } else {
        let number = serde_json::Number::from_f64(number).map(|n| n.to_string());
        out.extend_from_slice(number.as_deref().unwrap_or("0").as_bytes());
    }
}
