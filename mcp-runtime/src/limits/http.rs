//! The limits and times of HTTP, each with its reason.
//!
//! In: nothing. Out: constants and the [`HttpLimits`] that
//! [`HttpOptions::limits`](crate::http::HttpOptions::limits) takes. How long a message may be is
//! [`MAX_FRAME_BYTES`](super::MAX_FRAME_BYTES), over every transport. This file never enforces
//! anything.

use std::time::Duration;

/// How long the body of a request may take before its speed counts: 10 s.
pub const BODY_GRACE: Duration = Duration::from_secs(10);

/// How fast the body of a request must come once [`BODY_GRACE`] is over, on average, in bytes per
/// second: 1 KiB/s. A slower one is answered with 408, and its connection is closed.
pub const BODY_BYTES_PER_SECOND: usize = 1024;

/// How many bytes of bodies the whole process holds at once, from their first piece until their
/// message is read: 48 MiB, three of the longest. A request whose body finds no room is answered with
/// 503 and `Retry-After`. A body that comes in one piece needs none.
pub const BODIES_BYTES: usize = 48 * 1024 * 1024;

/// How long a client that sends a body where none has room is told to wait: 1 s.
pub const BODIES_RETRY_AFTER: Duration = Duration::from_secs(1);

/// How long the head of a request may take, and a new connection its first one: 10 s. Then the
/// connection is closed.
pub const HEAD_TIME: Duration = Duration::from_secs(10);

/// How long the head of a request may be, in bytes: 64 KiB. A longer one is answered with 431.
pub const HEAD_BYTES: usize = 64 * 1024;

/// How many header fields a request may have: 100. More are answered with 431.
pub const HEAD_FIELDS: usize = 100;

/// How long a connection may wait for its next request: 75 s, more than the 60 s for which load
/// balancers keep theirs, so that they are the ones to close.
pub const IDLE_CONNECTION: Duration = Duration::from_secs(75);

/// How many connections are held at once: 1,024. For one more, the one that has waited longest
/// without a request makes room; while all of them have requests, the new one is answered with 503.
pub const MAX_CONNECTIONS: usize = 1_024;

/// How many requests one HTTP/2 connection may have at once: 100.
pub const HTTP2_STREAMS: u32 = 100;

/// How many streams of an HTTP/2 connection may have been reset by the client before they were
/// taken up: 20. More end the connection.
pub const HTTP2_PENDING_RESETS: usize = 20;

/// How long the header list of an HTTP/2 request may be, in bytes: 16 KiB.
pub const HTTP2_HEADER_LIST_BYTES: u32 = 16 * 1024;

/// How long a connection whose request was refused before its end may go on sending, so that the
/// client gets to read the answer: 1 s. What it sends is thrown away.
pub const LINGER: Duration = Duration::from_secs(1);

/// How many sessions an endpoint keeps, for the revisions with a handshake. A further handshake is told
/// to try again, while those that are there go on. As many streams of HTTP+SSE may be open beside them.
pub const MAX_SESSIONS: usize = 1_024;

/// How long a session is kept that nothing uses: 5 minutes. A running call counts as use. A client
/// whose session has ended is told so, and begins another.
pub const IDLE_SESSION: Duration = Duration::from_secs(5 * 60);

/// How long a session is kept whose client says nothing after the handshake, and how long a stream of
/// HTTP+SSE waits for its handshake: 60 s.
pub const FIRST_REQUEST: Duration = Duration::from_secs(60);

/// How many events a session keeps for clients that lose their connection: 1,000. The oldest give way.
pub const REPLAY_EVENTS: usize = 1_000;

/// How many bytes of events a session keeps for clients that lose their connection: 4 MiB. An answer
/// that is longer, and comes while nobody reads its stream, is told of by an error in its place.
pub const REPLAY_BYTES: usize = 4 * 1024 * 1024;

/// How many bytes of events all sessions of an endpoint keep together: 64 MiB.
pub const REPLAY_BYTES_IN_ALL: usize = 64 * 1024 * 1024;

/// How long an event is kept for a client that lost its connection: 5 minutes.
pub const REPLAY_TIME: Duration = Duration::from_secs(5 * 60);

/// How long a client whose stream ends is told to wait before it comes again: 1 s (2025-11-25).
pub const RECONNECT_AFTER: Duration = Duration::from_secs(1);

/// After which time a client that takes nothing from the stream it opened by GET is held for gone, so
/// that another GET of the session gets a stream: 35 s, more than two of [`KEEP_ALIVE`]. While one is
/// read, another is refused with 409.
pub const STALLED_STREAM: Duration = Duration::from_secs(35);

/// How often a stream on which nothing is said gets a comment: 15 s. What stands between a client and
/// a server closes connections that are quiet for a minute or less.
pub const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How long a call may run before its answer becomes a stream, where the client takes one: 5 s.
/// Until then an answer without progress or log messages before it is plain JSON.
pub const STREAM_AFTER: Duration = Duration::from_secs(5);

