//! HTTP as a wire: for tests that talk the same way over any transport.
//!
//! In: lines. Out: the messages that come, from any of the responses. The lines are POSTs with the
//! headers of their revision; the order of messages is that of their arrival.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use super::client::Head;
use super::lines::{Kind, Session, post};
use super::play::session;
use super::posts::{Came, Posts};
use super::served::Served;
use crate::script::node::Node;
use crate::wire::{Heard, Wire};

/// How long the answer to `initialize` may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A client of one server.
pub struct HttpWire {
    served: Served,
    posts: Posts,
    session: Session,
    opening: Option<usize>,
    heads: HashMap<usize, Head>,
    half: Vec<u8>,
    came: VecDeque<Vec<u8>>,
}

impl HttpWire {
    /// Nothing is sent before the first line.
    pub fn new(served: Served) -> Self {
        Self {
            posts: Posts::new(served.address(), PATIENCE),
            served,
            session: Session::default(),
            opening: None,
            heads: HashMap::new(),
            half: Vec::new(),
            came: VecDeque::new(),
        }
    }

    /// Takes in what comes next; false when nothing does in time.
    fn hear(&mut self, within: Duration) -> bool {
        match self.posts.next(within) {
            None => return false,
            Some((number, Came::Head(head))) => drop(self.heads.insert(number, head)),
            Some((number, Came::Message(text))) => {
                if self.opening == Some(number) {
                    self.opening = None;
                    let message = String::from_utf8_lossy(&text).into_owned();
                    let message = Node::value(&message).unwrap_or(Node::Null);
                    if message.member("result").is_some() {
                        self.session = session(self.heads.get(&number), &message);
                    }
                }
                self.came.push_back(text);
            }
            Some((_, Came::Whole)) => {}
            Some((_, Came::Broken(wrong))) => self.came.push_back(wrong.into_bytes()),
        }
        true
    }
}

impl Wire for HttpWire {
    fn send(&mut self, bytes: &[u8]) {
        self.half.extend_from_slice(bytes);
        while let Some(end) = self.half.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.half.drain(..=end).collect();
            while self.opening.is_some() && self.hear(PATIENCE) {}
            let line = post(&line[..end], &self.session);
            let sent = self.posts.send(&line.request);
            let opens = matches!(&line.kind, Kind::Request { method: Some(method), .. } if method == "initialize");
            match sent {
                Ok(number) if opens && !line.modern => self.opening = Some(number),
                Ok(_) => {}
                Err(wrong) => self.came.push_back(wrong.into_bytes()),
            }
        }
    }

    fn receive(&mut self, within: Duration) -> Heard {
        let deadline = Instant::now() + within;
        loop {
            if let Some(text) = self.came.pop_front() {
                return Heard::Line(text);
            }
            if !self.hear(deadline.saturating_duration_since(Instant::now())) {
                return Heard::Silence;
            }
        }
    }

    fn close(&mut self) {}

    fn log(&self) -> String {
        String::new()
    }

    fn finish(self: Box<Self>, _within: Duration) -> Result<(), String> {
        drop(self.served);
        Ok(())
    }
}
