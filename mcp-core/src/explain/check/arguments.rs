//! Do the arguments of a tool fit its schema, and do they stand where they belong?
//!
//! In: the params of `tools/call` and the schema of the tool. Out: a finding for each fault, at the
//! value it is about. It knows nothing of lists.

use std::borrow::Cow;

use crate::explain::finding::{Arg, Finding, Found};
use crate::explain::place::{Place, resolve};
use crate::explain::schema::Checked;
use crate::explain::words::arguments::{expected_ko, got_ko, reason_ko};
use crate::explain::words::tools as words;
use crate::json::{Kind, Member, Raw, shown_name};
use crate::rpc::Params;
use crate::schema::{ArgumentFault, nearest};

/// How many names are listed.
const LISTED: usize = 5;
/// Examples longer than this are not shown.
const LONGEST_EXAMPLE: usize = 160;

/// The members of params that are arguments of the tool, one level too high. Without a schema that
/// is so only where there are no arguments.
pub(super) fn astray<'a>(params: &Params<'a>, schema: Option<&Checked>) -> Vec<Member<'a>> {
    let is_argument = |member: &Member<'_>| match schema {
        _ if member.key == "progressToken" => false,
        Some(schema) if schema.properties().any(|name| name == member.key) => true,
        Some(schema) if params.arguments.is_none() => schema.property_near(&member.key).is_some(),
        Some(_) => false,
        None => params.arguments.is_none(),
    };
    params.stray().filter(is_argument).collect()
}

/// Whether the arguments stand under another name, which is told then: `input`, `argument`.
pub(super) fn misnamed(
    params: &Params<'_>,
    schema: Option<&Checked>,
    found: &mut Found<'_>,
) -> bool {
    const MEANT: [&str; 5] = ["input", "inputs", "args", "parameters", "params"];
    if params.arguments.is_some() {
        return false;
    }
    let is_argument = |key: &str| schema.is_some_and(|s| s.properties().any(|name| name == key));
    let is_meant = |key: &str| MEANT.contains(&key) || nearest(key, ["arguments"]).is_some();
    let member = params.stray().find(|member| {
        member.value.kind() == Kind::Object && is_meant(&member.key) && !is_argument(&member.key)
    });
    let Some(member) = member else { return false };
    let finding = found
        .about(words::ARGUMENTS_MISNAMED, member.value)
        .at(format!("params.{}", shown_name(&member.key)))
        .with("name", shown_name(&member.key).into_owned());
    found.add(finding);
    true
}

/// Says that arguments stand one level too high.
pub(super) fn put_inside(tool: &str, astray: &[Member<'_>], found: &mut Found<'_>) {
    let Some(first) = astray.first() else { return };
    let names = |quote: char| {
        let shown = astray.iter().take(LISTED);
        let names: Vec<_> = shown
            .map(|member| format!("{quote}{}{quote}", shown_name(&member.key)))
            .collect();
        names
    };
    let inside: Vec<_> = names('"').iter().map(|name| format!("{name}: …")).collect();
    let finding = found
        .about(words::ARGUMENTS_ASTRAY, first.value)
        .at(format!("params.{}", shown_name(&first.key)))
        .with("names", names('`').join(", "))
        .with("tool", shown_name(tool).into_owned())
        .with("inside", inside.join(", "));
    found.add(finding);
}

/// Compares the arguments with the schema.
pub(super) fn check(
    tool: &str,
    schema: &Checked,
    params: &Params<'_>,
    astray: &[Member<'_>],
    found: &mut Found<'_>,
) {
    let arguments = params.arguments.unwrap_or(Raw::EMPTY_OBJECT);
    let mut faults = schema.check(arguments);
    faults.retain(|fault| !(is_missing(fault) && astray.iter().any(|m| m.key == fault.field)));
    let Some(first) = faults.first() else { return };
    let first = first.field.clone();
    let example = example(schema, &faults);
    for fault in &faults {
        let Place { value, whole } = resolve(arguments, &fault.field);
        // What is missing is missed in the params when they have no arguments.
        let about = match params.arguments {
            Some(_) => Some(value),
            None => params.raw,
        };
        let null = whole && value.is_null() && !schema.requires(&fault.field);
        let finding = said(fault, null, about, found);
        let shown = match fault.field == first {
            true => example.clone(),
            false => "".into(),
        };
        found.add(
            finding
                .at(path(&fault.field))
                .with("tool", shown_name(tool).into_owned())
                .with("example", shown),
        );
    }
}

fn is_missing(fault: &ArgumentFault) -> bool {
    fault.reason == "is required"
}

/// The words for one fault.
fn said(fault: &ArgumentFault, null: bool, about: Option<Raw<'_>>, found: &Found<'_>) -> Finding {
    let unknown = fault.reason.starts_with("is not a ");
    let code = match null {
        true => words::ARGUMENT_NULL,
        false if is_missing(fault) => words::ARGUMENT_MISSING,
        false if unknown => words::ARGUMENT_UNKNOWN,
        false => words::ARGUMENT_WRONG,
    };
    let mut finding = match about {
        Some(raw) => found.about(code, raw),
        None => found.of(code),
    };
    let field = match fault.field.as_str() {
        "" => "arguments".to_owned(),
        field => field.to_owned(),
    };
    let hint = match &fault.nearest {
        Some(near) => Arg::both(
            format!("; did you mean `{near}`?"),
            format!(". 혹시 `{near}`입니까?"),
        ),
        None => "".into(),
    };
    if unknown {
        finding = finding.with("remedy", remedy(fault, &field));
    }
    finding
        .with("field", field)
        .with(
            "reason",
            Arg::both(fault.reason.clone(), reason_ko(&fault.reason)),
        )
        .with("expected", expected(fault))
        .with("got", Arg::both(got_en(&fault.got), got_ko(&fault.got)))
        .with("hint", hint)
}

/// What to do about an argument that the tool does not have.
fn remedy(fault: &ArgumentFault, field: &str) -> Arg {
    match &fault.nearest {
        Some(near) => Arg::both(
            format!("rename `{field}` to `{near}`"),
            format!("`{field}`의 이름을 `{near}`(으)로 바꾸세요"),
        ),
        None => Arg::both(
            format!("leave `{field}` out"),
            format!("`{field}`을(를) 빼세요"),
        ),
    }
}

fn expected(fault: &ArgumentFault) -> Arg {
    let en = match fault.expected.as_str() {
        "" => "what the schema says",
        expected => expected,
    };
    let ko = match fault.expected.as_str() {
        "" => "스키마에 맞는 값".to_owned(),
        expected => expected_ko(expected),
    };
    Arg::both(en.to_owned(), ko)
}

fn got_en(got: &str) -> String {
    match got {
        "string" | "number" | "boolean" => format!("a {got}"),
        "array" | "object" | "empty string" => format!("an {got}"),
        other => other.to_owned(),
    }
}

/// Arguments that would be right, when that is certain and short.
fn example(schema: &Checked, faults: &[ArgumentFault]) -> Arg {
    let example = schema.example(faults).map(|example| example.to_string());
    match example.filter(|example| example.len() <= LONGEST_EXAMPLE) {
        Some(example) => Arg::both(
            format!("; for example \"arguments\": {example}"),
            format!(". 예: \"arguments\": {example}"),
        ),
        None => "".into(),
    }
}

fn path(field: &str) -> Cow<'static, str> {
    match field {
        "" => "params.arguments".into(),
        _ if field.starts_with('[') => format!("params.arguments{field}").into(),
        _ => format!("params.arguments.{field}").into(),
    }
}
