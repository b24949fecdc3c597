//! A client's socket, watched: when bytes come, when output is not taken, and how it is closed.
//!
//! In: a TCP stream. Out: the same stream for hyper, what passes being told to the [`Activity`] and
//! shown to [`Strict`] before. Its close waits a moment where the client still sends, since a reset
//! would take the answer away from it. A head that hyper refuses is answered with [`words`]. It never
//! buffers anything else.

use super::activity::Activity;
use super::strict::Strict;
use super::words::{self, Told};
use crate::limits::HttpLimits;
use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// The least that hyper takes as the limit of a head.
pub(super) const LEAST_HEAD_BYTES: usize = 8_192;

pub(super) struct Socket {
    stream: TcpStream,
    activity: Arc<Activity>,
    strict: Strict,
    linger: Duration,
    told: Told,
    /// What is written in place of an empty refusal, and how much of it was.
    words: Option<(Vec<u8>, usize)>,
    /// Once the client has been told that nothing more comes.
    closing: Option<Pin<Box<Sleep>>>,
    /// Whether the client has closed its side.
    ended: bool,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, activity: Arc<Activity>, limits: &HttpLimits) -> Self {
        Self {
            stream,
            activity,
            strict: Strict::new(),
            linger: limits.linger,
            told: Told {
                head_bytes: limits.head_bytes.max(LEAST_HEAD_BYTES),
                head_fields: limits.head_fields,
            },
            words: None,
            closing: None,
            ended: false,
        }
    }

    fn wrote<T>(&self, poll: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        match poll.is_pending() {
            true => self.activity.output_waits(),
            false => self.activity.output_taken(),
        }
        poll
    }

    /// Writes, or, where hyper refuses a head without a word, writes that with words.
    fn poll_some_of(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.words.is_none() && bytes.starts_with(b"HTTP/1.1 4") && self.activity.is_heading() {
            self.words = words::added(bytes, self.told).map(|text| (text, 0));
        }
        let Some((text, written)) = &mut self.words else {
            return Pin::new(&mut self.stream).poll_write(cx, bytes);
        };
        while let Some(rest) = text.get(*written..).filter(|rest| !rest.is_empty()) {
            let n = ready!(Pin::new(&mut self.stream).poll_write(cx, rest))?;
            if n == 0 {
                return Poll::Ready(Ok(0));
            }
            *written += n;
        }
        self.words = None;
        Poll::Ready(Ok(bytes.len()))
    }

    /// Reads, but no more of a head than may be: hyper looks at its length only between reads, and has
    /// answered once it is there.
    fn poll_some(
        &mut self,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let head = self.strict.head().unwrap_or(0);
        let room = self.told.head_bytes.saturating_sub(head).max(1);
        let stream = Pin::new(&mut self.stream);
        if room >= buffer.remaining() {
            return stream.poll_read(cx, buffer);
        }
        let mut part = ReadBuf::new(buffer.initialize_unfilled_to(room));
        ready!(stream.poll_read(cx, &mut part))?;
        let read = part.filled().len();
        buffer.advance(read);
        Poll::Ready(Ok(()))
    }

    /// Throws away what the client still sends, for a while.
    fn poll_rest(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut waste = [0; 4_096];
        loop {
            if let Some(closing) = &mut self.closing
                && closing.as_mut().poll(cx).is_ready()
            {
                return Poll::Ready(());
            }
            let mut waste = ReadBuf::new(&mut waste);
            match ready!(Pin::new(&mut self.stream).poll_read(cx, &mut waste)) {
                Ok(()) if !waste.filled().is_empty() => {}
                _ => return Poll::Ready(()),
            }
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        ready!(this.poll_some(cx, buffer))?;
        let new = buffer.filled_mut().get_mut(before..).unwrap_or_default();
        if new.is_empty() {
            this.ended = true;
        } else if this.strict.is_on() {
            if this.activity.is_waiting() {
                this.strict.idle();
            }
            this.strict.look(new);
            this.activity.heard();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let poll = this.poll_some_of(cx, bytes);
        this.wrote(poll)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let poll = match bytes {
            [one] => this.poll_some_of(cx, one),
            _ => Pin::new(&mut this.stream).poll_write_vectored(cx, bytes),
        };
        this.wrote(poll)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.closing.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(cx))?;
            if this.ended || !this.strict.may_owe() {
                return Poll::Ready(Ok(()));
            }
            this.closing = Some(Box::pin(sleep(this.linger)));
        }
        this.poll_rest(cx).map(Ok)
    }
}
