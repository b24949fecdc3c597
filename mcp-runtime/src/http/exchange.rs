//! One message on its way through the engine, and what is said about it.
//!
//! In: a frame and the session it belongs to. Out: what is ready at once, and then, whenever it is
//! asked, what came since, up to the answer. Nothing runs for it: whoever waits for the answer asks.
//! Dropped before its answer it cancels what runs; where a dropped connection does not mean that (in a
//! session), it is kept until the answer is there.

use super::endpoint::Shared;
use super::session::HttpSession;
use crate::context::Identity;
use crate::engine::Connection;
use crate::lifecycle::Session;
use crate::outgoing::Outgoing;
use crate::transport::Engine;
use crate::wire::Wire;
use mcp_core::rpc::Message;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::Instant;

/// Wakes whoever waits for the next message.
#[derive(Default)]
pub(super) struct Bell(Mutex<Option<Waker>>);

impl Bell {
    pub(super) fn ring(&self) {
        let waker = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    pub(super) fn listen(&self, waker: &Waker) {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*slot {
            Some(known) if known.will_wake(waker) => {}
            _ => *slot = Some(waker.clone()),
        }
    }
}

/// What an exchange has to say.
pub(super) enum Said {
    /// Messages, each with its newline.
    Lines(Vec<u8>),
    /// Whoever reads is to be let go, and to come again after this time.
    Released(Duration),
}

/// Whose message it is.
pub(super) struct Place {
    pub(super) session: Session,
    pub(super) wire: Wire,
    /// Where one is kept.
    pub(super) of: Option<Arc<HttpSession>>,
    /// It stands alone.
    pub(super) modern: bool,
    /// It may be a handshake.
    pub(super) begins: bool,
}

/// See the module.
pub(super) struct Exchange {
    /// None once it was handed on.
    connection: Option<Connection>,
    outgoing: Arc<Outgoing>,
    bell: Arc<Bell>,
    of: Option<Arc<HttpSession>>,
    /// A dropped connection does not cancel.
    outlives: bool,
    over: bool,
}

impl Exchange {
    /// NB. in the user's runtime.
    pub(super) fn new(shared: &Shared, place: Place, who: Option<Identity>) -> Self {
        let Place {
            session, wire, of, ..
        } = place;
        let bell = Arc::<Bell>::default();
        let ringing = bell.clone();
        let wake = Box::new(move || ringing.ring());
        let outgoing = Outgoing::bounded(shared.server.limits.out_queue_bytes, wake);
        let connection = Connection::of_one(
            shared.server.clone(),
            Handle::current(),
            outgoing.clone(),
            (session, wire),
            shared.alive.clone(),
            who,
        );
        if let Some(session) = &of {
            session.runs(connection.flights(), &outgoing, &bell);
            if session.is_polled() {
                outgoing.may_release();
            }
        }
        Self {
            connection: Some(connection),
            outgoing,
            bell,
            outlives: of.is_some(),
            of,
            over: false,
        }
    }

    /// Wakes whoever waits for the next message.
    pub(super) fn bell(&self) -> &Bell {
        &self.bell
    }

    /// The session it belongs to.
    pub(super) fn of(&self) -> Option<&Arc<HttpSession>> {
        self.of.as_ref()
    }

    /// Takes the message. Appends what is said at once, each with its newline.
    pub(super) fn receive(&mut self, frame: &[u8], message: &Message<'_>, out: &mut Vec<u8>) {
        if let Some(connection) = &mut self.connection {
            connection.receive_read(frame, message, out);
        }
        self.over |= has_answer(out);
    }

    /// The session as the message left it.
    pub(super) fn session(&self) -> Option<&Session> {
        self.connection.as_ref().map(Connection::session)
    }

    /// Whether nothing runs for it: it was told something, and asked nothing.
    pub(super) fn is_silent(&self) -> bool {
        let silent = |one: &Connection| one.in_flight() == 0 && !one.has_more();
        self.connection.as_ref().is_some_and(silent)
    }

    /// Whether nothing more will be said.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// What was said since, each message with its newline; nothing when all is said.
    pub(super) fn poll_said(&mut self, cx: &mut Context<'_>) -> Poll<Option<Said>> {
        let Some(connection) = self.connection.as_mut().filter(|_| !self.over) else {
            return Poll::Ready(None);
        };
        let mut out = Vec::new();
        loop {
            self.bell.listen(cx.waker());
            // NB. before the queue: when none is unanswered, all answers are in it.
            let none_runs = connection.in_flight() == 0;
            if connection.collect(&mut out) {
                self.over = has_answer(&out);
                return Poll::Ready(Some(Said::Lines(out)));
            }
            if let Some(retry) = self.outgoing.take_release() {
                return Poll::Ready(Some(Said::Released(retry)));
            }
            if none_runs {
                // It was cancelled: nothing is said about it any more.
                self.over = true;
                return Poll::Ready(None);
            }
            if connection.may_sleep() {
                return Poll::Pending;
            }
        }
    }

    /// Stops what runs, and answers it.
    pub(super) fn cut(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        if let Some(connection) = &mut self.connection {
            connection.collect(&mut out);
            Engine::abandon(connection, true, &mut out);
        }
        self.over = true;
        out
    }
}

/// The messages, each without its line end.
pub(super) fn each_line(lines: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut left = lines;
    std::iter::from_fn(move || {
        let end = memchr::memchr(b'\n', left).unwrap_or(left.len());
        let (line, rest) = left.split_at(end);
        left = rest.get(1..).unwrap_or_default();
        (!line.is_empty()).then_some(line)
    })
}

/// Whether one of these messages is the answer. NB. all others are notifications, which we write.
fn has_answer(lines: &[u8]) -> bool {
    const NOTIFICATION: &[u8] = b"{\"jsonrpc\":\"2.0\",\"method\":";
    each_line(lines).any(|line| !line.starts_with(NOTIFICATION))
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let session = self.of.take();
        if let Some(session) = &session {
            session.is_used(Instant::now());
        }
        if self.over || !self.outlives {
            return;
        }
        let (Some(connection), Ok(runtime)) = (self.connection.take(), Handle::try_current())
        else {
            return;
        };
        let mut kept = Self {
            connection: Some(connection),
            outgoing: self.outgoing.clone(),
            bell: self.bell.clone(),
            of: None,
            outlives: false,
            over: false,
        };
        drop(runtime.spawn(async move {
            while poll_fn(|cx| kept.poll_said(cx)).await.is_some() {}
            if let Some(session) = session {
                session.is_used(Instant::now());
            }
        }));
    }
}
