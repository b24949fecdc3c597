//! What the data of an error says, and what it should have said.
//!
//! In: errors, and reports in results. Out: findings that restate the report, and findings on data
//! that is missing. It repeats names and short reasons only.

use super::errors::Parts;
use crate::explain::finding::{Arg, Finding, Found};
use crate::explain::lang::Words;
use crate::explain::scope::Scope;
use crate::explain::state::calls::Call;
use crate::explain::words::arguments::reason_ko;
use crate::explain::words::errors as words;
use crate::json::{Kind, Raw, shown_name};
use crate::method::{self, Method};
use crate::rpc::ErrorCode;

/// The key in a result's `_meta` under which this framework puts its report on arguments.
pub(super) const REPORT: &str = "mcp-runtime/invalidArguments";

/// How many faults of a report are restated.
const RESTATED: usize = 10;

/// What an error of this code leaves unsaid.
pub(super) fn check(
    scope: Scope,
    call: Option<&Call>,
    (raw, code): (Raw<'_>, i64),
    parts: Parts<'_>,
    found: &mut Found<'_>,
) {
    let Ok(code) = i32::try_from(code).map(ErrorCode) else {
        return;
    };
    match code {
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => {
            let example = r#"{"supported": ["{v2607}"], "requested": "…"}"#;
            let wanted = ("supported", Kind::Array, example);
            prescribed((raw, code), wanted, parts, found);
        }
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => {
            let example = r#"{"requiredCapabilities": {"sampling": {}}}"#;
            let wanted = ("requiredCapabilities", Kind::Object, example);
            prescribed((raw, code), wanted, parts, found);
        }
        ErrorCode::URL_ELICITATION_REQUIRED
            if scope.surely(crate::version::ProtocolVersion::has_url_elicitation_error) =>
        {
            let example = r#"{"elicitations": [{"mode": "url", "elicitationId": "…", "url": "…", "message": "…"}]}"#;
            let wanted = ("elicitations", Kind::Array, example);
            prescribed((raw, code), wanted, parts, found);
        }
        ErrorCode::INVALID_PARAMS | ErrorCode::RESOURCE_NOT_FOUND => {
            unsaid((raw, code), call, parts, found);
        }
        _ => {}
    }
}

/// A member of data that the specification prescribes with the code.
fn prescribed(
    (raw, code): (Raw<'_>, ErrorCode),
    (member, kind, example): (&'static str, Kind, &'static str),
    parts: Parts<'_>,
    found: &mut Found<'_>,
) {
    let given = parts.data.and_then(|data| data.member(member));
    let finding = match given {
        Some(given) if given.kind() == kind => return,
        Some(given) => found
            .about(words::ERROR_DATA_TYPE, given)
            .with("kind", given.kind())
            .with("expected", kind),
        None => found.about(words::ERROR_DATA_MISSING, parts.data.unwrap_or(raw)),
    };
    let when = words::code_words(code.0.into()).unwrap_or(&words::OF_THE_APPLICATION);
    found.add(
        finding
            .at(format!("error.data.{member}"))
            .with("code", code.to_string())
            .with("member", member)
            .with("when", when.when)
            .with("example", Words::new(example, example)),
    );
}

/// An error that does not say what it is about.
fn unsaid(
    (raw, code): (Raw<'_>, ErrorCode),
    call: Option<&Call>,
    parts: Parts<'_>,
    found: &mut Found<'_>,
) {
    let Some((call, phrase)) = call.zip(parts.phrase()) else {
        return;
    };
    let is_known = Method::named(&call.method).is_some() && call.method != method::DISCOVER;
    if parts.data.is_some() || !is_known || found.tells("error.code") {
        return;
    }
    let reads = call.method == method::RESOURCES_READ;
    let (what, example) = if reads && is_not_found(&phrase) {
        let what = Words::new("which resource was not found", "어느 리소스가 없는지");
        (what, r#"{"uri": "…"}"#)
    } else if code == ErrorCode::INVALID_PARAMS && is_general(&phrase) {
        let what = Words::new(
            "which member is wrong, and why",
            "어느 멤버가 왜 잘못됐는지",
        );
        (what, r#"{"field": "limit", "reason": "must be <= 50"}"#)
    } else {
        return;
    };
    let finding = found
        .about(words::ERROR_NO_DATA, parts.message.unwrap_or(raw))
        .at("error.data")
        .with("code", code.to_string())
        .with("what", what)
        .with("example", example);
    found.add(finding);
}

/// Whether a phrase only repeats what -32602 says.
fn is_general(phrase: &str) -> bool {
    const PHRASES: [&str; 16] = [
        "bad request",
        "invalid argument",
        "invalid arguments",
        "invalid input",
        "invalid parameter",
        "invalid parameters",
        "invalid params",
        "invalid request parameters",
        "validation error",
        "validation failed",
        "wrong arguments",
        "wrong parameters",
        "유효하지 않은 매개변수",
        "잘못된 매개변수",
        "잘못된 요청",
        "잘못된 인수",
    ];
    PHRASES.contains(&phrase)
}

/// Whether a phrase says that a resource is missing, but not which.
fn is_not_found(phrase: &str) -> bool {
    const PHRASES: [&str; 6] = [
        "not found",
        "no such resource",
        "resource not found",
        "unknown resource",
        "찾을 수 없습니다",
        "리소스를 찾을 수 없습니다",
    ];
    PHRASES.contains(&phrase)
}

/// Restates what data says: the members that were refused, and whether to try again.
pub(super) fn restate(
    call: Option<&Call>,
    data: Raw<'_>,
    path: &'static str,
    found: &mut Found<'_>,
) {
    if data.kind() != Kind::Object {
        return;
    }
    let errors = data.member("errors");
    let several = errors.filter(|errors| errors.kind() == Kind::Array);
    let mut count = 0;
    for (index, fault) in several.into_iter().flat_map(Raw::elements).enumerate() {
        if count < RESTATED
            && let Some(note) = field(call, fault, path, found)
        {
            found.add(note.at(format!("{path}.errors[{index}].field")));
            count += 1;
        }
    }
    if count == 0
        && let Some(note) = field(call, data, path, found)
    {
        found.add(note.at(format!("{path}.field")));
    }
    retry(data, path, found);
}

/// One member that was refused, with the reason.
fn field(
    call: Option<&Call>,
    fault: Raw<'_>,
    path: &'static str,
    found: &Found<'_>,
) -> Option<Finding> {
    let raw = fault.member("field")?;
    let name = raw.string().ok().filter(|name| !name.is_empty())?;
    let reason = fault.member("reason")?.string().ok()?;
    let reason = shown_name(&reason).into_owned();
    let on_line = match call.map_or(0, |call| call.line) {
        0 => Arg::from(""),
        line => Arg::both(format!(" (line {line})"), format!("({line}번째 줄)")),
    };
    let ko = reason_ko(&reason);
    let note = found
        .about(words::ERROR_FIELD, raw)
        .with("field", shown_name(&name).into_owned())
        .with("reason", Arg::both(reason, ko))
        .with("path", path)
        .with("on_line", on_line);
    Some(note)
}

/// Whether the same may be tried again.
fn retry(data: Raw<'_>, path: &'static str, found: &mut Found<'_>) {
    let retryable = data.member("retryable");
    let after = data.member("retryAfterMs");
    let after = after.filter(|after| after.number().is_some_and(|n| n.as_u64_exact().is_some()));
    let code = match retryable.and_then(Raw::as_bool) {
        Some(false) => words::ERROR_FINAL,
        None if after.is_none() => return,
        _ => words::ERROR_RETRY,
    };
    let Some(raw) = retryable.or(after) else {
        return;
    };
    let after = match after.map(Raw::get).filter(|after| after.len() <= 20) {
        Some(ms) => Arg::both(format!(", after {ms} ms"), format!("({ms}ms 뒤)")),
        None => "".into(),
    };
    let note = found
        .about(code, raw)
        .at(format!("{path}.retryable"))
        .with("after", after);
    found.add(note);
}
