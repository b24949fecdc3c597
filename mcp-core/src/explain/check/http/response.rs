//! The head of a response.
//!
//! In: a head that a server sent. Out: what its status says, read against the request it answers.

use super::body::names_modern;
use super::request::{Add, is_type, shown_type};
use crate::explain::code::Code;
use crate::explain::finding::{Arg, Finding};
use crate::explain::frame::Head;
use crate::explain::lang::Words;
use crate::explain::state::State;
use crate::explain::state::http::{Body, Exchange};
use crate::explain::words::statuses as words;
use crate::json::shown_name;
use crate::version::ProtocolVersion;

const JSON: &str = "application/json";
const STREAM: &str = "text/event-stream";

pub(super) fn head(state: &mut State, head: &Head<'_>, status: u16, findings: &mut Vec<Finding>) {
    // Another response to the same request follows.
    if status < 200 {
        return;
    }
    let kind = head.header("content-type");
    let readable = is_type(kind, JSON) || is_type(kind, STREAM) || kind.is_none();
    let opaque = !readable || (status >= 400 && kind.is_none());
    let exchange = state.http.answer(status, opaque).to.clone();
    if exchange.foreign {
        return;
    }
    // Its status is told, and says why no answer comes.
    let told = status >= 300 || (status == 202 && !state.http.old);
    let id = exchange.id.as_ref().filter(|_| told);
    if let Some(call) = id.and_then(|id| state.by_client.get_mut(id)) {
        call.excused = true;
    }
    let mut add = |code: Code, with: &[(&'static str, Arg)]| {
        let finding = Finding::new(code, head.line);
        let with_all = with.iter().fold(finding, |finding, (name, arg)| {
            finding.with(name, arg.clone())
        });
        findings.push(with_all);
    };
    match status {
        200..300 => good(state, head, &exchange, status, &mut add),
        401 => unauthorized(state, head, &exchange, &mut add),
        403 => forbidden(head, &exchange, &mut add),
        404 => not_found(state, head, &exchange, &mut add),
        _ => refused(head, &exchange, status, &mut add),
    }
    session(state, head, &exchange, status, &mut add);
}

/// A success: does it fit what was asked?
fn good(state: &State, head: &Head<'_>, exchange: &Exchange, status: u16, add: &mut Add<'_>) {
    let kind = head.header("content-type");
    let asks = matches!(exchange.body, Body::Request | Body::Initialize);
    let status_arg = || ("status", Arg::from(u64::from(status)));
    if state.http.old {
        return;
    }
    if exchange.body == Body::Notice && matches!(status, 200 | 201 | 204) {
        return add(words::NOTICE_ANSWERED, &[status_arg()]);
    }
    if exchange.posts() && asks && matches!(status, 202 | 204) {
        return add(words::ACCEPTED_REQUEST, &[status_arg()]);
    }
    let fits = is_type(kind, STREAM) || (exchange.posts() && is_type(kind, JSON));
    let has_body = (exchange.posts() && asks) || exchange.verb == "GET";
    if has_body && !head.headers.is_empty() && !fits {
        let expected = match exchange.posts() {
            true => "`application/json`, `text/event-stream`",
            false => "`text/event-stream`",
        };
        let with = [("type", shown_type(kind)), ("expected", expected.into())];
        add(words::CONTENT_TYPE, &with);
    }
}

fn unauthorized(state: &State, head: &Head<'_>, exchange: &Exchange, add: &mut Add<'_>) {
    const REFUSED: Words = Words::new("it refused the one it got", "보낸 토큰을 거부했습니다");
    const NONE: Words = Words::new("the request has none", "요청에 토큰이 없습니다");
    const NO_HEADER: Words = Words::new("no `WWW-Authenticate`", "`WWW-Authenticate` 없음");
    const NO_METADATA: Words = Words::new(
        "a `WWW-Authenticate` without `resource_metadata`",
        "`resource_metadata`가 없는 `WWW-Authenticate`",
    );
    let challenge = head.header("www-authenticate");
    let metadata = challenge.and_then(|challenge| parameter(challenge, "resource_metadata"));
    let asked = state
        .session
        .asked
        .as_deref()
        .and_then(ProtocolVersion::parse);
    let written = exchange.version.as_deref().and_then(ProtocolVersion::parse);
    let version = written.or(state.session.version).or(asked);
    if !head.headers.is_empty() && metadata.is_none() {
        match challenge {
            _ if version.is_some_and(ProtocolVersion::demands_resource_metadata) => {
                let found = if challenge.is_none() {
                    NO_HEADER
                } else {
                    NO_METADATA
                };
                return add(words::NO_CHALLENGE, &[("found", found.into())]);
            }
            None => return add(words::NO_CHALLENGE_MAYBE, &[]),
            Some(_) => {}
        }
    }
    let cause = if exchange.authorized { REFUSED } else { NONE };
    let shown = ["resource_metadata", "scope", "error"]
        .iter()
        .filter_map(|name| {
            let value = parameter(challenge.unwrap_or_default(), name)?;
            Some(format!("{name}=\"{}\"", shown_name(value)))
        });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let challenge: Arg = match shown.is_empty() {
        true => NO_METADATA.into(),
        false => shown.into(),
    };
    add(
        words::UNAUTHORIZED,
        &[("cause", cause.into()), ("challenge", challenge)],
    );
}

/// A parameter of a challenge: `name="value"` or `name=value`.
fn parameter<'a>(challenge: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = challenge;
    while let Some((before, after)) = rest.split_once('=') {
        let written = before.rsplit([' ', ',', '\t']).next().unwrap_or_default();
        let (value, behind) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once([',', ' ']).unwrap_or((after, "")),
        };
        if written.eq_ignore_ascii_case(name) {
            return Some(value);
        }
        rest = behind;
    }
    None
}

