//! The streams of HTTP+SSE that are open, each with its connection.
//!
//! In: messages, and readers: the bodies of responses. Out: events, to the one reader. What is said
//! waits within a limit; a message that finds too much waiting is not taken. A reader that is gone, or
//! takes nothing for too long, ends its connection and cancels what runs. An id that is not known
//! allocates nothing.

use super::paths::Paths;
use crate::context::Identity;
use crate::engine::Connection;
use crate::http::ending::Phase;
use crate::http::endpoint::Shared;
use crate::http::exchange::{Bell, each_line};
use crate::http::session::new_id;
use crate::lifecycle::Session;
use crate::limits::HttpLimits;
use crate::outgoing::Outgoing;
use crate::server::Inner;
use crate::transport::Engine;
use crate::{Error, Result};
use bytes::Bytes;
use mcp_core::version::ProtocolVersion;
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// All that are open at one endpoint.
pub(in crate::http) struct Conversations {
    table: Arc<Table>,
    paths: Arc<Paths>,
    /// The revisions that can be agreed on.
    versions: Vec<ProtocolVersion>,
    most: usize,
    /// For the handshake.
    first: Duration,
    /// For a reader to take something.
    stalled: Duration,
}

#[derive(Default)]
struct Table(Mutex<HashMap<Box<str>, Arc<Conversation>>>);

/// One stream and its connection.
pub(in crate::http) struct Conversation {
    owner: Option<Identity>,
    bell: Arc<Bell>,
    outgoing: Arc<Outgoing>,
    most_unread: usize,
    state: Mutex<State>,
}

struct State {
    /// None once it is over.
    connection: Option<Connection>,
    /// What was said at once to messages, before what waits in the connection's queue.
    said: Vec<u8>,
    /// When the reader last asked.
    asked: Instant,
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Received {
    Taken,
    /// So much waits to be read that it was not taken.
    Full,
    /// Its stream is over.
    Gone,
}

/// The reader of a stream; dropped when its response is over.
pub(in crate::http) struct Reader {
    id: Box<str>,
    table: Arc<Table>,
    conversation: Arc<Conversation>,
    /// The time for the handshake, until there was one.
    first: Option<Wait>,
    /// The end of the server, until it begins.
    drains: Option<Wait>,
}

type Wait = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Conversations {
    /// For the revisions that the server has with a handshake.
    ///
    /// # Errors
    /// There are none.
    pub(in crate::http) fn new(
        server: &Inner,
        paths: Arc<Paths>,
        limits: &HttpLimits,
    ) -> Result<Self> {
        let versions = server.versions.iter().copied();
        let versions: Vec<_> = versions.filter(|version| !version.is_modern()).collect();
        if versions.is_empty() {
            let wrong = "HTTP+SSE (`HttpOptions::http_sse`, `--http-sse`) needs a revision with a handshake, \
                         and this server has none: let it serve one (`Server::protocol_versions`), or leave HTTP+SSE out";
            return Err(Error::transport("the options can't be used", wrong));
        }
        Ok(Self {
            table: Arc::default(),
            paths,
            versions,
            most: limits.max_sessions,
            first: limits.first_request,
            // NB. a reader with nothing to read asks as often as there is a comment.
            stalled: limits.stalled_stream.max(limits.keep_alive * 2),
        })
    }

    pub(in crate::http) fn count(&self) -> usize {
        self.table.lock().len()
    }

    pub(super) fn paths(&self) -> &Paths {
        &self.paths
    }

    /// A stream under a new id; none when there are too many, or the system has no random bytes.
    ///
    /// NB. in the user's runtime.
    pub(super) fn open(
        &self,
        shared: &Shared,
        owner: Option<Identity>,
    ) -> Option<(Box<str>, Reader)> {
        let id = new_id()?;
        let mut stalled = Vec::new();
        {
            let mut table = self.table.lock();
            if table.len() >= self.most {
                let is_stalled = |one: &Arc<Conversation>| one.is_stalled(self.stalled);
                let gone = table.extract_if(|_, one| is_stalled(one));
                stalled.extend(gone.map(|(_, one)| one));
            }
            if table.len() >= self.most {
                return None;
            }
            let conversation = self.conversation(shared, owner);
            table.insert(id.clone(), conversation);
        }
        stalled.iter().for_each(|one| one.end());
        let conversation = self.table.lock().get(&id)?.clone();
        let shutdown = shared.options.shutdown();
        let reader = Reader {
            id: id.clone(),
            table: self.table.clone(),
            conversation,
            first: Some(Box::pin(tokio::time::sleep(self.first))),
            drains: Some(Box::pin(async move {
                shutdown.reached(Phase::Draining).await;
            })),
        };
        Some((id, reader))
    }

    fn conversation(&self, shared: &Shared, owner: Option<Identity>) -> Arc<Conversation> {
        let server = &shared.server;
        let bell = Arc::<Bell>::default();
        let ringing = bell.clone();
        let wake = Box::new(move || ringing.ring());
        let most_unread = server.limits.out_queue_bytes;
        let outgoing = Outgoing::bounded(most_unread, wake);
        let session = Session::new(&self.versions, server.log_level);
        let wire = shared.wires.conversation();
        wire.is_session(shared.sessions.next_number());
        let connection = Connection::of_one(
            server.clone(),
            Handle::current(),
            outgoing.clone(),
            (session, wire),
            shared.alive.clone(),
            owner.clone(),
        );
        let state = State {
            connection: Some(connection),
            said: Vec::new(),
            asked: Instant::now(),
        };
        Arc::new(Conversation {
            owner,
            bell,
            outgoing,
            most_unread,
            state: Mutex::new(state),
        })
    }

    /// A stream; none for whom it does not belong to.
    pub(super) fn find(&self, id: &str, who: Option<&Identity>) -> Option<Arc<Conversation>> {
        let found = self.table.lock().get(id).cloned();
        found.filter(|one| Identity::shared(one.owner.as_ref(), who))
    }

    /// Hands a message on.
    pub(super) fn receive(&self, to: &Conversation, text: &[u8]) -> Received {
        let received = to.receive(text);
        if received == Received::Full && to.is_stalled(self.stalled) {
            to.end();
            return Received::Gone;
        }
        received
    }
}

impl Table {
    fn lock(&self) -> MutexGuard<'_, HashMap<Box<str>, Arc<Conversation>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Conversation {
    fn receive(&self, text: &[u8]) -> Received {
        {
            let mut state = self.state();
            let State {
                connection, said, ..
            } = &mut *state;
            let Some(connection) = connection else {
                return Received::Gone;
            };
            if said.len() >= self.most_unread || self.outgoing.over_limit() {
                return Received::Full;
            }
            Engine::receive(connection, text, said);
        }
        self.bell.ring();
        Received::Taken
    }

