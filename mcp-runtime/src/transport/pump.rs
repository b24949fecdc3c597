//! One connection between its input and its output: what is served when, what waits, when it ends.
//!
//! In: bytes that were read, the news that some were written, and the time. Out: the bytes to
//! write next, whether to read on, how long to wait, and how the connection ended. It does no I/O
//! and looks at no clock; every driver (the stdio thread, the async one) moves bytes by its rules:
//!
//! - Lines are served until 64 KiB of output wait, then written, then the next are served.
//! - While the peer does not read, output may grow to a mark. From then on new work is put off,
//!   and only what must not wait is served; a second mark stops reading. Nothing is dropped.
//! - New work is put off for a moment too while as many calls run as may.
//! - After the end of input what was read is served, and running calls may go on for a while;
//!   then they are answered with errors, and what can be written is written.

use super::Engine;
use super::moment::after;
use super::stop::Stop;
use crate::frame::{Piece, Splitter};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Output is written early when so much of it waits.
const EARLY: usize = 64 * 1024;
/// An output buffer that has grown up to here is kept.
const KEPT: usize = 1024 * 1024;
/// Nobody need wake a connection that is ending: it looks this often.
const TICK: Duration = Duration::from_millis(20);

/// The bounds of one connection.
#[derive(Debug, Clone)]
pub(crate) struct Bounds {
    /// The longest message.
    pub(crate) frame: usize,
    /// So much unread output puts new work off.
    pub(crate) output: usize,
    /// How long calls may run on after the end of input.
    pub(crate) grace: Duration,
    /// How long new work is put off while as many calls run as may and none of them ends.
    pub(crate) full: Duration,
    /// What is left at the end is written as long as the peer takes some of it this often.
    pub(crate) stall: Duration,
    /// For the last words of a connection that ran out of time.
    pub(crate) last_words: Duration,
}

/// How a connection ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    /// Calls got an error instead of their answer, or output was not taken.
    pub(crate) unfinished: bool,
    /// Somebody asked for the end; otherwise the peer did.
    pub(crate) asked: bool,
}

/// A connection and what waits on both of its sides.
#[derive(Debug)]
pub(crate) struct Pump<E> {
    engine: E,
    input: Splitter,
    /// Lines that were put off while the peer did not read; they come before `input`.
    held: Splitter,
    output: Output,
    phase: Phase,
    stop: Arc<Stop>,
    bounds: Bounds,
    unfinished: bool,
    /// When the peer last took something, or the input ended.
    moved: Option<Instant>,
    full: Full,
}

/// Whether as many calls run as may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Full {
    No,
    /// It became so in this turn, which may have begun a while ago.
    JustNow,
    Since(Instant),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Open,
    /// Nothing is read any more; lines that were read are still served.
    Closing,
    /// All is served; running calls may go on until then.
    Draining(Instant),
    /// All is said and has to be written.
    Flushing,
    Over,
}

impl<E: Engine> Pump<E> {
    pub(crate) fn new(engine: E, bounds: Bounds, stop: Arc<Stop>) -> Self {
        Self {
            engine,
            input: Splitter::new(bounds.frame),
            held: Splitter::new(bounds.frame),
            output: Output::default(),
            phase: Phase::Open,
            stop,
            bounds,
            unfinished: false,
            moved: None,
            full: Full::No,
        }
    }

