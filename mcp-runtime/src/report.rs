//! What the framework says on its own behalf when no one listens to `tracing`, and how panics of
//! handlers are caught.
//!
//! In: a line of text, or code that may panic. Out: the line on stderr, never blocking (a line
//! that stderr can't take is dropped), or the panic as text with its place. The panic hook that
//! was set before is still called.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::{Cell, RefCell};
use std::panic::{UnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static WATCHING: Cell<bool> = const { Cell::new(false) };
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static SEEN: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs code of the user's; a panic comes back as text: message, place, and the backtrace where
/// `RUST_BACKTRACE` asks for one.
pub(crate) fn catch<T>(code: impl FnOnce() -> T + UnwindSafe) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(install_hook);
    let before = WATCHING.replace(true);
    let result = catch_unwind(code);
    WATCHING.set(before);
    result.map_err(|payload| SEEN.take().unwrap_or_else(|| message(&*payload).to_owned()))
}

/// Whether code of ours panics, without a word about it.
pub(crate) fn panics(code: impl FnOnce() + UnwindSafe) -> bool {
    let before = QUIET.replace(true);
    let result = catch(code);
    QUIET.set(before);
    result.is_err()
}

fn install_hook() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if QUIET.get() {
            return;
        }
        if WATCHING.get() {
            let mut text = info.to_string();
            // NB. without a subscriber the hook before prints the same to stderr.
            let backtrace = tracing::dispatcher::has_been_set().then(Backtrace::capture);
            if let Some(backtrace) = backtrace
                && backtrace.status() == BacktraceStatus::Captured
            {
                text.push('\n');
                text.push_str(&backtrace.to_string());
            }
            SEEN.replace(Some(text));
        }
        before(info);
    }));
}

fn message(payload: &(dyn std::any::Any + Send)) -> &str {
    if let Some(text) = payload.downcast_ref::<&str>() {
        text
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text
    } else {
        "a panic without text"
    }
}

/// A line on stderr, only where no `tracing` subscriber is there to hear of it.
pub(crate) fn without_subscriber(line: impl FnOnce() -> String) {
    if !tracing::dispatcher::has_been_set() {
        to_stderr(&line());
    }
}

/// One line on stderr. It never blocks: what a full pipe can't take is dropped.
pub(crate) fn to_stderr(line: &str) {
    /// Up to here a pipe that is ready takes the whole write (POSIX, `PIPE_BUF`).
    const AT_ONCE: usize = 4096;
    let mut text = String::with_capacity(line.len() + 6);
    text.push_str("mcp: ");
    for c in line.chars() {
        match c {
            '\n' | '\t' => text.push(c),
            c if c.is_control() => text.extend(c.escape_default()),
            c => text.push(c),
        }
        if text.len() > AT_ONCE - 8 {
            break;
        }
    }
    text.push('\n');
    write(text.as_bytes());
}

#[cfg(all(unix, feature = "stdio"))]
fn write(text: &[u8]) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stderr = rustix::stdio::stderr();
    let mut fds = [PollFd::from_borrowed_fd(stderr, PollFlags::OUT)];
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    if matches!(poll(&mut fds, Some(&at_once)), Ok(1)) && fds[0].revents().contains(PollFlags::OUT)
    {
        // Nobody is left to tell when even this fails.
        let _ = rustix::io::write(stderr, text);
    }
}

#[cfg(not(all(unix, feature = "stdio")))]
fn write(text: &[u8]) {
    use std::io::Write;
    let _ = std::io::stderr().write_all(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_comes_back_with_its_message_and_place() {
        let caught = catch(|| -> u8 { panic!("out of beans") });
        let text = caught.expect_err("it panics");
        assert!(
            text.contains("out of beans") && text.contains("report.rs"),
            "{text}"
        );
        assert_eq!(catch(|| 3), Ok(3));
    }
}
