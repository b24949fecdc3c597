//! A client of HTTP/1.1 of the tests' own: a socket, and what is written on it and read from it.
//!
//! In: requests, as headers and bytes that may be as wrong as a test needs. Out: the head of the
//! response, its body piece by piece, and every byte that came, for a report. It blocks its thread,
//! follows nothing, corrects nothing, and knows nothing of JSON.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How much of what came is kept for a report.
const KEPT: usize = 8 * 1024;

/// A request, header by header.
#[derive(Clone, Debug)]
pub struct Request {
    /// `POST`, or any other word.
    pub method: String,
    /// What stands behind it.
    pub path: String,
    /// Names and values, in the order in which they are sent.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Request {
    /// A POST to `/mcp` as the specification asks for it, to a server on this machine.
    pub fn post(body: impl Into<Vec<u8>>) -> Self {
        Self {
            method: "POST".to_owned(),
            path: "/mcp".to_owned(),
            headers: Vec::new(),
            body: body.into(),
        }
        .with("Host", "localhost")
        .with("Content-Type", "application/json")
        .with("Accept", "application/json, text/event-stream")
    }

    /// A request of another method to `/mcp`, with no body.
    pub fn bare(method: &str) -> Self {
        Self {
            method: method.to_owned(),
            path: "/mcp".to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
        }
        .with("Host", "localhost")
    }

    /// A GET of the stream of a session.
    pub fn stream(session: &str) -> Self {
        Self::bare("GET")
            .with("Accept", "text/event-stream")
            .with("Mcp-Session-Id", session)
    }

    /// With a header, in the place of any of that name.
    #[must_use]
    pub fn with(self, name: &str, value: &str) -> Self {
        self.without(name).and(name, value)
    }

    /// With a header beside any of that name.
    #[must_use]
    pub fn and(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Without a header.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.headers
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    /// To another path.
    #[must_use]
    pub fn to(mut self, path: &str) -> Self {
        path.clone_into(&mut self.path);
        self
    }

    /// The bytes on the wire; the length of the body is added where none is said.
    pub fn bytes(&self) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let said = |name: &str| {
            let mut names = self.headers.iter().map(|(known, _)| known);
            names.any(|known| known.eq_ignore_ascii_case(name))
        };
        let sized = said("Content-Length") || said("Transfer-Encoding");
        if !sized && (self.method == "POST" || !self.body.is_empty()) {
            head.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(&self.body);
        bytes
    }
}

/// The head of a response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The status.
    pub status: u16,
    /// Names, in lower case, and values, in the order in which they came.
    pub headers: Vec<(String, String)>,
}

impl Head {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether the body is a stream of events.
    pub fn is_stream(&self) -> bool {
        self.header("content-type")
            .is_some_and(|value| value.starts_with("text/event-stream"))
    }

    /// Whether the body is JSON.
    pub fn is_json(&self) -> bool {
        self.header("content-type")
            .is_some_and(|value| value.starts_with("application/json"))
    }

    fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.split("\r\n");
        let first = lines.next().unwrap_or_default();
        let status = first
            .strip_prefix("HTTP/1.1 ")
            .and_then(|rest| rest.get(..3))
            .and_then(|status| status.parse().ok())
            .ok_or_else(|| format!("not the head of a response: {first:?}"))?;
        let headers = lines
            .filter(|line| !line.is_empty())
            .map(|line| {
                line.split_once(':')
                    .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
                    .ok_or_else(|| format!("not a header: {line:?}"))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { status, headers })
    }

    fn framing(&self) -> Result<Framing, String> {
        let chunked = self
            .header("transfer-encoding")
            .is_some_and(|value| value.eq_ignore_ascii_case("chunked"));
        match self.header("content-length") {
            _ if chunked => Ok(Framing::Chunked),
            Some(length) => length
                .parse()
                .map(Framing::Left)
                .map_err(|_| format!("not a length: {length:?}")),
            None if matches!(self.status, 100..=199 | 204 | 304) => Ok(Framing::Left(0)),
            None => Ok(Framing::UntilTheEnd),
        }
    }
}

/// How the end of a body is found.
#[derive(Clone, Copy, Debug)]
enum Framing {
    Left(usize),
    Chunked,
    UntilTheEnd,
}

/// A response, whole.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its head.
    pub head: Head,
    /// Its body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// One connection to a server.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    unread: Vec<u8>,
    came: Vec<u8>,
    framing: Framing,
}

impl Connection {
    /// Connects; waits for each byte as long as is said.
    pub fn open(address: SocketAddr, patience: Duration) -> Result<Self, String> {
        let stream = TcpStream::connect_timeout(&address, patience)
            .map_err(|error| format!("cannot connect to {address}: {error}"))?;
        let set = stream
            .set_nodelay(true)
            .and_then(|()| stream.set_read_timeout(Some(patience)))
            .and_then(|()| stream.set_write_timeout(Some(patience)));
        set.map_err(|error| error.to_string())?;
        Ok(Self {
            stream,
            unread: Vec::new(),
            came: Vec::new(),
            framing: Framing::Left(0),
        })
    }

    /// The socket, to close it from elsewhere.
    pub fn socket(&self) -> Result<TcpStream, String> {
        self.stream.try_clone().map_err(|error| error.to_string())
    }

