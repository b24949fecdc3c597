//! Is it a method of this revision, sent by the side that may, in the right kind of message?
//!
//! In: requests and notifications. Out: findings that name the nearest method, or the revision that
//! has it, or what is missing; and whether the params can be judged by the method.

mod meant;
mod notices;

use crate::explain::check::envelope::{misspelt, of_fault};
use crate::explain::code::Code;
use crate::explain::finding::{Arg, Finding, Found};
use crate::explain::lang::Words;
use crate::explain::scope::{Scope, other};
use crate::explain::state::State;
use crate::explain::words::methods as words;
use crate::json::{Raw, shown_name};
use crate::method::{self, Kind, Method, Side};
use crate::reasons;
use crate::rpc::{Fault, FaultKind, Id, Notification, Refusal, Request};
use crate::schema::nearest;
use crate::version::ProtocolVersion;

/// The method of a request. `true` when its params can be judged by it.
pub(in crate::explain) fn request(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) -> bool {
    let name = &*request.method;
    let finding = match Method::named(name) {
        Some(method) if method.kind() == Kind::Request => {
            match misplaced(state, scope, method, found) {
                Some(finding) => finding,
                None => return true,
            }
        }
        Some(_) => {
            close(state, name);
            fault(&reasons::notification_with_id(name), found)
        }
        None => unknown(state, scope, request, found),
    };
    found.add(finding);
    false
}

/// The method of a notification. `true` when its params can be judged by it.
pub(in crate::explain) fn notification(
    state: &mut State,
    scope: Scope,
    notification: &Notification<'_>,
    found: &mut Found<'_>,
) -> bool {
    let name = &*notification.method;
    let finding = match Method::named(name) {
        Some(method) if method.kind() == Kind::Request => without_id(name, found),
        Some(method) => match notices::unexpected(state, scope, method, found) {
            Some(finding) => finding,
            None => return true,
        },
        None => {
            close(state, notices::known(name).unwrap_or_default());
            notices::unknown(name, found)
        }
    };
    found.add(finding);
    false
}

/// A message that was refused because its params are no object, which MCP has nowhere: if its
/// method is none of MCP either, somebody called a function.
pub(in crate::explain) fn refused<'f>(
    state: &State,
    raw: Option<Raw<'f>>,
    refusal: &Refusal,
    found: &mut Found<'f>,
) {
    let fault = &refusal.fault;
    let Some(raw) = raw.filter(|_| fault.kind == FaultKind::ParamsNotAnObject) else {
        return;
    };
    found.reads(raw);
    let Some(Ok(name)) = raw.member("method").map(Raw::string) else {
        return;
    };
    if Method::named(&name).is_none() && meant::is_function(state, &name) {
        let id = raw.member("id").and_then(|id| Id::read(id).ok());
        let finding = function(state, &name, id.as_ref(), raw.member("params"), found);
        found.add(finding);
    }
}

/// What was meant to close the handshake closes it: one fault is told once.
fn close(state: &mut State, name: &str) {
    if name == method::INITIALIZED {
        state.session.closes();
    }
}

fn fault(fault: &Fault, found: &Found<'_>) -> Finding {
    of_fault(Some(found.message()), fault, found)
}

/// A finding about the method, with its name.
fn about(code: Code, name: &str, found: &Found<'_>) -> Finding {
    let mut finding = match found.message().member("method") {
        Some(raw) => found.about(code, raw),
        None => found.of(code),
    };
    finding = finding.at("method");
    finding.with("method", format!("`{}`", shown_name(name)))
}

fn words_of(side: Side) -> Words {
    match side {
        Side::Client => words::CLIENT,
        Side::Server => words::SERVER,
    }
}

/// A request of MCP that this side may not send, or not in this revision.
fn misplaced(state: &State, scope: Scope, method: &Method, found: &Found<'_>) -> Option<Finding> {
    let (from, name) = (scope.from?, method.name());
    let sends = |side, version: ProtocolVersion| method.is_sent_by(side, version);
    let ever = |side| ProtocolVersion::ALL.into_iter().any(|v| sends(side, v));
    if !ever(from) {
        return Some(
            about(words::WRONG_SIDE, name, found)
                .with("side", words_of(from))
                .with("other", words_of(other(from))),
        );
    }
    let version = scope.version?;
    if sends(from, version) || (version.is_modern() && meant::is_extension(state, name)) {
        return None;
    }
    if from == Side::Client {
        return Some(fault(&reasons::unknown_method(name, version, &[]), found));
    }
    if !version.server_may_request() {
        return Some(about(words::SERVER_REQUEST, name, found));
    }
    Some(not_in(version, from, method, found))
}

/// A method that this side may send in other revisions only.
fn not_in(version: ProtocolVersion, from: Side, method: &Method, found: &Found<'_>) -> Finding {
    let others = ProtocolVersion::ALL.into_iter();
    let others = others.filter(|v| method.is_sent_by(from, *v));
    let list: Vec<&str> = others.map(ProtocolVersion::as_str).collect();
    about(words::NOT_IN_REVISION, method.name(), found)
        .with("version", version)
        .with("list", list.join(", "))
}

/// A request that is none of MCP.
fn unknown(state: &State, scope: Scope, request: &Request<'_>, found: &Found<'_>) -> Finding {
    let name = &*request.method;
    let from = scope.from.unwrap_or(Side::Client);
    let sent = Method::ALL.iter().filter(|method| {
        let within = |v: ProtocolVersion| method.is_sent_by(from, v);
        let known = scope.version.map(within);
        method.kind() == Kind::Request
            && known.unwrap_or_else(|| ProtocolVersion::ALL.into_iter().any(within))
    });
    let sent: Vec<&str> = sent.map(Method::name).collect();
    let listed = state.catalog.tool(name).is_some();
    if let Some(known) = meant::of_function(name).filter(|_| !listed) {
        return about(words::SDK_NAME, name, found).with("known", format!("`{known}`"));
    }
    if !listed && nearest(name, sent.iter().copied()).is_some() {
        let version = scope.version.unwrap_or(ProtocolVersion::LATEST);
        return fault(&reasons::unknown_method(name, version, &sent), found);
    }
    if from == Side::Client && meant::is_function(state, name) {
        return function(state, name, Some(&request.id), request.params, found);
    }
    about(words::CUSTOM, name, found)
}

/// A function that is called as a method.
fn function(
    state: &State,
    name: &str,
    id: Option<&Id>,
    params: Option<Raw<'_>>,
    found: &Found<'_>,
) -> Finding {
    let mended = |unnamed| meant::call(state, name, id, params, unnamed);
    let (en, ko) = (mended("name of argument"), mended("인수 이름"));
    about(words::TOOL_CALL, name, found).with("mended", Arg::Both { en, ko })
}

/// A request's method without an id.
fn without_id(name: &str, found: &Found<'_>) -> Finding {
    let finding = about(words::REQUEST_WITHOUT_ID, name, found).at("id");
    match misspelt(found.message(), "id") {
        Some(member) => {
            let written = shown_name(&member.key);
            let en = format!("no \"id\", but \"{written}\" (names are case-sensitive)");
            let ko = format!("\"id\" 없이 \"{written}\"만 있음(이름은 대소문자를 구분합니다)");
            finding.with("got", Arg::Both { en, ko })
        }
        None => finding.with("got", Words::new("no id", "id 없음")),
    }
}
