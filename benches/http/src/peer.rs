//! Who is measured: the servers, how each is built, started and examined.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;

use crate::client::Link;
use crate::server::Server;
use crate::wire::{Era, judge_refused, result_of};
use crate::work::Work;

/// One server.
pub struct Peer {
    /// What the table calls it.
    pub title: &'static str,
    /// What the command line calls it, which is its program too.
    pub name: &'static str,
    /// Its package in this workspace.
    package: &'static str,
    /// Whether it keeps sessions, and streams for them.
    pub has_sessions: bool,
    /// What of its package is switched on for it.
    features: &'static str,
}

/// Place of the floor among the peers.
pub const LIMIT: usize = 0;
/// Place of the floor in an axum app.
pub const LIMIT_AXUM: usize = 1;
/// Place of our own server; before it stands the floor's endpoint on our accept loop.
pub const OURS: usize = 3;
/// Place of our own server in an axum app.
pub const OURS_AXUM: usize = 4;
/// Place of rmcp at its best.
pub const RMCP_BEST: usize = 5;
/// Place of rmcp as its documentation shows it.
pub const RMCP: usize = 6;
/// Place of tower-mcp.
pub const TOWER: usize = 7;

/// All of them, in the order of the table.
pub const PEERS: [Peer; 8] = [
    peer("bare hyper", "limit-hyper", "peer-limit-http", false),
    peer("bare axum", "limit-axum", "peer-limit-http", false).with("axum"),
    peer("bare, on our loop", "limit-loop", "peer-ours-http", false),
    peer("mcp-runtime", "ours-http", "peer-ours-http", true),
    peer("mcp-runtime in axum", "ours-axum", "peer-ours-http", true).with("axum"),
    peer(
        "rmcp 3.11.0, best",
        "rmcp-http-best",
        "peer-rmcp-http",
        false,
    ),
    peer(
        "rmcp 3.11.0, default",
        "rmcp-http-documented",
        "peer-rmcp-http",
        true,
    ),
    peer(
        "tower-mcp 0.25.0",
        "peer-tower-http",
        "peer-tower-http",
        true,
    ),
];

const fn peer(
    title: &'static str,
    name: &'static str,
    package: &'static str,
    has_sessions: bool,
) -> Peer {
    Peer {
        title,
        name,
        package,
        has_sessions,
        features: "",
    }
}

impl Peer {
    const fn with(self, features: &'static str) -> Self {
        Self { features, ..self }
    }

    /// Its release build.
    pub fn program(&self) -> PathBuf {
        target().join("release").join(self.name)
    }

    /// Starts it.
    pub fn start(&self) -> Result<Server, String> {
        Server::start(Command::new(self.program()))
    }

    /// Builds it.
    pub fn build(&self) -> Result<(), String> {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command
            .args(["build", "--release", "--package", self.package])
            .args(["--bin", self.name, "--features", self.features])
            .arg("--target-dir")
            .arg(target())
            .current_dir(benches())
            .stdin(Stdio::null());
        let output = command.output().map_err(|error| error.to_string())?;
        let words = || String::from_utf8_lossy(&output.stderr).into_owned();
        let built = output.status.success().then_some(());
        built.ok_or_else(|| format!("{}\n{}", output.status, words()))
    }
}

/// The directory of this workspace.
pub fn benches() -> &'static Path {
    let crate_directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_directory.parent().unwrap_or(crate_directory)
}

fn target() -> PathBuf {
    benches().join("target")
}

/// Where this program keeps its files; git ignores it.
pub fn scratch() -> PathBuf {
    target().join("bench-http")
}

/// Answers of every kind must be right, in both eras, before anything is counted.
pub fn examine(peer: &Peer) -> Result<(), String> {
    let server = peer.start()?;
    for era in Era::ALL {
        let told = |error| format!("{}: {error}", era.revision());
        examine_era(peer, &server, era).map_err(told)?;
    }
    Ok(())
}

fn examine_era(peer: &Peer, server: &Server, era: Era) -> Result<(), String> {
    let mut link = Link::open(server.address(), era)?;
    if link.session().is_some() != (peer.has_sessions && era == Era::Legacy)
        && peer.title.starts_with("rmcp")
    {
        return Err("not the configuration that its name says".to_owned());
    }
    let list = era.request(1, "tools/list", json!({}));
    let listed = link
        .ask(&link.post(era, "tools/list", None, &list))?
        .text()?;
    let tools = result_of(&listed, 1)?["tools"].take();
    for tool in ["add", "search"] {
        let mut listed = tools.as_array().into_iter().flatten();
        if !listed.any(|listed| listed["name"] == tool) {
            return Err(format!("does not list `{tool}`"));
        }
    }
    let sums = [(0, 0), (-5, 3), (9_007_199_254_740_993, 1), (i64::MIN, 0)];
    for (id, (a, b)) in (2..).zip(sums) {
        let call = era.call(id, "add", json!({"a": a, "b": b}));
        let answer = link.ask(&link.post(era, "tools/call", Some("add"), &call))?;
        era.judge(&answer.text()?, id, &(a + b).to_string())?;
    }
    for (id, work) in (6..).zip([Work::Add, Work::Search]) {
        let answer = link.ask(&link.call(work, era, id))?.text()?;
        work.judge_all(era, &answer, id, 1)?;
    }
    let call = era.call(8, "add", json!({"a": "one", "b": 2}));
    let refused = link.ask(&link.post(era, "tools/call", Some("add"), &call))?;
    // An error may come with a status of its own.
    judge_refused(&refused.content()?, 8)?;
    if era == Era::Modern {
        let call = era.call(9, "add", json!({"a": 1, "b": 2}));
        let status = link
            .ask(&link.post(era, "tools/call", Some("search"), &call))?
            .status;
        if status != 400 {
            return Err(format!("a head that contradicts the body: status {status}"));
        }
    }
    Ok(())
}
