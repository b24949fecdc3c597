//! One keep-alive connection: POSTs leave, answers come back, as JSON or as a stream of events.
//!
//! It reads HTTP/1.1 as far as the measured servers write it, and refuses the rest. It never judges
//! what an answer says.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::wire::{Era, short};
use crate::work::Work;

/// How long a server may move nothing.
const STALL: Duration = Duration::from_secs(60);

/// A connection.
pub struct Link {
    stream: TcpStream,
    host: String,
    /// The session that `initialize` began, where the server keeps any.
    session: Option<String>,
    /// What came in and was not yet handed on.
    pending: Vec<u8>,
}

/// What came back.
pub struct Response {
    /// The code of HTTP.
    pub status: u16,
    /// Its fields, as they were written.
    head: String,
    /// Its content, out of its chunks.
    body: Vec<u8>,
}

impl Link {
    /// Connects.
    pub fn connect(address: SocketAddr) -> Result<Self, String> {
        let stream = TcpStream::connect(address).map_err(|error| format!("{address}: {error}"))?;
        let set = || {
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(STALL))
        };
        set().map_err(|error| error.to_string())?;
        Ok(Link {
            stream,
            host: address.to_string(),
            session: None,
            pending: Vec::new(),
        })
    }

    /// Connects and opens the conversation; the answer must be right.
    pub fn open(address: SocketAddr, era: Era) -> Result<Self, String> {
        let mut link = Self::connect(address)?;
        link.begin(era)?;
        Ok(link)
    }

    /// Opens a conversation, a further one too; returns its session.
    pub fn begin(&mut self, era: Era) -> Result<Option<String>, String> {
        self.session = None;
        let answer = self.ask(&self.post(era, opening_method(era), None, &era.opening()))?;
        era.judge_opening(&answer.text()?)?;
        self.session = answer.field("mcp-session-id").map(str::to_owned);
        if !era.opened().is_empty() {
            let told = self.post(era, "notifications/initialized", None, era.opened());
            let status = self.ask(&told)?.status;
            if status != 202 {
                return Err(format!("a notification is answered with status {status}"));
            }
        }
        Ok(self.session.clone())
    }

    /// The session of this conversation.
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// The bytes of a call.
    pub fn call(&self, work: Work, era: Era, id: u64) -> Vec<u8> {
        let name = Some(work.name());
        self.post(era, "tools/call", name, &work.request(era, id))
    }

    /// The bytes of any message.
    pub fn post(&self, era: Era, method: &str, name: Option<&str>, message: &str) -> Vec<u8> {
        let message = message.trim_end();
        let mut text = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n",
            self.host,
            message.len()
        );
        if era == Era::Modern || self.session.is_some() {
            text.push_str(&format!("MCP-Protocol-Version: {}\r\n", era.revision()));
        }
        if era == Era::Modern {
            text.push_str(&format!("Mcp-Method: {method}\r\n"));
            if let Some(name) = name {
                text.push_str(&format!("Mcp-Name: {name}\r\n"));
            }
        }
        if let Some(session) = &self.session {
            text.push_str(&format!("Mcp-Session-Id: {session}\r\n"));
        }
        text.push_str("\r\n");
        text.push_str(message);
        text.into_bytes()
    }

    /// Opens the stream of a session; returns once its head is there.
    pub fn listen(&mut self, session: &str) -> Result<(), String> {
        let request = format!(
            "GET /mcp HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\n\
             MCP-Protocol-Version: {}\r\nMcp-Session-Id: {session}\r\n\r\n",
            self.host,
            Era::Legacy.revision()
        );
        self.send(request.as_bytes())?;
        let head = self.head()?;
        if status_of(&head) != 200 {
            return Err(format!("no stream: {}", short(&head)));
        }
        // A stream may begin with an event.
        self.pending = Vec::new();
        Ok(())
    }

    /// Writes all of `request`.
    pub fn send(&mut self, request: &[u8]) -> Result<(), String> {
        self.stream
            .write_all(request)
            .map_err(|error| format!("the server takes no input: {error}"))
    }

    /// Sends a request and reads its response.
    pub fn ask(&mut self, request: &[u8]) -> Result<Response, String> {
        self.send(request)?;
        self.receive()
    }

    /// The next response.
    pub fn receive(&mut self) -> Result<Response, String> {
        let head = self.head()?;
        let mut response = Response {
            status: status_of(&head),
            head,
            body: Vec::new(),
        };
        if let Some(length) = response.field("content-length") {
            let length = length.parse().map_err(|_| "an odd length".to_owned())?;
            response.body = self.take(length)?;
        } else if response.field("transfer-encoding").is_some() {
            response.body = self.chunks()?;
        } else if response.status != 202 && response.status != 204 {
            return Err(format!("no length: {}", short(&response.head)));
        }
        Ok(response)
    }

    fn chunks(&mut self) -> Result<Vec<u8>, String> {
        let mut body = Vec::new();
        loop {
            let line = self.until(b"\r\n")?;
            let length = usize::from_str_radix(line.trim(), 16)
                .map_err(|_| format!("no length of a chunk: {}", short(&line)))?;
            body.extend(self.take(length)?);
            self.take(2)?;
            if length == 0 {
                return Ok(body);
            }
        }
    }

    fn head(&mut self) -> Result<String, String> {
        self.until(b"\r\n\r\n")
    }

    /// What comes up to and with `end`.
    fn until(&mut self, end: &[u8]) -> Result<String, String> {
        loop {
            if let Some(at) = self.pending.windows(end.len()).position(|some| some == end) {
                let taken = self.pending.drain(..at + end.len()).collect();
                return String::from_utf8(taken).map_err(|error| error.to_string());
            }
            self.more()?;
        }
    }

    fn take(&mut self, length: usize) -> Result<Vec<u8>, String> {
        while self.pending.len() < length {
            self.more()?;
        }
        Ok(self.pending.drain(..length).collect())
    }

    fn more(&mut self) -> Result<(), String> {
        let mut block = [0; 1 << 14];
        let read = loop {
            match self.stream.read(&mut block) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        match read {
            Ok(0) => Err("the server closed the connection".to_owned()),
            Ok(read) => {
                self.pending.extend_from_slice(&block[..read]);
                Ok(())
            }
            Err(error) => Err(format!("the answer cannot be read: {error}")),
        }
    }
}

