//! Where and how large: the server to push, and the counts of a quick or a full run.
//!
//! In: the command line and the environment. Out: servers, freshly started.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tests::http::peer as web;
use tests::stress::peer::{Log, Peer};
use tests::stress::vitals;

/// One run of the scoreboard.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// The program of the server.
    pub(crate) server: PathBuf,
    /// This program, which also plays a client that is killed.
    pub(crate) me: PathBuf,
    /// The folder of JSONTestSuite, where it is there.
    pub(crate) suite: Option<PathBuf>,
    pub(crate) quick: bool,
}

impl Setting {
    pub(crate) fn find(quick: bool) -> io::Result<Self> {
        let me = std::env::current_exe()?;
        let server = me.with_file_name("stress_server");
        if !server.exists() {
            let words = format!("{} is not built", server.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, words));
        }
        let data = std::env::var_os("MCP_OFFICIAL_DATA").map(PathBuf::from);
        let suite = data.map(|data| data.join("json-test-suite/test_parsing"));
        Ok(Self {
            server,
            me,
            suite: suite.filter(|folder| folder.is_dir()),
            quick,
        })
    }

    /// A count of a full run, or of a quick one.
    pub(crate) fn count<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// A server that has shaken hands and whose output is read.
    pub(crate) fn start(&self) -> io::Result<Peer> {
        self.start_with(&[], Log::Dropped)
    }

    /// A server over HTTP that has answered some calls.
    pub(crate) fn start_http(&self) -> io::Result<Web> {
        let mut child = Command::new(&self.server)
            .arg("http")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let address = line.trim().parse().map_err(io::Error::other)?;
        let web = Web { child, address };
        let peer = web::Peer::new(address);
        for id in 0..50 {
            let call = web::call(id, "echo", serde_json::json!({"s": "x"}));
            peer.connect()
                .ask(&web::modern(call))
                .map_err(io::Error::other)?;
        }
        Ok(web)
    }

    pub(crate) fn start_with(&self, arguments: &[&str], log: Log) -> io::Result<Peer> {
        let mut peer = Peer::greeted(Command::new(&self.server).args(arguments), log)?;
        warm_up(&mut peer)?;
        Ok(peer)
    }
}

/// A server over HTTP, in a process of its own.
pub(crate) struct Web {
    child: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl Web {
    /// The memory that it uses, in MiB.
    pub(crate) fn memory(&self) -> f64 {
        vitals::memory(self.child.id()).unwrap_or_default()
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// What is made once is made now, so that it does not count as gained.
fn warm_up(peer: &mut Peer) -> io::Result<()> {
    for id in 1_000_000..1_000_020 {
        let arguments = if id % 2 == 0 {
            r#"{"ms":1}"#
        } else {
            r#"{"s":"x"}"#
        };
        let tool = if id % 2 == 0 { "slow" } else { "echo" };
        if peer.text(id, tool, arguments).is_none() {
            return Err(io::Error::other("the server does not answer"));
        }
    }
    Ok(())
}
