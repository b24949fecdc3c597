//! What a process counts of things that should not happen, for whoever watches it.
//!
//! In: one event at a time, from anywhere. Out: [`counts`], all numbers since the process began.
//! Nothing is counted on the way of a call that goes well.

use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers of this process since it began, over all of its servers and connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Counts {
    /// Lines of the framework's own log that stderr could not take at once, and that were left
    /// out: nobody reads it.
    pub log_lines_left_out: u64,
    /// Polls of handlers that held a thread of the runtime, or that of their connection, longer
    /// than [`limits::HELD_THREAD`](crate::limits::HELD_THREAD).
    pub threads_held: u64,
    /// Handlers that went on for so long after their call was cancelled or had timed out.
    pub handlers_going_on: u64,
}

static THREADS_HELD: AtomicU64 = AtomicU64::new(0);
static HANDLERS_GOING_ON: AtomicU64 = AtomicU64::new(0);
static LOG_LINES_LEFT_OUT: AtomicU64 = AtomicU64::new(0);

/// All numbers, as they are now.
///
/// ```
/// assert_eq!(mcp_runtime::counts().log_lines_left_out, 0);
/// ```
pub fn counts() -> Counts {
    Counts {
        log_lines_left_out: LOG_LINES_LEFT_OUT.load(Ordering::Relaxed),
        threads_held: THREADS_HELD.load(Ordering::Relaxed),
        handlers_going_on: HANDLERS_GOING_ON.load(Ordering::Relaxed),
    }
}

pub(crate) fn threads_held(polls: u64) {
    THREADS_HELD.fetch_add(polls, Ordering::Relaxed);
}

pub(crate) fn handlers_going_on(handlers: u64) {
    HANDLERS_GOING_ON.fetch_add(handlers, Ordering::Relaxed);
}

pub(crate) fn log_lines_left_out(lines: u64) {
    LOG_LINES_LEFT_OUT.fetch_add(lines, Ordering::Relaxed);
}
