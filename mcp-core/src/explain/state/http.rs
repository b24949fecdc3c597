//! The HTTP messages that carry the conversation.
//!
//! In: heads, and what their bodies hold. Out: which request a response belongs to, and what was
//! said of it. Bounded: the oldest request is forgotten first.

use std::collections::VecDeque;

use crate::explain::code::Code;
use crate::explain::frame::Head;
use crate::method::Side;
use crate::rpc::Id;
use crate::version::ProtocolVersion;

/// Requests that wait for a response.
const PENDING: usize = 64;
/// Sessions that are remembered.
const SESSIONS: usize = 64;
/// Headers of one request that repeat arguments.
const PARAMS: usize = 64;
/// Names of headers that are remembered.
const WARNED: usize = 16;

/// The HTTP messages that carry the conversation.
#[derive(Debug, Default)]
pub(in crate::explain) struct Http {
    /// It is the transport of the first revision, with one endpoint to listen and one to post.
    pub(in crate::explain) old: bool,
    /// The revision of the request whose response is being read.
    pub(in crate::explain) version: Option<ProtocolVersion>,
    /// The requests without a response, oldest first.
    pending: VecDeque<Exchange>,
    /// The response that is being read.
    reply: Option<Reply>,
    /// Whose head came last.
    last: Option<Side>,
    /// The sessions that were issued.
    issued: VecDeque<String>,
    /// The sessions to which the server answered that it does not know them.
    gone: VecDeque<String>,
    /// What was said of the response that is being read.
    said: Vec<Code>,
    /// The headers of which was said that they hold secrets.
    warned: Vec<String>,
}

/// A request over HTTP.
#[derive(Clone, Debug, Default)]
pub(in crate::explain) struct Exchange {
    /// `POST`, `GET`, …
    pub(in crate::explain) verb: String,
    /// It does not carry messages: it is about authorization, or something else.
    pub(in crate::explain) foreign: bool,
    /// Its headers were logged.
    pub(in crate::explain) logged: bool,
    /// It has a token.
    pub(in crate::explain) authorized: bool,
    /// It goes on with a stream that broke.
    pub(in crate::explain) resumes: bool,
    pub(in crate::explain) version: Option<String>,
    pub(in crate::explain) method: Option<String>,
    pub(in crate::explain) name: Option<String>,
    /// `Mcp-Param-…`: the rest of each name in small letters, and the value.
    pub(in crate::explain) params: Vec<(String, String)>,
    pub(in crate::explain) session: Option<String>,
    pub(in crate::explain) origin: Option<String>,
    pub(in crate::explain) host: Option<String>,
    /// The id of the request in its body.
    pub(in crate::explain) id: Option<Id>,
    /// What its body holds.
    pub(in crate::explain) body: Body,
    /// Its body names a revision without a handshake.
    pub(in crate::explain) modern: bool,
    /// It asks whether the server knows such revisions.
    pub(in crate::explain) probes: bool,
    /// Its `_meta` holds all that such a revision demands.
    pub(in crate::explain) complete: bool,
}

/// What the body of a request holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::explain) enum Body {
    /// It was not seen, or is no message.
    #[default]
    Unseen,
    Initialize,
    Request,
    /// A notification, or an answer.
    Notice,
    Batch,
}

/// A response over HTTP, with the request it belongs to.
#[derive(Clone, Debug, Default)]
pub(in crate::explain) struct Reply {
    pub(in crate::explain) to: Exchange,
    pub(in crate::explain) status: u16,
    /// Its body need not be JSON.
    pub(in crate::explain) opaque: bool,
}

impl Exchange {
    pub(in crate::explain) fn of(verb: &str, target: &str, head: &Head<'_>) -> Self {
        let header = |name| head.header(name).map(str::to_owned);
        let form = head.header("content-type").is_some_and(|kind| {
            kind.to_ascii_lowercase()
                .starts_with("application/x-www-form-urlencoded")
        });
        Exchange {
            verb: verb.to_ascii_uppercase(),
            foreign: form || is_foreign(verb, target),
            logged: !head.headers.is_empty(),
            authorized: head.header("authorization").is_some(),
            resumes: head.header("last-event-id").is_some(),
            version: header("mcp-protocol-version"),
            method: header("mcp-method"),
            name: header("mcp-name"),
            params: params(head),
            session: header("mcp-session-id"),
            origin: header("origin"),
            host: header("host"),
            ..Exchange::default()
        }
    }

