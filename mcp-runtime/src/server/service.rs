//! A built server: what every connection shares.
//!
//! In: what the builder checked. Out: lookups for the engine. Nothing here changes after it was
//! built, so connections need no lock to read it; how it is served is said in `serve`.

use super::custom::CustomMethod;
use super::lists::Lists;
use super::registry::ToolTable;
use crate::client_logs;
use crate::limits::Limits;
use crate::revision;
use crate::wire::WireLog;
use mcp_core::identity::Implementation;
use mcp_core::logging::LoggingLevel;
use mcp_core::method::TOOLS_CALL;
use mcp_core::page::CacheScope;
use mcp_core::version::ProtocolVersion;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

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
    pub(crate) cache: (Duration, CacheScope),
    pub(crate) log_level: LoggingLevel,
    pub(crate) lists: Lists,
    pub(crate) server_info: OnceLock<Box<str>>,
    pub(crate) wire_log: Option<WireLog>,
}

impl Inner {
    /// The revisions of one era, newest last.
    pub(crate) fn versions_of(&self, modern: bool) -> impl Iterator<Item = ProtocolVersion> {
        self.versions
            .iter()
            .copied()
            .filter(move |v| v.is_modern() == modern)
    }

    /// Whether any revision of an era is served.
    #[cfg(feature = "http")]
    pub(crate) fn serves(&self, modern: bool) -> bool {
        self.versions_of(modern).next().is_some()
    }

    /// The newest revision that is served.
    #[cfg(feature = "stdio")]
    pub(crate) fn newest(&self) -> ProtocolVersion {
        self.versions
            .last()
            .copied()
            .unwrap_or(ProtocolVersion::LATEST)
    }

    /// Where the handler of a call stands in the sources of the application.
    #[cfg_attr(not(feature = "wire-log"), allow(dead_code))]
    pub(crate) fn place(&self, method: &str, target: Option<&str>) -> Option<String> {
        let place = match (method, target) {
            (TOOLS_CALL, Some(tool)) => self.tools.get(tool)?.place()?,
            _ => self.methods.get(method)?.place,
        };
        Some(place.to_string())
    }

    pub(crate) fn has_tools(&self) -> bool {
        !self.tools.all().is_empty()
    }

    /// Whether any handler could send a log message: one that takes the context, or any at all
    /// where `tracing` events are sent.
    pub(crate) fn can_log(&self) -> bool {
        client_logs::installed() && self.has_tools()
            || !self.methods.is_empty()
            || self.tools.all().iter().any(|tool| tool.wants_context())
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

    pub(crate) fn inner(&self) -> &Arc<Inner> {
        &self.inner
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
