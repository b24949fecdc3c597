//! One run of a handler. A layer may run the handler of one request several times, or give one up.
//!
//! In: the news that a run was given up. Out: the same, to the handler and to all that it started:
//! what it reports from then on is not sent, and it counts as cancelled, while the request itself
//! goes on. It never answers anything.

use super::{Context, Extensions};
use crate::sync::atomic::{AtomicBool, Ordering};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use tokio::sync::Notify;

/// One run of a handler, or the only one for its request.
#[derive(Clone)]
pub(crate) struct Attempt(Option<Arc<State>>);

#[derive(Default)]
struct State {
    over: AtomicBool,
    news: Notify,
}

impl Attempt {
    /// The run of a handler without layers: it is over when its request is.
    pub(crate) fn only() -> Self {
        Self(None)
    }

    /// One run of perhaps several.
    pub(crate) fn begin() -> Self {
        Self(Some(Arc::default()))
    }

    /// From now on nobody waits for it.
    pub(crate) fn end(&self) {
        if let Some(state) = &self.0 {
            state.over.store(true, Ordering::Release);
            state.news.notify_waiters();
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|state| state.over.load(Ordering::Acquire))
    }

    /// Ends when this run is given up, or when its request is cancelled.
    pub(super) async fn over_or(&self, cancelled: impl Future<Output = ()>) {
        let Some(state) = &self.0 else {
            return cancelled.await;
        };
        let mut cancelled = pin!(cancelled);
        loop {
            // NB. made before the flag is read: it notices a `notify_waiters` from here on.
            let mut news = pin!(state.news.notified());
            if state.over.load(Ordering::Acquire) {
                return;
            }
            let was_cancelled = poll_fn(|cx| {
                if cancelled.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(true);
                }
                news.as_mut().poll(cx).map(|()| false)
            });
            if was_cancelled.await {
                return;
            }
        }
    }
}

impl Context {
    /// What the layers around this call left for it; nothing without layers.
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    ///
    /// struct User(String);
    ///
    /// /// Says who calls.
    /// #[tool]
    /// async fn who(cx: &Context) -> String {
    ///     cx.extensions().get::<User>().map_or("nobody".to_owned(), |user| user.0.clone())
    /// }
    ///
    /// let server = Server::new("s", "1").tools(tools![who]).around(|mut call, next| async move {
    ///     call.extensions_mut().insert(User("ada".to_owned()));
    ///     next.run(call).await
    /// });
    /// assert!(server.build().is_ok());
    /// ```
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    pub(crate) fn extensions_mut(&mut self) -> &mut Extensions {
        &mut self.extensions
    }

    /// The same request, seen once more.
    pub(crate) fn again(&self) -> Self {
        Self {
            request: self.request.clone(),
            kept: self.kept.clone(),
            attempt: self.attempt.clone(),
            extensions: self.extensions.clone(),
        }
    }

    /// The same request in one run of its handler.
    pub(crate) fn in_attempt(mut self, attempt: Attempt) -> Self {
        self.attempt = attempt;
        self
    }
}
