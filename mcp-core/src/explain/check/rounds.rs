//! Does a question of a server fit its client, and a retry the question it answers?
//!
//! In: results that ask, and requests that bring answers. Out: findings, and which earlier call a
//! request goes on with.

use crate::capabilities::ClientCapabilities;
use crate::explain::finding::Found;
use crate::explain::scope::Scope;
use crate::explain::shapes::{self, Entry, Place, Walk};
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::state::rounds::{self, Round};
use crate::explain::words::results as words;
use crate::json::{Kind, Raw, shown_name};
use crate::method;
use crate::rpc::Request;
use crate::version::ProtocolVersion;

/// A result that asks.
pub(in crate::explain) fn asked(
    state: &mut State,
    scope: Scope,
    call: &Call,
    entry: &Entry,
    result: Raw<'_>,
    found: &mut Found<'_>,
) {
    let requests = result.member("inputRequests");
    let requests = requests.filter(|requests| requests.kind() == Kind::Object);
    if !entry.asks {
        let finding = found
            .about(words::ASKS_HERE, result)
            .at("result.resultType");
        return found.add(finding.with("method", entry.method));
    }
    let mut walk = Walk::new(scope.version, found);
    walk.object(&shapes::INPUT_REQUIRED, result, Place::Root("result"));
    let given = result.member("requestState").filter(|s| !s.is_null());
    let asks = requests.is_some_and(|requests| requests.members().next().is_some());
    if !asks && given.is_none() {
        let finding = found.about(words::ASKS_NOTHING, result).at("result");
        found.add(finding);
    }
    let questions = questions(state, call, requests, found);
    let given = given.and_then(|given| given.string().ok());
    state.rounds.ask(Round {
        number: call.number,
        id: call.id.clone(),
        method: call.method.clone(),
        target: call.target.clone(),
        line: scope.line,
        few: questions.is_some(),
        questions: questions.unwrap_or_default(),
        state: given.map(|given| rounds::State::of(&given)),
    });
}

/// The keys of the questions, each with its method; none when they are too many to be compared. What
/// the client did not say it can do is told.
fn questions(
    state: &State,
    call: &Call,
    requests: Option<Raw<'_>>,
    found: &mut Found<'_>,
) -> Option<Vec<(Box<str>, Box<str>)>> {
    let client = call.client.clone().or_else(|| state.session.client.clone());
    let client = client.as_deref();
    let (mut keys, mut bytes, mut many) = (Vec::new(), 0, false);
    for question in requests.into_iter().flat_map(Raw::members) {
        let method = question.value.member("method");
        let Some(Ok(method)) = method.map(Raw::string) else {
            continue;
        };
        if let Some(lacks) = undeclared(client, &method, question.value.member("params")) {
            let key = shown_name(&question.key).into_owned();
            let finding = found
                .about(words::ASKS_UNDECLARED, question.value)
                .at(format!("result.inputRequests.{key}"))
                .with("key", key)
                .with("capability", lacks)
                .with("method", shown_name(&method).into_owned());
            found.add(finding);
        }
        bytes += question.key.len() + method.len();
        many |= keys.len() >= rounds::QUESTIONS || bytes > rounds::KEYS;
        if !many {
            keys.push((question.key.into(), method.into()));
        }
    }
    (!many).then_some(keys)
}

/// What of a question the client did not say it can do.
fn undeclared(
    client: Option<&ClientCapabilities>,
    method: &str,
    params: Option<Raw<'_>>,
) -> Option<&'static str> {
    let client = client?;
    let has = |name| params.is_some_and(|params| params.member(name).is_some());
    match method {
        method::ROOTS_LIST if client.roots.is_none() => Some("roots"),
        method::CREATE_MESSAGE => match &client.sampling {
            None => Some("sampling"),
            Some(able) if able.tools.is_none() && has("tools") => Some("sampling.tools"),
            Some(_) => None,
        },
        method::ELICIT => {
            let mode = params.and_then(|params| params.member("mode"));
            let url = mode.is_some_and(|mode| mode.is_string("url"));
            match &client.elicitation {
                None => Some("elicitation"),
                Some(able) if url && able.url.is_none() => Some("elicitation.url"),
                Some(able) if !url && !able.takes_forms() => Some("elicitation.form"),
                Some(_) => None,
            }
        }
        _ => None,
    }
}

