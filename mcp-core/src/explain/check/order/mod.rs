//! Does it come at its time? The handshake, the revision and what each side can do.
//!
//! In: messages in their order. Out: findings, and what the two sides agreed on.

mod agreed;
mod capabilities;
mod stateless;

pub(in crate::explain) use agreed::{result, served};

use std::sync::Arc;

use crate::explain::check::envelope::of_fault;
use crate::explain::code::Code;
use crate::explain::finding::{Arg, Finding, Found};
use crate::explain::frame::Carrier;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::state::session::{Handshake, Session};
use crate::explain::words::order as words;
use crate::json::{Raw, from_raw, shown_name};
use crate::meta;
use crate::method::{self, Side};
use crate::reasons;
use crate::rpc::{Batch, ErrorCode, Fault, FaultKind, Notification, Request, Response};
use crate::version::ProtocolVersion;

/// The revision that a handshake asks for; none when it is no revision with a handshake.
pub(in crate::explain) fn asked(request: &Request<'_>) -> Option<ProtocolVersion> {
    let asked = request.parameters().ok()?.protocol_version?;
    let version = ProtocolVersion::parse(&asked.string().ok()?)?;
    (!version.is_modern()).then_some(version)
}

/// A request that may open a new connection: then what was known is forgotten. A log often holds
/// one connection after another, and each counts its ids from the start.
pub(in crate::explain) fn opens(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    if request.method != method::INITIALIZE || scope.from != Some(Side::Client) {
        return;
    }
    if state.session.handshake == Handshake::None {
        return;
    }
    let id = &request.id;
    let again = state.session.first_id.as_ref() == Some(id)
        || state.by_client.get(id).is_some()
        || state.by_client.past(id).is_some();
    // NB. many clients share one HTTP server: their handshakes are told apart by the headers.
    if again || scope.carrier != Carrier::Line {
        if scope.carrier == Carrier::Line {
            found.add(found.of(words::SESSION_ANEW));
            state.by_client.forget();
            state.by_server.forget();
        }
        let last_at = state.session.last_at;
        state.session = Session::default();
        state.session.hears(scope.from, last_at);
    }
}

/// A request that carries its own terms: what the client can do is known before it is judged.
pub(in crate::explain) fn learns(state: &mut State, scope: Scope, request: &Request<'_>) {
    if let Ok(params) = request.parameters()
        && scope.from == Some(Side::Client)
    {
        stateless::learns(state, params);
    }
}

/// A request: is it its time, and does it open anything? `known` says that its method is one that
/// its sender may send.
pub(in crate::explain) fn request(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    known: bool,
    found: &mut Found<'_>,
) {
    if scope.from == Some(Side::Server) {
        asks(state, scope, request, known, found);
        return;
    }
    let Ok(params) = request.parameters() else {
        return;
    };
    if params.meta.protocol_version.is_some() {
        stateless::request(state, params, found);
    } else if &*request.method == method::INITIALIZE {
        handshake(state, scope, request, found);
    } else if &*request.method != method::PING {
        match claim_astray(request, found) {
            Some(astray) if state.session.handshake == Handshake::None => found.add(astray),
            _ => within(state, scope, &request.method, found),
        }
    }
    if known {
        capabilities::client_request(state, scope, request, found);
    }
}

