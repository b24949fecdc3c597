//! The locks, atomics, threads and tasks of everything that is shared between threads.
//!
//! In: nothing. Out: those of the standard library and the user's runtime. Under `--cfg shuttle` the
//! tests get others in their place, whose every step is chosen by a scheduler, so that models try
//! thousands of orders of the very code that users run (`RUSTFLAGS="--cfg shuttle"`, tests named
//! `models`). It never adds a rule of its own.

#[cfg(all(test, shuttle))]
mod modelled;
#[cfg(all(test, shuttle))]
pub(crate) use modelled::*;

#[cfg(not(all(test, shuttle)))]
mod real {
    pub(crate) use std::collections::HashMap;
    pub(crate) use std::sync::{Condvar, Mutex, MutexGuard, atomic};
    pub(crate) use std::thread;

    /// Where the tasks of a connection run: the user's runtime.
    #[derive(Debug, Clone)]
    pub(crate) struct Tasks(tokio::runtime::Handle);

    impl From<tokio::runtime::Handle> for Tasks {
        fn from(runtime: tokio::runtime::Handle) -> Self {
            Self(runtime)
        }
    }

    impl Tasks {
        /// Starts a task; nobody waits for it.
        pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
            drop(self.0.spawn(task));
        }
    }
}
#[cfg(not(all(test, shuttle)))]
pub(crate) use real::*;