    /// Sends bytes. NB. A server may answer and close before it has read all of them; what it
    /// answered is then still to be read.
    pub fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let sent = self.stream.write_all(bytes);
        sent.map_err(|error| format!("cannot send: {error}"))
    }

    /// Reads the head of the next response, past any that says "continue".
    pub fn head(&mut self) -> Result<Head, String> {
        loop {
            while let Some(end) = position(&self.unread, b"\r\n\r\n") {
                let text = String::from_utf8_lossy(&self.unread[..end]).into_owned();
                self.unread.drain(..end + 4);
                let head = Head::read(&text).map_err(|wrong| self.report(&wrong))?;
                if head.status != 100 {
                    self.framing = head.framing()?;
                    return Ok(head);
                }
            }
            if !self.more()? {
                return Err(self.report("the connection ended before the head of a response"));
            }
        }
    }

    /// The next piece of the body; `None` when it is whole.
    pub fn piece(&mut self) -> Result<Option<Vec<u8>>, String> {
        match self.framing {
            Framing::Left(0) => Ok(None),
            Framing::Left(left) => {
                if self.unread.is_empty() && !self.more()? {
                    return Err(self.report(&format!("the body ended {left} bytes early")));
                }
                let piece: Vec<u8> = self.unread.drain(..left.min(self.unread.len())).collect();
                self.framing = Framing::Left(left - piece.len());
                Ok(Some(piece))
            }
            Framing::Chunked => self.chunk(),
            Framing::UntilTheEnd => {
                let more = !self.unread.is_empty() || self.more()?;
                Ok(more.then(|| std::mem::take(&mut self.unread)))
            }
        }
    }

    fn chunk(&mut self) -> Result<Option<Vec<u8>>, String> {
        loop {
            if let Some(line) = position(&self.unread, b"\r\n") {
                let text = String::from_utf8_lossy(&self.unread[..line]).into_owned();
                let size = usize::from_str_radix(text.trim(), 16)
                    .map_err(|_| self.report(&format!("{text:?} is not the size of a chunk")))?;
                let end = line + 2 + size;
                if self.unread.len() >= end + 2 {
                    if &self.unread[end..end + 2] != b"\r\n" {
                        return Err(self.report("a chunk does not end where it says"));
                    }
                    let piece = self.unread[line + 2..end].to_vec();
                    self.unread.drain(..end + 2);
                    if size > 0 {
                        return Ok(Some(piece));
                    }
                    self.framing = Framing::Left(0);
                    return Ok(None);
                }
            }
            if !self.more()? {
                return Err(self.report("the connection ended within a chunked body"));
            }
        }
    }

    /// Sends a request and reads the whole response.
    pub fn ask(&mut self, request: &Request) -> Result<Answer, String> {
        // A refusal may come before the whole request could be sent.
        let sent = self.send(&request.bytes());
        let head = self.head().map_err(|wrong| match &sent {
            Ok(()) => wrong,
            Err(unsent) => format!("{unsent}; {wrong}"),
        })?;
        self.rest(head)
    }

    /// Reads the rest of a response whose head has come.
    pub fn rest(&mut self, head: Head) -> Result<Answer, String> {
        let mut body = Vec::new();
        while let Some(piece) = self.piece()? {
            body.extend_from_slice(&piece);
        }
        Ok(Answer { head, body })
    }

    /// Closes at once: with a reset, or politely.
    pub fn hang_up(self, reset: bool) -> Result<(), String> {
        let ended = match reset {
            true => without_lingering(&self.stream),
            false => self.stream.shutdown(std::net::Shutdown::Both),
        };
        ended.map_err(|error| error.to_string())
    }

    /// Whether the server has closed, with nothing left to read.
    pub fn has_ended(&mut self) -> bool {
        self.unread.is_empty() && matches!(self.more(), Ok(false))
    }

    /// What came, for a report.
    pub fn report(&self, wrong: &str) -> String {
        let came = String::from_utf8_lossy(&self.came);
        let came = came.replace('\r', "\\r").replace('\n', "\\n\n      ");
        format!("{wrong}; the bytes that came:\n      {came}")
    }

    /// Reads once; false at the end.
    fn more(&mut self) -> Result<bool, String> {
        let mut buffer = vec![0; 64 * 1024];
        match self.stream.read(&mut buffer) {
            Ok(0) => Ok(false),
            Ok(count) => {
                self.unread.extend_from_slice(&buffer[..count]);
                let room = KEPT.saturating_sub(self.came.len()).min(count);
                self.came.extend_from_slice(&buffer[..room]);
                Ok(true)
            }
            Err(error) => Err(self.report(&format!("cannot read: {error}"))),
        }
    }
}

/// What such a socket has not sent when it is closed is lost, and the other side is told so.
#[cfg(unix)]
fn without_lingering(stream: &TcpStream) -> std::io::Result<()> {
    Ok(rustix::net::sockopt::set_socket_linger(
        stream,
        Some(Duration::ZERO),
    )?)
}

#[cfg(not(unix))]
fn without_lingering(stream: &TcpStream) -> std::io::Result<()> {
    stream.shutdown(std::net::Shutdown::Both)
}

fn position(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}

/// Sends one request on a connection of its own and reads the whole response.
pub fn ask(address: SocketAddr, request: &Request) -> Result<Answer, String> {
    let request = request.clone().with("Connection", "close");
    Connection::open(address, Duration::from_secs(20))?.ask(&request)
}
