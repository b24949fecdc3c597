//! A client that pushes: it writes what it likes, reads when it likes, and knows when each line came.
//!
//! In: a program and bytes for it. Out: its lines, each with its moment, and how it ended. It never
//! slows the server down: what is read is kept until somebody asks.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::vitals;

/// How long a busy machine may take for what takes no time.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// One line of the server.
#[derive(Debug)]
pub struct Line {
    /// When its end was read.
    pub at: Instant,
    /// Without its line feed.
    pub text: Vec<u8>,
}

impl Line {
    /// The message; `None` when it is none.
    pub fn message(&self) -> Option<Value> {
        let value: Value = serde_json::from_slice(&self.text).ok()?;
        (value["jsonrpc"] == "2.0").then_some(value)
    }

    /// The number in its `id`.
    pub fn id(&self) -> Option<u64> {
        self.message()?["id"].as_u64()
    }
}

/// What becomes of the server's stderr.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Log {
    /// It is thrown away.
    Dropped,
    /// It is read, for [`Peer::log`].
    Kept,
    /// It is a pipe that nobody reads.
    Unread,
}

/// A server in a child process, and the client's ends of its streams.
pub struct Peer {
    child: Child,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    lines: Option<Receiver<Line>>,
    log: Option<JoinHandle<String>>,
}

impl Peer {
    /// Starts a server and leaves its output unread.
    pub fn start(command: &mut Command, log: Log) -> io::Result<Self> {
        let mut child = command
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(match log {
                Log::Dropped => Stdio::null(),
                Log::Kept | Log::Unread => Stdio::piped(),
            })
            .spawn()?;
        let kept = match log {
            Log::Kept => child.stderr.take(),
            Log::Dropped | Log::Unread => None,
        };
        let log = kept.map(|mut stderr| {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let _cut = stderr.read_to_end(&mut bytes);
                String::from_utf8_lossy(&bytes).into_owned()
            })
        });
        Ok(Self {
            input: child.stdin.take(),
            output: child.stdout.take(),
            child,
            lines: None,
            log,
        })
    }

    /// Starts a server, reads its output, and shakes hands in a revision before the newest.
    pub fn greeted(command: &mut Command, log: Log) -> io::Result<Self> {
        let mut peer = Self::start(command, log)?;
        peer.listen();
        peer.shake_hands()?;
        Ok(peer)
    }

    /// Shakes hands; the output must be read.
    pub fn shake_hands(&mut self) -> io::Result<()> {
        let params = r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"stress","version":"1"}}"#;
        self.send(&super::request(0, "initialize", params));
        let welcome = self.answer(0, PATIENCE);
        if !welcome.is_some_and(|(_, welcome)| welcome["result"].is_object()) {
            return Err(io::Error::other("the server did not welcome its client"));
        }
        self.send(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        Ok(())
    }

    /// Begins to read the output.
    pub fn listen(&mut self) {
        let Some(output) = self.output.take() else {
            return;
        };
        let (to, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::with_capacity(1 << 16, output);
            loop {
                let mut text = Vec::new();
                if !matches!(output.read_until(b'\n', &mut text), Ok(1..)) {
                    return;
                }
                let at = Instant::now();
                text.pop_if(|last| *last == b'\n');
                if to.send(Line { at, text }).is_err() {
                    return;
                }
            }
        });
        self.lines = Some(lines);
    }

    /// Writes bytes; false when the server takes none any more.
    pub fn send(&mut self, bytes: &[u8]) -> bool {
        match &mut self.input {
            Some(input) => input.write_all(bytes).and_then(|()| input.flush()).is_ok(),
            None => false,
        }
    }

    /// The input, for a thread that writes while this one reads. What is sent here then is lost.
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        self.input.take()
    }

    /// Takes the input back from a thread that wrote.
    pub fn give_input(&mut self, input: ChildStdin) {
        self.input = Some(input);
    }

    /// Ends the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the output, which nobody must have begun to read.
    pub fn close_output(&mut self) {
        self.output = None;
    }

    /// The next line; `None` when none comes for so long, or ever.
    pub fn next(&mut self, within: Duration) -> Option<Line> {
        self.lines.as_ref()?.recv_timeout(within).ok()
    }

    /// All lines until one is enough, the output ends, or time is up.
    pub fn until(&mut self, mut enough: impl FnMut(&Line) -> bool, within: Duration) -> Vec<Line> {
        let deadline = Instant::now() + within;
        let mut lines = Vec::new();
        while let Some(line) = self.next(deadline.saturating_duration_since(Instant::now())) {
            let last = enough(&line);
            lines.push(line);
            if last {
                break;
            }
        }
        lines
    }

    /// The answer to a request, and when it came. Other lines that came before are let go.
    pub fn answer(&mut self, id: u64, within: Duration) -> Option<(Instant, Value)> {
        let lines = self.until(|line| line.id() == Some(id), within);
        let last = lines.last()?;
        let message = last.message().filter(|message| message["id"] == id)?;
        Some((last.at, message))
    }

    /// How many errors with the id `k` answer a frame, and whether the ping after it is answered.
    pub fn refusals(&mut self, frame: &[u8], ping: u64) -> (usize, bool) {
        self.send(frame);
        self.send(b"\n");
        self.send(&super::ping(ping));
        let (mut refusals, mut alive) = (0, false);
        // NB. what a call is told may come after the answer to a ping.
        let _lines = self.until(
            |line| {
                let message = line.message().unwrap_or_default();
                refusals += usize::from(message["id"] == "k" && message["error"].is_object());
                alive |= message["id"] == ping;
                alive && refusals > 0
            },
            PATIENCE,
        );
        (refusals, alive)
    }

    /// The text of a tool's good result.
    pub fn text(&mut self, id: u64, tool: &str, arguments: &str) -> Option<String> {
        self.send(&super::call(id, tool, arguments));
        let (_, answer) = self.answer(id, PATIENCE)?;
        answer["result"]["content"][0]["text"]
            .as_str()
            .map(str::to_owned)
    }

    /// The number the system knows it by.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The memory in use, in MiB; zero where the system does not say.
    pub fn memory(&self) -> f64 {
        vitals::memory(self.id()).unwrap_or_default()
    }

    /// Sends a signal, such as `TERM`.
    pub fn signal(&self, name: &str) -> io::Result<()> {
        let told = Command::new("kill")
            .args([&format!("-{name}"), &self.id().to_string()])
            .status()?;
        match told.success() {
            true => Ok(()),
            false => Err(io::Error::other(format!("{name} could not be sent"))),
        }
    }

    /// Waits for the end; `None` when it does not come.
    pub fn ended(&mut self, within: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + within;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Ends the process if it runs, and returns what it logged, where that was kept.
    pub fn log(mut self) -> String {
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
        let log = self.log.take().map(JoinHandle::join);
        log.and_then(Result::ok).unwrap_or_default()
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}
