//! Lines on stderr that never hold anybody up.
//!
//! In: a line. Out: the line on stderr, if stderr can take it at once; otherwise it is counted, and
//! the next line that gets through says how many were left out. Nobody may be reading stderr: a
//! client that started the server and forgot the pipe fills it within 64 KiB, and whoever writes
//! then waits for ever. It never changes a flag of a descriptor that others share.

use crate::counts;
use std::sync::atomic::{AtomicU64, Ordering};

/// Up to here a pipe that is ready takes the whole write (POSIX, `PIPE_BUF`).
const AT_ONCE: usize = if cfg!(target_os = "linux") { 4096 } else { 512 };

/// Lines that were left out since the last one that got through.
static LEFT_OUT: AtomicU64 = AtomicU64::new(0);

/// One line. Control characters are escaped, save the ends of lines in it and tabs.
pub(super) fn line(text: &str) {
    let left_out = LEFT_OUT.swap(0, Ordering::Relaxed);
    let mut line = match left_out {
        0 => String::with_capacity(text.len() + 6),
        n => format!("mcp: {n} lines are missing here: stderr was not read\n"),
    };
    line.push_str("mcp: ");
    for c in text.chars() {
        match c {
            '\n' | '\t' => line.push(c),
            c if c.is_control() => line.extend(c.escape_default()),
            c => line.push(c),
        }
        if line.len() > AT_ONCE - 16 {
            line.push('…');
            break;
        }
    }
    line.push('\n');
    if !write(line.as_bytes()) {
        counts::log_lines_left_out(1);
        LEFT_OUT.fetch_add(left_out + 1, Ordering::Relaxed);
    }
}

/// Something that would have been printed was not.
pub(super) fn left_out() {
    counts::log_lines_left_out(1);
    LEFT_OUT.fetch_add(1, Ordering::Relaxed);
}

#[cfg(all(unix, feature = "stdio"))]
pub(super) use on_unix::{has_room, write};

#[cfg(all(unix, feature = "stdio"))]
mod on_unix {
    use super::AT_ONCE;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::{FileType, fstat};
    use rustix::net::SendFlags;
    use std::os::fd::BorrowedFd;
    use std::sync::Mutex;

    /// Writes all of a short text, or nothing. Whether it did.
    pub(in crate::report) fn write(text: &[u8]) -> bool {
        let stderr = rustix::stdio::stderr();
        let written = match kind(stderr) {
            FileType::Socket => {
                rustix::net::send(stderr, text, SendFlags::DONTWAIT | SendFlags::NOSIGNAL)
            }
            FileType::Fifo => return write_pipe(stderr, text),
            FileType::CharacterDevice if !is_ready(stderr) => return false,
            _ => rustix::io::write(stderr, text),
        };
        written.is_ok()
    }

    fn write_pipe(stderr: BorrowedFd<'_>, text: &[u8]) -> bool {
        // NB. a file of our own, so that the flag is not set for those who share the pipe.
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{Mode, OFlags};
            let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
            if let Ok(own) = rustix::fs::open("/proc/self/fd/2", flags, Mode::empty()) {
                return rustix::io::write(&own, text).is_ok();
            }
        }
        static ONE_BY_ONE: Mutex<()> = Mutex::new(());
        let Ok(_turn) = ONE_BY_ONE.try_lock() else {
            return false;
        };
        is_ready(stderr) && rustix::io::write(stderr, text).is_ok()
    }

    /// Whether somebody who writes so much to stderr in pieces will not have to wait.
    pub(in crate::report) fn has_room(bytes: usize) -> bool {
        let stderr = rustix::stdio::stderr();
        match kind(stderr) {
            FileType::Fifo => is_ready(stderr) && pipe_has_room(stderr, bytes),
            // NB. a socket is ready when most of its buffer is free.
            FileType::Socket | FileType::CharacterDevice => is_ready(stderr),
            _ => true,
        }
    }

    /// A pipe is a ring of pages, and a write that does not fit into the last one takes another:
    /// any two neighbours are more than half full.
    #[cfg(target_os = "linux")]
    fn pipe_has_room(stderr: BorrowedFd<'_>, bytes: usize) -> bool {
        let size = rustix::pipe::fcntl_getpipe_size(stderr).unwrap_or(0);
        let waits = rustix::io::ioctl_fionread(stderr).unwrap_or(u64::MAX);
        let used = usize::try_from(waits).unwrap_or(usize::MAX);
        used.saturating_add(bytes).saturating_mul(2) + 3 * AT_ONCE <= size
    }

    #[cfg(not(target_os = "linux"))]
    fn pipe_has_room(_: BorrowedFd<'_>, bytes: usize) -> bool {
        bytes <= AT_ONCE
    }

    fn is_ready(stderr: BorrowedFd<'_>) -> bool {
        let mut fds = [PollFd::from_borrowed_fd(stderr, PollFlags::OUT)];
        matches!(poll(&mut fds, Some(&Timespec::default())), Ok(1))
            && fds[0].revents().contains(PollFlags::OUT)
    }

    fn kind(stderr: BorrowedFd<'_>) -> FileType {
        fstat(stderr).map_or(FileType::Unknown, |stat| {
            FileType::from_raw_mode(stat.st_mode)
        })
    }
}

#[cfg(not(all(unix, feature = "stdio")))]
pub(super) fn write(text: &[u8]) -> bool {
    use std::io::Write;
    std::io::stderr().write_all(text).is_ok()
}

#[cfg(not(all(unix, feature = "stdio")))]
pub(super) fn has_room(_: usize) -> bool {
    true
}
