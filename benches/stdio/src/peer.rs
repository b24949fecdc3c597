//! Who is measured: the servers, how each is built and how it is started.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::wire::Era;
use crate::work::{MANY, Work};

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
    /// The server of many tools.
    pub many: Many,
    /// The file that an edit changes, inside its directory.
    pub source: &'static str,
}

/// Which server has many tools.
pub enum Many {
    /// The same program, told how many by its argument.
    Asked,
    /// Another program of the same package.
    Other(&'static str),
}

/// Place of the floor among the peers.
pub const LIMIT: usize = 0;
/// Place of our own server.
pub const OURS: usize = 1;
/// Place of rmcp at its best.
pub const RMCP_BEST: usize = 3;
/// Each rival: what its column is called, its place as it is documented and at its best.
pub const RIVALS: [(&str, usize, usize); 2] = [("rmcp", 2, RMCP_BEST), ("tower", 4, 5)];

/// All of them, in the order of the table.
pub const PEERS: [Peer; 6] = [
    Peer {
        title: "limit, by hand",
        name: "limit",
        package: "peer-limit",
        directory: "limit",
        binary: "peer-limit",
        many: Many::Asked,
        source: "src/main.rs",
    },
    Peer {
        title: "mcp-runtime",
        name: "ours",
        package: "peer-ours",
        directory: "ours",
        binary: "peer-ours",
        many: Many::Other("ours-many"),
        source: "src/main.rs",
    },
    Peer {
        title: "rmcp 3.11.0, documented",
        name: "rmcp-documented",
        package: "peer-rmcp",
        directory: "rmcp",
        binary: "documented",
        many: Many::Other("documented-many"),
        source: "src/bin/documented.rs",
    },
    Peer {
        title: "rmcp 3.11.0, best",
        name: "rmcp-best",
        package: "peer-rmcp",
        directory: "rmcp",
        binary: "best",
        many: Many::Other("best-many"),
        source: "src/bin/best.rs",
    },
    Peer {
        title: "tower-mcp 0.25.0, documented",
        name: "tower-documented",
        package: "peer-tower",
        directory: "tower",
        binary: "tower-documented",
        many: Many::Asked,
        source: "src/bin/tower-documented.rs",
    },
    Peer {
        title: "tower-mcp 0.25.0, best",
        name: "tower-best",
        package: "peer-tower",
        directory: "tower",
        binary: "tower-best",
        many: Many::Asked,
        source: "src/bin/tower-best.rs",
    },
];

impl Peer {
    /// A command that starts its release build for this work.
    pub fn command(&self, work: Work) -> Command {
        let words = self.words(work);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command
    }

    /// Its release build for this work, and the arguments of that.
    pub fn words(&self, work: Work) -> Vec<OsString> {
        let program = |binary: &str| benches().join("target/release").join(binary).into();
        match (work, &self.many) {
            (Work::List, Many::Asked) => vec![program(self.binary), MANY.to_string().into()],
            (Work::List, Many::Other(binary)) => vec![program(binary)],
            _ => vec![program(self.binary)],
        }
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

/// Answers of every kind must be right before anything is timed; those of the server of many tools
/// too, where it was built.
pub fn examine(peer: &Peer, era: Era, has_many: bool) -> Result<(), String> {
    use crate::server::Server;
    use crate::wire::{judge_refused, result_of};
    use serde_json::json;

    let mut server = Server::open(peer.command(Work::Add), era)?;
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
    for (id, work) in (10..).zip([Work::Add, Work::Search, Work::Echo]) {
        let answer = server.ask(&work.request(era, id))?;
        work.judge_all(era, &answer, id, 1)?;
    }
    server.finish()?;
    if !has_many {
        return Ok(());
    }
    let mut server = Server::open(peer.command(Work::List), era)?;
    let answer = server.ask(&Work::List.request(era, 1))?;
    Work::List.judge_all(era, &answer, 1, 1)?;
    let last = format!("t{}", MANY - 1);
    let answer = server.ask(&era.call(2, &last, json!({"a": 1, "b": "two"})))?;
    era.judge(&answer, 2, "1 two None")?;
    server.finish()
}
