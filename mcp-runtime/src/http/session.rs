//! What is kept between requests, for the revisions with a handshake: sessions.
//!
//! In: what a handshake agreed on, and the id of a session. Out: the same again for later requests, and
//! its streams for clients that lost their connection. A session ends by DELETE, or when nothing used
//! it for a while; calls that run and a stream that is read keep it in use. An id that is not known
//! allocates nothing. It never writes a message.

use super::exchange::Bell;
use super::options::HttpOptions;
use super::replay::{self, Replay};
use super::stream::{EventId, Reader, STANDING, Stream};
use crate::context::Identity;
use crate::engine::Flights;
use crate::lifecycle::legacy::Legacy;
use crate::outgoing::Outgoing;
use crate::wire::Wire;
use bytes::Bytes;
use mcp_core::rpc::Id;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::time::Instant;

/// The sessions of one endpoint.
pub(super) struct Sessions {
    table: Mutex<Table>,
    most: usize,
    patience: Patience,
    replay: Arc<replay::Bounds>,
    /// How many there ever were.
    begun: AtomicU64,
    /// For a reader of a standing stream to ask again.
    reader: Duration,
}

type Table = HashMap<Box<str>, Arc<HttpSession>>;

/// How long a session is kept that nothing uses.
#[derive(Debug, Clone, Copy)]
struct Patience {
    idle: Duration,
    /// While nothing came after the handshake.
    first: Duration,
}

/// One session.
pub(super) struct HttpSession {
    pub(super) agreed: Legacy,
    pub(super) wire: Wire,
    /// Whose it is; for any other it does not exist.
    owner: Option<Identity>,
    /// In the ids of its events, so that they mean nothing in another session.
    tag: u32,
    longest_kept: usize,
    state: Mutex<State>,
}

struct State {
    used: Instant,
    /// Whether anything came after the handshake.
    confirmed: bool,
    ended: bool,
    /// The requests whose answers are awaited.
    running: Vec<Running>,
    /// How many streams there were.
    streams: u64,
    /// Those whose end was not said yet.
    open: Vec<(u64, Weak<Stream>)>,
    /// The one that belongs to no request.
    standing: Weak<Stream>,
    replay: Replay,
}

/// What becomes of a client that comes for the rest of a stream.
pub(super) enum Resumed {
    Reader(Reader),
    /// There was no such event here.
    Unknown,
    /// Nothing after it is kept.
    NotKept,
}

/// NB. weak all through: a bell holds on to the task of its connection.
struct Running {
    flights: Weak<Flights>,
    outgoing: Weak<Outgoing>,
    bell: Weak<Bell>,
}

