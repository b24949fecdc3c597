//! Noticing that whoever started this process is gone, though its input stays open.
//!
//! In: the processes above this one, at its start. Out: when one of them ends, the wish that the
//! connection ends within its grace, and then the end of the process. A client that is killed
//! closes its pipes, and the end of input says all; but another process may hold the same pipe
//! open: one that the client had started too, or a wrapper between the two (`sh -c`, `npx`). Its
//! server would wait for ever.
//!
//! Watched are the parent and, where that is a wrapper (it has the same stdin as this process), the
//! parent of the parent, up to the client. A process whose parent is init from the start (a
//! daemon), or that ignores the hang-up of its terminal (`nohup`), is meant to outlive others and
//! watches nobody. On Linux nothing is done until it happens; elsewhere the number of the parent is
//! looked at twice a second.

use super::signals;
use crate::transport::stop::Stop;
use rustix::process::getppid;
use std::io;
use std::process::exit;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// How much longer than its grace a connection may take to end.
const MARGIN: Duration = Duration::from_millis(200);
/// How often the parent is looked at where the system does not tell of its end.
const LOOK: Duration = Duration::from_millis(500);

/// Watches on a thread of its own, until the process ends. Call it while stdin is still the one
/// that the process was started with.
pub(super) fn watch(stop: Arc<Stop>, grace: Duration) -> io::Result<()> {
    let Some(parent) = getppid().filter(|parent| !parent.is_init()) else {
        return Ok(());
    };
    if signals::ignores_hang_up() {
        return Ok(());
    }
    let ends = Ends::of(parent);
    std::thread::Builder::new()
        .name("mcp-parent".into())
        .spawn(move || {
            ends.wait(parent);
            // NB. whoever listens to the log runs here, and may need much of the stack.
            let words = "the process that started this server is gone, and so the server ends";
            tracing::info!("{words}");
            crate::report::without_subscriber(|| words.to_owned());
            stop.ask(grace);
            sleep(grace.saturating_add(MARGIN));
            exit(1);
        })?;
    Ok(())
}

#[cfg(target_os = "linux")]
use on_linux::Ends;

#[cfg(target_os = "linux")]
mod on_linux {
    use super::{LOOK, sleep};
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Pid, PidfdFlags, getppid, pidfd_open};
    use std::fs::{read_link, read_to_string};
    use std::os::fd::OwnedFd;

    /// Wrappers in a row.
    const MOST: usize = 8;

    /// What becomes readable when one of the watched processes ends.
    pub(super) struct Ends(Vec<OwnedFd>);

    impl Ends {
        pub(super) fn of(parent: Pid) -> Self {
            let own_input = read_link("/proc/self/fd/0").ok();
            let (mut ends, mut pid) = (Vec::new(), parent);
            while ends.len() < MOST
                && let Ok(end) = pidfd_open(pid, PidfdFlags::empty())
            {
                ends.push(end);
                let input = read_link(format!("/proc/{pid}/fd/0")).ok();
                // NB. a terminal is shared by all who were started in it.
                let is_wrapper = input.is_some()
                    && input == own_input
                    && !input.is_some_and(|input| input.starts_with("/dev"));
                match parent_of(pid) {
                    Some(next) if is_wrapper && !next.is_init() => pid = next,
                    _ => break,
                }
            }
            Self(ends)
        }

        pub(super) fn wait(&self, parent: Pid) {
            let ends = self.0.iter().map(|end| PollFd::new(end, PollFlags::IN));
            let mut ends: Vec<_> = ends.collect();
            // NB. no parent to be watched: an old system, or it ended just now.
            while getppid() == Some(parent) {
                if ends.is_empty() {
                    sleep(LOOK);
                } else if poll(&mut ends, None).is_ok_and(|ready| ready > 0) {
                    return;
                }
            }
        }
    }

    /// The fourth word of `/proc/PID/stat`; the second is a name that may hold anything.
    fn parent_of(pid: Pid) -> Option<Pid> {
        let stat = read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(')')?;
        Pid::from_raw(rest.split_whitespace().nth(1)?.parse().ok()?)
    }
}

#[cfg(not(target_os = "linux"))]
use rustix::process::Pid;

#[cfg(not(target_os = "linux"))]
struct Ends;

#[cfg(not(target_os = "linux"))]
impl Ends {
    fn of(_: Pid) -> Self {
        Self
    }

    fn wait(&self, parent: Pid) {
        while getppid() == Some(parent) {
            sleep(LOOK);
        }
    }
}
