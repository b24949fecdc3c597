//! The loop that accepts connections, and keeps them.
//!
//! In: a listener. Out: a task for each connection, of which no more are held than may. It goes on
//! whatever `accept` says: a connection that was given up is nobody's fault, and where descriptors
//! are used up it makes room and waits a moment. It never looks at what is sent.

use super::activity::{Activity, Order, Times};
use super::connection::{self, Accepted};
use super::routes::Ends;
use crate::http::ending::Shutdown;
use crate::http::gates::Gates;
use crate::http::sse::Paths;
use crate::limits::HttpLimits;
use crate::sync::Mutex;
use bytes::Bytes;
use http::{Request, Response};
use http_body::Body;
use hyper::body::Incoming;
use std::collections::HashMap;
use std::convert::Infallible;
use std::error::Error as StdError;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio::time::{sleep, timeout};
use tower_service::Service;

/// How long nothing is accepted after the process had no descriptor left.
const PAUSE: Duration = Duration::from_millis(50);

/// How many clients are told at once that there is no room; more are closed without a word.
const TURNED_AWAY: usize = 64;

/// NB. written by hand, since no request is read for it.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: application/json\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 147\r\n\r\n\
    {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-31503,\"message\":\"too many connections; try again later\",\"data\":{\"retryable\":true,\"retryAfterMs\":1000}}}";

/// The connections that are held.
#[derive(Debug, Default)]
pub(super) struct Held {
    all: Mutex<(u64, HashMap<u64, Arc<Activity>>)>,
    none_left: Notify,
}

impl Held {
    fn with<T>(&self, f: impl FnOnce(&mut HashMap<u64, Arc<Activity>>) -> T) -> T {
        f(&mut self.all.lock().unwrap_or_else(PoisonError::into_inner).1)
    }

    fn add(self: &Arc<Self>, activity: &Arc<Activity>) -> Place {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.0 += 1;
        let number = all.0;
        all.1.insert(number, activity.clone());
        let held = self.clone();
        Place { held, number }
    }

    pub(super) fn count(&self) -> usize {
        self.with(|all| all.len())
    }

    pub(super) fn order(&self, order: Order) {
        self.with(|all| all.values().for_each(|activity| activity.order(order)));
    }

    /// Closes the connection that is missed least; whether there is one without a request.
    fn make_room(&self) -> bool {
        self.with(|all| {
            let waiting = all.values().filter_map(|a| Some((a.expendable()?, a)));
            let least = waiting.max_by_key(|(expendable, _)| *expendable);
            least
                .map(|(_, activity)| activity.order(Order::Close))
                .is_some()
        })
    }

    /// Whether none is left within a time.
    pub(super) async fn ended(&self, within: Duration) -> bool {
        let empty = async {
            loop {
                let ended = self.none_left.notified();
                if self.count() == 0 {
                    return;
                }
                ended.await;
            }
        };
        timeout(within, empty).await.is_ok()
    }
}

/// One connection among those that are held, until it is dropped.
struct Place {
    held: Arc<Held>,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        let left = self.held.with(|all| {
            all.remove(&self.number);
            all.len()
        });
        if left == 0 {
            self.held.none_left.notify_waiters();
        }
    }
}

/// What every connection is given.
pub(super) struct Terms<S> {
    pub(super) endpoint: S,
    pub(super) limits: HttpLimits,
    pub(super) gates: Arc<Gates>,
    pub(super) paths: Option<Arc<Paths>>,
    pub(super) unread: Duration,
    pub(super) shutdown: Shutdown,
    pub(super) held: Arc<Held>,
}

/// Accepts until it is dropped.
pub(super) async fn accept<S, B>(listener: &TcpListener, terms: &Terms<S>)
where
    S: Service<Request<Incoming>, Response = Response<B>, Error = Infallible>,
    S: Clone + Send + Sync + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + Unpin + 'static,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let limits = Arc::new(terms.limits.clone());
    let protocol = Arc::new(connection::protocol(&limits));
    let turned_away = Arc::new(Semaphore::new(TURNED_AWAY));
    let times = Times::new(&terms.limits, terms.unread);
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                refused(&error, &terms.held).await;
                continue;
            }
        };
        if terms.held.count() >= terms.limits.max_connections && !terms.held.make_room() {
            turn_away(stream, &turned_away, terms.limits.linger);
            continue;
        }
        let Some(ends) = prepare(&stream, peer) else {
            continue;
        };
        let activity = Activity::new(times);
        let place = terms.held.add(&activity);
        let accepted = Accepted {
            stream,
            ends,
            endpoint: terms.endpoint.clone(),
            gates: terms.gates.clone(),
            paths: terms.paths.clone(),
            activity,
            shutdown: terms.shutdown.clone(),
        };
        let (protocol, limits) = (protocol.clone(), limits.clone());
        tokio::spawn(async move {
            connection::serve(accepted, &protocol, &limits).await;
            drop(place);
        });
    }
}

/// Small answers are sent at once. None for a client that is gone already.
fn prepare(stream: &TcpStream, peer: SocketAddr) -> Option<Ends> {
    stream.set_nodelay(true).ok()?;
    let local = stream.local_addr().ok()?;
    Some(Ends::new(local, peer))
}

/// NB. errors of one client say nothing about the next; all others would come again at once.
async fn refused(error: &io::Error, held: &Held) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    if let ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted = error.kind() {
        return;
    }
    let made_room = held.make_room();
    tracing::warn!(%error, connections = held.count(), made_room, "no connection can be accepted");
    sleep(PAUSE).await;
}

/// Says that there is no room, and reads what the client sends, or it may not get to see the answer.
fn turn_away(mut stream: TcpStream, turned_away: &Arc<Semaphore>, linger: Duration) {
    let Ok(permit) = turned_away.clone().try_acquire_owned() else {
        return;
    };
    tokio::spawn(async move {
        let _permit = permit;
        let said = timeout(linger, async {
            stream.write_all(FULL).await?;
            stream.shutdown().await?;
            let mut waste = [0; 1_024];
            while stream.read(&mut waste).await? > 0 {}
            io::Result::Ok(())
        });
        // The client is gone, or has had its time.
        let _ = said.await;
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_for_want_of_room_is_as_long_as_it_says() {
        let text = std::str::from_utf8(FULL).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        assert!(
            head.contains(&format!("content-length: {}", body.len())),
            "{}",
            body.len()
        );
        assert!(serde_json::from_str::<serde_json::Value>(body).is_ok());
    }
}
