//! Every limit, time-out and default of a server, with its reason; a builder takes a changed set.
//!
//! In: nothing. Out: constants and the [`Limits`] that [`Server::limits`](crate::Server::limits)
//! takes. This file never enforces anything: who enforces a limit is said at the limit.

#[cfg(feature = "http")]
mod http;

#[cfg(feature = "http")]
pub use http::*;

use mcp_core::logging::LoggingLevel;
use std::time::Duration;

/// The longest message that is read, in bytes, without its line end: 16 MiB. A longer one is
/// answered with an error and skipped up to its newline. Images travel as base64 inside messages,
/// and the peer on stdio is the user's own client, so the limit is generous.
pub const MAX_FRAME_BYTES: usize = 16 * 1024 * 1024;

/// The longest message that is written, in bytes: 32 MiB. A larger result becomes an error that
/// names its size.
pub const MAX_RESULT_BYTES: usize = 32 * 1024 * 1024;

/// The level of log messages in sessions whose client never set one; see
/// [`Server::default_log_level`](crate::Server::default_log_level).
pub const DEFAULT_LOG_LEVEL: LoggingLevel = LoggingLevel::Info;

/// When a call that found no room is told to try again.
pub const BUSY_RETRY_AFTER: Duration = Duration::from_millis(250);

/// How many calls of one connection may run at once. One more is answered at once with a busy
/// error (code -31503); `ping`, lists and cancellation don't count.
pub const MAX_IN_FLIGHT: usize = 256;

/// How many entries a batch may have (revision 2025-03-26 alone has batches).
pub const MAX_BATCH_ENTRIES: usize = 64;

/// How many tools one page of `tools/list` holds.
pub const PAGE_SIZE: usize = 1_000;

/// How many error replies without a usable id are written in a second; further ones are silent,
/// so that a peer which prints its log into the connection can't start a storm of errors.
pub const ERRORS_WITHOUT_ID_PER_SECOND: u32 = 10;

/// How many messages that can't be used are logged in a second; of further ones their number is.
pub const REFUSALS_LOGGED_PER_SECOND: u32 = 100;

/// How much output may wait for a peer that does not read, in bytes, before reading of new work
/// pauses.
pub const OUT_QUEUE_BYTES: usize = 1024 * 1024;

/// How long running calls may go on after the input has ended: 1.5 s. Clients wait 2 s after
/// closing the input before they send SIGTERM.
pub const END_OF_INPUT_GRACE: Duration = Duration::from_millis(1_500);

/// How long running calls may go on after SIGTERM, SIGINT or SIGHUP: 8 s, below the 10 s after
/// which container runtimes kill.
pub const SIGNAL_GRACE: Duration = Duration::from_secs(8);

/// How long running calls may go on, on Unix, when the process that started the server has ended
/// but another one holds stdin open: 500 ms. Nobody is left to read the answers. A server that init
/// started, or that was started by `nohup`, waits for the end of its input instead; so does every
/// server where the limit is `None`. `run()` alone looks.
pub const ORPHAN_GRACE: Duration = Duration::from_millis(500);

/// A tool is polled on the engine's own thread only once this many of its first polls in a row
/// were fast.
pub const INLINE_AFTER_FAST_POLLS: u8 = 8;

/// A first poll that takes less than this is fast: 200 µs.
pub const FAST_POLL: Duration = Duration::from_micros(200);

/// A poll that holds the engine's thread longer than this holds its connection up: 10 ms. The tool
/// is polled there again only after 64 fast polls elsewhere, in a row; if it happens again after
/// 512, and so on. So a tool that blocks costs its connection very little, and one that is quick but
/// was taken off the processor for a moment is not slow for ever.
pub const SLOW_POLL: Duration = Duration::from_millis(10);

/// How long the engine's thread waits for a first poll on the user's runtime, to learn how quick a
/// new tool is: 5 ms, at most twice as often as [`INLINE_AFTER_FAST_POLLS`], and never again for a
/// tool that let it wait so long twice.
pub const FIRST_POLL_PATIENCE: Duration = Duration::from_millis(5);