/// A request of the client that names no revision and is no handshake.
fn within(state: &mut State, scope: Scope, name: &str, found: &mut Found<'_>) {
    let session = &mut state.session;
    let finding = match session.handshake {
        Handshake::Done => return,
        Handshake::None if session.claimed.is_some() => {
            fault(&reasons::missing_claim(meta::PROTOCOL_VERSION), found)
        }
        Handshake::None if session.early.is_some() => return,
        // It opens a stateless conversation, so it is never a matter of a handshake before the log.
        Handshake::None if name == method::DISCOVER => fault(
            &reasons::no_terms(name, true, Some(ProtocolVersion::LATEST)),
            found,
        ),
        Handshake::None => {
            session.early = Some((scope.line, name.to_owned()));
            about(words::SESSION_UNSEEN, name, found)
        }
        Handshake::Asked { line, .. } => {
            about(words::REQUEST_BEFORE_ANSWER, name, found).with("line", line)
        }
        Handshake::Answered { .. } if session.told_missing => return,
        Handshake::Answered { line } => {
            session.told_missing = true;
            let example = format!(r#"{{"jsonrpc":"2.0","method":"{}"}}"#, method::INITIALIZED);
            about(words::INITIALIZED_MISSING, name, found)
                .with("line", line)
                .with("example", example)
        }
    };
    found.add(finding);
}

/// Keys of `_meta` that stand beside it.
fn claim_astray(request: &Request<'_>, found: &Found<'_>) -> Option<Finding> {
    let raw = request.params?.member(meta::PROTOCOL_VERSION)?;
    let finding = found.about(words::META_ASTRAY, raw);
    let finding = finding.at(format!("params[\"{}\"]", meta::PROTOCOL_VERSION));
    Some(finding.with("key", meta::PROTOCOL_VERSION))
}

/// `initialize`.
fn handshake(state: &mut State, scope: Scope, request: &Request<'_>, found: &mut Found<'_>) {
    let session = &mut state.session;
    if let (Handshake::Answered { .. } | Handshake::Done, Some(version)) =
        (&session.handshake, session.version)
    {
        let finding = fault(&reasons::already_initialized(version), found);
        found.add(finding);
        return;
    }
    if let Some((line, early)) = session.early.take() {
        let finding = too_early(line, &early, found);
        found.add(finding);
    }
    let Ok(params) = request.parameters() else {
        return;
    };
    let id = request.id.clone();
    session.first_id = Some(id.clone());
    session.handshake = Handshake::Asked {
        id,
        line: scope.line,
    };
    let text = |raw: Raw<'_>| raw.string().ok().map(std::borrow::Cow::into_owned);
    session.asked = params.protocol_version.and_then(text);
    session.client = params
        .capabilities
        .and_then(|raw| from_raw(raw).ok().map(Arc::new));
}

/// A request that came before the handshake, which is known now.
fn too_early(line: u64, method: &str, found: &Found<'_>) -> Finding {
    let fault = reasons::no_terms(method, true, Some(ProtocolVersion::LATEST));
    let mut finding = of_fault(None, &fault, found);
    finding.line = line;
    finding
}

/// A request of the server.
fn asks(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    known: bool,
    found: &mut Found<'_>,
) {
    let handshake = &state.session.handshake;
    let early = matches!(
        handshake,
        Handshake::Asked { .. } | Handshake::Answered { .. }
    );
    if early && &*request.method != method::PING {
        let finding = about(words::SERVER_EARLY, &request.method, found);
        found.add(finding);
    }
    if known {
        capabilities::server_request(state, scope, request, found);
    }
}

/// A notification: is it its time, and does it open anything?
pub(in crate::explain) fn notification(
    state: &mut State,
    scope: Scope,
    notification: &Notification<'_>,
    known: bool,
    found: &mut Found<'_>,
) {
    let name = &*notification.method;
    if name == method::INITIALIZED && scope.from != Some(Side::Server) {
        match state.session.handshake {
            Handshake::Asked { line, .. } => {
                let finding = about(words::INITIALIZED_EARLY, name, found).with("line", line);
                found.add(finding);
                // It counts all the same: nobody will send it again.
                state.session.told_missing = true;
            }
            Handshake::Answered { .. } => state.session.handshake = Handshake::Done,
            _ => {}
        }
    }
    if known {
        capabilities::notification(state, scope, name, found);
    }
}

/// An answer of a client, which a stateless revision does not have.
pub(in crate::explain) fn answer(
    state: &State,
    scope: Scope,
    answer: &Response<'_>,
    found: &mut Found<'_>,
) -> bool {
    let stateless =
        state.session.handshake == Handshake::None && scope.surely(ProtocolVersion::is_modern);
    let wrong = stateless && scope.from == Some(Side::Client);
    if wrong {
        let _ = answer;
        found.add(found.of(words::CLIENT_ANSWER));
    }
    wrong
}

/// An error: did a handshake fail, or was a request refused for want of one?
pub(in crate::explain) fn error(
    state: &mut State,
    call: &Call,
    error: Raw<'_>,
    found: &mut Found<'_>,
) {
    let session = &mut state.session;
    if matches!(&session.handshake, Handshake::Asked { id, .. } if *id == call.id) {
        session.handshake = Handshake::None;
        return;
    }
    if session
        .early
        .as_ref()
        .is_none_or(|(line, _)| *line != call.line)
    {
        return;
    }
    let message = error
        .member("message")
        .and_then(|message| message.string().ok());
    let says = message.is_some_and(|message| {
        let message = message.to_lowercase();
        message.contains("initializ") || message.contains("_meta")
    });
    // A list has no params that could be wrong.
    let code = error.member("code").map_or("", Raw::get);
    let lists = call.method.ends_with("/list") && !call.goes_on;
    let refuses = ErrorCode::INVALID_PARAMS.to_string() == code
        || ErrorCode::INVALID_REQUEST.to_string() == code;
    let says = says || (lists && refuses);
    if let Some((line, early)) = session.early.take_if(|_| says) {
        let finding = too_early(line, &early, found);
        found.add(finding);
    }
}

/// A batch as a whole: whether it is refused.
pub(in crate::explain) fn batch(scope: Scope, batch: Batch<'_>, found: &mut Found<'_>) -> bool {
    let refused = match scope.version {
        Some(version) if !version.has_batches() => Err(Fault::new(FaultKind::BatchNotAllowed)),
        _ => batch.check(usize::MAX),
    };
    let (finding, refused) = match refused {
        Err(fault) => (of_fault(Some(batch.raw()), &fault, found), true),
        Ok(()) if scope.version.is_none() => (found.about(words::BATCH_UNSURE, batch.raw()), false),
        Ok(()) => return false,
    };
    found.add(finding);
    refused
}

/// What never came.
pub(in crate::explain) fn unfinished(state: &mut State, findings: &mut Vec<Finding>) {
    // An unanswered `initialize` is told with the other unanswered requests.
    let _ = (state, findings);
}

fn fault(fault: &Fault, found: &Found<'_>) -> Finding {
    of_fault(Some(found.message()), fault, found)
}

/// A finding about the method, with its name.
fn about(code: Code, name: &str, found: &Found<'_>) -> Finding {
    let finding = match found.message().member("method") {
        Some(raw) => found.about(code, raw),
        None => found.of(code),
    };
    let name = format!("`{}`", shown_name(name));
    finding.at("method").with("method", Arg::Same(name.into()))
}
