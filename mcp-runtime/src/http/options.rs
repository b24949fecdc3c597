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
    pub(crate) any_host: bool,
    pub(crate) origins: Vec<String>,
    pub(crate) any_origin: bool,
    pub(crate) exposed: bool,
    pub(crate) stateless: bool,
    pub(crate) json: bool,
    pub(crate) http_sse: Option<(String, String)>,
    pub(crate) shutdown: Shutdown,
}

impl HttpOptions {
    /// For clients on the same machine.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits and times of HTTP.
    pub fn limits(mut self, limits: HttpLimits) -> Self {
        self.limits = limits.within_clocks();
        self
    }

    /// Allows one more `Host`: that of a server which others reach. A name or an address with any
    /// port (`mcp.example.com`), or with that port alone (`mcp.example.com:8443`). The names of this
    /// machine and the address of the socket are always allowed. Any number of calls; an entry that
    /// is none is a fault when the endpoint is made.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// Allows every `Host`: for a server behind a proxy that checks it. On a machine with a browser
    /// this lets any page reach the server, by letting its own name point here (DNS rebinding).
    pub fn allow_any_host(mut self) -> Self {
        self.any_host = true;
        self
    }

    /// Allows pages of one more `Origin`, such as `https://app.example.com`, to send requests and,
    /// by the headers of CORS, to read the answers. Any number of calls; an entry that is none is a
    /// fault when the endpoint is made.
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// Allows pages of every origin that has a name to send requests and read the answers, as
    /// `Access-Control-Allow-Origin: *` says. Cookies are never allowed along.
    pub fn allow_any_origin(mut self) -> Self {
        self.any_origin = true;
        self
    }

    /// Lets a server be reached from other machines although nobody has to say who he is. Without
    /// this, or a list of hosts, an address other than this machine's own is refused.
    pub fn expose_without_auth(mut self) -> Self {
        self.exposed = true;
        self
    }

    /// Keeps nothing between requests, in the revisions with a handshake as well: `initialize` begins
    /// no session, and any request is served under the revision that its `MCP-Protocol-Version` names
    /// (2025-03-26 without one). For servers of which many stand behind one address. What needs a
    /// session is gone with it: streams by GET, taking up a stream again, cancelling by a message, log
    /// levels, and what the client said of itself. A client that goes away cancels its call.
    pub fn stateless(mut self) -> Self {
        self.stateless = true;
        self
    }

    /// Answers with plain JSON only, unless a client takes nothing but a stream: for what stands in
    /// between and can't pass streams on. Progress and log messages are dropped, and there is no stream
    /// by GET.
    pub fn json_responses(mut self) -> Self {
        self.json = true;
        self
    }

    /// Also serves HTTP+SSE, the transport that Streamable HTTP took the place of, for clients that
    /// speak nothing newer (2024-11-05, Transports, HTTP with SSE): a GET of `/sse` opens a stream, and
    /// messages are posted to `/messages`. Each stream is a session of a revision with a handshake; a
    /// server that has none can't be asked for it. Of streams no more are open than of sessions
    /// ([`MAX_SESSIONS`](crate::limits::MAX_SESSIONS)).
    pub fn http_sse(self) -> Self {
        let [stream, messages] = super::sse::PATHS;
        self.http_sse_at(stream, messages)
    }

    /// Like [`http_sse`](Self::http_sse), at other paths. Clients are told that of the messages as it
    /// stands here, so behind a router or a proxy it is the one that they see. A path that is none, or
    /// is served already, is a fault when the endpoint is made.
    pub fn http_sse_at(mut self, stream: impl Into<String>, messages: impl Into<String>) -> Self {
        self.http_sse = Some((stream.into(), messages.into()));
        self
    }

    /// What tells the endpoint that the program ends, so that streams get their end: for programs
    /// with an accept loop of their own. Clones of these options share it.
    pub fn shutdown(&self) -> Shutdown {
        self.shutdown.clone()
    }
}
