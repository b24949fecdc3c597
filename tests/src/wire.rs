//! Ways to reach a server: a pipe in this process, the standard streams of a child, or a closure.
//!
//! In: bytes to send. Out: the lines that come back, one by one, and how it ended. A wire knows
//! nothing of JSON.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::runtime::Handle;

/// What came from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its line feed.
    Line(Vec<u8>),
    /// The output ended in the middle of a line.
    Cut(Vec<u8>),
    /// The output has ended.
    End,
    /// Nothing, for as long as was asked.
    Silence,
}

/// A connection to a server, seen from the client.
pub trait Wire {
    /// Sends bytes. A server that has gone is noticed when its answer is missed.
    fn send(&mut self, bytes: &[u8]);
    /// Waits for the next line.
    fn receive(&mut self, within: Duration) -> Heard;
    /// Ends the input.
    fn close(&mut self);
    /// What the server has logged so far; empty where it has no log of its own.
    fn log(&self) -> String;
    /// Waits for the server to stop, after its input has ended; an unclean end is an error.
    fn finish(self: Box<Self>, within: Duration) -> Result<(), String>;
}

/// Lines from one side.
struct Lines(Receiver<Heard>);

impl Lines {
    fn next(&mut self, within: Duration) -> Heard {
        match self.0.recv_timeout(within) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}

/// Cuts bytes into lines and passes them on.
#[derive(Debug)]
struct Cutter {
    line: Vec<u8>,
    to: Sender<Heard>,
}

impl Cutter {
    fn take(&mut self, mut bytes: &[u8]) {
        while let Some(end) = bytes.iter().position(|b| *b == b'\n') {
            self.line.extend_from_slice(&bytes[..end]);
            let _gone = self.to.send(Heard::Line(std::mem::take(&mut self.line)));
            bytes = &bytes[end + 1..];
        }
        self.line.extend_from_slice(bytes);
    }

    fn end(self) {
        if !self.line.is_empty() {
            let _gone = self.to.send(Heard::Cut(self.line));
        }
    }
}

/// A server in a child process.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Lines,
    log: Arc<Mutex<Vec<u8>>>,
    readers: Vec<JoinHandle<()>>,
}

impl Process {
    /// Starts a program and takes its standard streams.
    pub fn start(command: &mut Command) -> Result<Self, String> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {command:?}: {error}"))?;
        let (to, from) = channel();
        let log: Arc<Mutex<Vec<u8>>> = Arc::default();
        let mut readers = Vec::new();
        if let Some(output) = child.stdout.take() {
            let mut cutter = Cutter {
                line: Vec::new(),
                to,
            };
            readers.push(reading(output, move |bytes| match bytes {
                Some(bytes) => cutter.take(bytes),
                None => {
                    let (to, _) = channel();
                    std::mem::replace(
                        &mut cutter,
                        Cutter {
                            line: Vec::new(),
                            to,
                        },
                    )
                    .end();
                }
            }));
        }
        if let Some(errors) = child.stderr.take() {
            let kept = Arc::clone(&log);
            readers.push(reading(errors, move |bytes| {
                if let (Some(bytes), Ok(mut log)) = (bytes, kept.lock()) {
                    log.extend_from_slice(bytes);
                }
            }));
        }
        Ok(Self {
            input: child.stdin.take(),
            child,
            lines: Lines(from),
            log,
            readers,
        })
    }
}

impl Process {
    /// The number the system knows it by.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

/// Reads to the end on a thread; the end is `None`.
fn reading(
    mut from: impl Read + Send + 'static,
    mut with: impl FnMut(Option<&[u8]>) + Send + 'static,
) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match from.read(&mut buffer) {
                Ok(0) | Err(_) => return with(None),
                Ok(count) => with(Some(&buffer[..count])),
            }
        }
    })
}

impl Wire for Process {
    fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _gone = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    fn receive(&mut self, within: Duration) -> Heard {
        self.lines.next(within)
    }

    fn close(&mut self) {
        self.input = None;
    }

    fn log(&self) -> String {
        self.log
            .lock()
            .map(|log| String::from_utf8_lossy(&log).into_owned())
            .unwrap_or_default()
    }