fn forbidden(head: &Head<'_>, exchange: &Exchange, add: &mut Add<'_>) {
    const UNKNOWN: Words = Words::new("403 without a reason", "이유 없는 403");
    let challenge = head.header("www-authenticate").unwrap_or_default();
    if parameter(challenge, "error") == Some("insufficient_scope") {
        let scopes = parameter(challenge, "scope").unwrap_or("?");
        return add(
            words::SCOPES,
            &[("scopes", shown_name(scopes).into_owned().into())],
        );
    }
    let shown = |name: &str, value: &Option<String>| {
        let value = value.as_deref()?;
        Some(format!("`{name}: {}`", shown_name(value)))
    };
    let parts = [
        shown("Origin", &exchange.origin),
        shown("Host", &exchange.host),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    let cause: Arg = match parts.is_empty() {
        true => UNKNOWN.into(),
        false => parts.join(", ").into(),
    };
    add(words::FORBIDDEN, &[("cause", cause)]);
}

fn not_found(state: &mut State, head: &Head<'_>, exchange: &Exchange, add: &mut Add<'_>) {
    // An error in the body says more: an unknown method, where there is no handshake.
    if exchange.modern && is_type(head.header("content-type"), JSON) {
        return;
    }
    match exchange.session.as_deref() {
        Some(session) if !exchange.modern => {
            state.http.forget(session);
            add(words::SESSION_GONE, &[]);
        }
        _ => add(words::NOT_FOUND, &[]),
    }
}

/// The other statuses that are no success.
fn refused(head: &Head<'_>, exchange: &Exchange, status: u16, add: &mut Add<'_>) {
    const SESSION: Words = Words::new(
        "a request without `Mcp-Session-Id`",
        "`Mcp-Session-Id`가 없는 요청",
    );
    const OTHER: Words = Words::new("a request with a fault", "문제가 있는 요청");
    const NO_WAIT: Words = Words::new("no `Retry-After`", "`Retry-After` 없음");
    let number = ("status", Arg::from(u64::from(status)));
    match status {
        // Where there is no handshake the error in the body says why.
        400 if exchange.modern && is_type(head.header("content-type"), JSON) => {}
        400 => {
            let opens = exchange.body == Body::Initialize || names_modern(exchange);
            let needs = exchange.session.is_none() && !opens;
            let cause = if needs && exchange.logged {
                SESSION
            } else {
                OTHER
            };
            add(words::BAD_REQUEST, &[("cause", cause.into())]);
        }
        405 if exchange.posts() => add(words::POST_REFUSED, &[]),
        405 => {
            let verb = shown_name(&exchange.verb).into_owned();
            add(words::NOT_OFFERED, &[("verb", verb.into())]);
        }
        406 => add(words::NOT_ACCEPTABLE, &[]),
        415 => add(words::UNSUPPORTED_TYPE, &[]),
        413 | 431 => add(words::TOO_LARGE, &[number]),
        429 | 503 => {
            let wait = head.header("retry-after");
            let wait: Arg = wait.map_or(NO_WAIT.into(), |wait| {
                format!("`Retry-After: {}`", shown_name(wait)).into()
            });
            add(words::BUSY, &[number, ("wait", wait)]);
        }
        300..400 if status != 304 => add(words::REDIRECT, &[number]),
        500.. => {
            let kind = shown_type(head.header("content-type"));
            add(words::SERVER_ERROR, &[number, ("type", kind)]);
        }
        _ => {}
    }
}

/// The session that a response names.
fn session(
    state: &mut State,
    head: &Head<'_>,
    exchange: &Exchange,
    status: u16,
    add: &mut Add<'_>,
) {
    let Some(session) = head.header("mcp-session-id") else {
        return;
    };
    let opens = exchange.body == Body::Initialize;
    if !session.bytes().all(|byte| byte.is_ascii_graphic()) || session.is_empty() {
        add(words::SESSION_CHARACTERS, &[]);
    } else if exchange
        .session
        .as_deref()
        .is_some_and(|sent| sent != session)
        && !opens
    {
        add(words::SESSION_CHANGED, &[]);
    }
    if opens && status < 300 && !exchange.modern {
        state.http.issue(session);
    }
}