/// A request that may bring answers. The number of the call it goes on with comes back.
pub(in crate::explain) fn request(
    state: &State,
    scope: Scope,
    request: &Request<'_>,
    target: Option<&str>,
    found: &mut Found<'_>,
) -> Option<u64> {
    let params = request.parameters().ok()?;
    let given = params.request_state.filter(|s| !s.is_null());
    let answers = params.input_responses;
    if (given.is_none() && answers.is_none())
        || scope.surely_not(ProtocolVersion::has_input_required)
    {
        return None;
    }
    let text = given.and_then(|given| given.string().ok());
    let hash = text.as_deref().map(rounds::State::of);
    let keys = |round: &Round| {
        let asked = |key: &str| round.questions.iter().any(|(k, _)| **k == *key);
        let given = answers.into_iter().flat_map(Raw::members);
        let mut given = given.take(rounds::QUESTIONS);
        !round.few || given.all(|answer| asked(&answer.key))
    };
    let round = state.rounds.of(&request.method, target, hash, keys)?;
    let at = given.or(params.raw);
    if let Some(at) = at.filter(|_| round.state != hash && round.state.is_some()) {
        let code = match given {
            Some(_) => words::STATE_CHANGED,
            None => words::STATE_MISSING,
        };
        let finding = found.about(code, at).at("params.requestState");
        found.add(finding.with("line", round.line));
    }
    if round.id == request.id {
        let finding = found.of(words::SAME_ID).at("id");
        found.add(finding.with("line", round.line));
    }
    if round.few {
        compare(scope, round, answers, params.raw, found);
    }
    Some(round.number)
}

/// The answers against the questions.
fn compare(
    scope: Scope,
    round: &Round,
    answers: Option<Raw<'_>>,
    params: Option<Raw<'_>>,
    found: &mut Found<'_>,
) {
    let all = Place::Root("params.inputResponses");
    let mut open: Vec<&str> = round.questions.iter().map(|(key, _)| &**key).collect();
    for answer in answers.into_iter().flat_map(Raw::members) {
        open.retain(|key| *key != answer.key);
        let question = round.questions.iter().find(|(key, _)| **key == *answer.key);
        let at = all.member(&answer.key);
        match question {
            Some((_, method)) => {
                let kind = shapes::entry(method).and_then(|entry| entry.result);
                if let Some(kind) = kind.filter(|_| answer.value.kind() == Kind::Object) {
                    let mut walk = Walk::new(scope.version, found);
                    walk.value("InputResponse", kind, answer.value, at);
                }
            }
            None => {
                let keys = round.questions.iter().map(|(key, _)| &**key);
                let finding = found
                    .about(words::ANSWER_UNASKED, answer.value)
                    .at(at.to_string())
                    .with("key", shown_name(&answer.key).into_owned())
                    .with("line", round.line)
                    .with("keys", named(keys));
                found.add(finding);
            }
        }
    }
    let Some(about) = answers.or(params).filter(|_| !open.is_empty()) else {
        return;
    };
    let finding = found
        .about(words::ANSWER_MISSING, about)
        .at("params.inputResponses")
        .with("keys", named(open.into_iter()))
        .with("line", round.line);
    found.add(finding);
}

fn named<'k>(keys: impl Iterator<Item = &'k str>) -> String {
    const MOST: usize = 5;
    let quoted: Vec<String> = keys
        .take(MOST)
        .map(|key| format!("`{}`", shown_name(key)))
        .collect();
    quoted.join(", ")
}
