//! Where and how large: the server to push, and the counts of a quick or a full run.
//!
//! In: the command line and the environment. Out: servers, freshly started.

use std::io;
use std::path::PathBuf;
use std::process::Command;

use tests::stress::peer::{Log, Peer};

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

    pub(crate) fn start_with(&self, arguments: &[&str], log: Log) -> io::Result<Peer> {
        let mut peer = Peer::greeted(Command::new(&self.server).args(arguments), log)?;
        warm_up(&mut peer)?;
        Ok(peer)
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
