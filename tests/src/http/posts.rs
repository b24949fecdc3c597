//! POSTs on their way: each has a thread that reads its response as it comes.
//!
//! In: requests. Out: on one channel, with the number of the POST, the head, each message, and the
//! end. Connections are kept and used again, as clients do.

use std::collections::VecDeque;
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::client::{Connection, Head, Request};
use super::events::Events;

/// What came for one POST.
#[derive(Debug)]
pub enum Came {
    /// The head of the response.
    Head(Head),
    /// A message: the JSON body, or the data of one event.
    Message(Vec<u8>),
    /// The response is whole.
    Whole,
    /// It is not what a response must be, or the connection broke.
    Broken(String),
}

/// Sends POSTs to one address.
pub struct Posts {
    address: SocketAddr,
    patience: Duration,
    idle: Arc<Mutex<VecDeque<Connection>>>,
    to: Sender<(usize, Came)>,
    from: Receiver<(usize, Came)>,
    sockets: Vec<Option<TcpStream>>,
}

impl Posts {
    /// Nothing is connected before the first POST.
    pub fn new(address: SocketAddr, patience: Duration) -> Self {
        let (to, from) = channel();
        Self {
            address,
            patience,
            idle: Arc::default(),
            to,
            from,
            sockets: Vec::new(),
        }
    }

    /// Sends a request, on a connection that is free or on a new one; returns its number.
    pub fn send(&mut self, request: &Request) -> Result<usize, String> {
        let number = self.sockets.len();
        let free = self.idle.lock().ok().and_then(|mut idle| idle.pop_front());
        let mut connection = match free {
            Some(connection) => connection,
            None => Connection::open(self.address, self.patience)?,
        };
        self.sockets.push(connection.socket().ok());
        let (bytes, to) = (request.bytes(), self.to.clone());
        let idle = Arc::clone(&self.idle);
        std::thread::spawn(move || {
            // A refusal may come before all was sent.
            let sent = connection.send(&bytes);
            let came = match read(number, &mut connection, &to) {
                Ok(keep) => {
                    if keep
                        && sent.is_ok()
                        && let Ok(mut idle) = idle.lock()
                    {
                        idle.push_back(connection);
                    }
                    Came::Whole
                }
                Err(wrong) => Came::Broken(wrong),
            };
            let _gone = to.send((number, came));
        });
        Ok(number)
    }

    /// The next thing that comes for any of them.
    pub fn next(&self, within: Duration) -> Option<(usize, Came)> {
        self.from.recv_timeout(within).ok()
    }

    /// Closes the connection of a POST, as a client does that does not want the answer any more.
    pub fn hang_up(&self, number: usize) {
        if let Some(Some(socket)) = self.sockets.get(number) {
            let _closed = socket.shutdown(Shutdown::Both);
        }
    }
}

/// Reads one response; whether the connection may be used again.
fn read(
    number: usize,
    connection: &mut Connection,
    to: &Sender<(usize, Came)>,
) -> Result<bool, String> {
    let head = connection.head()?;
    let tell = |came| drop(to.send((number, came)));
    tell(Came::Head(head.clone()));
    let keep = head
        .header("connection")
        .is_none_or(|value| !value.eq_ignore_ascii_case("close"));
    if head.is_stream() {
        let mut events = Events::default();
        while let Some(piece) = connection.piece()? {
            for event in events
                .take(&piece)
                .map_err(|wrong| connection.report(&wrong))?
            {
                if let Some(message) = event.message() {
                    tell(Came::Message(message.as_bytes().to_vec()));
                }
            }
        }
        events.end().map_err(|wrong| connection.report(&wrong))?;
        return Ok(keep);
    }
    let answer = connection.rest(head)?;
    if !answer.body.is_empty() {
        if !answer.head.is_json() {
            return Err(connection.report("a body that is neither JSON nor a stream of events"));
        }
        tell(Came::Message(answer.body));
    }
    Ok(keep)
}
