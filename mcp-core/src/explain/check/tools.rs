//! Does a call of a tool fit what the server listed?
//!
//! In: `tools/call` and the lists that were seen. Out: findings on unknown tools, on arguments that
//! stand at the wrong place, and on every argument that does not fit the tool's schema.

use std::borrow::Cow;

use super::arguments;
use crate::explain::finding::{Arg, Finding, Found};
use crate::explain::lang::Words;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::state::catalog::{Catalog, Listed};
use crate::explain::words::tools as words;
use crate::json::{Kind, Raw, shown_name};
use crate::method;
use crate::rpc::{Params, Request};
use crate::schema::nearest;

/// How many names are listed.
const LISTED: usize = 10;

/// A call of a tool.
pub(in crate::explain) fn call(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let Ok(params) = request.parameters() else {
        return;
    };
    let Some(name) = name(state, params, found) else {
        return;
    };
    if state.catalog.listed() == Listed::Never {
        before_list(state, &name, params, found);
    }
    let tool = state.catalog.tool(&name);
    if tool.is_none() {
        unknown(&state.catalog, &name, params, found);
    }
    let schema = tool.and_then(|tool| tool.input(state.patterns()));
    let astray = arguments::astray(params, schema);
    if !astray.is_empty() && !found.tells("params.arguments") {
        arguments::put_inside(&name, &astray, found);
    }
    match params.arguments {
        Some(raw) if raw.kind() != Kind::Object => not_an_object(raw, found),
        None if !astray.is_empty() => {}
        _ => {
            if let Some(schema) = schema {
                arguments::check(&name, schema, params, &astray, found);
            }
        }
    }
    let _ = scope;
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
    let mut open = state.by_client.all_open();
    if state.catalog.told_no_list || open.any(|call| call.method == method::TOOLS_LIST) {
        return;
    }
    drop(open);
    state.catalog.told_no_list = true;
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
    let code = match catalog.listed() {
        Listed::Never => return,
        Listed::Part => words::TOOL_NOT_LISTED,
        Listed::Whole => words::TOOL_UNKNOWN,
    };
    let Some(raw) = params.name else { return };
    let finding = found
        .about(code, raw)
        .at("params.name")
        .with("name", shown_name(name).into_owned());
    let near = meant(name, catalog);
    let finding = match near.map(shown_name) {
        Some(near) => finding
            .with(
                "hint",
                Arg::both(
                    format!("; did you mean `{near}`?"),
                    format!(". `{near}`을(를) 쓰려던 것이 아닌가요?"),
                ),
            )
            .with("known", format!("`{near}`"))
            .with(
                "remedy",
                Arg::both(
                    format!("call `{near}`"),
                    format!("`{near}`을(를) 호출하세요"),
                ),
            ),
        None => listed(finding, catalog),
    };
    found.add(finding);
}

/// The words for a name that is near to none.
fn listed(finding: Finding, catalog: &Catalog) -> Finding {
    let known = catalog.names().take(LISTED);
    let known: Vec<String> = known.map(|n| format!("`{}`", shown_name(n))).collect();
    let known = known.join(", ");
    let finding = finding.with("hint", "");
    if known.is_empty() {
        let expected = Words::new("no call: the list is empty", "호출 없음: 목록이 비어 있음");
        let remedy = Words::new(
            "find out why the server lists no tools",
            "서버가 도구를 하나도 알리지 않는 이유를 확인하세요",
        );
        return finding.with("known", expected).with("remedy", remedy);
    }
    let expected = Arg::both(format!("one of {known}"), format!("{known} 중 하나"));
    let remedy = Arg::both(
        format!("call one of {known}"),
        format!("다음 중 하나를 호출하세요: {known}"),
    );
    finding.with("known", expected).with("remedy", remedy)
}

/// The tool that was probably meant: the nearest, or the one whose name stands behind a prefix
/// that a host puts before the names of a server (`mcp__notes__search`).
fn meant<'c>(name: &str, catalog: &'c Catalog) -> Option<&'c str> {
    let ends = |known: &&str| {
        let before = name.strip_suffix(known).unwrap_or_default();
        !known.is_empty() && before.ends_with(['_', '.', '/', ':', '-'])
    };
    nearest(name, catalog.names()).or_else(|| catalog.names().find(ends))
}

/// A result; a list of tools is learned from it.
pub(in crate::explain) fn result(
    state: &mut State,
    scope: Scope,
    call: &Call,
    result: Raw<'_>,
    found: &mut Found<'_>,
) {
    if call.method == method::TOOLS_LIST {
        state
            .catalog
            .learn_tools(result, !call.goes_on, &state.limits);
    }
    let _ = (scope, found);
}
