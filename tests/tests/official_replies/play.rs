//! Plays with each server, and keeps everything that it says.
//!
//! In: a revision, a way to reach servers. Out: each message, with the server, the request and the definition of its result.
//! Every listed tool is called with an example of its arguments, with a wrong name and with a wrong
//! kind; each list, ping and level is asked for; requests of every kind of fault are made.

use mcp_core::version::ProtocolVersion;
use mcp_runtime::Server;
use serde_json::{Value, json};
use std::time::Duration;
use tests::servers::named;
use tests::wire::{self, Wire};
use tokio::runtime::Handle;

/// The test servers to talk with; `noisy` differs from them in what it prints alone.
const SERVERS: &[&str] = &[
    "plain",
    "contents",
    "structured",
    "empty",
    "limited",
    "modern",
    "custom",
    "paged",
    "dressed",
];

/// These wait to be cancelled.
const ENDLESS: &[&str] = &["patient"];

/// Arguments beside the examples, for the results that those don't lead to.
const MORE: &[(&str, &str)] = &[
    ("state", r#"{"percent":50}"#),
    ("maybe", r#"{"there":false}"#),
    ("maybe", r#"{"there":true}"#),
    ("either", r#"{"first":true}"#),
    ("fallible", r#"{"fail":true}"#),
    ("fallible", r#"{"fail":false}"#),
    ("count_down", r#"{"from":3}"#),
    ("wait", r#"{"milliseconds":5000}"#),
    ("refused", r#"{"year":2027}"#),
    ("temperature", r#"{"celsius":-300}"#),
    ("measured", r#"{"metres":-1}"#),
];

/// What one message was, and what led to it.
pub(crate) struct Heard {
    pub(crate) version: ProtocolVersion,
    pub(crate) server: &'static str,
    /// A handshake has agreed on the revision.
    pub(crate) greeted: bool,
    pub(crate) asked: String,
    /// The definition of the result, if it is one.
    pub(crate) result: &'static str,
    pub(crate) message: Value,
}

/// How a server is reached.
pub(crate) type Reach = fn(Server, &Handle) -> Result<Box<dyn Wire>, String>;

pub(crate) fn conversations(version: ProtocolVersion, reach: Reach) -> Vec<Heard> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime starts");
    let mut heard = Vec::new();
    for name in ["tour"].iter().chain(SERVERS) {
        let server = match *name {
            "tour" => examples::tour::server(),
            other => named(other).expect("a server of that name"),
        };
        let mut player = Player {
            wire: reach(server, runtime.handle()).expect("a server that builds"),
            version,
            server: name,
            heard: Vec::new(),
            greeted: false,
            asked: 0,
        };
        // A server that does not speak this revision is heard in those it does.
        if player.open() {
            player.lists();
            player.methods();
            player.faults();
        } else {
            let refusal = |heard: &Heard| heard.message.get("error").is_some();
            player.heard.retain(refusal);
        }
        heard.extend(player.heard);
    }
    heard
}

struct Player {
    wire: Box<dyn Wire>,
    version: ProtocolVersion,
    server: &'static str,
    heard: Vec<Heard>,
    greeted: bool,
    asked: u64,
}

impl Player {
    /// Whether the server speaks this revision.
    fn open(&mut self) -> bool {
        if self.version.is_modern() {
            self.ask("server/discover", json!({}), "DiscoverResult");
            true
        } else {
            let client = json!({"name": "test", "version": "1"});
            let mut hello = json!({"capabilities": {}, "clientInfo": client});
            hello["protocolVersion"] = self.version.as_str().into();
            let answer = self.ask("initialize", hello, "InitializeResult");
            self.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
            let agreed = answer["result"]["protocolVersion"].as_str();
            self.greeted = agreed == Some(self.version.as_str());
            self.greeted
        }
    }

    /// Every page of tools, and every tool.
    fn lists(&mut self) {
        let mut params = json!({});
        loop {
            let page = self.ask("tools/list", params, "ListToolsResult");
            for tool in page["result"]["tools"].as_array().into_iter().flatten() {
                self.call(tool);
            }
            match page["result"].get("nextCursor") {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => break,
            }
        }
    }

    fn call(&mut self, tool: &Value) {
        let name = tool["name"].as_str().expect("a name");
        if ENDLESS.contains(&name) {
            return;
        }
        let example = mcp_core::schema::example(&tool["inputSchema"]);
        let more = MORE.iter().filter(|(tool, _)| *tool == name);
        let more = more.map(|(_, text)| serde_json::from_str(text).expect("JSON"));
        let wrong = [json!({"no such name": 1}), json!([])];
        for arguments in [example].into_iter().chain(more).chain(wrong) {
            self.ask(
                "tools/call",
                json!({"name": name, "arguments": arguments}),
                "CallToolResult",
            );
        }
    }

    fn methods(&mut self) {
        if !self.version.is_modern() {
            self.ask("ping", json!({}), "EmptyResult");
            self.ask("logging/setLevel", json!({"level": "debug"}), "EmptyResult");
            self.ask("logging/setLevel", json!({"level": "loud"}), "EmptyResult");
            // Now that there is a level.
            for tool in ["count_down", "log_all"] {
                self.ask(
                    "tools/call",
                    json!({"name": tool, "arguments": {"from": 2}}),
                    "CallToolResult",
                );
                self.ask(
                    "tools/call",
                    json!({"name": tool, "arguments": {}}),
                    "CallToolResult",
                );
            }
        }
        self.ask("tour/sum", json!({"numbers": [1, 2]}), "Result");
        self.ask("myorg/ask", json!({"a": 1}), "Result");
        for list in ["prompts/list", "resources/list", "no/such"] {
            self.ask(list, json!({}), "Result");
        }
        self.ask(
            "tools/list",
            json!({"cursor": "nowhere"}),
            "ListToolsResult",
        );
        self.ask("tools/call", json!({"name": "nobody"}), "CallToolResult");
        self.ask("tools/call", json!({"name": 5}), "CallToolResult");
        self.ask("tools/call", json!({}), "CallToolResult");
    }

    /// Lines that are no requests, or requests that can't be served.
    fn faults(&mut self) {
        let strange = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}}"#;
        let bare = r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}"#;
        for line in [
            "no JSON".to_owned(),
            "[]".to_owned(),
            "17".to_owned(),
            r#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#.to_owned(),
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#.to_owned(),
            r#"{"jsonrpc":"2.0","id":"x","method":5}"#.to_owned(),
            r#"{"jsonrpc":"2.0","id":"x","method":"tools/list","params":[]}"#.to_owned(),
            format!(r#"{{"jsonrpc":"2.0","id":"x","method":"tools/list","params":{strange}}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":"x","method":"tools/list","params":{bare}}}"#),
        ] {
            self.say(&line);
            // NB. the error about a version names those of 2026-07-28, in whichever era it comes.
            self.hear(&line, "Result");
        }
    }

    fn ask(&mut self, method: &str, mut params: Value, result: &'static str) -> Value {
        self.asked += 1;
        let meta = &mut params["_meta"];
        meta["progressToken"] = self.asked.into();
        if self.version.is_modern() {
            let names = "io.modelcontextprotocol";
            meta[format!("{names}/protocolVersion")] = self.version.as_str().into();
            meta[format!("{names}/clientCapabilities")] = json!({});
            meta[format!("{names}/logLevel")] = "debug".into();
        }
        let request =
            json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params})
                .to_string();
        self.say(&request);
        self.hear(&request, result)
    }

    fn say(&mut self, line: &str) {
        self.wire.send(line.as_bytes());
        self.wire.send(b"\n");
    }

    /// Keeps what comes, up to a reply, which it returns.
    fn hear(&mut self, asked: &str, result: &'static str) -> Value {
        loop {
            let line = match self.wire.receive(Duration::from_secs(30)) {
                wire::Heard::Line(line) => line,
                other => panic!("{} to {asked}: {other:?}", self.server),
            };
            let message: Value = serde_json::from_slice(&line).expect("JSON");
            self.heard.push(Heard {
                version: self.version,
                server: self.server,
                greeted: self.greeted,
                asked: asked.chars().take(300).collect(),
                result,
                message: message.clone(),
            });
            if message.get("method").is_none() {
                return message;
            }
        }
    }
}
