//! What does an error say, and does its code fit the case?
//!
//! In: errors and the requests they answer. Out: findings that explain the code, and say what the
//! error leaves unsaid.

use std::borrow::Cow;

use super::{cancelled, codes, details};
use crate::explain::finding::{Arg, Found};
use crate::explain::parts::ResultParts;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::words::errors as words;
use crate::json::{Kind, Raw};

/// The parts of an error.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) code: Option<Raw<'a>>,
    pub(super) message: Option<Raw<'a>>,
    /// None when it is null or empty.
    pub(super) data: Option<Raw<'a>>,
    pub(super) whole: Raw<'a>,
}

impl<'a> Parts<'a> {
    fn of(error: Raw<'a>) -> Self {
        let mut parts = Parts {
            code: None,
            message: None,
            data: None,
            whole: error,
        };
        for member in error.members() {
            match &*member.key {
                "code" => parts.code = Some(member.value),
                "message" => parts.message = Some(member.value),
                "data" => parts.data = Some(member.value).filter(|data| says_something(*data)),
                _ => {}
            }
        }
        parts
    }

    /// The message, short enough to be compared with phrases.
    pub(super) fn phrase(&self) -> Option<String> {
        phrase(self.message?)
    }
}

/// An error; `call` is the request it answers, when that was seen.
pub(in crate::explain) fn error(
    state: &mut State,
    scope: Scope,
    call: Option<&Call>,
    error: Raw<'_>,
    found: &mut Found<'_>,
) {
    let parts = Parts::of(error);
    let code = code(parts, found);
    message(parts, found);
    // What is wrong with the request explains the error better than the code does.
    let known = call.is_some_and(|call| call.fault.is_some());
    if let Some((raw, code)) = code {
        if !known {
            explained(raw, code, found);
        }
        codes::fits(state, scope, call, (raw, code), parts, found);
        details::check(scope, call, (raw, code), parts, found);
    }
    if let Some(call) = call {
        known_cause(call, found);
        cancelled::answered(call, found);
    }
    if let Some(data) = parts.data.filter(|_| !known) {
        details::restate(call, data, "error.data", found);
    }
}

/// The code, when it is an integer.
fn code<'a>(parts: Parts<'a>, found: &mut Found<'_>) -> Option<(Raw<'a>, i64)> {
    let raw = match parts.code.filter(|code| !code.is_null()) {
        Some(raw) => raw,
        None => {
            let finding = found.about(words::ERROR_NO_CODE, parts.code.unwrap_or(parts.whole));
            found.add(finding.at("error.code"));
            return None;
        }
    };
    if let Some(code) = raw.number().and_then(|number| number.as_i64_exact()) {
        return Some((raw, code));
    }
    let finding = found.about(words::ERROR_CODE_TYPE, raw).at("error.code");
    let finding = match raw.kind() {
        Kind::Number if raw.get().len() <= 40 => finding.with("got", raw.get().to_owned()),
        kind => finding.with("got", kind),
    };
    found.add(finding);
    None
}

fn message(parts: Parts<'_>, found: &mut Found<'_>) {
    const PATH: &str = "error.message";
    let Some(raw) = parts.message.filter(|message| !message.is_null()) else {
        let place = parts.message.unwrap_or(parts.whole);
        let finding = found.about(words::ERROR_NO_MESSAGE, place).at(PATH);
        return found.add(finding);
    };
    if raw.kind() != Kind::String {
        let finding = found.about(words::ERROR_MESSAGE_TYPE, raw).at(PATH);
        return found.add(finding.with("kind", raw.kind()));
    }
    let says = phrase(raw);
    let is_vague = says.as_deref().is_some_and(|says| match parts.data {
        Some(_) => is_vague(says) && !is_name_of_code(says),
        None => is_vague(says),
    });
    if is_vague {
        let finding = found.about(words::ERROR_VAGUE, raw).at(PATH);
        found.add(finding);
    }
}

fn explained(raw: Raw<'_>, code: i64, found: &mut Found<'_>) {
    let said = words::code_words(code).unwrap_or(&words::OF_THE_APPLICATION);
    let explained = found
        .about(words::ERROR_EXPLAINED, raw)
        .at("error.code")
        .with("code", code.to_string())
        .with("meaning", said.meaning)
        .with("when", said.when)
        .with("next", said.next);
    found.add(explained);
}

