//! What is explained: frames, and the HTTP heads that came with them.
//!
//! In: what a reader of a log cut out of it. Out: views that borrow from it. Nothing here knows how
//! logs are written.

use std::time::Duration;

use crate::method::Side;

/// One message of a log, or what stands in the place of one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Frame<'a> {
    /// The text, without its line end. Any bytes.
    pub bytes: &'a [u8],
    /// The line of the log on which it begins, from 1; 0 when there are no lines.
    pub line: u64,
    /// Who sent it, where the log says so.
    pub from: Option<Side>,
    /// When, since any fixed moment, where the log says so.
    pub at: Option<Duration>,
    /// What carried it.
    pub carrier: Carrier,
}

/// What carried a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Carrier {
    /// A line of a stream, or nothing is known.
    #[default]
    Line,
    /// The body of an HTTP message, whose head was told by
    /// [`Conversation::head`](super::Conversation::head) before.
    Body,
    /// The data of an event in the body of an HTTP response.
    Event,
}

impl<'a> Frame<'a> {
    /// A frame of which nothing else is known.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Frame {
            bytes,
            line: 0,
            from: None,
            at: None,
            carrier: Carrier::Line,
        }
    }

    /// Says on which line of the log it begins.
    #[must_use]
    pub const fn on_line(mut self, line: u64) -> Self {
        self.line = line;
        self
    }

    /// Says who sent it.
    #[must_use]
    pub const fn sent_by(mut self, from: Side) -> Self {
        self.from = Some(from);
        self
    }

    /// Says when, since any fixed moment.
    #[must_use]
    pub const fn at(mut self, at: Duration) -> Self {
        self.at = Some(at);
        self
    }

    /// Says what carried it.
    #[must_use]
    pub const fn carried_by(mut self, carrier: Carrier) -> Self {
        self.carrier = carrier;
        self
    }
}

/// The head of an HTTP message.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Head<'a> {
    /// Whether it is a request or a response.
    pub start: Start<'a>,
    /// Its header lines in their order: name and value, without white space around them.
    pub headers: Vec<(&'a str, &'a str)>,
    /// The line of the log on which it begins, from 1; 0 when there are no lines.
    pub line: u64,
    /// When, since any fixed moment, where the log says so.
    pub at: Option<Duration>,
}

/// The first line of an HTTP message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Start<'a> {
    /// Of a request.
    Request {
        /// `POST`, `GET`, …
        method: &'a str,
        /// What is asked for: `/mcp`.
        target: &'a str,
    },
    /// Of a response.
    Response {
        /// `200`, …
        status: u16,
    },
}

impl<'a> Head<'a> {
    /// A head of which no line and no time are known.
    pub fn new(start: Start<'a>, headers: Vec<(&'a str, &'a str)>) -> Self {
        Head {
            start,
            headers,
            line: 0,
            at: None,
        }
    }

    /// The value of the first header of this name, in any case.
    pub fn header(&self, name: &str) -> Option<&'a str> {
        let mut named = self
            .headers
            .iter()
            .filter(|(n, _)| n.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| *value)
    }
}
