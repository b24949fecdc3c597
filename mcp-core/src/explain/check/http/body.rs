//! The message in the body, against the head it came with.
//!
//! In: a message, and the HTTP request or response that carries it. Out: findings on headers that
//! repeat the body and don't, and on statuses that don't fit.

use std::borrow::Cow;

use super::arguments;
use super::encoded::decoded;
use super::request::terms;
use crate::explain::code::Code;
use crate::explain::finding::{Arg, Finding, Found};
use crate::explain::frame::Carrier;
use crate::explain::state::State;
use crate::explain::state::http::{Body, Exchange, Reply};
use crate::explain::words::http as words;
use crate::explain::words::{sse, statuses};
use crate::json::{Raw, shown_name};
use crate::method;
use crate::rpc::{ErrorCode, Message, Params, Request};
use crate::version::ProtocolVersion;

const VERSION_HEADER: &str = "MCP-Protocol-Version";
const METHOD_HEADER: &str = "Mcp-Method";
const NAME_HEADER: &str = "Mcp-Name";
const CLAIM: &str = "params._meta[\"io.modelcontextprotocol/protocolVersion\"]";

/// Remembers what the body of a request holds.
pub(super) fn note(exchange: &mut Exchange, message: &Message<'_>) {
    exchange.body = match message {
        Message::Request(request) if request.method == method::INITIALIZE => Body::Initialize,
        Message::Request(_) => Body::Request,
        Message::Notification(_) | Message::Response(_) => Body::Notice,
        Message::Batch(_) => Body::Batch,
    };
    if let Message::Request(request) = message {
        exchange.id = Some(request.id.clone());
    }
    if let Message::Request(request) = message
        && let Ok(params) = request.parameters()
    {
        let meta = params.meta;
        exchange.modern = meta.protocol_version.is_some();
        exchange.probes = request.method == method::DISCOVER;
        exchange.complete = exchange.modern && meta.client_capabilities.is_some();
    }
}

/// A message that the client posted.
pub(super) fn asked(
    state: &State,
    exchange: &Exchange,
    message: &Message<'_>,
    found: &mut Found<'_>,
) {
    if !exchange.logged || state.http.old || exchange.foreign {
        return;
    }
    match message {
        Message::Request(request) if exchange.modern => {
            mirrors(exchange, request, found);
            arguments::mirrored(state, exchange, request, found);
            if exchange.session.is_some() {
                found.add(found.of(words::SESSION_MODERN));
            }
        }
        _ if exchange.body == Body::Initialize || names_modern(exchange) => {}
        _ => {
            let mut told: Vec<Finding> = Vec::new();
            let mut add = |code: Code, with: &[(&'static str, Arg)]| {
                let finding = with.iter().fold(found.of(code), |finding, (name, arg)| {
                    finding.with(name, arg.clone())
                });
                told.push(finding);
            };
            terms(state, exchange, &mut add);
            told.into_iter().for_each(|finding| found.add(finding));
        }
    }
}

pub(super) fn names_modern(exchange: &Exchange) -> bool {
    let version = exchange.version.as_deref().and_then(ProtocolVersion::parse);
    version.is_some_and(ProtocolVersion::is_modern)
}

/// The headers that repeat the body of a request without a handshake.
fn mirrors(exchange: &Exchange, request: &Request<'_>, found: &mut Found<'_>) {
    let Ok(params) = request.parameters() else {
        return;
    };
    let named = named(request, params);
    // A member that is no text is found elsewhere.
    let text = |raw: Option<Raw<'_>>| Some(raw?.string().ok()?.into_owned());
    let claim = params.meta.protocol_version;
    let span = |raw: Option<Raw<'_>>, found: &Found<'_>| found.span(raw?.get());
    let mirrors = [
        (
            VERSION_HEADER,
            &exchange.version,
            CLAIM,
            text(claim),
            span(claim, found),
        ),
        (
            METHOD_HEADER,
            &exchange.method,
            "method",
            Some(request.method.to_string()),
            found.span(&request.method),
        ),
        (
            NAME_HEADER,
            &exchange.name,
            named.1,
            text(named.0),
            span(named.0, found),
        ),
    ];
    // Headers of another message: that they lack its name follows.
    let other = exchange
        .method
        .as_deref()
        .is_some_and(|m| m != request.method);
    for (header, written, path, body, span) in mirrors {
        if header == NAME_HEADER && written.is_none() && other {
            continue;
        }
        let Some(body) = body else { continue };
        if let Some(mut finding) = mirror(
            (header.into(), written.as_deref()),
            (path.into(), &body),
            found,
        ) {
            finding.span = span;
            found.add(finding);
        }
    }
}

/// The member that `Mcp-Name` repeats.
fn named<'a>(request: &Request<'a>, params: &Params<'a>) -> (Option<Raw<'a>>, &'static str) {
    match request.method.as_ref() {
        method::TOOLS_CALL | method::PROMPTS_GET => (params.name, "params.name"),
        method::RESOURCES_READ => (params.uri, "params.uri"),
        method::TASKS_GET | method::TASKS_UPDATE | method::TASKS_CANCEL => {
            let task = params.raw.and_then(|raw| raw.member("taskId"));
            (task, "params.taskId")
        }
        _ => (None, ""),
    }
}

