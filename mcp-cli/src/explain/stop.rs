//! The wish that a log that grows is read no further.
//!
//! In: SIGINT and SIGTERM of this process, once it is asked to hear them. Out: whether the first of
//! them came; a second one ends the process. It touches nothing that is read or printed.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Whether it was asked to stop.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Hears whoever asks this process to end. Where that is not possible it ends at once, as
    /// other programs do.
    pub(super) fn heard() -> Self {
        let stop = Stop::default();
        // There is nothing to be done about it, and nothing is lost but a summary.
        let _ = stop.hears(SIGINT).and_then(|()| stop.hears(SIGTERM));
        stop
    }

    /// Lets a first interrupt pass: it is meant for the program whose output is read, and what that
    /// wrote is still explained.
    pub(super) fn pass_interrupt() {
        let _ = Stop::default().hears(SIGINT);
    }

    fn hears(&self, signal: i32) -> io::Result<()> {
        // NB. in this order: by the first signal the process doesn't end yet.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&self.0))?;
        flag::register(signal, Arc::clone(&self.0))?;
        Ok(())
    }

    /// Whether it was asked to stop.
    pub(super) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