/// The limits of HTTP; [`HttpLimits::default`] holds the constants of this module.
///
/// ```
/// use mcp_runtime::limits::HttpLimits;
/// let limits = HttpLimits::default().with_max_connections(64);
/// assert_eq!(limits.max_connections, 64);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HttpLimits {
    /// See [`BODY_GRACE`].
    pub body_grace: Duration,
    /// See [`BODY_BYTES_PER_SECOND`]; 0 counts as 1.
    pub body_bytes_per_second: usize,
    /// See [`BODIES_BYTES`].
    pub bodies_bytes: usize,
    /// See [`BODIES_RETRY_AFTER`].
    pub bodies_retry_after: Duration,
    /// See [`HEAD_TIME`].
    pub head_time: Duration,
    /// See [`HEAD_BYTES`]; less than 8 KiB counts as 8 KiB.
    pub head_bytes: usize,
    /// See [`HEAD_FIELDS`].
    pub head_fields: usize,
    /// See [`IDLE_CONNECTION`].
    pub idle_connection: Duration,
    /// See [`MAX_SESSIONS`].
    pub max_sessions: usize,
    /// See [`IDLE_SESSION`].
    pub idle_session: Duration,
    /// See [`FIRST_REQUEST`].
    pub first_request: Duration,
    /// See [`REPLAY_EVENTS`]; 0 keeps none, so that no stream is taken up again.
    pub replay_events: usize,
    /// See [`REPLAY_BYTES`].
    pub replay_bytes: usize,
    /// See [`REPLAY_BYTES_IN_ALL`].
    pub replay_bytes_in_all: usize,
    /// See [`REPLAY_TIME`].
    pub replay_time: Duration,
    /// See [`RECONNECT_AFTER`].
    pub reconnect_after: Duration,
    /// See [`STALLED_STREAM`]; more than [`keep_alive`](Self::keep_alive).
    pub stalled_stream: Duration,
    /// See [`KEEP_ALIVE`]; 0 sends none.
    pub keep_alive: Duration,
    /// See [`STREAM_AFTER`].
    pub stream_after: Duration,
    /// See [`MAX_CONNECTIONS`].
    pub max_connections: usize,
    /// See [`HTTP2_STREAMS`].
    pub http2_streams: u32,
    /// See [`HTTP2_PENDING_RESETS`].
    pub http2_pending_resets: usize,
    /// See [`HTTP2_HEADER_LIST_BYTES`].
    pub http2_header_list_bytes: u32,
    /// See [`LINGER`].
    pub linger: Duration,
}

/// More than any clock is asked for: 30 years. A longer time counts as this.
const LONGEST: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);

impl HttpLimits {
    /// The same, with times that can be added to any moment.
    pub(crate) fn within_clocks(mut self) -> Self {
        for time in [
            &mut self.body_grace,
            &mut self.bodies_retry_after,
            &mut self.head_time,
            &mut self.idle_connection,
            &mut self.idle_session,
            &mut self.first_request,
            &mut self.replay_time,
            &mut self.reconnect_after,
            &mut self.stalled_stream,
            &mut self.keep_alive,
            &mut self.stream_after,
            &mut self.linger,
        ] {
            *time = (*time).min(LONGEST);
        }
        if self.keep_alive.is_zero() {
            self.keep_alive = LONGEST;
        }
        self
    }
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            body_grace: BODY_GRACE,
            body_bytes_per_second: BODY_BYTES_PER_SECOND,
            bodies_bytes: BODIES_BYTES,
            bodies_retry_after: BODIES_RETRY_AFTER,
            head_time: HEAD_TIME,
            head_bytes: HEAD_BYTES,
            head_fields: HEAD_FIELDS,
            idle_connection: IDLE_CONNECTION,
            max_sessions: MAX_SESSIONS,
            idle_session: IDLE_SESSION,
            first_request: FIRST_REQUEST,
            replay_events: REPLAY_EVENTS,
            replay_bytes: REPLAY_BYTES,
            replay_bytes_in_all: REPLAY_BYTES_IN_ALL,
            replay_time: REPLAY_TIME,
            reconnect_after: RECONNECT_AFTER,
            stalled_stream: STALLED_STREAM,
            keep_alive: KEEP_ALIVE,
            stream_after: STREAM_AFTER,
            max_connections: MAX_CONNECTIONS,
            http2_streams: HTTP2_STREAMS,
            http2_pending_resets: HTTP2_PENDING_RESETS,
            http2_header_list_bytes: HTTP2_HEADER_LIST_BYTES,
            linger: LINGER,
        }
    }
}

super::setters! { HttpLimits:
    with_body_grace body_grace: Duration;
    with_body_bytes_per_second body_bytes_per_second: usize;
    with_bodies_bytes bodies_bytes: usize;
    with_bodies_retry_after bodies_retry_after: Duration;
    with_head_time head_time: Duration;
    with_head_bytes head_bytes: usize;
    with_head_fields head_fields: usize;
    with_idle_connection idle_connection: Duration;
    with_max_sessions max_sessions: usize;
    with_idle_session idle_session: Duration;
    with_first_request first_request: Duration;
    with_replay_events replay_events: usize;
    with_replay_bytes replay_bytes: usize;
    with_replay_bytes_in_all replay_bytes_in_all: usize;
    with_replay_time replay_time: Duration;
    with_reconnect_after reconnect_after: Duration;
    with_stalled_stream stalled_stream: Duration;
    with_keep_alive keep_alive: Duration;
    with_stream_after stream_after: Duration;
    with_max_connections max_connections: usize;
    with_http2_streams http2_streams: u32;
    with_http2_pending_resets http2_pending_resets: usize;
    with_http2_header_list_bytes http2_header_list_bytes: u32;
    with_linger linger: Duration;
}
