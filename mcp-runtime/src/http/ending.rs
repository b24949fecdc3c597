//! The end of serving, as everything that serves one endpoint sees it.
//!
//! In: the wish of whoever runs the server. Out: the phase, for those who ask and those who wait. It
//! never ends anything itself.

use tokio::sync::watch;

/// How far the end has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Phase {
    /// Requests are taken.
    #[default]
    Serving,
    /// No new connection is taken; streams end, and calls that run may finish.
    Draining,
    /// What still runs is told to end, and answered.
    Cut,
}

/// Tells a server over HTTP to end; see [`HttpOptions::shutdown`](super::HttpOptions::shutdown).
///
/// Clones stand for the same server.
#[derive(Debug, Clone)]
pub struct Shutdown(watch::Sender<Phase>);

impl Default for Shutdown {
    fn default() -> Self {
        Self(watch::Sender::new(Phase::Serving))
    }
}

impl Shutdown {
    /// Begins the end: no new connection is taken, `/healthz` says 503, connections without a request
    /// are closed, streams get their end, and calls that run may finish within their grace. Callable
    /// from any thread, any number of times.
    pub fn begin(&self) {
        self.advance(Phase::Draining);
    }

    /// Waits no longer: calls that still run are told to end, and answered with an error that says
    /// so. [`HttpServer`](super::HttpServer) does this itself once their grace is over; another accept
    /// loop waits for as long as they run.
    pub fn cut(&self) {
        self.advance(Phase::Cut);
    }

    /// Whether the end has begun.
    pub fn has_begun(&self) -> bool {
        self.phase() > Phase::Serving
    }

    /// Waits until the end begins.
    pub async fn begun(&self) {
        self.reached(Phase::Draining).await;
    }

    pub(crate) fn phase(&self) -> Phase {
        *self.0.borrow()
    }

    /// Waits until the end has come so far.
    pub(crate) async fn reached(&self, phase: Phase) {
        let mut watched = self.0.subscribe();
        // NB. the sender lives as long as `self`, so this can't fail.
        let _ = watched.wait_for(|now| *now >= phase).await;
    }

    /// NB. phases never go back.
    pub(crate) fn advance(&self, phase: Phase) {
        self.0.send_if_modified(|now| {
            let later = phase > *now;
            if later {
                *now = phase;
            }
            later
        });
    }
}
