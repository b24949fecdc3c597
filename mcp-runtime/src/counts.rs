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
}

static LOG_LINES_LEFT_OUT: AtomicU64 = AtomicU64::new(0);

/// All numbers, as they are now.
///
/// ```
/// assert_eq!(mcp_runtime::counts().log_lines_left_out, 0);
/// ```
pub fn counts() -> Counts {
    Counts {
        log_lines_left_out: LOG_LINES_LEFT_OUT.load(Ordering::Relaxed),
    }
}

pub(crate) fn log_lines_left_out(lines: u64) {
    LOG_LINES_LEFT_OUT.fetch_add(lines, Ordering::Relaxed);
}
