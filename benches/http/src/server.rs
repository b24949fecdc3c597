//! One server process: it says its address and is reached there; it never outlives its owner.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::usage;

/// How long a server may take to end when it is asked to; under callgrind that writes a profile.
const END: Duration = Duration::from_secs(60);

/// A running server.
pub struct Server {
    child: Child,
    address: SocketAddr,
    /// Open as long as the server lives: what it prints must not fail.
    _stdout: BufReader<ChildStdout>,
}

impl Server {
    /// Starts `command` and reads the address that it prints.
    pub fn start(mut command: Command) -> Result<Self, String> {
        let name = format!("{command:?}");
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start {name}: {error}"))?;
        let mut line = String::new();
        let mut stdout = child.stdout.take().map(BufReader::new);
        let read = stdout.as_mut().map(|stdout| stdout.read_line(&mut line));
        match (stdout, read, line.trim().parse()) {
            (Some(stdout), Some(Ok(_)), Ok(address)) => Ok(Server {
                child,
                address,
                _stdout: stdout,
            }),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                Err(format!("{name} says no address but `{line}`"))
            }
        }
    }

    /// Where it is reached.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Processor time of the process so far, user and system, in nanoseconds.
    pub fn cpu(&self) -> Result<u64, String> {
        usage::cpu(self.child.id())
    }

    /// Resident memory in KiB.
    pub fn memory(&self) -> Result<u64, String> {
        usage::memory(self.child.id())
    }

    /// Asks the process to end and waits until it has; with what code is its own matter.
    pub fn finish(mut self) -> Result<(), String> {
        kill_process(Pid::from_child(&self.child), Signal::TERM)
            .map_err(|error| error.to_string())?;
        let started = Instant::now();
        while started.elapsed() < END {
            if self
                .child
                .try_wait()
                .map_err(|error| error.to_string())?
                .is_some()
            {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(2));
        }
        Err("it does not end when it is asked to".to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
