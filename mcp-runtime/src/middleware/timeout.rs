//! A time limit around calls.
//!
//! In: a call. Out: what it comes to, or an error that the model is told once the time is up; the
//! handler is dropped then, and a sync one learns that it is cancelled.

use super::guard::{Guard, Guarded, Within};
use super::layer::fault;
use super::service::Answered;
use crate::Error;
use crate::limits::LAYER_TIMEOUT;
use std::future::Future;
use std::time::Duration;
use tower_layer::Layer;

/// Gives a call up that takes too long, and tells the model so (`isError`).
///
/// The time counts from this layer on, so what waits further in waits within it. When it is up, an
/// async tool is dropped where it awaits; a sync one goes on, sees
/// [`Context::is_cancelled`](crate::Context::is_cancelled), and counts as running until it ends
/// (the log names it only after the server's own time limit of a tool). Layers further out see an
/// [`Error`] of the kind [`TimedOut`](crate::ErrorKind::TimedOut), and may try again.
///
/// One tool's limit can also be said where it is written, `#[tool(timeout = "30s")]`; that one
/// counts from the very start, around all layers.
///
/// ```
/// use mcp_runtime::middleware::Timeout;
/// use mcp_runtime::prelude::*;
/// use std::time::Duration;
///
/// /// Asks another server.
/// #[tool]
/// async fn ask(question: String) -> String {
///     question
/// }
///
/// let server = Server::new("s", "1").tools(tools![ask]).layer(Timeout::new(Duration::from_secs(20)));
/// assert!(server.build().is_ok());
/// let never = Server::new("s", "1").tools(tools![ask]).layer(Timeout::new(Duration::ZERO));
/// assert!(never.build().is_err());
/// ```
#[derive(Debug, Clone)]
pub struct Timeout(Duration);

impl Timeout {
    /// Calls may take so long. None at all is an error of `build()`.
    pub fn new(limit: Duration) -> Self {
        Self(limit)
    }
}

impl Default for Timeout {
    /// See [`LAYER_TIMEOUT`].
    fn default() -> Self {
        Self(LAYER_TIMEOUT)
    }
}

impl<S> Layer<S> for Timeout {
    type Service = Within<Self, S>;

    fn layer(&self, inner: S) -> Self::Service {
        if self.0.is_zero() {
            fault("`Timeout` is given no time, so every call would be given up; say how long calls may take".to_owned());
        }
        let guard = self.clone();
        Within { guard, inner }
    }
}

impl Guard for Timeout {
    async fn guard(
        self,
        _: Guarded,
        inner: impl Future<Output = Answered> + Send + 'static,
    ) -> Answered {
        match tokio::time::timeout(self.0, inner).await {
            Ok(answered) => answered,
            Err(_) => Err(Error::timed_out(self.0)),
        }
    }
}