/// How long a handler may hold a thread in one poll before the log names its tool: 1 s. The same
/// goes for a handler that was told to end (its call was cancelled or has timed out), and for calls
/// of sync tools that wait for a free thread. [`counts`](crate::counts()) has the numbers.
pub const HELD_THREAD: Duration = Duration::from_secs(1);

/// How long a new call waits, while as many run as may, for one of them to end, before it is told
/// that the server is busy: 8 ms, so that a burst of quick calls passes.
pub const BUSY_PATIENCE: Duration = Duration::from_millis(8);

/// How long a peer that takes nothing keeps a connection open whose input has ended and whose
/// output waits: 30 s.
pub const UNREAD_OUTPUT_PATIENCE: Duration = Duration::from_secs(30);

/// When a connection has run out of time: how long its last replies may take to be written, and
/// cancelled handlers to notice. 100 ms.
pub const LAST_WORDS: Duration = Duration::from_millis(100);

/// How long the rest of the program may go on after `run()` has served its client: 1.5 s.
pub const AFTER_RUN_GRACE: Duration = Duration::from_millis(1_500);

/// How many threads sync tools may occupy at once, in the whole process.
pub const POOL_THREADS: usize = 64;

/// How long a thread for sync tools waits for work before it ends.
pub const POOL_IDLE: Duration = Duration::from_secs(10);

/// How long a call may take within [`Timeout::default`](crate::middleware::Timeout): 30 s. Hosts give
/// a tool up after 60 s or more, and one answer that says so is better than none.
#[cfg(feature = "tower")]
pub const LAYER_TIMEOUT: Duration = Duration::from_secs(30);

/// How many calls may wait for room in a
/// [`ConcurrencyLimit`](crate::middleware::ConcurrencyLimit): 64. A model calls a few tools at once; a
/// longer queue only ages.
#[cfg(feature = "tower")]
pub const LAYER_WAITING: usize = 64;

/// How large a result may be within [`ResponseSize::default`](crate::middleware::ResponseSize), in
/// bytes: 100,000. Hosts cut what a tool says at about 25,000 tokens, of about four bytes each.
#[cfg(feature = "tower")]
pub const LAYER_RESPONSE_BYTES: usize = 100_000;

