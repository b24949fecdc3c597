//! Who is measured: the servers, how each is built and how it is started.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::wire::{Era, Work};

/// One server.
pub struct Peer {
    /// What the table calls it.
    pub title: &'static str,
    /// What the command line calls it.
    pub name: &'static str,
    /// Its package in this workspace.
    pub package: &'static str,
    /// Its directory beside this crate.
    pub directory: &'static str,
    /// Its program.
    pub binary: &'static str,
    /// The file that an edit changes, inside its directory.
    pub source: &'static str,
}

/// Place of the floor among the peers.
pub const LIMIT: usize = 0;
/// Place of our own server.
pub const OURS: usize = 1;
/// Place of the rival as it is documented.
pub const DOCUMENTED: usize = 2;
/// Place of the rival at its best.
pub const BEST: usize = 3;

/// All of them, in the order of the table.
pub const PEERS: [Peer; 4] = [
    Peer {
        title: "limit, by hand",
        name: "limit",
        package: "peer-limit",
        directory: "limit",
        binary: "peer-limit",
        source: "src/main.rs",
    },
    Peer {
        title: "mcp-runtime",
        name: "ours",
        package: "peer-ours",
        directory: "ours",
        binary: "peer-ours",
        source: "src/main.rs",
    },
    Peer {
        title: "rmcp 3.11.0, documented",
        name: "rmcp-documented",
        package: "peer-rmcp",
        directory: "rmcp",
        binary: "documented",
        source: "src/bin/documented.rs",
    },
    Peer {
        title: "rmcp 3.11.0, best",
        name: "rmcp-best",
        package: "peer-rmcp",
        directory: "rmcp",
        binary: "best",
        source: "src/bin/best.rs",
    },
];

impl Peer {
    /// A command that starts its release build.
    pub fn command(&self) -> Command {
        Command::new(self.program())
    }

    /// Its release build.
    pub fn program(&self) -> PathBuf {
        benches().join("target/release").join(self.binary)
    }
}

/// The directory of this workspace.
pub fn benches() -> &'static Path {
    let crate_directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_directory.parent().unwrap_or(crate_directory)
}

/// Where this program keeps its files; git ignores it.
pub fn scratch() -> PathBuf {
    benches().join("target/bench-stdio")
}

/// Answers of every kind must be right before anything is timed.
pub fn examine(peer: &Peer, era: Era) -> Result<(), String> {
    use crate::server::Server;
    use crate::wire::{judge_refused, result_of};
    use serde_json::json;

    let mut server = Server::open(peer.command(), era)?;
    let listed = server.ask(&era.request(1, "tools/list", json!({})))?;
    let tools = result_of(&listed, 1)?["tools"].take();
    for (tool, arguments) in [("add", ["a", "b"].as_slice()), ("echo", &["text"])] {
        let tools = tools.as_array().into_iter().flatten();
        let listed = tools.into_iter().find(|listed| listed["name"] == tool);
        let listed = listed.ok_or_else(|| format!("does not list `{tool}`"))?;
        for argument in arguments {
            if !listed["inputSchema"]["properties"][argument].is_object() {
                return Err(format!("the schema of `{tool}` lacks `{argument}`"));
            }
        }
    }
    let sums = [(0, 0), (-5, 3), (9_007_199_254_740_993, 1), (i64::MIN, 0)];
    for (id, (a, b)) in (2..).zip(sums) {
        let answer = server.ask(&era.call(id, "add", json!({"a": a, "b": b})))?;
        era.judge(&answer, id, &(a + b).to_string())?;
    }
    let text = "Grüße, \"quoted\"\n\ttabbed \\ \u{1F600}";
    let answer = server.ask(&era.call(6, "echo", json!({"text": text})))?;
    era.judge(&answer, 6, text)?;
    for (id, tool, arguments) in [
        (7, "add", json!({"a": "one", "b": 2})),
        (8, "add", json!({"a": 1})),
        (9, "nobody", json!({})),
    ] {
        judge_refused(&server.ask(&era.call(id, tool, arguments))?, id)?;
    }
    for (id, work) in (10..).zip(Work::ALL) {
        let answer = server.ask(&work.call(era, id))?;
        work.judge_all(era, &answer, id, 1)?;
    }
    server.finish()
}
