//! Is the id where it must be, and does it fit?
//!
//! In: messages, and the requests that were seen. Out: findings on ids that are reused, that fit no
//! request, that change their type, and on requests without an answer.

mod ending;

pub(in crate::explain) use ending::{age, unanswered};

use crate::explain::check::envelope;
use crate::explain::code::{Code, Severity};
use crate::explain::finding::{Arg, Finding, Found};
use crate::explain::frame::Carrier;
use crate::explain::scope::{Scope, other};
use crate::explain::state::State;
use crate::explain::state::calls::{Call, Calls, IdKind};
use crate::explain::words::ids as words;
use crate::explain::words::methods::{CLIENT, SERVER};
use crate::json::shown_name;
use crate::method::{self, Side};
use crate::reasons;
use crate::rpc::{Id, Request, Response};
use crate::version::ProtocolVersion;

/// A request whose id was used before, or is of another type than those before.
pub(in crate::explain) fn request(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let side = scope.from.unwrap_or(Side::Client);
    let calls = state.by(side);
    let id = &request.id;
    // NB. each HTTP request has its own answer, and the clients of a server share no ids.
    let one_stream = scope.carrier == Carrier::Line;
    if let Some(call) = calls.get(id).filter(|_| one_stream) {
        let finding = in_flight(id, call, found);
        found.add(finding);
    } else if let Some(past) = calls.past(id)
        && one_stream
        // It begins anew, as after a probe.
        && request.method != method::INITIALIZE
        && scope.surely(ProtocolVersion::ids_are_never_reused)
    {
        let finding = about(words::USED_BEFORE, id, found)
            .with("method", quoted(&past.method))
            .with("line", past.answered);
        found.add(finding);
    }
    // NB. clients probe with an id of its own kind, those of the TypeScript SDK always.
    if &*request.method == method::DISCOVER {
        return;
    }
    let kind = IdKind::of(id);
    if let Some(before) = calls.changes_to(kind) {
        let finding = about(words::KIND_CHANGED, id, found)
            .with("side", side_words(side))
            .with("before", kind_words(before))
            .with("kind", kind_words(kind));
        found.add(finding);
    }
}

/// A request whose id is that of one that waits for its answer.
fn in_flight(id: &Id, call: &Call, found: &Found<'_>) -> Finding {
    let (id_shown, method, line) = (shown(id), quoted(&call.method), call.line);
    let en = format!("{id_shown}, which {method} on line {line} waits with");
    let ko = format!("{line}번째 줄의 {method}이(가) 응답을 기다리는 {id_shown}");
    let fault = reasons::id_in_flight(id);
    envelope::of_fault_with(Some(found.message()), &fault, &en, &ko, found)
}

/// An answer that fits no request that waits.
pub(in crate::explain) fn stray_answer(
    state: &mut State,
    scope: Scope,
    answer: &Response<'_>,
    found: &mut Found<'_>,
) {
    let finding = match &answer.id {
        Some(id) if due_to_another(state, scope, id) => return,
        Some(id) => stray(state, scope, answer, id, found),
        None => without_id(state, scope, found),
    };
    // NB. whoever waits for it was told here, and not again at the end.
    if finding.severity() > Severity::Note {
        state.session.astray = Some(scope.line);
    }
    found.add(finding);
}

/// Whether it answers a request whose id another one took over.
fn due_to_another(state: &mut State, scope: Scope, id: &Id) -> bool {
    match scope.from.map(other) {
        Some(side) => state.by(side).answers_another(id),
        None => state.by_client.answers_another(id) || state.by_server.answers_another(id),
    }
}

fn without_id(state: &State, scope: Scope, found: &Found<'_>) -> Finding {
    let reader = scope.from.unwrap_or(Side::Server);
    let broken = state.between.broken_by(other(reader));
    let heard = state.session.heard(other(reader));
    // NB. over HTTP an error may be about the head alone.
    if broken.is_none() && heard && scope.carrier == Carrier::Line && !state.session.batched {
        let calls = state.of(other(reader));
        let waiting = waiting(std::iter::once(calls));
        return found.of(words::ID_LOST).at("id").with("waiting", waiting);
    }
    let hint = match broken {
        Some(line) => Arg::Both {
            en: format!(": line {line} is no message"),
            ko: format!(": {line}번째 줄은 메시지가 아닙니다"),
        },
        None => Arg::Same("".into()),
    };
    found
        .of(words::WITHOUT_ID)
        .at("id")
        .with("side", side_words(reader))
        .with("hint", hint)
}

