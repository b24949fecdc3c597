//! A conversation, read message by message.
//!
//! In: frames and heads, in the order in which they were sent. Out: for each what it is and what is
//! wrong with it. The steps are those of `check`, always in the same order.

mod answers;
mod odd;
mod shortened;

use std::borrow::Cow;

use super::check;
use super::check::framing::Framing;
use super::check::sse::SseFault;
use super::code::Code;
use super::finding::{Finding, Found};
use super::frame::{Carrier, Frame, Head, Start};
use super::limits::Limits;
use super::scope::Scope;
use super::state::State;
use super::state::calls::{self, Call};
use super::state::session::Handshake;
use super::summary::{Summary, What};
use crate::json::Raw;
use crate::method::{self, Method, Side};
use crate::rpc::{Message, Notification, Request, classify, classify_text};
use crate::schema::Patterns;
use crate::version::ProtocolVersion;

/// What is known of a conversation so far. One serves one connection.
pub struct Conversation {
    state: State,
    /// The batch that is being read was refused: nobody need answer its requests.
    excused: bool,
}

/// What is said about one frame.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explained<'a> {
    /// What it is.
    pub summary: Summary<'a>,
    /// What is wrong with it, in the order of reading.
    pub findings: Vec<Finding>,
}

impl Default for Conversation {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Conversation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conversation").finish_non_exhaustive()
    }
}

impl Conversation {
    /// One of which nothing was seen yet.
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// One that remembers this much.
    pub fn with_limits(limits: Limits) -> Self {
        let state = State::new(limits);
        let excused = false;
        Conversation { state, excused }
    }

    /// Gives it an engine for the patterns in schemas; without one they are not checked.
    #[must_use]
    pub fn with_patterns(mut self, patterns: Box<dyn Patterns + Send>) -> Self {
        self.state.patterns = Some(patterns);
        self
    }

    /// One that has agreed on a revision already.
    #[cfg(test)]
    pub(super) fn of(version: ProtocolVersion) -> Self {
        let mut conversation = Self::new();
        conversation.state.session.version = Some(version);
        conversation
    }