/// Leads back to the fault that was found in the request.
pub(super) fn known_cause(call: &Call, found: &mut Found<'_>) {
    let Some((fault, path)) = &call.fault else {
        return;
    };
    let place = match path.as_ref() {
        "" => Arg::from(""),
        path => Arg::both(format!(" at `{path}`"), format!(" (`{path}`)")),
    };
    let note = found
        .of(words::ERROR_KNOWN_CAUSE)
        .with("where", line_of(call))
        .with("fault", fault.name())
        .with("place", place);
    found.add(note);
}

/// Where the request of a call stands.
fn line_of(call: &Call) -> Arg {
    match call.line {
        0 => Arg::both("the request".to_owned(), "요청".to_owned()),
        line => Arg::both(format!("line {line}"), format!("{line}번째 줄")),
    }
}

/// A result of a tool that says in `isError` that it failed.
pub(in crate::explain) fn tool_failed(call: &Call, parts: &ResultParts<'_>, found: &mut Found<'_>) {
    let Some(raw) = parts.is_error.filter(|_| parts.failed()) else {
        return;
    };
    let report = parts.meta.and_then(|meta| meta.member(details::REPORT));
    let target = call.target.as_deref().map(crate::json::shown_name);
    let tool = target.unwrap_or(Cow::Borrowed("?"));
    let who = match report {
        Some(_) => Arg::both(
            format!("the tool `{tool}` was not run: its arguments are wrong"),
            format!("인수가 잘못되어 도구 `{tool}`이(가) 실행되지 않았습니다"),
        ),
        None => Arg::both(
            format!("the tool `{tool}` says that it failed"),
            format!("도구 `{tool}`이(가) 실패를 알렸습니다"),
        ),
    };
    let note = found.about(words::TOOL_FAILED, raw).at("result.isError");
    found.add(note.with("who", who));
    known_cause(call, found);
    match report {
        Some(report) => details::restate(Some(call), report, "result._meta", found),
        None => vague_text(parts.content, found),
    }
}

fn vague_text(content: Option<Raw<'_>>, found: &mut Found<'_>) {
    let mut items = content.into_iter().flat_map(Raw::elements);
    let (Some(first), None) = (items.next(), items.next()) else {
        return;
    };
    let Some(text) = first.member("text") else {
        return;
    };
    if phrase(text).is_some_and(|says| is_vague(&says)) {
        let finding = found.about(words::TOOL_FAILED_VAGUE, text);
        found.add(finding.at("result.content[0].text"));
    }
}

fn says_something(data: Raw<'_>) -> bool {
    match data.kind() {
        Kind::Null => false,
        Kind::String => data.get() != "\"\"",
        Kind::Array => data.elements().next().is_some(),
        Kind::Object => data.members().next().is_some(),
        Kind::Bool | Kind::Number => true,
    }
}

/// A short text as it is compared with phrases: in small letters, without marks at its end.
fn phrase(raw: Raw<'_>) -> Option<String> {
    /// No phrase is longer.
    const LONGEST: usize = 120;
    if raw.get().len() > LONGEST {
        return None;
    }
    let text = raw.string().ok()?;
    let text = text.trim().trim_end_matches(['.', '!', ':', '…']).trim();
    let text = match text.get(..6) {
        Some(start) if start.eq_ignore_ascii_case("error:") => text.get(6..)?.trim(),
        _ => text,
    };
    Some(text.to_lowercase())
}

/// Whether a phrase fits every error.
fn is_vague(phrase: &str) -> bool {
    const PHRASES: [&str; 38] = [
        "",
        "an error has occurred",
        "an error occurred",
        "an unexpected error occurred",
        "an unknown error occurred",
        "error",
        "error occurred",
        "exception",
        "execution failed",
        "fail",
        "failed",
        "failure",
        "none",
        "null",
        "oops",
        "oops, something went wrong",
        "operation failed",
        "request failed",
        "server error",
        "something went wrong",
        "something went wrong, please try again",
        "something went wrong. please try again",
        "tool execution failed",
        "tool failed",
        "undefined",
        "unexpected error",
        "unknown error",
        "내부 서버 오류",
        "내부 오류",
        "문제가 발생했습니다",
        "서버 오류",
        "실패",
        "실패했습니다",
        "알 수 없는 오류",
        "알 수 없는 오류가 발생했습니다",
        "에러",
        "오류",
        "오류가 발생했습니다",
    ];
    PHRASES.contains(&phrase) || is_name_of_code(phrase)
}

/// Whether a phrase only repeats what -32603 says.
fn is_name_of_code(phrase: &str) -> bool {
    [
        "internal error",
        "internal server error",
        "error",
        "server error",
    ]
    .contains(&phrase)
}