/// A header, by name and value, that repeats a text of the body, by path and text.
pub(super) fn mirror(
    (header, written): (Cow<'static, str>, Option<&str>),
    (path, body): (Cow<'static, str>, &str),
    found: &Found<'_>,
) -> Option<Finding> {
    let code = match written.map(decoded) {
        None => words::HEADER_MISSING,
        Some(None) => words::UNDECODABLE,
        Some(Some(text)) if text == body => return None,
        Some(Some(_)) => words::HEADER_DIFFERS,
    };
    let value = shown_name(written.unwrap_or_default()).into_owned();
    let finding = found.of(code).at(path.clone()).with("value", value);
    let finding = finding.with("header", header.into_owned());
    let finding = finding.with("member", path.into_owned());
    Some(finding.with("body", shown_name(body).into_owned()))
}

/// A message that came with a response.
pub(super) fn answered(
    state: &State,
    reply: &Reply,
    carrier: Carrier,
    message: &Message<'_>,
    found: &mut Found<'_>,
) {
    if state.http.old || reply.to.foreign {
        return;
    }
    if reply.status == 202 && carrier == Carrier::Body {
        found.add(found.of(statuses::ACCEPTED_BODY));
        return;
    }
    let Message::Response(answer) = message else {
        return;
    };
    let sessions = |version: ProtocolVersion| version.has_streamable_http();
    if reply.to.verb == "GET" && carrier == Carrier::Event && !reply.to.resumes {
        let version = state.http.version.or(state.session.version);
        if version.is_some_and(sessions) {
            found.add(found.of(sse::ANSWER_ON_GET));
        }
        return;
    }
    if !reply.to.modern {
        return;
    }
    let error = match answer.outcome {
        Ok(_) => None,
        Err(error) => error
            .member("code")
            .and_then(|code| code.get().parse::<i32>().ok()),
    };
    status(reply, carrier, error, found);
}

/// Whether the status fits what the body says, where there is no handshake.
fn status(reply: &Reply, carrier: Carrier, error: Option<i32>, found: &mut Found<'_>) {
    let code = error.map(ErrorCode);
    let expected = match code {
        // A server of the other era answers a probe so.
        Some(ErrorCode::METHOD_NOT_FOUND) if reply.to.probes => None,
        Some(ErrorCode::METHOD_NOT_FOUND) => Some(404),
        Some(ErrorCode::HEADER_MISMATCH | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION) => Some(400),
        // A handler may find it out when the stream has begun.
        Some(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY) if carrier == Carrier::Event => None,
        Some(ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY) => Some(400),
        Some(ErrorCode::INVALID_PARAMS) if !reply.to.complete => Some(400),
        _ => None,
    };
    let in_band = match code {
        None => true,
        Some(code) => matches!(code, ErrorCode::INVALID_PARAMS | ErrorCode::INTERNAL_ERROR),
    };
    let failed = [400, 404].contains(&reply.status);
    let finding = match (expected, code) {
        (Some(expected), Some(code)) if expected != reply.status => found
            .of(statuses::STATUS_DIFFERS)
            .at("error.code")
            .with("code", code.0.to_string())
            .with("expected", u64::from(expected)),
        (None, _) if in_band && failed => found.of(statuses::STATUS_IN_BAND),
        _ => return,
    };
    found.add(finding.with("status", u64::from(reply.status)));
}