impl Sessions {
    pub(super) fn new(options: &HttpOptions) -> Self {
        let limits = &options.limits;
        Self {
            table: Mutex::default(),
            most: limits.max_sessions,
            patience: Patience {
                idle: limits.idle_session,
                first: limits.first_request,
            },
            replay: replay::Bounds::new(options),
            begun: AtomicU64::new(0),
            reader: limits.stalled_stream,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.table().len()
    }

    /// A session under a new id; none when there are too many, or the system has no random bytes.
    pub(super) fn begin(
        &self,
        agreed: Legacy,
        owner: Option<Identity>,
        wire: &Wire,
        now: Instant,
    ) -> Option<Box<str>> {
        let (id, tag) = (new_id()?, random::<4>()?);
        let mut table = self.table();
        // NB. every time, since nothing else looks for what is over; the table is short.
        self.sweep(&mut table, now);
        if table.len() >= self.most {
            return None;
        }
        wire.is_session(self.next_number());
        let state = State {
            used: now,
            confirmed: false,
            ended: false,
            running: Vec::new(),
            streams: 0,
            open: Vec::new(),
            standing: Weak::new(),
            replay: Replay::new(self.replay.clone()),
        };
        let session = HttpSession {
            agreed,
            wire: wire.clone(),
            owner,
            tag: u32::from_be_bytes(tag),
            longest_kept: self.replay.longest(),
            state: Mutex::new(state),
        };
        table.insert(id.clone(), Arc::new(session));
        Some(id)
    }

    /// A session that is in use from now on; none for whom it does not belong to.
    pub(super) fn find(
        &self,
        id: &str,
        who: Option<&Identity>,
        now: Instant,
    ) -> Option<Arc<HttpSession>> {
        let mut table = self.table();
        let session = table.get(id)?.clone();
        if session.is_over(now, self.patience) {
            table.remove(id);
            return None;
        }
        if !Identity::shared(session.owner.as_ref(), who) {
            return None;
        }
        session.is_used(now);
        session.state().confirmed = true;
        Some(session)
    }

    /// The same, without its being in use by that.
    pub(super) fn seen(&self, id: &str, who: Option<&Identity>) -> Option<Arc<HttpSession>> {
        let found = self.table().get(id).cloned();
        found.filter(|session| Identity::shared(session.owner.as_ref(), who))
    }

    /// Ends a session and what runs in it; whether there was one.
    pub(super) fn end(&self, id: &str, who: Option<&Identity>, now: Instant) -> bool {
        if self.find(id, who, now).is_none() {
            return false;
        }
        let Some(session) = self.table().remove(id) else {
            return false;
        };
        session.end();
        true
    }

    /// The how manieth session begins, over every transport of the endpoint.
    pub(super) fn next_number(&self) -> u64 {
        self.begun.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The reader of the stream that belongs to no request; none where there is one already.
    pub(super) fn standing(&self, session: &Arc<HttpSession>) -> Option<Reader> {
        session.standing().read(self.reader)
    }

    fn sweep(&self, table: &mut Table, now: Instant) {
        table.retain(|_, session| {
            session.state().replay.forget_old(now);
            !session.is_over(now, self.patience)
        });
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HttpSession {
    /// A request begins whose calls the session can cancel.
    pub(super) fn runs(&self, flights: &Arc<Flights>, outgoing: &Arc<Outgoing>, bell: &Arc<Bell>) {
        let mut state = self.state();
        state
            .running
            .retain(|running| running.flights.strong_count() > 0);
        state.running.push(Running {
            flights: Arc::downgrade(flights),
            outgoing: Arc::downgrade(outgoing),
            bell: Arc::downgrade(bell),
        });
    }

    /// Cancels the call of that id. Of two with one id neither is meant, so both go on.
    pub(super) fn cancel(&self, id: &Id) {
        let state = self.state();
        let mut found = state.running.iter().filter_map(|running| {
            let flights = running.flights.upgrade()?;
            let outgoing = running.outgoing.upgrade()?;
            let bell = running.bell.upgrade()?;
            flights.contains(id).then_some((flights, outgoing, bell))
        });
        let (first, second) = (found.next(), found.next());
        drop(found);
        drop(state);
        let Some((flights, outgoing, bell)) = first else {
            return;
        };
        if second.is_some() {
            tracing::debug!("a cancellation names two running requests of one id, and is ignored");
            return;
        }
        flights.cancel(id, &outgoing);
        bell.ring();
    }

    /// It is in use, or was just now.
    pub(super) fn is_used(&self, now: Instant) {
        self.state().used = now;
    }

    fn is_over(&self, now: Instant, patience: Patience) -> bool {
        let state = self.state();
        let works = |running: &Running| running.flights.strong_count() > 0;
        let patience = match state.confirmed {
            true => patience.idle,
            false => patience.first,
        };
        now.saturating_duration_since(state.used) > patience
            && state.standing.strong_count() == 0
            && !state.running.iter().any(works)
    }

    /// Stops what runs, and closes its streams.
    fn end(&self) {
        let (running, standing) = {
            let mut state = self.state();
            state.ended = true;
            (std::mem::take(&mut state.running), state.standing.upgrade())
        };
        for running in running {
            if let Some(flights) = running.flights.upgrade() {
                drop(flights.stop_all());
            }
            if let Some(bell) = running.bell.upgrade() {
                bell.ring();
            }
        }
        if let Some(standing) = standing {
            standing.wake();
        }
    }

    /// Whether its clients may be sent away from a stream, to come again for the rest.
    pub(super) fn is_polled(&self) -> bool {
        self.agreed.version.has_polling() && self.longest_kept > 0
    }

    pub(super) fn is_ended(&self) -> bool {
        self.state().ended
    }

    pub(super) fn tag(&self) -> u32 {
        self.tag
    }

    /// The number of a new stream.
    pub(super) fn next_stream(&self) -> u64 {
        let mut state = self.state();
        state.streams += 1;
        state.streams
    }

    /// A stream that can be taken up again until its end.
    pub(super) fn has_stream(&self, number: u64, stream: &Arc<Stream>) {
        let mut state = self.state();
        state.open.retain(|(_, open)| open.strong_count() > 0);
        state.open.push((number, Arc::downgrade(stream)));
    }

    /// Keeps an event for who lost it; whether it could be kept.
    pub(super) fn keep(&self, stream: u64, number: u64, text: &[u8]) -> bool {
        self.state()
            .replay
            .keep(stream, number, text, Instant::now())
    }

    /// How long an event may be that is kept, in bytes.
    pub(super) fn longest_kept(&self) -> usize {
        self.longest_kept
    }

    /// The events of a stream after one of them. NB. not copied: any number of clients may come for them.
    pub(super) fn again(&self, stream: u64, number: u64) -> VecDeque<Bytes> {
        let (events, whole) = self.state().replay.after(stream, number, Instant::now());
        if !whole {
            tracing::debug!("a stream is taken up again, and not all that was said is kept");
        }
        events.into()
    }

    /// The reader of a stream from that event on.
    pub(super) fn resumed(self: &Arc<Self>, from: EventId) -> Resumed {
        let EventId {
            tag,
            stream,
            number,
        } = from;
        let (open, streams) = {
            let state = self.state();
            let open = state.open.iter().find(|(open, _)| *open == stream);
            (open.and_then(|(_, open)| open.upgrade()), state.streams)
        };
        if tag != self.tag || stream > streams {
            return Resumed::Unknown;
        }
        if stream == STANDING {
            return Resumed::Reader(self.standing().read_after(number));
        }
        if let Some(open) = open {
            return Resumed::Reader(open.read_after(number));
        }
        let again = self.again(stream, number);
        match again.is_empty() {
            true => Resumed::NotKept,
            false => Resumed::Reader(Stream::over(self.clone(), stream, again)),
        }
    }

    fn standing(self: &Arc<Self>) -> Arc<Stream> {
        let mut state = self.state();
        if let Some(standing) = state.standing.upgrade() {
            return standing;
        }
        let standing = Stream::standing(self.clone());
        state.standing = Arc::downgrade(&standing);
        standing
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// 128 random bits of the system's, in hexadecimal digits: the only ids that sessions get.
pub(super) fn new_id() -> Option<Box<str>> {
    let bits = random::<16>()?;
    Some(format!("{:032x}", u128::from_be_bytes(bits)).into())
}

fn random<const BYTES: usize>() -> Option<[u8; BYTES]> {
    let mut bits = [0_u8; BYTES];
    if let Err(error) = getrandom::fill(&mut bits) {
        tracing::error!(%error, "the system has no random bytes, so there can be no session");
        return None;
    }
    Some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_are_all_different_and_of_visible_characters() {
        let ids: HashSet<_> = (0..100_000).filter_map(|_| new_id()).collect();
        assert_eq!(ids.len(), 100_000);
        for id in &ids {
            assert_eq!(id.len(), 32);
            assert!(id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
        }
        let starts: HashSet<_> = ids.iter().map(|id| &id[..8]).collect();
        assert!(starts.len() > 99_900, "{} starts", starts.len());
    }
}
