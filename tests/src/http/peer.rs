//! A client of one server for tests that look at responses as data.
//!
//! In: the address of a server, messages as JSON. Out: responses, with their messages as
//! `serde_json` values. Each request goes over a connection of its own unless a test holds one.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Answer, Connection, Request, ask};
use super::events::{Event, Events};
use super::lines::{about, encoded};
use crate::script::words::MODERN;

/// How long an answer may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A client that may have a session.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Where the server listens.
    pub address: SocketAddr,
    /// The id of the session.
    pub session: Option<String>,
    /// The revision that was agreed on.
    pub version: &'static str,
}

/// The body of a handshake.
pub fn hello(version: &str, name: &str) -> Value {
    let client = json!({"name": name, "version": "0"});
    request(
        "hello",
        "initialize",
        json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client}),
    )
}

/// The body of a request.
pub fn request(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params})
}

/// The body of a call.
pub fn call(id: impl Into<Value>, tool: &str, arguments: Value) -> Value {
    request(
        id,
        "tools/call",
        json!({"name": tool, "arguments": arguments}),
    )
}

/// With a token for progress.
#[must_use]
pub fn with_token(mut message: Value, token: impl Into<Value>) -> Value {
    message["params"]["_meta"]["progressToken"] = token.into();
    message
}

/// A modern request, with its `_meta` and its headers.
pub fn modern(mut message: Value) -> Request {
    message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = MODERN.into();
    message["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let method = message["method"].as_str().unwrap_or_default();
    let request = Request::post(message.to_string())
        .with("MCP-Protocol-Version", MODERN)
        .with("Mcp-Method", method);
    let named = about(method).and_then(|member| message["params"][member].as_str());
    match named {
        Some(name) => request.with("Mcp-Name", &encoded(name)),
        None => request,
    }
}

impl Peer {
    /// A client without a session.
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            session: None,
            version: "2025-03-26",
        }
    }

    /// A client that has shaken hands.
    ///
    /// # Panics
    /// When the handshake fails.
    pub fn greeted(address: SocketAddr, version: &'static str, name: &str) -> Self {
        let mut peer = Self::new(address);
        peer.version = version;
        let welcome = peer.send(&Request::post(hello(version, name).to_string()));
        assert_eq!(welcome.head.status, 200, "{}", welcome.text());
        assert_eq!(one(&welcome)["result"]["protocolVersion"], version);
        peer.session = welcome.head.header("mcp-session-id").map(str::to_owned);
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(peer.ask(&ready).head.status, 202);
        peer
    }

    /// A request of this session.
    pub fn post(&self, message: &Value) -> Request {
        self.dressed(Request::post(message.to_string()))
    }

    /// With the headers of this session.
    pub fn dressed(&self, mut request: Request) -> Request {
        if let Some(session) = &self.session {
            request = request.with("Mcp-Session-Id", session);
        }
        match self.version {
            "2024-11-05" | "2025-03-26" => request,
            version => request.with("MCP-Protocol-Version", version),
        }
    }

    /// Sends a request as it is.
    ///
    /// # Panics
    /// When no sound response comes.
    pub fn send(&self, request: &Request) -> Answer {
        ask(self.address, request).unwrap_or_else(|wrong| panic!("{wrong}"))
    }

    /// Sends a message of this session.
    pub fn ask(&self, message: &Value) -> Answer {
        self.send(&self.post(message))
    }

    /// Calls a tool and returns the text of its result.
    ///
    /// # Panics
    /// When it fails.
    pub fn text(&self, tool: &str, arguments: Value) -> String {
        let answer = self.ask(&call(1, tool, arguments));
        let last = messages(&answer).pop().unwrap_or_default();
        let text = last["result"]["content"][0]["text"].as_str();
        text.unwrap_or_else(|| panic!("no text: {last}")).to_owned()
    }

    /// Sends a request on a connection of its own and leaves the response to be read.
    ///
    /// # Panics
    /// When it can't be sent.
    pub fn start(&self, request: &Request) -> Connection {
        let mut connection = self.connect();
        connection.send(&request.bytes()).expect("a request");
        connection
    }

    /// A connection.
    ///
    /// # Panics
    /// When there is none to be had.
    pub fn connect(&self) -> Connection {
        Connection::open(self.address, PATIENCE).expect("a connection")
    }
}

/// The events of a response that is a stream.
///
/// # Panics
/// When it is none.
pub fn events(answer: &Answer) -> Vec<Event> {
    assert!(answer.head.is_stream(), "{:?}", answer.head);
    let mut events = Events::default();
    let found = events.take(&answer.body).unwrap_or_else(|e| panic!("{e}"));
    events.end().unwrap_or_else(|e| panic!("{e}"));
    found
}

/// Every message of a response.
///
/// # Panics
/// When one of them is not JSON.
pub fn messages(answer: &Answer) -> Vec<Value> {
    let read =
        |text: &str| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    if answer.head.is_stream() {
        let events = events(answer);
        return events.iter().filter_map(Event::message).map(read).collect();
    }
    match answer.body.is_empty() {
        true => Vec::new(),
        false => vec![read(&answer.text())],
    }
}

/// The only message of a response.
///
/// # Panics
/// When there are more or none.
pub fn one(answer: &Answer) -> Value {
    let mut all = messages(answer);
    assert_eq!(all.len(), 1, "{:?} {all:?}", answer.head);
    all.remove(0)
}

/// What an error says: its status, its id and its code.
pub fn refusal(answer: &Answer) -> (u16, Value, i64) {
    let message = one(answer);
    let code = message["error"]["code"].as_i64().unwrap_or_default();
    (answer.head.status, message["id"].clone(), code)
}
