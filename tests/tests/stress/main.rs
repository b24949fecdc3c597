//! Servers under stress: hostile clients over a real process, handlers that call back into what
//! calls them, and every kind of runtime. Counts are small; `tests/scoreboard` has the large ones.
//!
//! In: the server of the scoreboard as a process, and servers in memory. Out: every answer, once.

mod client;
mod handlers;
#[cfg(target_os = "linux")]
mod process;
mod runtimes;
