//! Ways to move bytes between a connection and its peer.
//!
//! In: bytes from a peer, in whatever pieces they come. Out: bytes to it. Between the two stands
//! an [`Engine`], which decides and does no I/O. A transport never names a message type and never
//! starts work of its own accord.

pub mod memory;

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

    /// The caller will wait. False when something waits to be collected: don't. After true, the
    /// next thing said wakes the caller.
    fn may_sleep(&self) -> bool;

    /// The caller no longer waits.
    fn awake(&self);

    /// No further message will come. Running calls go on.
    fn input_ended(&mut self);

    /// How many calls are not yet answered.
    fn in_flight(&self) -> usize;

    /// Ends every unfinished call with an error reply.
    fn abandon(&mut self, out: &mut Vec<u8>);
}
