//! Does a cancellation hit anything?
//!
//! In: `notifications/cancelled`, the calls of both sides, and answers to what was cancelled. Out:
//! findings on those that hit nothing or may not be, and the call that each is about.

use std::time::Duration;

use super::envelope;
use super::ids::age;
use super::notices::{on_line, other_type, shown_id};
use crate::explain::finding::Found;
use crate::explain::scope::{Scope, other};
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::words::notices as words;
use crate::json::{Raw, shown_name};
use crate::method::{self, Side};
use crate::rpc::{Id, Params};

const ID: &str = "params.requestId";

/// A cancellation; the number of the call that it is about comes back.
pub(super) fn check(
    state: &mut State,
    scope: Scope,
    params: &Params<'_>,
    found: &mut Found<'_>,
) -> Option<u64> {
    let Some(raw) = params.request_id.filter(|id| !id.is_null()) else {
        no_id(params, found);
        return None;
    };
    let id = match Id::read(raw) {
        Ok(id) => id,
        Err(fault) => {
            let mut finding = envelope::of_fault(None, &fault.at(ID), found);
            finding.span = found.span(raw.get());
            found.add(finding);
            return None;
        }
    };
    let from = scope.from.unwrap_or_else(|| whose(state, &id));
    let now = scope.at;
    // An answer that went astray, or could not be read, was told: that is why none came.
    let broken = state.between.broken_by(other(from));
    let astray = broken.max(state.session.astray);
    if let Some(call) = state.by(from).get_mut(&id) {
        call.cancelled.get_or_insert(scope.line);
        let number = call.number;
        let waited = now.zip(call.at).and_then(|(now, at)| now.checked_sub(at));
        allowed(call, raw, found);
        if astray.is_none_or(|line| line < call.line) {
            timed_out(call, waited, params, found);
        }
        return Some(number);
    }
    if let Some(number) = ended_subscription(state, from, &id) {
        return Some(number);
    }
    missed(state, from, &id, raw, found)
}

fn no_id(params: &Params<'_>, found: &mut Found<'_>) {
    let finding = match params.request_id.or(params.raw) {
        Some(place) => found.about(words::CANCEL_NO_ID, place),
        // The params may stand under a name that is misspelt.
        None if found.any_fault() => return,
        None => found.of(words::CANCEL_NO_ID),
    };
    found.add(finding.at(ID));
}

/// Whose request it probably is, when the log does not say who speaks.
fn whose(state: &State, id: &Id) -> Side {
    match (state.by_client.get(id), state.by_server.get(id)) {
        (None, Some(_)) => Side::Server,
        _ => Side::Client,
    }
}

/// Whether the request may be cancelled so.
fn allowed(call: &Call, raw: Raw<'_>, found: &mut Found<'_>) {
    let code = match &*call.method {
        method::INITIALIZE => words::CANCEL_INITIALIZE,
        _ if call.task => words::CANCEL_TASK,
        _ => return,
    };
    let finding = found.about(code, raw).at(ID);
    found.add(finding.with("id", shown_id(&call.id)));
}

/// Whether the client says that it waited long enough.
fn timed_out(call: &Call, waited: Option<Duration>, params: &Params<'_>, found: &mut Found<'_>) {
    const HEAD: usize = 200;
    let reason = params.raw.and_then(|raw| raw.member("reason"));
    let Some(Ok(text)) = reason.map(Raw::string) else {
        return;
    };
    let head: String = text.chars().take(HEAD).collect();
    let head = head.to_ascii_lowercase();
    let says = ["timed out", "timeout", "time-out"];
    if !says.iter().any(|word| head.contains(word)) {
        return;
    }
    let place = reason.unwrap_or(Raw::EMPTY_OBJECT);
    let finding = found
        .about(words::CANCEL_TIMEOUT, place)
        .at("params.reason")
        .with("id", shown_id(&call.id))
        .with("method", format!("`{}`", shown_name(&call.method)))
        .with("age", age(waited));
    found.add(finding);
}

/// A server that ends a subscription says so with the id of the client's request.
fn ended_subscription(state: &State, from: Side, id: &Id) -> Option<u64> {
    if from != Side::Server {
        return None;
    }
    let open = state.by_client.get(id);
    let open = open.map(|call| (&call.method, call.number));
    let past = || {
        state
            .by_client
            .past(id)
            .map(|past| (&past.method, past.number))
    };
    let (method, number) = open.or_else(past)?;
    (method == method::SUBSCRIPTIONS_LISTEN).then_some(number)
}

/// A cancellation that hits no request that runs.
fn missed(state: &State, from: Side, id: &Id, raw: Raw<'_>, found: &mut Found<'_>) -> Option<u64> {
    let (own, others) = match other(from) {
        Side::Server => (&state.by_client, &state.by_server),
        Side::Client => (&state.by_server, &state.by_client),
    };
    if let Some(past) = own.past(id) {
        let late = found
            .about(words::CANCEL_LATE, raw)
            .at(ID)
            .with("id", shown_id(id))
            .with("on_line", on_line(Some(past.answered)));
        found.add(late);
        return Some(past.number);
    }
    let twin = other_type(id).filter(|twin| own.get(twin).is_some());
    let finding = match twin {
        Some(twin) => found
            .about(words::CANCEL_ID_TYPE, raw)
            .with("wanted", shown_id(&twin)),
        None if others.get(id).is_some() => found.about(words::CANCEL_WRONG_SIDE, raw),
        // The log may begin after the request.
        None if !own.any() || own.is_before(id) => return None,
        None => found.about(words::CANCEL_UNKNOWN, raw),
    };
    found.add(finding.at(ID).with("id", shown_id(id)));
    None
}

/// An answer to a request that was cancelled.
pub(in crate::explain) fn answered(call: &Call, found: &mut Found<'_>) {
    if let Some(line) = call.cancelled {
        let note = found.of(words::ANSWER_AFTER_CANCEL);
        found.add(note.with("on_line", on_line(Some(line))));
    }
}
