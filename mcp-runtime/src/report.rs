//! What the framework says on its own behalf when no one listens to `tracing`, and how panics of
//! handlers are caught.
//!
//! In: a line of text, or code that may panic. Out: the line on stderr, never blocking (a line
//! that stderr can't take is left out and counted), or the panic as text with its place. The panic
//! hook that was set before is still called, unless stderr is full: most hooks print, and would
//! wait there for ever.

mod shown;
mod stderr;

pub(crate) use shown::Shown;

use std::backtrace::{Backtrace, BacktraceStatus};
use std::cell::{Cell, RefCell};
use std::panic::{UnwindSafe, catch_unwind};
use std::sync::{Mutex, Once};
use std::time::Duration;

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

/// Says once that panics can't be caught, in a program that was built so.
pub(crate) fn warn_where_panics_abort() {
    static SAID: Once = Once::new();
    if let Some(words) = abort_warning(cfg!(panic = "abort")) {
        SAID.call_once(|| {
            tracing::warn!("{words}");
            without_subscriber(|| words.to_owned());
        });
    }
}

fn abort_warning(aborts: bool) -> Option<&'static str> {
    const WORDS: &str = "this program was built with `panic = \"abort\"`: a panic in a tool ends the whole server, with all calls that run. Build it with `panic = \"unwind\"`, and such a call alone is answered with an error";
    aborts.then_some(WORDS)
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
            let size = text.len();
            SEEN.replace(Some(text));
            return call_unless_full(size, || before(info));
        }
        before(info);
    }));
}

/// Calls a hook that may print, once there is room for what it prints. NB. one at a time, or
/// several would find the same room.
fn call_unless_full(size: usize, hook: impl FnOnce()) {
    static ONE_BY_ONE: Mutex<()> = Mutex::new(());
    /// What the hook of the standard library prints besides.
    const BESIDES: usize = 512;
    const BACKTRACE: usize = 16 * 1024;
    /// Another hook needs less, unless it hangs.
    const PATIENCE: u32 = 100;
    let wants_backtrace = std::env::var_os("RUST_BACKTRACE").is_some_and(|asked| asked != "0");
    let needed = size + BESIDES + if wants_backtrace { BACKTRACE } else { 0 };
    for _ in 0..PATIENCE {
        if let Ok(_turn) = ONE_BY_ONE.try_lock() {
            return match stderr::has_room(needed) {
                true => hook(),
                false => stderr::left_out(),
            };
        }
        std::thread::sleep(Duration::from_micros(100));
    }
    stderr::left_out();
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

/// A line on stderr, whoever listens: about what a subscriber may not let pass.
#[cfg(feature = "client-logs")]
pub(crate) fn to_stderr(line: &str) {
    stderr::line(line);
}

/// A line on stderr, only where no `tracing` subscriber is there to hear of it. It never blocks:
/// what a full pipe can't take is left out and counted.
pub(crate) fn without_subscriber(line: impl FnOnce() -> String) {
    if !tracing::dispatcher::has_been_set() {
        stderr::line(&line());
    }
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

    #[test]
    fn a_program_whose_panics_end_it_is_told_so_and_no_other() {
        assert_eq!(abort_warning(false), None);
        let words = abort_warning(true).expect("a warning");
        assert!(words.contains("panic in a tool") && words.contains("unwind"));
    }
}
