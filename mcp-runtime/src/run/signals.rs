//! SIGTERM, SIGINT and SIGHUP.
//!
//! In: signals of this process. Out: after the first, the wish that what is served ends within
//! its grace; after a second, or when the grace is over, the end of the process. On a thread of
//! its own, because a tool that blocks the user's runtime must not keep a signal from being
//! heard. A hang-up or interrupt that the parent had ignored (`nohup`, a shell's background job)
//! stays ignored.

use std::io;
use std::process::exit;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// How much longer than its grace all of it may take to end.
const MARGIN: Duration = Duration::from_millis(500);

/// Listens until the process ends, from a moment after this returns: the first message need not
/// wait for it. `ask` is called once.
pub(super) fn watch(ask: impl FnOnce() + Send + 'static, grace: Duration) -> io::Result<()> {
    std::thread::Builder::new()
        .name("mcp-signals".into())
        .spawn(move || {
            if let Err(error) = listen(ask, grace) {
                tracing::warn!(%error, "signals can't be heard; they end the process at once");
            }
        })?;
    Ok(())
}

fn listen(ask: impl FnOnce(), grace: Duration) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let mut signals = Signals::new()?;
        signals.next().await;
        ask();
        let second = tokio::time::timeout(grace.saturating_add(MARGIN), signals.next()).await;
        exit(second.map_or(1, |number| 128 + number));
    })
}

struct Signals {
    terminate: Signal,
    interrupt: Option<Signal>,
    hang_up: Option<Signal>,
}

impl Signals {
    fn new() -> io::Result<Self> {
        let ignored = ignored();
        let unless_ignored = |kind: SignalKind| {
            let heard = !is_ignored(ignored, kind);
            heard.then(|| signal(kind)).transpose()
        };
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: unless_ignored(SignalKind::interrupt())?,
            hang_up: unless_ignored(SignalKind::hangup())?,
        })
    }

    /// The number of the next signal.
    async fn next(&mut self) -> i32 {
        let kind = tokio::select! {
            _ = self.terminate.recv() => SignalKind::terminate(),
            () = next_of(&mut self.interrupt) => SignalKind::interrupt(),
            () = next_of(&mut self.hang_up) => SignalKind::hangup(),
        };
        kind.as_raw_value()
    }
}

async fn next_of(signal: &mut Option<Signal>) {
    match signal {
        Some(signal) => drop(signal.recv().await),
        None => std::future::pending().await,
    }
}

/// Whether the end of its terminal is nothing to this process (`nohup`).
pub(super) fn ignores_hang_up() -> bool {
    is_ignored(ignored(), SignalKind::hangup())
}

fn is_ignored(mask: u64, kind: SignalKind) -> bool {
    mask & (1 << (kind.as_raw_value() - 1)) != 0
}

/// The signals that this process was started to ignore, as a mask; none where that can't be told.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|l| l.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn the_mask_of_ignored_signals_is_read() {
        // Rust programs ignore SIGPIPE (13) from their start.
        assert_ne!(super::ignored() & (1 << 12), 0);
    }
}