/// The limits of one server; [`Limits::default`] holds the constants of this module.
///
/// ```
/// use mcp_runtime::limits::Limits;
/// let limits = Limits::default().with_max_in_flight(32);
/// assert_eq!(limits.max_in_flight, 32);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Limits {
    /// See [`MAX_FRAME_BYTES`].
    pub max_frame_bytes: usize,
    /// See [`MAX_RESULT_BYTES`].
    pub max_result_bytes: usize,
    /// See [`MAX_IN_FLIGHT`].
    pub max_in_flight: usize,
    /// See [`MAX_BATCH_ENTRIES`].
    pub max_batch_entries: usize,
    /// See [`PAGE_SIZE`].
    pub page_size: usize,
    /// See [`ERRORS_WITHOUT_ID_PER_SECOND`].
    pub errors_without_id_per_second: u32,
    /// See [`REFUSALS_LOGGED_PER_SECOND`].
    pub refusals_logged_per_second: u32,
    /// See [`OUT_QUEUE_BYTES`].
    pub out_queue_bytes: usize,
    /// See [`END_OF_INPUT_GRACE`].
    pub end_of_input_grace: Duration,
    /// See [`SIGNAL_GRACE`].
    pub signal_grace: Duration,
    /// See [`ORPHAN_GRACE`]; with none the server outlives whoever started it.
    pub orphan_grace: Option<Duration>,
    /// See [`INLINE_AFTER_FAST_POLLS`].
    pub inline_after_fast_polls: u8,
    /// See [`FAST_POLL`].
    pub fast_poll: Duration,
    /// See [`SLOW_POLL`].
    pub slow_poll: Duration,
    /// See [`FIRST_POLL_PATIENCE`].
    pub first_poll_patience: Duration,
    /// See [`HELD_THREAD`]; with none, or zero, nobody looks.
    pub held_thread: Option<Duration>,
    /// See [`BUSY_PATIENCE`].
    pub busy_patience: Duration,
    /// See [`BUSY_RETRY_AFTER`].
    pub busy_retry_after: Duration,
    /// See [`LAST_WORDS`].
    pub last_words: Duration,
    /// See [`UNREAD_OUTPUT_PATIENCE`].
    pub unread_output_patience: Duration,
    /// See [`AFTER_RUN_GRACE`].
    pub after_run_grace: Duration,
    /// See [`POOL_THREADS`]. The pool is the process's: the server that is built last decides.
    pub pool_threads: usize,
    /// See [`POOL_IDLE`]. The pool is the process's: the server that is built last decides.
    pub pool_idle: Duration,
    /// The time a tool without a `timeout` of its own may take; none by default.
    pub tool_timeout: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_frame_bytes: MAX_FRAME_BYTES,
            max_result_bytes: MAX_RESULT_BYTES,
            max_in_flight: MAX_IN_FLIGHT,
            max_batch_entries: MAX_BATCH_ENTRIES,
            page_size: PAGE_SIZE,
            errors_without_id_per_second: ERRORS_WITHOUT_ID_PER_SECOND,
            refusals_logged_per_second: REFUSALS_LOGGED_PER_SECOND,
            out_queue_bytes: OUT_QUEUE_BYTES,
            end_of_input_grace: END_OF_INPUT_GRACE,
            signal_grace: SIGNAL_GRACE,
            orphan_grace: Some(ORPHAN_GRACE),
            inline_after_fast_polls: INLINE_AFTER_FAST_POLLS,
            fast_poll: FAST_POLL,
            slow_poll: SLOW_POLL,
            first_poll_patience: FIRST_POLL_PATIENCE,
            held_thread: Some(HELD_THREAD),
            busy_patience: BUSY_PATIENCE,
            busy_retry_after: BUSY_RETRY_AFTER,
            last_words: LAST_WORDS,
            unread_output_patience: UNREAD_OUTPUT_PATIENCE,
            after_run_grace: AFTER_RUN_GRACE,
            pool_threads: POOL_THREADS,
            pool_idle: POOL_IDLE,
            tool_timeout: None,
        }
    }
}

macro_rules! setters {
    ($limits:ident: $($set:ident $field:ident: $type:ty;)*) => {
        impl $limits {$(
            #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), ").")]
            #[must_use]
            pub fn $set(mut self, $field: $type) -> Self {
                self.$field = $field;
                self
            }
        )*}
    };
}
#[cfg(feature = "http")]
use setters;

setters! { Limits:
    with_max_frame_bytes max_frame_bytes: usize;
    with_max_result_bytes max_result_bytes: usize;
    with_max_in_flight max_in_flight: usize;
    with_max_batch_entries max_batch_entries: usize;
    with_page_size page_size: usize;
    with_errors_without_id_per_second errors_without_id_per_second: u32;
    with_refusals_logged_per_second refusals_logged_per_second: u32;
    with_out_queue_bytes out_queue_bytes: usize;
    with_end_of_input_grace end_of_input_grace: Duration;
    with_signal_grace signal_grace: Duration;
    with_orphan_grace orphan_grace: Option<Duration>;
    with_inline_after_fast_polls inline_after_fast_polls: u8;
    with_fast_poll fast_poll: Duration;
    with_slow_poll slow_poll: Duration;
    with_first_poll_patience first_poll_patience: Duration;
    with_held_thread held_thread: Option<Duration>;
    with_busy_patience busy_patience: Duration;
    with_busy_retry_after busy_retry_after: Duration;
    with_last_words last_words: Duration;
    with_unread_output_patience unread_output_patience: Duration;
    with_after_run_grace after_run_grace: Duration;
    with_pool_threads pool_threads: usize;
    with_pool_idle pool_idle: Duration;
    with_tool_timeout tool_timeout: Option<Duration>;
}