    /// Reads the head of an HTTP message. The frames of its body come next.
    pub fn head<'a>(&mut self, head: &Head<'a>) -> Explained<'a> {
        let findings = check::http::head(&mut self.state, head);
        let (from, text) = match head.start {
            Start::Request { method, target } => (Side::Client, format!("{method} {target}")),
            Start::Response { status } => (Side::Server, status.to_string()),
        };
        let summary = Summary {
            line: head.line,
            from: Some(from),
            from_is_guessed: false,
            at: head.at,
            size: 0,
            call: None,
            what: What::Http { head: text.into() },
        };
        Explained { summary, findings }
    }

    /// Hears what the reader of a log met while it cut the event stream in the body of the last
    /// response into events.
    pub fn sse(&mut self, fault: SseFault<'_>, line: u64) -> Vec<Finding> {
        check::sse::met(&mut self.state, fault, line)
            .into_iter()
            .collect()
    }

    /// Hears what the reader of a log met while it told messages apart.
    pub fn framing(&mut self, what: Framing, line: u64) -> Vec<Finding> {
        // Whoever writes UTF-16 ends lines so too: one is told with the other.
        self.state.between.told_return |= what == Framing::Utf16;
        vec![check::framing::met(what, line)]
    }

    /// Hears a line that a client, a proxy or a logger wrote on its own account.
    pub fn said(&mut self, text: &[u8], line: u64) -> Vec<Finding> {
        check::said::met(text, line).into_iter().collect()
    }

    /// Reads a frame.
    pub fn read<'a>(&mut self, frame: &Frame<'a>) -> Explained<'a> {
        // NB. the bytes are looked at once; what is not UTF-8 is refused with the place.
        let (text, message) = match std::str::from_utf8(frame.bytes) {
            Ok(text) => (text, classify_text(text)),
            Err(_) => ("", classify(frame.bytes)),
        };
        let mut found = Found::new(text, frame.line);
        let summary = match message {
            _ if check::http::is_foreign(&mut self.state, frame) => {
                self.summary(frame, frame.bytes.len(), frame.from, None, What::NoMessage)
            }
            Ok(message) => {
                self.state.between.message(frame.from);
                check::text::odd(&mut self.state, frame, &mut found);
                found.reads(Raw::trusted(bare(text)));
                found.begin();
                check::http::body(&mut self.state, frame, &message, &mut found);
                self.message(frame, frame.bytes.len(), message, &mut found)
            }
            Err(_) if check::http::is_told(&self.state, frame) => {
                self.summary(frame, frame.bytes.len(), frame.from, None, What::NoMessage)
            }
            Err(refusal) => {
                let what = self.refused(frame, &refusal, &mut found);
                self.summary(frame, frame.bytes.len(), frame.from, None, what)
            }
        };
        self.state.session.hears(summary.from, frame.at);
        check::secrets::frame(text, &mut found);
        let mut findings = found.into_list();
        findings.truncate(self.state.limits.findings);
        Explained { summary, findings }
    }

    /// The revision that was agreed on, or that the last request named.
    pub fn version(&self) -> Option<ProtocolVersion> {
        self.state.session.version.or(self.state.session.claimed)
    }

    /// Says what never came. Nothing can be read after it.
    pub fn finish(mut self) -> Vec<Finding> {
        let mut findings = Vec::new();
        check::order::unfinished(&mut self.state, &mut findings);
        check::ids::unanswered(&mut self.state, &mut findings);
        findings
    }

    fn message<'a>(
        &mut self,
        frame: &Frame<'a>,
        size: usize,
        message: Message<'a>,
        found: &mut Found<'a>,
    ) -> Summary<'a> {
        match message {
            Message::Request(request) => self.request(frame, size, request, found),
            Message::Notification(told) => self.notification(frame, size, told, found),
            Message::Response(answer) => self.answer(frame, size, answer, found),
            Message::Batch(batch) => self.batch(frame, batch, found),
        }
    }

    fn request<'a>(
        &mut self,
        frame: &Frame<'a>,
        size: usize,
        request: Request<'a>,
        found: &mut Found<'a>,
    ) -> Summary<'a> {
        let from = frame
            .from
            .or_else(|| sender(&request.method))
            .or(Some(Side::Client));
        let claim = claim(&request);
        let mut scope = self.scope(frame, from, claim);
        if request.method == method::INITIALIZE && claim.is_none() {
            scope.version = check::order::asked(&request);
        } else if claim.is_none() && self.is_bare(&request, scope) {
            scope.version = None;
        }
        let state = &mut self.state;
        check::order::learns(state, scope, &request);
        check::order::opens(state, scope, &request, found);
        check::ids::request(state, scope, &request, found);
        let read = check::envelope::params(request.parameters().err(), request.params, found);
        let known = check::methods::request(state, scope, &request, found);
        check::order::request(state, scope, &request, known, found);
        if read && known {
            check::params::request(state, scope, &request, found);
            check::tools::request(state, &request, found);
        }
        let target = target(&request);
        let earlier = check::rounds::request(state, scope, &request, target.as_deref(), found);
        let goes_on = earlier.is_some();
        let number = earlier.unwrap_or_else(|| state.number());
        let fault = found.first_error();
        let fault = fault.map(|error| (error.code, error.path.clone()));
        self.open(frame, scope, &request, target.as_deref(), number, fault);
        let Request {
            id, method, params, ..
        } = request;
        let what = What::Request {
            id,
            method,
            target,
            goes_on,
            params,
        };
        self.summary(frame, size, from, Some(number), what)
    }

    /// Remembers a request under the number of its call.
    fn open(
        &mut self,
        frame: &Frame<'_>,
        scope: Scope,
        request: &Request<'_>,
        target: Option<&str>,
        number: u64,
        fault: Option<(Code, Cow<'static, str>)>,
    ) {
        let params = request.parameters().ok();
        let token = params.and_then(|params| params.meta.progress_token);
        let level = params.and_then(|params| match &*request.method {
            method::SET_LEVEL => params.level,
            _ => params.meta.log_level,
        });
        let level = level.and_then(|level| level.string().ok()?.parse().ok());
        let stateless = params.is_some_and(|params| params.meta.protocol_version.is_some());
        let client = self.state.session.client.clone().filter(|_| stateless);
        self.state
            .by(scope.from.unwrap_or(Side::Client))
            .open(Call {
                number,
                id: request.id.clone(),
                method: calls::named(&request.method),
                target: target.map(calls::kept),
                line: frame.line,
                at: frame.at,
                version: scope.version,
                client,
                goes_on: params.is_some_and(|params| params.cursor.is_some()),
                task: params.is_some_and(|params| params.task.is_some()),
                progress_token: token.and_then(check::notices::token),
                progress: None,
                cancelled: None,
                log_level: level,
                fault,
                nth: 0,
                excused: self.excused,
                over_http: scope.carrier != Carrier::Line,
                owed: 0,
            });
    }

    fn notification<'a>(
        &mut self,
        frame: &Frame<'a>,
        size: usize,
        told: Notification<'a>,
        found: &mut Found<'a>,
    ) -> Summary<'a> {
        let from = frame.from.or_else(|| sender(&told.method));
        let scope = self.scope(frame, from, None);
        let state = &mut self.state;
        let read = check::envelope::params(told.parameters().err(), told.params, found);
        let known = check::methods::notification(state, scope, &told, found);
        check::order::notification(state, scope, &told, known, found);
        if read && known {
            check::params::notification(state, scope, &told, found);
        }
        let call = check::notices::notification(state, scope, &told, found);
        let what = What::Notification {
            method: told.method,
            params: told.params,
        };
        self.summary(frame, size, from, call, what)
    }

    /// Whether only the revisions that begin with a handshake have what a client asks for, and there
    /// was none: then a request that names no revision is written in none that others named.
    fn is_bare(&self, request: &Request<'_>, scope: Scope) -> bool {
        let begins =
            scope.from == Some(Side::Client) && self.state.session.handshake == Handshake::None;
        let method = Method::named(&request.method).filter(|_| begins);
        method.is_some_and(|method| scope.surely_lacks(method))
    }

    fn scope(
        &self,
        frame: &Frame<'_>,
        from: Option<Side>,
        claim: Option<ProtocolVersion>,
    ) -> Scope {
        let session = &self.state.session;
        // A handshake that is under way decides anew.
        let claimed = session
            .claimed
            .filter(|_| session.handshake == Handshake::None);
        let version = claim.or(session.version).or(claimed);
        Scope {
            from,
            version,
            carrier: frame.carrier,
            at: frame.at,
            line: frame.line,
        }
    }

    fn summary<'a>(
        &self,
        frame: &Frame<'a>,
        size: usize,
        from: Option<Side>,
        call: Option<u64>,
        what: What<'a>,
    ) -> Summary<'a> {
        Summary {
            line: frame.line,
            from,
            from_is_guessed: frame.from.is_none() && from.is_some(),
            at: frame.at,
            size,
            call,
            what,
        }
    }
}

/// The text of a frame without what stands around its value.
fn bare(text: &str) -> &str {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_matches([' ', '\t', '\r', '\n'])
}

/// The side that alone may send a method.
fn sender(method: &str) -> Option<Side> {
    let method = Method::named(method)?;
    let sends = |side| {
        ProtocolVersion::ALL
            .iter()
            .any(|v| method.is_sent_by(side, *v))
    };
    match (sends(Side::Client), sends(Side::Server)) {
        (true, false) => Some(Side::Client),
        (false, true) => Some(Side::Server),
        _ => None,
    }
}

/// The revision that a request names, if it is one that is named so.
fn claim(request: &Request<'_>) -> Option<ProtocolVersion> {
    let claim = request.parameters().ok()?.meta.protocol_version?;
    let version = ProtocolVersion::parse(&claim.string().ok()?)?;
    version.is_modern().then_some(version)
}

/// What a request is about: a tool, a prompt, a resource, a task.
fn target<'a>(request: &Request<'a>) -> Option<Cow<'a, str>> {
    let params = request.parameters().ok()?;
    let task = || params.raw.and_then(|raw: Raw<'a>| raw.member("taskId"));
    let target = params.name.or(params.uri).or_else(task)?;
    target.string().ok()
}
