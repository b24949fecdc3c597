//! Is a result that of its method in this revision?
//!
//! In: results and the requests they answer. Out: findings on their shape.

use crate::explain::finding::Found;
use crate::explain::parts::ResultParts;
use crate::explain::scope::Scope;
use crate::explain::shapes::{self, Entry, Place, Type, Walk};
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::words::results as words;
use crate::json::{Kind, Raw, shown_name};
use crate::method;
use crate::version::ProtocolVersion;

use super::{lists, params, rounds, tool_results};

const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// No more completions may be sent at once.
const MOST_VALUES: usize = 100;

/// What kind of answer a result is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// The answer that was asked for.
    Complete,
    /// Questions.
    Asks,
    /// A task that will have the answer.
    Task,
    /// Nobody knows.
    Unknown,
}

/// A result of a request that was not seen.
pub(in crate::explain) fn of_nothing(result: Raw<'_>, found: &mut Found<'_>) {
    if result.kind() != Kind::Object {
        let finding = found.about(words::NOT_OBJECT, result).at("result");
        found.add(finding.with("kind", result.kind()));
    }
}

/// A result of the request `call`.
pub(in crate::explain) fn result(
    state: &mut State,
    scope: Scope,
    call: &Call,
    result: Raw<'_>,
    parts: &ResultParts<'_>,
    found: &mut Found<'_>,
) {
    if result.kind() != Kind::Object {
        return of_nothing(result, found);
    }
    let entry = shapes::entry(&call.method).filter(|entry| params::has(entry, scope.version));
    let Some(entry) = entry else { return };
    let form = form(state, scope, (call, entry), result, parts, found);
    let at = Place::Root("result");
    match form {
        Form::Complete => complete(state, scope, call, entry, result, parts, found),
        Form::Asks => rounds::asked(state, scope, call, entry, result, found),
        Form::Task => {
            let kind = match scope.surely(ProtocolVersion::has_core_tasks) {
                true => shapes::CREATED_TASK,
                false => shapes::TASK,
            };
            Walk::new(scope.version, found).value(entry.method, kind, result, at);
        }
        Form::Unknown => {}
    }
}

/// What kind of answer it is, and whether it says so.
fn form(
    state: &State,
    scope: Scope,
    (call, entry): (&Call, &Entry),
    result: Raw<'_>,
    parts: &ResultParts<'_>,
    found: &mut Found<'_>,
) -> Form {
    let may_be_task = scope.surely(ProtocolVersion::has_core_tasks) && entry.runs_as_task;
    if may_be_task && parts.task.is_some() {
        return Form::Task;
    }
    if scope.surely_not(ProtocolVersion::has_result_type) {
        return Form::Complete;
    }
    let kind = parts.result_type.filter(|kind| !kind.is_null());
    let Some(kind) = kind else {
        if scope.surely(ProtocolVersion::has_result_type) {
            let finding = found.about(words::TYPE_MISSING, result);
            found.add(finding.at("result.resultType"));
        }
        return Form::Complete;
    };
    let Ok(text) = kind.string() else {
        return Form::Complete;
    };
    match &*text {
        "complete" => Form::Complete,
        "input_required" => Form::Asks,
        "task" if entry.method == method::TOOLS_CALL => Form::Task,
        _ => {
            let client = call.client.as_ref().or(state.session.client.as_ref());
            if client.is_some_and(|client| client.extensions.is_none()) {
                let finding = found.about(words::TYPE_UNKNOWN, kind);
                let value = format!("`\"{}\"`", shown_name(&text));
                found.add(finding.at("result.resultType").with("value", value));
            }
            Form::Unknown
        }
    }
}

/// The answer that was asked for.
fn complete(
    state: &State,
    scope: Scope,
    call: &Call,
    entry: &Entry,
    result: Raw<'_>,
    parts: &ResultParts<'_>,
    found: &mut Found<'_>,
) {
    let kind = entry.result.unwrap_or(Type::Object);
    let mut walk = Walk::new(scope.version, found);
    let at = Place::Root("result");
    match (kind, parts.members()) {
        (Type::One(shape), Some(members)) => walk.members(shape, members.cloned(), result, at),
        _ => walk.value(entry.method, kind, result, at),
    }
    match entry.method {
        method::TOOLS_CALL => tool_results::result(state, scope, call, result, parts, found),
        method::TOOLS_LIST => lists::tools(result, found),
        method::RESOURCES_READ => read(result, found),
        method::COMPLETE => completion(result, found),
        method::DISCOVER => server_info(scope, result, found),
        _ => {}
    }
}

fn read(result: Raw<'_>, found: &mut Found<'_>) {
    let contents = result.member("contents");
    let Some(contents) = contents.filter(|contents| contents.kind() == Kind::Array) else {
        return;
    };
    if contents.elements().next().is_none() {
        let finding = found.about(words::CONTENTS_EMPTY, contents);
        found.add(finding.at("result.contents"));
    }
}

fn completion(result: Raw<'_>, found: &mut Found<'_>) {
    let values = result.member("completion").and_then(|c| c.member("values"));
    let Some(values) = values else { return };
    let count = values.elements().count();
    if count > MOST_VALUES {
        let finding = found
            .about(words::TOO_MANY_VALUES, values)
            .at("result.completion.values")
            .with("count", count as u64);
        found.add(finding);
    }
}

fn server_info(scope: Scope, result: Raw<'_>, found: &mut Found<'_>) {
    let meta = result.member("_meta");
    let named = meta.is_some_and(|meta| meta.member(SERVER_INFO).is_some());
    if !named && scope.surely(ProtocolVersion::results_name_the_server) {
        let finding = found.about(words::SERVER_UNNAMED, meta.unwrap_or(result));
        found.add(finding.at("result._meta"));
    }
}
