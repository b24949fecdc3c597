//! Ways to move bytes between a connection and its peer.
//!
//! In: bytes from a peer, in whatever pieces they come. Out: bytes to it. Between the two stands
//! an [`Engine`], which decides and does no I/O. A transport never names a message type and never
//! starts work of its own accord.

pub mod memory;
pub(crate) mod moment;
pub(crate) mod pump;
#[cfg(feature = "stdio")]
pub(crate) mod stdio;
pub(crate) mod stop;

use std::fmt;
use std::pin::Pin;
use tokio::io::{AsyncRead, AsyncWrite};

/// What a server can be served over: [`stdio()`](crate::stdio), one stream that is read and
/// written (a socket, an end of [`memory::pair`]), or a pair of a reader and a writer.
///
/// `Kind` tells these apart and is always inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not something to serve over",
    label = "not a transport",
    note = "serve over `stdio()`, over one stream that is `AsyncRead + AsyncWrite`, or over a pair `(reader, writer)`; each must be `Send + 'static`"
)]
pub trait Transport<Kind> {
    /// Makes it ready to be served over.
    fn into_link(self) -> Link;
}

/// A transport whose type no longer matters.
pub struct Link(pub(crate) Way);

impl Link {
    /// Whether the connection will live on a thread of its own, not on the caller's runtime.
    pub(crate) fn has_own_thread(&self) -> bool {
        match self.0 {
            Way::Streams(..) => false,
            #[cfg(all(unix, feature = "stdio"))]
            Way::Process(_) => true,
        }
    }
}

pub(crate) type Reader = Pin<Box<dyn AsyncRead + Send>>;
pub(crate) type Writer = Pin<Box<dyn AsyncWrite + Send>>;

pub(crate) enum Way {
    Streams(Reader, Writer),
    #[cfg(all(unix, feature = "stdio"))]
    Process(stdio::Stdio),
}

/// The kinds of [`Transport`].
pub(crate) mod kind {
    /// One stream, read and written.
    #[derive(Debug)]
    pub enum OneStream {}
    /// A reader and a writer.
    #[derive(Debug)]
    pub enum TwoStreams {}
    /// What the type itself says it is.
    #[derive(Debug)]
    pub enum Named {}
}

impl<T: AsyncRead + AsyncWrite + Send + 'static> Transport<kind::OneStream> for T {
    fn into_link(self) -> Link {
        let (reader, writer) = tokio::io::split(self);
        (reader, writer).into_link()
    }
}

impl<R, W> Transport<kind::TwoStreams> for (R, W)
where
    R: AsyncRead + Send + 'static,
    W: AsyncWrite + Send + 'static,
{
    fn into_link(self) -> Link {
        Link(Way::Streams(Box::pin(self.0), Box::pin(self.1)))
    }
}

impl Transport<kind::Named> for Link {
    fn into_link(self) -> Link {
        self
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Way::Streams(..) => "Link(streams)",
            #[cfg(all(unix, feature = "stdio"))]
            Way::Process(_) => "Link(stdio)",
        })
    }
}

/// One connection, as a transport sees it: whole messages in, text out, no I/O and no clock.
///
/// `out` is always the writer's buffer; what is appended ends with a newline.
pub(crate) trait Engine {
    /// Takes one message. Appends each reply that is ready at once; the rest comes later through
    /// [`collect`](Self::collect).
    ///
    /// NB. a call that is answered here may have reported progress, which waits in the queue:
    /// the queue goes first.
    fn receive(&mut self, frame: &[u8], out: &mut Vec<u8>);

    /// Takes one message that came while the peer does not read, when new work waits. What must
    /// not wait (`ping`, cancellation) is done now. True: it is done with. False: it comes again
    /// through [`receive`](Self::receive), in its order, once the peer reads.
    fn receive_urgent(&mut self, frame: &[u8], out: &mut Vec<u8>) -> bool {
        let _ = (frame, out);
        false
    }

    /// A message was longer than the limit and is skipped. `start` is its beginning, up to 4 KiB;
    /// `length` is how much of it has been seen.
    fn oversized(&mut self, start: &[u8], length: usize, out: &mut Vec<u8>);

    /// Appends what was said outside of `receive` since the last time. True if there was something.
    fn collect(&mut self, out: &mut Vec<u8>) -> bool;

    /// Whether so much waits to be collected that new work should wait too.
    fn over_limit(&self) -> bool;

    /// Whether as many calls run as may. One more would be refused, so it is better kept for a
    /// moment: a burst of quick calls is no overload.
    fn is_full(&self) -> bool {
        false
    }

    /// Whether a running call was told to end since this was last asked, so that there will soon be
    /// room for another.
    fn makes_room(&mut self) -> bool {
        false
    }

    /// The caller will wait. False when something waits to be collected: don't. After true, the
    /// next thing said wakes the caller.
    fn may_sleep(&self) -> bool;

    /// The caller no longer waits.
    fn awake(&self);

    /// No further message will come. Running calls go on.
    fn input_ended(&mut self);

    /// How many calls are not yet answered.
    fn in_flight(&self) -> usize;

    /// Ends every unfinished call with an error reply; `asked`: because somebody asked the server
    /// to stop, not because the input ended.
    fn abandon(&mut self, asked: bool, out: &mut Vec<u8>);
}
