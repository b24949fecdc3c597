//! The head of a request.
//!
//! In: a head that a client sent. Out: findings on headers that need no body to be judged, and the
//! request that its body and its response belong to.

use crate::explain::code::Code;
use crate::explain::finding::{Arg, Finding};
use crate::explain::frame::Head;
use crate::explain::lang::Words;
use crate::explain::state::State;
use crate::explain::state::http::Exchange;
use crate::explain::words::http as words;
use crate::json::shown_name;
use crate::version::ProtocolVersion;

const JSON: &str = "application/json";
const STREAM: &str = "text/event-stream";

pub(super) fn head(
    state: &mut State,
    head: &Head<'_>,
    (verb, target): (&str, &str),
    findings: &mut Vec<Finding>,
) {
    let exchange = Exchange::of(verb, target, head);
    let mut add = |code: Code, with: &[(&'static str, Arg)]| {
        let mut finding = Finding::new(code, head.line);
        for (name, arg) in with {
            finding = finding.with(name, arg.clone());
        }
        findings.push(finding);
    };
    let old = state.http.old || posts_to_old(target);
    if !exchange.foreign && exchange.logged && !old {
        accept(head, &exchange, &mut add);
        if exchange.posts() {
            content_type(head, &mut add);
        } else {
            terms(state, &exchange, &mut add);
        }
    }
    if !exchange.foreign && names_token(target) {
        add(words::TOKEN_IN_QUERY, &[]);
    }
    state.http.old = old;
    state.http.ask(exchange);
}

/// How findings are collected: a code, and what its words need.
pub(super) type Add<'a> = dyn FnMut(Code, &[(&'static str, Arg)]) + 'a;

/// Addresses that the old transport names in its event `endpoint`.
fn posts_to_old(target: &str) -> bool {
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let names = |part: &str| part.starts_with("sessionId=") || part.starts_with("session_id=");
    query.split('&').any(names)
}

fn names_token(target: &str) -> bool {
    let query = target.split_once('?').map_or("", |(_, query)| query);
    query
        .split('&')
        .any(|part| part.starts_with("access_token="))
}

fn accept(head: &Head<'_>, exchange: &Exchange, add: &mut Add<'_>) {
    let (wanted, expected): (&[&str], _) = match exchange.verb.as_str() {
        "POST" => (
            &[JSON, STREAM],
            "Accept: application/json, text/event-stream",
        ),
        "GET" => (&[STREAM], "Accept: text/event-stream"),
        _ => return,
    };
    let lists = |kind: &str| {
        let values = (head.headers.iter())
            .filter(|(name, _)| name.eq_ignore_ascii_case("accept"))
            .flat_map(|(_, value)| value.split(','));
        let mut kinds = values.map(|value| value.split(';').next().unwrap_or_default().trim());
        kinds.any(|listed| listed.eq_ignore_ascii_case(kind))
    };
    let missing: Vec<_> = wanted.iter().filter(|kind| !lists(kind)).collect();
    let covered = |kind: &&&str| {
        let family = kind.split('/').next().unwrap_or_default();
        lists("*/*") || lists(&format!("{family}/*"))
    };
    let named: Vec<_> = missing.iter().map(|kind| format!("`{kind}`")).collect();
    let with = [
        ("missing", named.join(", ").into()),
        ("expected", expected.into()),
    ];
    match missing.iter().all(covered) {
        _ if missing.is_empty() => {}
        true => add(words::ACCEPT_ANY, &with),
        false => add(words::ACCEPT, &with),
    }
}

fn content_type(head: &Head<'_>, add: &mut Add<'_>) {
    let written = head.header("content-type");
    if !is_type(written, JSON) {
        add(words::CONTENT_TYPE, &[("type", shown_type(written))]);
    }
}

/// Whether the header names this type, whatever its parameters are.
pub(super) fn is_type(written: Option<&str>, kind: &str) -> bool {
    let essence = written.and_then(|written| written.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case(kind))
}

pub(super) fn shown_type(written: Option<&str>) -> Arg {
    const MISSING: Words = Words::new("missing", "없음");
    match written {
        Some(written) => format!("`{}`", shown_name(written)).into(),
        None => MISSING.into(),
    }
}

/// The headers that say which session and revision a request belongs to.
pub(super) fn terms(state: &State, exchange: &Exchange, add: &mut Add<'_>) {
    let agreed = state.session.version;
    if let Some(version) = agreed.filter(|version| version.has_version_header()) {
        let written = exchange.version.as_deref();
        match written {
            _ if version.is_modern() => {}
            None => add(words::VERSION_MISSING, &[("version", version.into())]),
            Some(written) if written == version.as_str() || is_modern(written) => {}
            Some(written) => {
                let header = shown_name(written).into_owned();
                let with = [("header", header.into()), ("version", version.into())];
                add(words::VERSION_DIFFERS, &with);
            }
        }
    }
    match exchange.session.as_deref() {
        None if state.http.issues_sessions() => add(words::SESSION_MISSING, &[]),
        Some(session) if state.http.is_gone(session) => add(words::SESSION_USED_ON, &[]),
        Some(session) if state.http.issues_sessions() && !state.http.has_issued(session) => {
            add(words::SESSION_UNKNOWN, &[]);
        }
        _ => {}
    }
}

/// A header of the other era is judged with its body.
fn is_modern(written: &str) -> bool {
    ProtocolVersion::parse(written).is_some_and(ProtocolVersion::is_modern)
}
