//! One server process: lines go in, lines come out, and it never outlives its owner.
//!
//! A watchman ends a process that moves nothing for too long; its reader then finds the end of the
//! output and says so.

use std::io::{ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::usage;
use crate::wire::Era;

/// How long a server may move nothing.
const STALL: Duration = Duration::from_secs(60);

/// A running server.
pub struct Server {
    process: Arc<Process>,
    watchman: thread::Thread,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// What came out and was not yet handed on.
    pending: Vec<u8>,
    /// Where reads go first.
    block: Box<[u8]>,
}

struct Process {
    child: Mutex<Child>,
    id: u32,
    /// Goes up with all that moves.
    moved: AtomicU64,
    over: AtomicBool,
}

impl Process {
    fn ended(&self) -> Result<Option<ExitStatus>, String> {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        child.try_wait().map_err(|error| error.to_string())
    }

    fn kill(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Server {
    /// Starts `command` with both streams in our hands.
    pub fn start(mut command: Command) -> Result<Self, String> {
        let name = format!("{command:?}");
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start {name}: {error}"))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{name} has no streams"));
        };
        let process = Arc::new(Process {
            id: child.id(),
            child: Mutex::new(child),
            moved: AtomicU64::new(0),
            over: AtomicBool::new(false),
        });
        let watched = Arc::clone(&process);
        Ok(Server {
            process,
            watchman: thread::spawn(move || watch(&watched)).thread().clone(),
            stdin: Some(stdin),
            stdout,
            pending: Vec::new(),
            block: vec![0; 1 << 16].into_boxed_slice(),
        })
    }

    /// Starts `command` and opens the conversation; the answer must be right.
    pub fn open(command: Command, era: Era) -> Result<Self, String> {
        let mut server = Self::start(command)?;
        server.send(era.opening().as_bytes())?;
        era.judge_opening(&server.line()?)?;
        server.send(era.opened().as_bytes())?;
        Ok(server)
    }

    /// Writes all of `lines`.
    pub fn send(&mut self, lines: &[u8]) -> Result<(), String> {
        self.process.moved.fetch_add(1, Ordering::Relaxed);
        let Some(stdin) = &mut self.stdin else {
            return Err("the input was closed before".to_owned());
        };
        stdin
            .write_all(lines)
            .map_err(|error| format!("the server takes no input: {error}"))
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// The next line, without its newline.
    pub fn line(&mut self) -> Result<String, String> {
        let mut searched = 0;
        loop {
            if let Some(at) = self.pending[searched..].iter().position(|&b| b == b'\n') {
                let line: Vec<u8> = self.pending.drain(..=searched + at).collect();
                return String::from_utf8(line[..line.len() - 1].to_vec())
                    .map_err(|error| error.to_string());
            }
            searched = self.pending.len();
            let mut lines = std::mem::take(&mut self.pending);
            let read = self.receive(&mut lines);
            self.pending = lines;
            read?;
        }
    }

    /// Sends `request` and returns the next line.
    pub fn ask(&mut self, request: &str) -> Result<String, String> {
        self.send(request.as_bytes())?;
        self.line()
    }

    /// Reads what there is onto the end of `bytes`; returns how many lines ended in it.
    pub fn receive(&mut self, bytes: &mut Vec<u8>) -> Result<usize, String> {
        let read = loop {
            match self.stdout.read(&mut self.block) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        let read = read.map_err(|error| format!("the output cannot be read: {error}"))?;
        self.process.moved.fetch_add(1, Ordering::Relaxed);
        if read == 0 {
            return Err("the server ended, or stalled and was ended".to_owned());
        }
        let block = &self.block[..read];
        bytes.extend_from_slice(block);
        Ok(block.iter().filter(|&&byte| byte == b'\n').count())
    }

    /// Processor time of the process so far, user and system, in nanoseconds.
    pub fn cpu(&self) -> Result<u64, String> {
        usage::cpu(self.process.id)
    }

    /// Resident memory in KiB.
    pub fn memory(&self) -> Result<u64, String> {
        usage::memory(self.process.id)
    }

    /// The most memory that was resident at once, in KiB.
    pub fn most_memory(&self) -> Result<u64, String> {
        usage::status(self.process.id, "VmHWM:")
    }

    /// Ends the input and waits until the process has ended by itself.
    pub fn finish(mut self) -> Result<(), String> {
        self.close();
        let mut rest = Vec::new();
        while self.receive(&mut rest).is_ok() {}
        let started = Instant::now();
        while started.elapsed() < STALL {
            // The lock is given back in between, so that the watchman can do his work.
            if let Some(status) = self.process.ended()? {
                return status
                    .success()
                    .then_some(())
                    .ok_or_else(|| format!("it ended with {status}"));
            }
            thread::sleep(Duration::from_millis(2));
        }
        Err("it does not end with its input".to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.over.store(true, Ordering::Relaxed);
        self.watchman.unpark();
        self.process.kill();
    }
}

/// Ends a process that moves nothing for too long.
fn watch(process: &Process) {
    let mut seen = process.moved.load(Ordering::Relaxed);
    let mut since = Instant::now();
    while !process.over.load(Ordering::Relaxed) {
        thread::park_timeout(STALL / 10);
        let now = process.moved.load(Ordering::Relaxed);
        if now != seen {
            seen = now;
            since = Instant::now();
        } else if since.elapsed() > STALL {
            return process.kill();
        }
    }
}