    pub(in crate::explain) fn posts(&self) -> bool {
        self.verb == "POST"
    }
}

/// The headers that repeat arguments.
fn params(head: &Head<'_>) -> Vec<(String, String)> {
    let named = head.headers.iter().filter_map(|(name, value)| {
        let name = name.to_ascii_lowercase();
        let rest = name.strip_prefix("mcp-param-")?.to_owned();
        Some((rest, (*value).to_owned()))
    });
    named.take(PARAMS).collect()
}

/// Addresses beside the endpoint of the conversation.
fn is_foreign(verb: &str, target: &str) -> bool {
    const ENDS: [&str; 10] = [
        "/token",
        "/register",
        "/authorize",
        "/introspect",
        "/revoke",
        "/health",
        "/healthz",
        "/favicon.ico",
        "/metrics",
        "/robots.txt",
    ];
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let carries = ["POST", "GET", "DELETE"];
    !carries.iter().any(|known| verb.eq_ignore_ascii_case(known))
        || path.contains("/.well-known/")
        || ENDS.iter().any(|end| path.ends_with(end))
}

impl Http {
    /// A request begins.
    pub(in crate::explain) fn ask(&mut self, exchange: Exchange) {
        self.last = Some(Side::Client);
        self.pending.push_back(exchange);
        if self.pending.len() > PENDING {
            self.pending.pop_front();
        }
    }

    /// A response begins. It belongs to the oldest request that has none.
    pub(in crate::explain) fn answer(&mut self, status: u16, opaque: bool) -> &Reply {
        self.last = Some(Side::Server);
        self.said.clear();
        let to = self.pending.pop_front().unwrap_or_default();
        let claimed = to.version.as_deref().and_then(ProtocolVersion::parse);
        self.version = claimed;
        self.reply.insert(Reply { to, status, opaque })
    }

    /// The request whose body is being read.
    pub(in crate::explain) fn asked(&mut self, from: Option<Side>) -> Option<&mut Exchange> {
        match from.or(self.last) {
            Some(Side::Client) => self.pending.back_mut(),
            _ => None,
        }
    }

    /// The request that began last and has no response.
    pub(in crate::explain) fn newest(&self) -> Option<&Exchange> {
        self.pending.back()
    }

    /// The response whose body is being read.
    pub(in crate::explain) fn answered(&self, from: Option<Side>) -> Option<&Reply> {
        match from.or(self.last) {
            Some(Side::Server) => self.reply.as_ref(),
            _ => None,
        }
    }

    /// The sessions that are known to be there.
    pub(in crate::explain) fn issues_sessions(&self) -> bool {
        !self.issued.is_empty()
    }

    pub(in crate::explain) fn has_issued(&self, session: &str) -> bool {
        self.issued.iter().any(|known| known == session)
    }

    pub(in crate::explain) fn is_gone(&self, session: &str) -> bool {
        self.gone.iter().any(|known| known == session)
    }

    pub(in crate::explain) fn issue(&mut self, session: &str) {
        remember(&mut self.issued, session);
    }

    pub(in crate::explain) fn forget(&mut self, session: &str) {
        remember(&mut self.gone, session);
    }

    /// Whether there was no warning of this header yet; there is from now on.
    pub(in crate::explain) fn warns_first(&mut self, name: &str) -> bool {
        let known = |warned: &String| warned.eq_ignore_ascii_case(name);
        let first = !self.warned.iter().any(known) && self.warned.len() < WARNED;
        if first {
            self.warned.push(name.to_owned());
        }
        first
    }

    /// Whether this was not said of the response that is being read; it is from now on.
    pub(in crate::explain) fn says_first(&mut self, code: Code) -> bool {
        let first = !self.said.contains(&code);
        if first {
            self.said.push(code);
        }
        first
    }
}

fn remember(list: &mut VecDeque<String>, session: &str) {
    if !list.iter().any(|known| known == session) {
        list.push_back(session.to_owned());
    }
    if list.len() > SESSIONS {
        list.pop_front();
    }
}
