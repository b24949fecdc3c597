//! How much of a log is looked at, and kept, at once.
//!
//! In and out: numbers. They bound the memory of a [`Reader`](super::Reader) for a log of any length.

/// How much of a log is looked at, and kept, at once.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one message, or of one line. Of a longer one the beginning is told.
    pub frame: usize,
    /// Bytes of the beginning that is told of what is too long.
    pub beginning: usize,
    /// Bytes before a message on its line: a time, a direction, the name of a logger.
    pub prefix: usize,
    /// Bytes of the head of one HTTP message; header lines beyond are left out.
    pub head: usize,
    /// Header lines of one HTTP message; those beyond are left out.
    pub headers: usize,
    /// Bytes at the start of a log that are looked at to know what a line without a message is.
    pub ahead: usize,
}

/// What [`Limits::default`] holds.
impl Limits {
    /// See [`Limits::frame`].
    pub const FRAME: usize = 64 * 1024 * 1024;
    /// See [`Limits::beginning`].
    pub const BEGINNING: usize = 256;
    /// See [`Limits::prefix`].
    pub const PREFIX: usize = 512;
    /// See [`Limits::head`].
    pub const HEAD: usize = 64 * 1024;
    /// See [`Limits::headers`].
    pub const HEADERS: usize = 200;
    /// See [`Limits::ahead`].
    pub const AHEAD: usize = 64 * 1024;
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            frame: Self::FRAME,
            beginning: Self::BEGINNING,
            prefix: Self::PREFIX,
            head: Self::HEAD,
            headers: Self::HEADERS,
            ahead: Self::AHEAD,
        }
    }
}
