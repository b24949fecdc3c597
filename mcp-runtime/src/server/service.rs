//! A built server: what every connection shares, and the ways to serve it.
//!
//! In: what the builder checked. Out: lookups for the engine, and served connections. Nothing
//! here changes after it was built, so connections need no lock to read it.

use super::custom::CustomMethod;
use super::lists::Lists;
use super::registry::ToolTable;
use crate::engine::Connection;
use crate::engine::drive::carry;
use crate::limits::Limits;
use crate::revision;
#[cfg(feature = "stdio")]
use crate::run::{self, RunOptions};
#[cfg(feature = "stdio")]
use crate::tool::BuiltTool;
use crate::transport::pump::{Bounds, End};
use crate::transport::stop::Stop;
use crate::transport::{Link, Transport};
use crate::{Error, Result};
use mcp_core::identity::Implementation;
use mcp_core::version::ProtocolVersion;
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::{Arc, OnceLock};
use tokio::runtime::Handle;

/// A server that is ready to serve; cheap to clone, and each clone serves the same tools.
#[derive(Clone)]
pub struct Service {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) identity: Implementation,
    pub(crate) instructions: Option<String>,
    pub(crate) tools: ToolTable,
    pub(crate) methods: HashMap<String, CustomMethod>,
    /// Ascending; never empty.
    pub(crate) versions: Vec<ProtocolVersion>,
    pub(crate) limits: Limits,
    pub(crate) lists: Lists,
    pub(crate) server_info: OnceLock<Box<str>>,
}

impl Inner {
    /// The revisions of one era, newest last.
    pub(crate) fn versions_of(&self, modern: bool) -> impl Iterator<Item = ProtocolVersion> {
        self.versions
            .iter()
            .copied()
            .filter(move |v| v.is_modern() == modern)
    }

    pub(crate) fn has_tools(&self) -> bool {
        !self.tools.all().is_empty()
    }

    /// Whether any handler could send a log message: one that takes the context.
    pub(crate) fn can_log(&self) -> bool {
        !self.methods.is_empty() || self.tools.all().iter().any(|tool| tool.wants_context())
    }

    /// `"_meta":{"io.modelcontextprotocol/serverInfo":…}` without the braces around the server's
    /// own members, as every result of 2026-07-28 carries it.
    pub(crate) fn server_info(&self) -> &str {
        self.server_info.get_or_init(|| {
            revision::implementation(ProtocolVersion::LATEST, &self.identity).into()
        })
    }
}

impl Service {
    pub(crate) fn new(inner: Inner) -> Self {
        Self {
            inner: Arc::new(inner),
        }
    }

    /// The name given to [`Server::new`](crate::Server::new).
    pub fn name(&self) -> &str {
        &self.inner.identity.name
    }

    /// The version given to [`Server::new`](crate::Server::new).
    pub fn version(&self) -> &str {
        &self.inner.identity.version
    }

    /// The names of the tools, in the order of registration.
    pub fn tool_names(&self) -> impl Iterator<Item = &str> {
        self.inner.tools.names()
    }

    /// Serves one connection over any transport: a pair of `AsyncRead` and `AsyncWrite`, one end
    /// of [`memory::pair`](crate::memory::pair), a socket. Returns when the input has ended and
    /// what was running is answered. Never ends the process, never installs signal handlers.
    ///
    /// # Errors
    /// A transport that can't be opened or fails while serving.
    pub async fn serve<Kind>(&self, transport: impl Transport<Kind>) -> Result<()> {
        self.carry(transport.into_link(), Stop::new())
            .await
            .map(drop)
            .map_err(|error| Error::transport("the connection failed", error))
    }

    /// Runs the server over stdin and stdout until the client goes, then ends the process: user
    /// code could otherwise keep it alive for ever. Reads only its own flags (`--help` lists
    /// them) and ends the process with code 2 on another one; a program with flags of its own
    /// uses [`run_with`](Self::run_with). SIGTERM, SIGINT and SIGHUP let running calls finish
    /// within [`limits::SIGNAL_GRACE`](crate::limits::SIGNAL_GRACE).
    ///
    /// # Errors
    /// stdin and stdout that can't be served, such as by a second server in one process.
    #[cfg(feature = "stdio")]
    pub async fn run(&self) -> Result<()> {
        match run::options(|| self.about()) {
            Some(options) => self.run_with(options).await,
            None => Ok(()),
        }
    }

    /// Like [`run`](Self::run), without reading the command line.
    ///
    /// # Errors
    /// stdin and stdout that can't be served, such as by a second server in one process.
    #[cfg(feature = "stdio")]
    pub async fn run_with(&self, options: RunOptions) -> Result<()> {
        let grace = self.inner.limits.signal_grace;
        let service = self.clone();
        let serve = |link, stop| async move { service.carry(link, stop).await };
        run::run(|| self.about(), &options, grace, serve)
            .await
            .map_err(|error| Error::transport("the server could not run", error))
    }

    /// What a person is told who starts the server by hand.
    #[cfg(feature = "stdio")]
    fn about(&self) -> run::About {
        let offer = |tool: &Arc<BuiltTool>| run::Offer {
            name: tool.name().to_owned(),
            description: tool.listed().description.clone().unwrap_or_default(),
            example: tool.example(),
        };
        run::About {
            name: self.name().to_owned(),
            version: self.version().to_owned(),
            tools: self.inner.tools.all().iter().map(offer).collect(),
            command: run::About::this_command(),
        }
    }

    /// Serves one connection until it ends or `stop` is asked for.
    pub(crate) async fn carry(&self, link: Link, stop: Arc<Stop>) -> io::Result<End> {
        let runtime = Handle::try_current().map_err(|_| {
            io::Error::other(
                "serving needs a tokio runtime: put `#[tokio::main]` on `main`, or call from inside `Runtime::block_on`",
            )
        })?;
        let limits = &self.inner.limits;
        let bounds = Bounds {
            frame: limits.max_frame_bytes,
            output: limits.out_queue_bytes,
            messages: limits.out_queue_messages,
            grace: limits.end_of_input_grace,
        };
        let server = self.inner.clone();
        let own_thread = link.has_own_thread();
        let make = move |outgoing| Connection::new(server, runtime, outgoing, own_thread);
        carry(link, bounds, stop, make).await
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service")
            .field("name", &self.name())
            .field("version", &self.version())
            .field("tools", &self.tool_names().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