    /// Where to read to. Never empty.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        self.input.space()
    }

    /// So many bytes were read into [`space`](Self::space).
    pub(crate) fn filled(&mut self, bytes: usize) {
        self.input.filled(bytes);
    }

    /// The input ended, or can't be read.
    pub(crate) fn end_of_input(&mut self, now: Instant) {
        if self.phase == Phase::Open {
            self.input.end_of_input();
            self.close(now);
        }
    }

    /// What to write next.
    pub(crate) fn output(&self) -> &[u8] {
        self.output.pending()
    }

    /// So many bytes of [`output`](Self::output) were written.
    pub(crate) fn written(&mut self, bytes: usize, now: Instant) {
        self.output.written(bytes);
        self.moved = Some(now);
    }

    /// The peer takes nothing any more.
    pub(crate) fn peer_gone(&mut self) {
        self.engine.input_ended();
        self.phase = Phase::Over;
    }

    /// Serves what is there; with `blocked` the output can't be written now. True: there is more,
    /// to be served once output was written.
    pub(crate) fn work(&mut self, now: Instant, blocked: bool) -> bool {
        self.engine.awake();
        if self.full == Full::JustNow {
            self.full = Full::Since(now);
        }
        if self.phase == Phase::Open && self.stop.by().is_some() {
            self.close(now);
        }
        if self.phase == Phase::Over {
            return false;
        }
        let room = self.room(blocked);
        self.collect(room);
        while self.output.len() < room {
            if self.puts_off(now) {
                self.look_ahead();
                self.out_of_time(now);
                return false;
            }
            if !self.serve_next() {
                self.advance(now);
                return false;
            }
            if self.engine.over_limit() {
                self.collect(room);
            }
        }
        if blocked {
            self.look_ahead();
        }
        self.out_of_time(now);
        true
    }

    /// How the connection ended, once it has.
    pub(crate) fn end(&self) -> Option<End> {
        (self.phase == Phase::Over).then(|| End {
            unfinished: self.unfinished,
            asked: self.stop.by().is_some(),
        })
    }

    /// Whether more input is wanted.
    pub(crate) fn wants_input(&self) -> bool {
        self.phase == Phase::Open && self.may_look_ahead()
    }

    /// Whether the caller may wait; otherwise something came that has to be served.
    pub(crate) fn may_wait(&self, blocked: bool) -> bool {
        match self.phase {
            Phase::Over => false,
            Phase::Flushing if self.output.len() == 0 => self.engine.in_flight() > 0,
            // NB. what can't be collected need not wake anybody.
            _ => self.output.len() >= self.room(blocked) || self.engine.may_sleep(),
        }
    }

    /// How long to wait at most.
    pub(crate) fn patience(&self, now: Instant) -> Option<Duration> {
        let until = match self.phase {
            Phase::Open | Phase::Over => None,
            Phase::Draining(until) => Some(until.min(now + TICK)),
            Phase::Flushing if self.output.len() == 0 => Some(now + TICK),
            Phase::Closing | Phase::Flushing => Some(self.last_moment(now)),
        };
        let full = match self.full {
            Full::No => None,
            Full::JustNow => Some(after(now, self.bounds.full)),
            Full::Since(since) => Some(after(since, self.bounds.full)).filter(|end| *end > now),
        };
        let until = until.into_iter().chain(full).min();
        until.map(|until| until.saturating_duration_since(now))
    }

    /// Up to this much output lines are served.
    fn room(&self, blocked: bool) -> usize {
        match blocked {
            true => self.bounds.output,
            false => EARLY.min(self.bounds.output),
        }
    }

    fn collect(&mut self, room: usize) {
        if self.output.len() < room {
            self.engine.collect(&mut self.output.text);
        }
    }

    /// Whether the next line has to wait for a running call to end, for a moment at most.
    fn puts_off(&mut self, now: Instant) -> bool {
        if !self.engine.is_full() {
            self.full = Full::No;
            return false;
        }
        if self.engine.makes_room() {
            self.full = Full::No;
        }
        match self.full {
            Full::No => {
                self.full = Full::JustNow;
                true
            }
            Full::JustNow => true,
            Full::Since(since) => now < after(since, self.bounds.full),
        }
    }

    /// Serves one line. False when there is none.
    fn serve_next(&mut self) -> bool {
        if !matches!(self.phase, Phase::Open | Phase::Closing) {
            return false;
        }
        let out = &mut self.output.text;
        let lines = match self.held.held() {
            0 => &mut self.input,
            _ => &mut self.held,
        };
        match lines.next() {
            Some(Piece::Frame(line)) => self.engine.receive(line, out),
            Some(Piece::Oversized { start, length }) => self.engine.oversized(start, length, out),
            None => return false,
        }
        true
    }

    /// Puts new work off, but serves what must not wait.
    fn look_ahead(&mut self) {
        while self.may_look_ahead() {
            let out = &mut self.output.text;
            match self.input.next() {
                Some(Piece::Frame(line)) => {
                    if !self.engine.receive_urgent(line, out) {
                        self.held.push_line(line);
                    }
                }
                Some(Piece::Oversized { start, length }) => {
                    self.engine.oversized(start, length, out);
                }
                None => return,
            }
        }
    }

    /// Whether what was put off, and what was said all the same, is still bearable.
    fn may_look_ahead(&self) -> bool {
        self.held.held() < self.bounds.output
            && self.output.len() < self.bounds.output.saturating_mul(2)
    }

    fn close(&mut self, now: Instant) {
        self.phase = Phase::Closing;
        self.moved = Some(now);
    }

    /// Every line is served. What next?
    fn advance(&mut self, now: Instant) {
        if self.phase == Phase::Closing {
            self.engine.input_ended();
            // NB. asked to end, calls may use all of the time that was given.
            let until = self
                .stop
                .by()
                .unwrap_or_else(|| after(now, self.bounds.grace));
            self.phase = Phase::Draining(until);
        }
        if let Phase::Draining(_) = self.phase
            && self.engine.in_flight() == 0
        {
            self.phase = Phase::Flushing;
        }
        self.out_of_time(now);
        if self.phase == Phase::Flushing {
            // NB. first the count, then the answers: one that is just being written comes yet.
            let written = self.engine.in_flight() == 0;
            self.engine.collect(&mut self.output.text);
            if written && self.output.len() == 0 {
                self.phase = Phase::Over;
            }
        }
    }

    fn out_of_time(&mut self, now: Instant) {
        match self.phase {
            Phase::Open | Phase::Over => {}
            Phase::Draining(until) => {
                // NB. somebody may ask for the end while the end of input is awaited.
                if now >= self.stop.by().map_or(until, |by| by.min(until)) {
                    self.abandon();
                }
            }
            Phase::Closing => {
                if self.stop.by().is_some_and(|by| now >= by) {
                    // Lines that were never served have no answer.
                    self.unfinished = true;
                    self.abandon();
                } else if now >= self.last_moment(now) {
                    self.unfinished = true;
                    self.phase = Phase::Over;
                }
            }
            Phase::Flushing => {
                if now >= self.last_moment(now) {
                    self.unfinished = true;
                    self.phase = Phase::Over;
                }
            }
        }
    }

    fn abandon(&mut self) {
        self.engine.collect(&mut self.output.text);
        self.unfinished |= self.engine.in_flight() > 0;
        let asked = self.stop.by().is_some();
        self.engine.abandon(asked, &mut self.output.text);
        self.phase = Phase::Flushing;
    }

    /// Until when the peer must have taken something.
    fn last_moment(&self, now: Instant) -> Instant {
        match (self.stop.by(), self.phase) {
            (Some(by), Phase::Closing) => by,
            (Some(by), _) => after(by, self.bounds.last_words),
            (None, _) => after(self.moved.unwrap_or(now), self.bounds.stall),
        }
    }
}

/// What waits to be written.
#[derive(Debug, Default)]
struct Output {
    text: Vec<u8>,
    sent: usize,
}

impl Output {
    fn pending(&self) -> &[u8] {
        self.text.get(self.sent..).unwrap_or_default()
    }

    fn len(&self) -> usize {
        self.text.len() - self.sent
    }

    fn written(&mut self, bytes: usize) {
        self.sent = self.sent.saturating_add(bytes).min(self.text.len());
        if self.sent == self.text.len() {
            self.sent = 0;
            self.text.clear();
            if self.text.capacity() > KEPT {
                self.text = Vec::new();
            }
        } else if self.sent >= EARLY && self.sent > self.text.len() / 2 {
            // Fewer bytes are moved than were written since the last time.
            self.text.drain(..self.sent);
            self.sent = 0;
        }
    }
}
