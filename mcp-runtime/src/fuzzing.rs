//! What the fuzz targets need of the insides; it exists under `--cfg fuzzing` alone.
//!
//! In: bytes. Out: the pieces of a stream, and a connection without a transport. Nothing here is for
//! users, and nothing of it decides anything.

use crate::Service;
use crate::engine::Connection;
use crate::frame::{self, Splitter};
use crate::outgoing::Outgoing;
use crate::transport::Engine;
use std::sync::Arc;

/// A piece of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// A line.
    Frame(Vec<u8>),
    /// A line over the limit: its beginning, and how much of it had been seen.
    Oversized(Vec<u8>, usize),
}

/// Cuts bytes that come in chunks into lines, as a connection does.
#[derive(Debug)]
pub struct Lines(Splitter);

impl Lines {
    /// Lines may be `limit` bytes long.
    pub fn new(limit: usize) -> Self {
        Self(Splitter::new(limit))
    }

    /// Takes a chunk, as far as there is room; how much it took.
    pub fn read(&mut self, chunk: &[u8]) -> usize {
        let space = self.0.space();
        let bytes = space.len().min(chunk.len());
        space[..bytes].copy_from_slice(&chunk[..bytes]);
        self.0.filled(bytes);
        bytes
    }

    /// Takes a line that was put off.
    pub fn push_line(&mut self, line: &[u8]) {
        self.0.push_line(line);
    }

    /// Nothing more will come.
    pub fn end(&mut self) {
        self.0.end_of_input();
    }

    /// How many bytes are held.
    pub fn held(&self) -> usize {
        self.0.held()
    }

    /// The next piece.
    pub fn next(&mut self) -> Option<Piece> {
        self.0.next().map(|piece| match piece {
            frame::Piece::Frame(line) => Piece::Frame(line.to_vec()),
            frame::Piece::Oversized { start, length } => Piece::Oversized(start.to_vec(), length),
        })
    }
}

/// A connection whose peer is the target.
pub struct Line {
    connection: Connection,
    outgoing: Arc<Outgoing>,
}

impl Line {
    /// Opens one; its calls run on that runtime, which the caller has entered.
    pub fn open(service: &Service, runtime: tokio::runtime::Handle) -> Self {
        let server = service.inner().clone();
        let bound = server.limits.out_queue_bytes;
        let outgoing = Outgoing::bounded(bound, Box::new(|| ()));
        let connection = Connection::new(server, runtime, outgoing.clone(), false);
        Self {
            connection,
            outgoing,
        }
    }

    /// See `Engine::receive`.
    pub fn receive(&mut self, frame: &[u8], out: &mut Vec<u8>) {
        Engine::receive(&mut self.connection, frame, out);
    }

    /// See `Engine::receive_urgent`.
    pub fn receive_urgent(&mut self, frame: &[u8], out: &mut Vec<u8>) -> bool {
        self.connection.receive_urgent(frame, out)
    }

    /// See `Engine::oversized`.
    pub fn oversized(&mut self, start: &[u8], length: usize, out: &mut Vec<u8>) {
        Engine::oversized(&mut self.connection, start, length, out);
    }

    /// See `Engine::collect`.
    pub fn collect(&mut self, out: &mut Vec<u8>) {
        self.connection.collect(out);
    }

    /// See `Engine::in_flight`.
    pub fn in_flight(&self) -> usize {
        self.connection.in_flight()
    }

    /// See `Engine::abandon`.
    pub fn abandon(&mut self, out: &mut Vec<u8>) {
        Engine::abandon(&mut self.connection, false, out);
    }

    /// Ends the connection; whether nothing is left in its queue.
    pub fn close(self) -> bool {
        drop(self.connection);
        self.outgoing.is_empty()
    }
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Line").finish_non_exhaustive()
    }
}
