//! How a server is served over HTTP: who may reach it, and within which limits.
//!
//! In: the choices of a program. Out: one value that the endpoint and the accept loop read. It never
//! checks a request.

use super::ending::Shutdown;
use crate::limits::HttpLimits;

/// The choices of one endpoint; the default is for clients on the same machine.
///
/// ```
/// use mcp_runtime::http::HttpOptions;
/// let options = HttpOptions::new().allow_host("notes.example.com");
/// # drop(options);
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct HttpOptions {
    pub(crate) limits: HttpLimits,
    pub(crate) hosts: Vec<String>,
    pub(crate) origins: Vec<String>,
    pub(crate) exposed: bool,
    pub(crate) shutdown: Shutdown,
}

impl HttpOptions {
    /// For clients on the same machine.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits and times of HTTP.
    pub fn limits(mut self, limits: HttpLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Allows one more `Host` (a name or an address, without a port): that of a server which others
    /// reach. Any number of calls.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// Allows pages of one more `Origin`, such as `https://app.example.com`. Any number of calls.
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// Lets a server be reached from other machines although nobody has to say who he is. Without
    /// this, or a list of hosts, an address other than this machine's own is refused.
    pub fn expose_without_auth(mut self) -> Self {
        self.exposed = true;
        self
    }

    /// What tells the endpoint that the program ends, so that streams get their end: for programs
    /// with an accept loop of their own. Clones of these options share it.
    pub fn shutdown(&self) -> Shutdown {
        self.shutdown.clone()
    }
}
