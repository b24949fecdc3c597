//! The two descriptors of a stdio connection, read and written without ever waiting in a call.
//!
//! In: an open descriptor of any kind. Out: bytes, or the news that none can be moved now. It
//! never changes a flag of an open file that another process shares: setting `O_NONBLOCK` on an
//! inherited pipe or terminal breaks the shell that lent it. Instead, by kind:
//!
//! - a socket takes a flag with each call;
//! - a pipe or terminal is opened anew through `/proc`, which gives it flags of its own;
//! - where that is not possible, it is written in pieces so small that a descriptor which
//!   `poll` calls writable takes them at once (`PIPE_BUF`);
//! - a file never makes anybody wait.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, Mode, OFlags};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

/// `PIPE_BUF`: with so much room a pipe is writable, and so much is written at once or not at all.
#[cfg(target_os = "linux")]
const PIECE: usize = 4096;
#[cfg(not(target_os = "linux"))]
const PIECE: usize = 512;

/// How a descriptor is moved bytes through without waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Sends and receives take a flag.
    Socket,
    /// An open file of our own, with `O_NONBLOCK`.
    Own,
    /// Shared with others: small pieces, and only when `poll` says so.
    Shared,
    /// Never waits.
    File,
}

/// One descriptor.
#[derive(Debug)]
pub(crate) struct Descriptor {
    fd: OwnedFd,
    way: Way,
}

/// What became of a read or a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moved {
    /// So many bytes.
    Bytes(usize),
    /// None now; wait for readiness.
    NotNow,
    /// End of input, or nobody there any more.
    Over,
}

impl Descriptor {
    pub(crate) fn for_reading(fd: OwnedFd) -> Self {
        Self::open(fd, OFlags::RDONLY)
    }

    pub(crate) fn for_writing(fd: OwnedFd) -> Self {
        Self::open(fd, OFlags::WRONLY)
    }

    /// As if there were no `/proc`.
    #[cfg(test)]
    pub(crate) fn shared(fd: OwnedFd) -> Self {
        let way = Way::Shared;
        Self { fd, way }
    }

    fn open(fd: OwnedFd, access: OFlags) -> Self {
        let kind = rustix::fs::fstat(&fd).map(|stat| FileType::from_raw_mode(stat.st_mode));
        let way = match kind {
            Ok(FileType::Socket) => Way::Socket,
            Ok(FileType::RegularFile | FileType::BlockDevice) => Way::File,
            Ok(FileType::CharacterDevice) if !rustix::termios::isatty(&fd) => Way::File,
            _ => match anew(fd.as_fd(), access) {
                Ok(own) => {
                    return Self {
                        fd: own,
                        way: Way::Own,
                    };
                }
                Err(_) => Way::Shared,
            },
        };
        Self { fd, way }
    }

    /// Reads once. Call it when `poll` says that there is something.
    pub(crate) fn read(&self, into: &mut [u8]) -> io::Result<Moved> {
        let read = match self.way {
            Way::Socket => rustix::net::recv(&self.fd, into, RecvFlags::DONTWAIT).map(|(n, _)| n),
            _ => rustix::io::read(&self.fd, into),
        };
        match read {
            Ok(0) => Ok(Moved::Over),
            other => moved(other),
        }
    }

    /// Writes once, as much as can be written now.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<Moved> {
        moved(match self.way {
            Way::Socket => {
                let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
                rustix::net::send(&self.fd, bytes, flags)
            }
            Way::Own | Way::File => rustix::io::write(&self.fd, bytes),
            Way::Shared => {
                if !self.is_writable() {
                    return Ok(Moved::NotNow);
                }
                rustix::io::write(&self.fd, &bytes[..bytes.len().min(PIECE)])
            }
        })
    }

    fn is_writable(&self) -> bool {
        let mut fds = [PollFd::new(&self.fd, PollFlags::OUT)];
        // NB. an error or a hang-up counts too: the write will say which.
        poll(&mut fds, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
    }
}

impl AsFd for Descriptor {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

/// Opens the same pipe or terminal once more, with flags of its own.
#[cfg(target_os = "linux")]
fn anew(fd: BorrowedFd<'_>, access: OFlags) -> rustix::io::Result<OwnedFd> {
    use std::os::fd::AsRawFd;
    let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
    let flags = access | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    rustix::fs::open(path, flags, Mode::empty())
}

#[cfg(not(target_os = "linux"))]
fn anew(_: BorrowedFd<'_>, _: OFlags) -> rustix::io::Result<OwnedFd> {
    let _ = Mode::empty();
    Err(Errno::NOSYS)
}

/// Says what an error means for a connection: most mean that the peer is gone.
fn moved(done: rustix::io::Result<usize>) -> io::Result<Moved> {
    match done {
        Ok(bytes) => Ok(Moved::Bytes(bytes)),
        Err(Errno::AGAIN | Errno::INTR) => Ok(Moved::NotNow),
        // NB. EIO is a terminal that was hung up.
        Err(Errno::PIPE | Errno::CONNRESET | Errno::NOTCONN | Errno::IO) => Ok(Moved::Over),
        Err(error) => Err(error.into()),
    }
}

/// Which of the descriptors is ready.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ready {
    pub(crate) input: bool,
    pub(crate) output: bool,
    /// Nobody will ever read the output.
    pub(crate) output_over: bool,
    pub(crate) rung: bool,
}

/// What to wait for.
pub(crate) struct Waits<'a> {
    pub(crate) input: Option<&'a Descriptor>,
    pub(crate) output: &'a Descriptor,
    pub(crate) to_write: bool,
    pub(crate) bell: BorrowedFd<'a>,
    pub(crate) at_most: Option<Duration>,
}

impl Waits<'_> {
    /// Waits until something is ready, the bell rings or the time is up.
    pub(crate) fn wait(self) -> io::Result<Ready> {
        let timeout = self.at_most.map(|time| Timespec {
            tv_sec: time.as_secs().try_into().unwrap_or(i64::MAX),
            tv_nsec: time.subsec_nanos().into(),
        });
        let wanted = match self.to_write {
            true => PollFlags::OUT,
            // NB. errors and hang-ups are told unasked.
            false => PollFlags::empty(),
        };
        let output = PollFd::new(self.output, wanted);
        let bell = PollFd::from_borrowed_fd(self.bell, PollFlags::IN);
        // NB. an input that is not wanted must not be in the set: its hang-up would end each wait.
        let (input, output, bell) = match self.input {
            Some(input) => {
                let mut fds = [output, bell, PollFd::new(input, PollFlags::IN)];
                wait(&mut fds, timeout.as_ref())?;
                (fds[2].revents(), fds[0].revents(), fds[1].revents())
            }
            None => {
                let mut fds = [output, bell];
                wait(&mut fds, timeout.as_ref())?;
                (PollFlags::empty(), fds[0].revents(), fds[1].revents())
            }
        };
        let over = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
        Ok(Ready {
            input: !input.is_empty(),
            output: output.contains(PollFlags::OUT),
            output_over: output.intersects(over),
            rung: !bell.is_empty(),
        })
    }
}

fn wait(fds: &mut [PollFd<'_>], timeout: Option<&Timespec>) -> io::Result<()> {
    match poll(fds, timeout) {
        // NB. interrupted: as if the time were up, and the caller looks around.
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