impl Response {
    /// The message in a response that tells of success.
    pub fn text(&self) -> Result<String, String> {
        let content = self.content()?;
        let right = (self.status == 200).then_some(());
        right.ok_or_else(|| format!("status {}: {}", self.status, short(&content)))?;
        Ok(content)
    }

    /// The message in it, whatever its status: the content, or that of the only event of a stream
    /// that has any.
    pub fn content(&self) -> Result<String, String> {
        let body = std::str::from_utf8(&self.body).map_err(|error| error.to_string())?;
        let kind = self.field("content-type").unwrap_or_default();
        if !kind.starts_with("text/event-stream") {
            return Ok(body.to_owned());
        }
        let events = body.lines().filter_map(|line| line.strip_prefix("data:"));
        let mut messages = events.map(str::trim).filter(|data| !data.is_empty());
        match (messages.next(), messages.next()) {
            (Some(message), None) => Ok(message.to_owned()),
            _ => Err(format!("not one message: {}", short(body))),
        }
    }

    /// A field by its name in small letters.
    fn field(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (field, value) = line.split_once(':')?;
            field.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// The method of what opens a conversation.
fn opening_method(era: Era) -> &'static str {
    match era {
        Era::Legacy => "initialize",
        Era::Modern => "server/discover",
    }
}

fn status_of(head: &str) -> u16 {
    let code = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    code.unwrap_or(0)
}