fn stray(
    state: &State,
    scope: Scope,
    answer: &Response<'_>,
    id: &Id,
    found: &Found<'_>,
) -> Finding {
    let askers: &[Side] = match scope.from.map(other) {
        Some(Side::Client) => &[Side::Client],
        Some(Side::Server) => &[Side::Server],
        None => &[Side::Client, Side::Server],
    };
    let calls = || askers.iter().map(|side| state.of(*side));
    if let Some(past) = calls().find_map(|calls| calls.past(id)) {
        return about(words::ANSWERED_TWICE, id, found)
            .with("method", quoted(&past.method))
            .with("line", past.answered);
    }
    if let Some((call, code)) = calls().find_map(|calls| near(calls, id)) {
        return about(code, id, found)
            .with("asked", shown(&call.id))
            .with("method", quoted(&call.method))
            .with("line", call.line);
    }
    if calls().any(|calls| calls.how_many() == 0 || calls.forgot() || calls.is_before(id)) {
        return about(words::REQUEST_UNSEEN, id, found);
    }
    if answer.outcome.is_err() && scope.carrier != Carrier::Line {
        return about(words::HTTP_ID, id, found);
    }
    about(words::ANSWER_TO_NOTHING, id, found).with("waiting", waiting(calls()))
}

/// So many requests that wait are looked through for a similar id, and no more: answers that fit
/// nothing must not cost more than others.
const LOOKED_THROUGH: usize = 64;

/// The request that waits and whose id is nearly this one.
fn near<'c>(calls: &'c Calls, id: &Id) -> Option<(&'c Call, Code)> {
    let other_type = match id {
        Id::Number(number) => Some(Id::from(number.to_string().as_str())),
        Id::Text(text) => text.as_str().trim().parse().ok().map(Id::Number),
    };
    if let Some(call) = other_type.and_then(|id| calls.get(&id)) {
        return Some((call, words::OTHER_TYPE));
    }
    let Id::Text(wanted) = id else {
        return None;
    };
    let same = |call: &&Call| match &call.id {
        Id::Text(text) => {
            let (text, wanted) = (text.as_str().trim(), wanted.as_str().trim());
            text.to_lowercase() == wanted.to_lowercase()
        }
        Id::Number(_) => false,
    };
    let open = calls.all_open().take(LOOKED_THROUGH).filter(same);
    let call = open.min_by_key(|call| call.nth)?;
    Some((call, words::OTHER_SPELLING))
}

/// The ids that wait, oldest first; a few of them.
fn waiting<'c>(calls: impl Iterator<Item = &'c Calls>) -> Arg {
    const SHOWN: usize = 4;
    let open = calls.flat_map(|calls| calls.all_open().take(LOOKED_THROUGH));
    let mut open: Vec<&Call> = open.collect();
    open.sort_unstable_by_key(|call| call.nth);
    let ids: Vec<String> = open
        .iter()
        .take(SHOWN)
        .map(|call| shown(&call.id))
        .collect();
    let more = if open.len() > SHOWN { ", …" } else { "" };
    match ids.is_empty() {
        true => Arg::Both {
            en: "none waits".to_owned(),
            ko: "기다리는 요청 없음".to_owned(),
        },
        false => Arg::Same(format!("{}{more}", ids.join(", ")).into()),
    }
}

/// A finding about the id of the message.
fn about(code: Code, id: &Id, found: &Found<'_>) -> Finding {
    let finding = match found.message().member("id") {
        Some(raw) => found.about(code, raw),
        None => found.of(code),
    };
    finding.at("id").with("id", shown(id))
}

/// An id as JSON, cut where it is long.
fn shown(id: &Id) -> String {
    shown_name(&id.to_string()).into_owned()
}

fn quoted(method: &str) -> String {
    format!("`{}`", shown_name(method))
}

fn side_words(side: Side) -> crate::explain::lang::Words {
    match side {
        Side::Client => CLIENT,
        Side::Server => SERVER,
    }
}

fn kind_words(kind: IdKind) -> crate::explain::lang::Words {
    match kind {
        IdKind::Number => words::NUMBERS,
        IdKind::Text => words::STRINGS,
    }
}
