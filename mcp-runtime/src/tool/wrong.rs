//! The words for arguments that can't be used. Slow, and only run when something is wrong.
//!
//! In: the plan, the text of the arguments, and what the types refused. Out: one report of all
//! faults in the order of the parameters, with a right call as an example. It is never empty.

use super::plan::Plan;
use mcp_core::json::{self, DeError, Raw, shown_name};
use mcp_core::schema::{ArgumentFault, MOST_FAULTS, Report};
use serde_json::Value;

/// What the type of one parameter refused.
pub(super) struct Misfit {
    pub(super) place: usize,
    pub(super) error: DeError,
}

/// Everything that is wrong.
pub(super) fn report(plan: &Plan, arguments: Option<Raw<'_>>, misfits: Vec<Misfit>) -> Report {
    let mut faults = whole_faults(plan, arguments);
    for misfit in misfits {
        let fault = said(plan, arguments, misfit);
        if !faults
            .iter()
            .any(|known| same_place(&known.field, &fault.field))
        {
            faults.push(fault);
        }
    }
    if faults.iter().any(|fault| fault.field.is_empty()) {
        faults.extend(unknown_faults(plan, arguments));
    }
    // What is said of the arguments as a whole is worth less than what names a place.
    if faults.iter().any(|fault| !fault.field.is_empty()) {
        faults.retain(|fault| !fault.field.is_empty());
    }
    for fault in faults.iter_mut().filter(|fault| fault.field.is_empty()) {
        fault.field = "arguments".to_owned();
    }
    if faults.is_empty() {
        let words = "must fit the schema of the tool";
        faults.push(ArgumentFault::new(
            "arguments",
            words,
            "what the schema says",
            "an object",
        ));
    }
    faults.sort_by_key(|fault| order(plan, &fault.field));
    plan.whole.report(faults, &plan.schema)
}

/// What the schema of a tool without a macro refuses; such a tool has no types that could.
pub(super) fn by_schema(plan: &Plan, arguments: Option<Raw<'_>>) -> Option<Box<Report>> {
    let duplicate =
        !plan.duplicate_keys && arguments.is_some_and(|a| json::duplicate_key(a).is_some());
    (duplicate || !plan.fits(arguments)).then(|| Box::new(report(plan, arguments, Vec::new())))
}

/// What the type refuses that a handler reads the arguments as. There is no example, since what the
/// schema says and what the type says differ here.
pub(super) fn by_type(plan: &Plan, arguments: Option<Raw<'_>>, error: DeError) -> Report {
    let place = usize::MAX;
    Report::new(report(plan, arguments, vec![Misfit { place, error }]).faults)
}

/// What the schema says, and keys that stand twice.
fn whole_faults(plan: &Plan, arguments: Option<Raw<'_>>) -> Vec<ArgumentFault> {
    let spelled = arguments
        .filter(|_| plan.lenient)
        .map(|arguments| plan.spelled(arguments));
    let text = spelled
        .as_deref()
        .or(arguments.map(Raw::get))
        .unwrap_or("{}");
    let mut faults = match Raw::parse(text) {
        Ok(arguments) => plan.whole.faults(arguments),
        Err(_) => Vec::new(),
    };
    if !plan.duplicate_keys
        && let Some(path) = arguments.and_then(json::duplicate_key)
        && !faults.iter().any(|known| known.field == path)
    {
        let fault = ArgumentFault::new(path, "must be given once", "one value", "several values");
        faults.push(fault);
    }
    faults
}

/// Names that no parameter and no field has, where the words about the whole don't tell them.
fn unknown_faults(plan: &Plan, arguments: Option<Raw<'_>>) -> Vec<ArgumentFault> {
    let known = || plan.names.iter().map(String::as_str);
    let members = arguments.into_iter().flat_map(Raw::members);
    members
        .filter(|member| plan.closed && !plan.knows(&member.key))
        .take(MOST_FAULTS)
        .map(|member| {
            let (field, reason) = (shown_name(&member.key), "is not a parameter of this tool");
            let got = member.value.kind().name();
            ArgumentFault::unknown(field, reason, &member.key, known(), got)
        })
        .collect()
}

/// What a type refused, as a fault of its field.
fn said(plan: &Plan, arguments: Option<Raw<'_>>, misfit: Misfit) -> ArgumentFault {
    let DeError {
        path,
        expected,
        got,
        allowed,
        ..
    } = &misfit.error;
    let planned = plan
        .params
        .get(misfit.place)
        .filter(|planned| !planned.flat);
    let field = match (planned.map(|planned| &planned.name), path.as_str()) {
        (None, path) => path.to_owned(),
        (Some(name), "") => name.to_owned(),
        (Some(name), path) if path.starts_with('[') => format!("{name}{path}"),
        (Some(name), path) => format!("{name}.{path}"),
    };
    let reason = misfit.error.reason();
    // What a type refuses for a reason of its own comes without the two.
    let (expected, got) = match (expected.as_str(), got.as_str()) {
        ("", "") if reason == "is required" => ("a value", "nothing"),
        ("", "") => ("a valid value", kind_at(arguments, &field)),
        told => told,
    };
    let fault = ArgumentFault::new(field, reason, expected, got);
    if allowed.is_empty() {
        return fault;
    }
    fault.with_allowed(
        allowed
            .iter()
            .map(|word| Value::from(word.as_str()))
            .collect(),
    )
}

/// The JSON type of what stands at a place such as `tags[2].name`.
fn kind_at(arguments: Option<Raw<'_>>, field: &str) -> &'static str {
    let steps = field.split(['.', '[']).filter(|step| !step.is_empty());
    let found = steps.fold(arguments, |there, step| {
        let there = there?;
        match step.strip_suffix(']').map(str::parse) {
            Some(Ok(at)) => there.elements().nth(at),
            _ => there.members().find(|m| m.key == step).map(|m| m.value),
        }
    });
    found.map_or("a value", |value| value.kind().name())
}

/// Is a fault about this place, or about one around or inside it?
fn same_place(a: &str, b: &str) -> bool {
    let inside = |outer: &str, inner: &str| {
        inner
            .strip_prefix(outer)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    inside(a, b) || inside(b, a)
}

/// The place of the parameter that a field belongs to; what is not known comes last.
fn order(plan: &Plan, field: &str) -> usize {
    let name = field.split(['.', '[']).next().unwrap_or(field);
    plan.names
        .iter()
        .position(|known| known == field || known == name)
        .unwrap_or(usize::MAX)
}
