//! Does a call of a tool fit what the server listed?
//!
//! In: `tools/call` and the lists that were seen. Out: findings on unknown tools, on arguments that
//! stand at the wrong place, and on every argument that does not fit the tool's schema.

use std::borrow::Cow;

use super::{arguments, envelope, errors};
use crate::explain::finding::{Arg, Found};
use crate::explain::parts::ResultParts;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::state::catalog::{Catalog, Listed};
use crate::explain::words::tools as words;
use crate::json::{Kind, Raw, shown_name};
use crate::method;
use crate::reasons;
use crate::rpc::{Params, Request};

/// How many names are compared with one that is not known.
const COMPARED: usize = 500;

/// A request: a list that is asked for, or a call of a tool.
pub(in crate::explain) fn request(state: &mut State, request: &Request<'_>, found: &mut Found<'_>) {
    match &*request.method {
        method::TOOLS_LIST => state.catalog.asked = true,
        method::TOOLS_CALL => call(state, request, found),
        _ => {}
    }
}

/// A call of a tool.
fn call(state: &mut State, request: &Request<'_>, found: &mut Found<'_>) {
    let Ok(params) = request.parameters() else {
        return;
    };
    if let Some(raw) = params.arguments.filter(|raw| raw.kind() != Kind::Object) {
        not_an_object(raw, found);
    }
    let Some(name) = name(state, params, found) else {
        return;
    };
    if state.catalog.listed() == Listed::Never && !state.catalog.asked {
        before_list(state, &name, params, found);
    }
    let tool = state.catalog.tool(&name);
    if tool.is_none() {
        unknown(&state.catalog, &name, params, found);
    }
    let schema = tool.and_then(|tool| tool.input(state.patterns()));
    if arguments::misnamed(params, schema, found) {
        return;
    }
    let astray = arguments::astray(params, schema);
    if !astray.is_empty() && !found.tells("params.arguments") {
        arguments::put_inside(&name, &astray, found);
    }
    let whole = match params.arguments {
        Some(raw) => raw.kind() == Kind::Object,
        None => astray.is_empty(),
    };
    if let Some(schema) = schema.filter(|_| whole) {
        arguments::check(&name, schema, params, &astray, found);
    }
}

/// The name of the tool, or a finding that there is none.
fn name<'a>(state: &State, params: &Params<'a>, found: &mut Found<'_>) -> Option<Cow<'a, str>> {
    let given = params.name.filter(|name| !name.is_null());
    if let Some(name) = given
        && let Ok(name) = name.string()
    {
        return Some(name);
    }
    if found.tells("params.name") {
        return None;
    }
    let finding = match given {
        Some(raw) => found
            .about(words::TOOL_NAME_TYPE, raw)
            .with("kind", raw.kind()),
        None => {
            let whole = params.name.or(params.raw);
            let finding = match whole {
                Some(raw) => found.about(words::TOOL_NO_NAME, raw),
                None => found.of(words::TOOL_NO_NAME),
            };
            let first = state.catalog.names().next().unwrap_or("…");
            let example = shown_name(first).into_owned();
            finding
                .with("example", example)
                .with("hint", misnamed(params))
        }
    };
    found.add(finding.at("params.name"));
    None
}

/// A member that was probably meant to be the name.
fn misnamed(params: &Params<'_>) -> Arg {
    const MEANT: [&str; 5] = ["tool", "toolName", "tool_name", "function", "func"];
    let is_meant = |key: &str, value: Raw<'_>| MEANT.contains(&key) && value.kind() == Kind::String;
    let stray = params.stray().find(|m| is_meant(&m.key, m.value));
    match stray {
        Some(member) => {
            let key = &member.key;
            Arg::both(
                format!("; `{key}` was probably meant to be `name`"),
                format!(". `{key}` 대신 `name`을 쓰려던 것으로 보입니다"),
            )
        }
        None => "".into(),
    }
}

/// Arguments that are no object.
fn not_an_object(raw: Raw<'_>, found: &mut Found<'_>) {
    if found.tells("params.arguments") {
        return;
    }
    let text = raw.string().ok();
    let inside = text.as_deref().and_then(|text| Raw::parse(text).ok());
    let finding = match inside.map(Raw::kind) {
        Some(Kind::Object) => found.about(words::ARGUMENTS_STRINGIFIED, raw),
        _ => found
            .about(words::ARGUMENTS_TYPE, raw)
            .with("kind", raw.kind()),
    };
    found.add(finding.at("params.arguments"));
}

/// A call before any list was asked for; said once.
fn before_list(state: &mut State, name: &str, params: &Params<'_>, found: &mut Found<'_>) {
    // It is said once.
    state.catalog.asked = true;
    if let Some(raw) = params.name {
        let note = found
            .about(words::TOOL_BEFORE_LIST, raw)
            .at("params.name")
            .with("name", shown_name(name).into_owned());
        found.add(note);
    }
}

/// A name that is not in the list.
fn unknown(catalog: &Catalog, name: &str, params: &Params<'_>, found: &mut Found<'_>) {
    let Some(raw) = params.name else { return };
    let finding = match catalog.listed() {
        Listed::Never => return,
        Listed::Whole => {
            let fault = reasons::unknown_tool(name, catalog.names().take(COMPARED));
            let mut finding = envelope::of_fault(None, &fault, found);
            finding.span = found.span(raw.get());
            finding
        }
        Listed::Part => {
            let known: Vec<&str> = catalog.names().take(COMPARED).collect();
            let hint = match reasons::nearest_tool(name, &known).map(shown_name) {
                Some(near) => Arg::both(
                    format!("; did you mean `{near}`?"),
                    format!(". 혹시 `{near}`입니까?"),
                ),
                None => "".into(),
            };
            found
                .about(words::TOOL_NOT_LISTED, raw)
                .at("params.name")
                .with("name", shown_name(name).into_owned())
                .with("hint", hint)
        }
    };
    found.add(finding);
}

/// A result: a list of tools is learned from, a failure of a tool is told.
pub(in crate::explain) fn result(
    state: &mut State,
    call: &Call,
    result: Raw<'_>,
    parts: &ResultParts<'_>,
    found: &mut Found<'_>,
) {
    match &*call.method {
        method::TOOLS_LIST => {
            let first = !call.goes_on;
            state.catalog.learn_tools(result, first, &state.limits);
        }
        method::TOOLS_CALL => errors::tool_failed(call, parts, found),
        _ => {}
    }
}