    fn finish(mut self: Box<Self>, within: Duration) -> Result<(), String> {
        self.input = None;
        let deadline = Instant::now() + within;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(5))
                }
                Ok(None) => {
                    return Err(format!(
                        "the process still runs {within:?} after the end of its input"
                    ));
                }
                Err(error) => return Err(format!("the process cannot be waited for: {error}")),
            }
        };
        for reader in self.readers.drain(..) {
            let _panicked = reader.join();
        }
        if status.success() {
            Ok(())
        } else {
            Err(format!(
                "the process ended with {status}; its log:\n{}",
                self.log()
            ))
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// A server in this process, behind a stream of bytes.
pub struct Stream<W> {
    runtime: Handle,
    writer: Option<W>,
    lines: Lines,
    server: tokio::task::JoinHandle<Result<(), String>>,
}

impl<W: AsyncWrite + Send + Unpin> Stream<W> {
    /// Reads and writes the client's end of a stream; `server` is what answers at the other.
    pub fn new(
        runtime: Handle,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: W,
        server: tokio::task::JoinHandle<Result<(), String>>,
    ) -> Self {
        let (to, from) = channel();
        runtime.spawn(read_lines(
            reader,
            Cutter {
                line: Vec::new(),
                to,
            },
        ));
        Self {
            runtime,
            writer: Some(writer),
            lines: Lines(from),
            server,
        }
    }
}

async fn read_lines(mut reader: impl AsyncRead + Unpin, mut cutter: Cutter) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = reader.read(&mut buffer).await {
        cutter.take(&buffer[..count]);
    }
    cutter.end();
}

impl<W: AsyncWrite + Send + Unpin> Wire for Stream<W> {
    fn send(&mut self, bytes: &[u8]) {
        if let Some(writer) = &mut self.writer {
            let _gone = self.runtime.block_on(async {
                writer.write_all(bytes).await?;
                writer.flush().await
            });
        }
    }

    fn receive(&mut self, within: Duration) -> Heard {
        self.lines.next(within)
    }

    fn close(&mut self) {
        if let Some(mut writer) = self.writer.take() {
            let _gone = self.runtime.block_on(writer.shutdown());
        }
    }

    fn log(&self) -> String {
        String::new()
    }

    fn finish(mut self: Box<Self>, within: Duration) -> Result<(), String> {
        self.close();
        let Self {
            runtime, server, ..
        } = *self;
        match runtime.block_on(async { tokio::time::timeout(within, server).await }) {
            Ok(Ok(ended)) => ended,
            Ok(Err(panicked)) => Err(format!("the server ended badly: {panicked}")),
            Err(_) => Err(format!(
                "the server still runs {within:?} after the end of its input"
            )),
        }
    }
}

/// A server that is a closure from a line to lines: for the tests of the player.
pub struct Canned<F> {
    answer: F,
    waiting: std::collections::VecDeque<Vec<u8>>,
    partial: Vec<u8>,
    closed: bool,
}

impl<F: FnMut(&str) -> Vec<String>> Canned<F> {
    /// A server that answers each line with what the closure returns.
    pub fn new(answer: F) -> Self {
        Self {
            answer,
            waiting: std::collections::VecDeque::new(),
            partial: Vec::new(),
            closed: false,
        }
    }
}

impl<F: FnMut(&str) -> Vec<String>> Wire for Canned<F> {
    fn send(&mut self, bytes: &[u8]) {
        self.partial.extend_from_slice(bytes);
        while let Some(end) = self.partial.iter().position(|b| *b == b'\n') {
            let line: Vec<u8> = self.partial.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]).into_owned();
            self.waiting
                .extend((self.answer)(&line).into_iter().map(String::into_bytes));
        }
    }

    fn receive(&mut self, _within: Duration) -> Heard {
        match self.waiting.pop_front() {
            Some(line) => Heard::Line(line),
            None if self.closed => Heard::End,
            None => Heard::Silence,
        }
    }

    fn close(&mut self) {
        self.closed = true;
    }

    fn log(&self) -> String {
        String::new()
    }

    fn finish(self: Box<Self>, _within: Duration) -> Result<(), String> {
        Ok(())
    }
}
