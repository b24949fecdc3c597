//! What is kept between requests, for the revisions with a handshake: sessions.
//!
//! In: what a handshake agreed on, and the id of a session. Out: the same again for later requests.
//! A session ends by DELETE, or when nothing used it for a while; calls that run keep it in use. An
//! id that is not known allocates nothing. It never writes a message.

use super::exchange::Bell;
use crate::engine::Flights;
use crate::lifecycle::legacy::Legacy;
use crate::limits::HttpLimits;
use mcp_core::rpc::Id;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The sessions of one endpoint.
pub(super) struct Sessions {
    table: Mutex<HashMap<Box<str>, Arc<HttpSession>>>,
    most: usize,
    idle: Duration,
}

/// One session.
pub(super) struct HttpSession {
    pub(super) agreed: Legacy,
    state: Mutex<State>,
}

struct State {
    used: Instant,
    /// The requests whose answers are awaited.
    running: Vec<Running>,
}

struct Running {
    flights: Weak<Flights>,
    bell: Arc<Bell>,
}

impl Sessions {
    pub(super) fn new(limits: &HttpLimits) -> Self {
        Self {
            table: Mutex::default(),
            most: limits.max_sessions,
            idle: limits.idle_session,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.table().len()
    }

    /// A session under a new id; none when there are too many, or the system has no random bytes.
    pub(super) fn begin(&self, agreed: Legacy, now: Instant) -> Option<Box<str>> {
        let id = new_id()?;
        let mut table = self.table();
        if table.len() >= self.most {
            table.retain(|_, session| !session.is_over(now, self.idle));
        }
        if table.len() >= self.most {
            return None;
        }
        let state = State {
            used: now,
            running: Vec::new(),
        };
        let session = HttpSession {
            agreed,
            state: Mutex::new(state),
        };
        table.insert(id.clone(), Arc::new(session));
        Some(id)
    }

    /// A session that is in use from now on.
    pub(super) fn find(&self, id: &str, now: Instant) -> Option<Arc<HttpSession>> {
        let mut table = self.table();
        let session = table.get(id)?.clone();
        if session.is_over(now, self.idle) {
            table.remove(id);
            return None;
        }
        session.is_used(now);
        Some(session)
    }

    /// Ends a session and what runs in it; whether there was one.
    pub(super) fn end(&self, id: &str, now: Instant) -> bool {
        let ended = self.table().remove(id);
        let Some(session) = ended else { return false };
        let was = !session.is_over(now, self.idle);
        for running in std::mem::take(&mut session.state().running) {
            if let Some(flights) = running.flights.upgrade() {
                drop(flights.stop_all());
            }
            running.bell.ring();
        }
        was
    }

    fn table(&self) -> MutexGuard<'_, HashMap<Box<str>, Arc<HttpSession>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HttpSession {
    /// A request begins whose calls the session can cancel.
    pub(super) fn runs(&self, flights: &Arc<Flights>, bell: &Arc<Bell>) {
        let mut state = self.state();
        state
            .running
            .retain(|running| running.flights.strong_count() > 0);
        state.running.push(Running {
            flights: Arc::downgrade(flights),
            bell: bell.clone(),
        });
    }

    /// Cancels the call of that id. Of two with one id neither is meant, so both go on.
    pub(super) fn cancel(&self, id: &Id) {
        let state = self.state();
        let mut found = state.running.iter().filter_map(|running| {
            let flights = running.flights.upgrade()?;
            flights
                .contains(id)
                .then(|| (flights, running.bell.clone()))
        });
        let (first, second) = (found.next(), found.next());
        drop(found);
        drop(state);
        let Some((flights, bell)) = first else {
            return;
        };
        if second.is_some() {
            tracing::debug!("a cancellation names two running requests of one id, and is ignored");
            return;
        }
        drop(flights.stop(id));
        bell.ring();
    }

    /// It is in use, or was just now.
    pub(super) fn is_used(&self, now: Instant) {
        self.state().used = now;
    }

    fn is_over(&self, now: Instant, idle: Duration) -> bool {
        let state = self.state();
        let works = |running: &Running| running.flights.strong_count() > 0;
        now.saturating_duration_since(state.used) > idle && !state.running.iter().any(works)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// 128 random bits of the system's, in hexadecimal digits: the only ids that sessions get.
fn new_id() -> Option<Box<str>> {
    let mut bits = [0_u8; 16];
    if let Err(error) = getrandom::fill(&mut bits) {
        tracing::error!(%error, "the system has no random bytes, so there can be no session");
        return None;
    }
    Some(format!("{:032x}", u128::from_be_bytes(bits)).into())
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
