//! Keeps a process's own prints and its children away from the protocol.
//!
//! In: the process's stdin and stdout. Out: private copies of both, which children don't inherit.
//! While they are held, descriptor 1 is stderr and descriptor 0 is the null device, so that
//! whatever prints (`println!`, C code, a child) reaches the log and whatever reads finds the end
//! of its input. At most one holder per process. It never touches stderr and never closes the
//! original descriptors.

use rustix::fs::{Mode, OFlags};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

static TAKEN: AtomicBool = AtomicBool::new(false);

/// How long a print that another thread is in the middle of may hold up the return of stdout.
const PATIENCE: Duration = Duration::from_millis(100);

/// The process's stdin and stdout, taken away from everybody else.
#[derive(Debug)]
pub(crate) struct Isolated {
    input: OwnedFd,
    output: OwnedFd,
    give_back: bool,
}

impl Isolated {
    /// Takes both. With `give_back` they return to their numbers when this is dropped.
    pub(crate) fn take(give_back: bool) -> io::Result<Self> {
        if TAKEN.swap(true, Ordering::SeqCst) {
            return Err(io::Error::new(
                io::ErrorKind::ResourceBusy,
                "another server of this process already serves stdin and stdout",
            ));
        }
        let taken = Self::copy(give_back).and_then(|taken| {
            taken.redirect()?;
            Ok(taken)
        });
        if taken.is_err() {
            TAKEN.store(false, Ordering::SeqCst);
        }
        taken
    }

    /// Copies for the connection, to be closed before this is dropped.
    pub(crate) fn streams(&self) -> io::Result<(OwnedFd, OwnedFd)> {
        Ok((self.input.try_clone()?, self.output.try_clone()?))
    }

    fn copy(give_back: bool) -> io::Result<Self> {
        // NB. `try_clone_to_owned` sets close-on-exec and takes a number above 2.
        Ok(Self {
            input: io::stdin().as_fd().try_clone_to_owned()?,
            output: io::stdout().as_fd().try_clone_to_owned()?,
            give_back,
        })
    }

    fn redirect(&self) -> io::Result<()> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let null = rustix::fs::open("/dev/null", flags, Mode::empty())?;
        rustix::stdio::dup2_stdin(&null)?;
        rustix::stdio::dup2_stdout(io::stderr())?;
        Ok(())
    }
}

impl Drop for Isolated {
    fn drop(&mut self) {
        if self.give_back {
            flush_prints();
            // A failure leaves things as they are, which is safe.
            let _ = rustix::stdio::dup2_stdout(&self.output);
            let _ = rustix::stdio::dup2_stdin(&self.input);
            TAKEN.store(false, Ordering::SeqCst);
        }
    }
}

/// Text without a newline still stands in the buffer of `std::io::stdout`; it belongs to stderr.
fn flush_prints() {
    let (done, flushed) = mpsc::channel();
    // NB. on a thread, because somebody may hold the lock of stdout for ever.
    let thread = std::thread::Builder::new().spawn(move || {
        let _ = io::stdout().flush();
        let _ = done.send(());
    });
    if thread.is_ok() {
        let _ = flushed.recv_timeout(PATIENCE);
    }
}
