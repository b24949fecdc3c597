//! A conversation from Rust: for tests that look at what comes back as data.
//!
//! In: a server, a revision, requests. Out: the messages, as `serde_json` values. Where a behaviour
//! can be told as a script, it is a script; this is for walks through schemas and for tables.

use std::sync::OnceLock;
use std::time::Duration;

use mcp_runtime::Server;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::script::words::MODERN;
use crate::servers::serve;
use crate::wire::{Heard, Wire};

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// One client's side of a conversation.
pub struct Talk {
    wire: Box<dyn Wire>,
    version: String,
    welcome: Option<Value>,
    asked: u64,
}

fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let built = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build();
        built.expect("a runtime starts")
    })
}

impl Talk {
    /// Opens a conversation with a server in this process: a handshake where the revision has one.
    ///
    /// # Panics
    /// When the server can't be built, or refuses the handshake.
    pub fn open(server: Server, version: &str) -> Self {
        let wire = serve(server, runtime().handle()).unwrap_or_else(|error| panic!("{error}"));
        Self::over(wire, version)
    }

    /// Opens a conversation over a wire.
    ///
    /// # Panics
    /// When the server refuses the handshake.
    pub fn over(wire: Box<dyn Wire>, version: &str) -> Self {
        let mut talk = Self {
            wire,
            version: version.to_owned(),
            welcome: None,
            asked: 0,
        };
        if version != MODERN {
            let hello = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "qa", "version": "0"}});
            let welcome = talk.request("initialize", hello);
            assert_eq!(welcome["result"]["protocolVersion"], version, "{welcome}");
            talk.welcome = Some(welcome);
            talk.line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.as_bytes());
        }
        talk
    }

    /// The answer to the handshake, in a revision that has one.
    pub fn welcome(&self) -> Option<&Value> {
        self.welcome.as_ref()
    }

    /// Sends a line as it is.
    pub fn line(&mut self, line: &[u8]) {
        self.wire.send(line);
        self.wire.send(b"\n");
    }

    /// Sends bytes as they are, without a line end.
    pub fn piece(&mut self, bytes: &[u8]) {
        self.wire.send(bytes);
    }

    /// The next message; `None` when nothing comes for so long.
    ///
    /// # Panics
    /// When the server sends what is not JSON, or goes.
    pub fn next(&mut self, within: Duration) -> Option<Value> {
        match self.wire.receive(within) {
            Heard::Line(line) => {
                let message = serde_json::from_slice(&line);
                Some(message.unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&line))))
            }
            Heard::Silence => None,
            heard => panic!("the server has gone: {heard:?}"),
        }
    }

    /// Sends a request and returns the whole answer. Notifications that come before are dropped.
    ///
    /// # Panics
    /// When no answer comes.
    pub fn request(&mut self, method: &str, mut params: Value) -> Value {
        self.asked += 1;
        if self.version == MODERN {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = MODERN.into();
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        let request =
            json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params});
        self.line(request.to_string().as_bytes());
        loop {
            let message = self
                .next(PATIENCE)
                .unwrap_or_else(|| panic!("no answer to {request}"));
            if message["id"] == json!(self.asked) {
                return message;
            }
        }
    }

    /// Calls a tool and returns the whole answer.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The text of a good result.
    ///
    /// # Panics
    /// When the call fails.
    pub fn text(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments);
        let text = answer["result"]["content"][0]["text"]
            .as_str()
            .filter(|_| answer["result"]["isError"] != json!(true));
        text.unwrap_or_else(|| panic!("not a good text: {answer}"))
            .to_owned()
    }

    /// What a refused call is told, whichever form the revision gives it.
    ///
    /// # Panics
    /// When the call is not refused.
    pub fn refusal(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments);
        let result = answer["result"]["content"][0]["text"]
            .as_str()
            .filter(|_| answer["result"]["isError"] == json!(true));
        let told = answer["error"]["message"].as_str().or(result);
        told.unwrap_or_else(|| panic!("not refused: {answer}"))
            .to_owned()
    }

    /// Every tool as it is listed, from all pages.
    ///
    /// # Panics
    /// When the list can't be had.
    pub fn tools(&mut self) -> Vec<Value> {
        let (mut all, mut params) = (Vec::new(), json!({}));
        loop {
            let answer = self.request("tools/list", params);
            let page = answer["result"]["tools"].as_array();
            all.extend_from_slice(page.unwrap_or_else(|| panic!("not a list: {answer}")));
            match answer["result"].get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => return all,
            }
        }
    }

    /// One tool as it is listed.
    ///
    /// # Panics
    /// When there is none of that name.
    pub fn tool(&mut self, name: &str) -> Value {
        let tools = self.tools();
        let found = tools.iter().find(|tool| tool["name"] == name);
        found
            .unwrap_or_else(|| panic!("no tool `{name}` in {tools:?}"))
            .clone()
    }
}