    /// Whether nothing of it was taken for so long.
    fn is_stalled(&self, patience: Duration) -> bool {
        self.state().asked.elapsed() > patience
    }

    /// Ends it, and what runs.
    fn end(&self) {
        let connection = {
            let mut state = self.state();
            state.said = Vec::new();
            state.connection.take()
        };
        // NB. what is the user's is dropped with it: not under the lock.
        drop(connection);
        self.bell.ring();
    }

    /// What was said since, each message with its newline; none when it is over.
    fn poll_lines(&self, cx: &mut Context<'_>) -> Poll<Option<Vec<u8>>> {
        let mut state = self.state();
        state.asked = Instant::now();
        let State {
            connection, said, ..
        } = &mut *state;
        let Some(connection) = connection else {
            return Poll::Ready(None);
        };
        loop {
            self.bell.listen(cx.waker());
            let mut out = std::mem::take(said);
            if connection.collect(&mut out) || !out.is_empty() {
                return Poll::Ready(Some(out));
            }
            if connection.may_sleep() {
                return Poll::Pending;
            }
        }
    }

    /// Whether nothing runs.
    fn is_idle(&self) -> bool {
        let state = self.state();
        let idle = |one: &Connection| one.in_flight() == 0 && !one.has_more();
        state.said.is_empty() && state.connection.as_ref().is_none_or(idle)
    }

    fn had_handshake(&self) -> bool {
        let state = self.state();
        let agreed = |one: &Connection| one.session().legacy().is_some();
        state.connection.as_ref().is_some_and(agreed)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader {
    /// What came since, as events, or the end: of its time without a handshake, or of the server, once
    /// nothing runs.
    pub(in crate::http) fn poll_events(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let Poll::Ready(lines) = self.conversation.poll_lines(cx) {
            return Poll::Ready(lines.map(|lines| as_events(&lines)));
        }
        if self.first.is_some() && self.conversation.had_handshake() {
            self.first = None;
        }
        if is_over(&mut self.first, cx) {
            return Poll::Ready(None);
        }
        if is_over(&mut self.drains, cx) {
            self.drains = None;
        }
        match self.drains.is_none() && self.conversation.is_idle() {
            true => Poll::Ready(None),
            false => Poll::Pending,
        }
    }

    /// Stops what runs; what is said about that.
    pub(in crate::http) fn cut(&mut self) -> Bytes {
        let mut state = self.conversation.state();
        let mut out = std::mem::take(&mut state.said);
        if let Some(connection) = &mut state.connection {
            connection.collect(&mut out);
            Engine::abandon(connection, true, &mut out);
        }
        as_events(&out)
    }
}

fn is_over(wait: &mut Option<Wait>, cx: &mut Context<'_>) -> bool {
    wait.as_mut()
        .is_some_and(|wait| wait.as_mut().poll(cx).is_ready())
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.table.lock().remove(&self.id);
        self.conversation.end();
    }
}

/// NB. a message has no line end in it: JSON escapes those.
fn as_events(lines: &[u8]) -> Bytes {
    let mut out = Vec::with_capacity(lines.len() + 32);
    for line in each_line(lines) {
        out.extend_from_slice(b"event: message\ndata: ");
        out.extend_from_slice(line);
        out.extend_from_slice(b"\n\n");
    }
    out.into()
}
