//! Why a good JSON-RPC message can't be served, each reason in one place.
//!
//! In: what was asked and what there is. Out: a [`Fault`] with field, reason, rule and remedy. The
//! replies of a server are made of these, and so is what a reader of a log is told, so the two
//! never differ. Nothing here decides whether a reason applies.

use crate::json::{Kind, Raw};
use crate::logging::LoggingLevel;
use crate::method::{self, Method, Side};
use crate::rpc::{ErrorCode, ErrorObject, Fault, FaultKind, Id, MAX_ID_BYTES};
use crate::schema::nearest;
use crate::version::ProtocolVersion;
use serde_json::{Value, json};
use std::borrow::Cow;

/// How many known names are listed where none is near.
pub const LISTED_NAMES: usize = 10;

/// The keys of `_meta` that open a stateless request.
const CLAIM: &str = "\"io.modelcontextprotocol/protocolVersion\" and \"io.modelcontextprotocol/clientCapabilities\"";
const CLAIM_VERSION: &str = "params._meta[\"io.modelcontextprotocol/protocolVersion\"]";

/// A member that must be a text: absent or null it is missing, another type is wrong.
///
/// # Errors
/// -32602 that names the member.
pub fn required_text<'a>(field: &'static str, raw: Option<Raw<'a>>) -> Result<Cow<'a, str>, Fault> {
    match optional_text(field, raw)? {
        Some(text) => Ok(text),
        None => Err(missing(field, "a string")),
    }
}

/// A member that may be left out, but otherwise must be a text.
///
/// # Errors
/// -32602 that names the member.
pub fn optional_text<'a>(
    field: &'static str,
    raw: Option<Raw<'a>>,
) -> Result<Option<Cow<'a, str>>, Fault> {
    match raw.filter(|raw| !raw.is_null()) {
        None => Ok(None),
        Some(raw) if raw.kind() != Kind::String => Err(wrong_type(field, "a string", raw.kind())),
        Some(raw) => match raw.string() {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(half_a_character(field)),
        },
    }
}

/// A member that may be left out, but otherwise must be an object.
///
/// # Errors
/// -32602 that names the member.
pub fn optional_object<'a>(
    field: &'static str,
    raw: Option<Raw<'a>>,
) -> Result<Option<Raw<'a>>, Fault> {
    match raw.filter(|raw| !raw.is_null()) {
        Some(raw) if raw.kind() != Kind::Object => Err(wrong_type(field, "an object", raw.kind())),
        other => Ok(other),
    }
}

/// A progress token: a string or an integer, given back as it was written. It is bounded as an
/// id is, save that an integer may be written with a fraction: `3.0`.
///
/// # Errors
/// -32602 that says what is wrong with it.
pub fn progress_token(raw: Raw<'_>) -> Result<Raw<'_>, Fault> {
    const FIELD: &str = "params._meta.progressToken";
    const EXPECTED: &str = "a string or an integer";
    let long = raw.get().len() > MAX_ID_BYTES;
    let wrong = |reason: String, got: Cow<'static, str>| {
        Fault::new(FaultKind::WrongMember)
            .at(FIELD)
            .because(reason)
            .expecting(EXPECTED)
            .got(got)
            .with_remedy("use a short string, or an integer of 64 bits")
    };
    let too_long = |bytes: usize| {
        let reason = format!("must be at most {MAX_ID_BYTES} bytes long");
        wrong(reason, format!("{bytes} bytes").into()).with_limit(MAX_ID_BYTES as u64)
    };
    match (raw.kind(), raw.number()) {
        (Kind::String, _) => match raw.string() {
            Ok(text) if text.len() > MAX_ID_BYTES => Err(too_long(text.len())),
            Ok(_) => Ok(raw),
            Err(_) => Err(half_a_character(FIELD)),
        },
        (_, Some(_)) if long => Err(too_long(raw.get().len())),
        (_, Some(number)) if number.as_i64_exact().is_some() => Ok(raw),
        (_, Some(number)) => {
            let reason = match number.is_integer() {
                true => "must fit in 64 bits".to_owned(),
                false => format!("must be {EXPECTED}"),
            };
            Err(wrong(reason, raw.get().to_owned().into()))
        }
        (kind, None) => Err(wrong_type(FIELD, EXPECTED, kind)),
    }
}

fn half_a_character(field: &'static str) -> Fault {
    Fault::new(FaultKind::WrongMember)
        .at(field)
        .because("must not hold half of a surrogate pair")
        .expecting("a string of whole characters")
        .with_remedy("write the character itself, or both halves of its pair")
}

/// A required member of `params` is absent or null.
pub fn missing(field: &'static str, expected: &'static str) -> Fault {
    Fault::new(FaultKind::MissingMember)
        .at(field)
        .expecting(expected)
        .with_remedy(format!("add {field}, {expected}"))
}

/// A member of `params` has another type than its schema says.
pub fn wrong_type(field: &'static str, expected: &'static str, got: Kind) -> Fault {
    Fault::new(FaultKind::WrongMember)
        .at(field)
        .because(format!("must be {expected}"))
        .expecting(expected)
        .got(got.name())
        .with_remedy(format!("send {expected} as {field}"))
}

/// A stateless request misses a key of its `_meta`.
pub fn missing_claim(key: &str) -> Fault {
    Fault::new(FaultKind::MissingMeta)
        .at(format!("params._meta[{key:?}]"))
        .because("is required")
        .with_remedy(format!("add {key:?} to params._meta of every request"))
}

/// A request that opens neither era: no terms of its own, and no handshake before it. `legacy`
/// says whether there is a handshake, `modern` which revision is served without one.
pub fn no_terms(method: &str, legacy: bool, modern: Option<ProtocolVersion>) -> Fault {
    let fault = Fault::new(FaultKind::NotInitialized);
    let asked = short(method);
    match (modern, legacy) {
        (Some(version), true) => fault
            .because(format!(
                "must name a revision, because no initialize came before {asked}"
            ))
            .expecting(CLAIM)
            .with_remedy(format!(
                "{}, or send initialize first (older revisions)",
                put_claim(version)
            )),
        (Some(version), false) => fault
            .because(format!(
                "must name the revision of {asked}, because this server has no handshake"
            ))
            .expecting(CLAIM)
            .with_remedy(put_claim(version)),
        (None, _) => fault
            .at("method")
            .because(format!(
                "must be initialize, because none came before {asked}"
            ))
            .expecting("initialize")
            .got(asked)
            .with_remedy("send initialize first"),
    }
}

/// `initialize` on a server that serves no revision with a handshake; `data` is what the
/// specification prescribes.
pub fn no_handshake(asked: &str, served: &[ProtocolVersion]) -> Fault {
    let fault = unsupported_version(asked, served).at("method");
    let how = match served.iter().max() {
        Some(version) => put_claim(*version),
        None => String::new(),
    };
    fault
        .because(format!(
            "must not be initialize, because this server has no handshake; {how}"
        ))
        .expecting("a request that names its revision")
        .got("initialize")
        .with_remedy(how)
}

fn put_claim(version: ProtocolVersion) -> String {
    format!("put {CLAIM} into params._meta of each request (revision {version})")
}

/// A second handshake on a connection that has one.
pub fn already_initialized(version: ProtocolVersion) -> Fault {
    Fault::new(FaultKind::AlreadyInitialized).because(format!(
        "must not be initialize again: this session speaks {version} already"
    ))
}

/// A revision that is not served; `data` is what the specification prescribes.
pub fn unsupported_version(asked: &str, served: &[ProtocolVersion]) -> Fault {
    let supported: Vec<_> = served.iter().map(|v| v.as_str()).collect();
    let list = quoted(supported.iter().copied());
    Fault::new(FaultKind::UnsupportedVersion)
        .at(CLAIM_VERSION)
        .because(format!("must be one of {list}, not {}", short(asked)))
        .expecting(format!("one of {list}"))
        .got(short(asked))
        .with_data(json!({ "supported": supported, "requested": asked }))
}

/// A log level that is none of the eight.
pub fn unknown_level(field: &'static str, name: &str) -> Fault {
    let names = LoggingLevel::ALL.map(LoggingLevel::as_str);
    let list = quoted(names);
    let hint = match nearest(&name.to_lowercase(), names) {
        Some(near) => format!(" (did you mean \"{near}\"?)"),
        None => String::new(),
    };
    Fault::new(FaultKind::WrongMember)
        .at(field)
        .because(format!("must be one of {list}, not {}{hint}", short(name)))
        .expecting(format!("one of {list}"))
        .got(short(name))
        .with_remedy("write one of these names, in lower case")
}

/// A method that nothing answers: misspelt, of another revision, or of a feature that is not
/// offered. `served` is what would be answered.
pub fn unknown_method(name: &str, version: ProtocolVersion, served: &[&str]) -> Fault {
    let elsewhere = ProtocolVersion::ALL
        .into_iter()
        .filter(|v| is_request_in(name, *v))
        .map(ProtocolVersion::as_str);
    let shown = short(name);
    let (reason, remedy) = if is_request_in(name, version) {
        (
            format!("{shown} is not offered by this server"),
            "use only what the server's capabilities name".to_owned(),
        )
    } else if let Some(list) = Some(quoted(elsewhere)).filter(|list| !list.is_empty()) {
        (
            format!("{shown} is not part of revision {version}"),
            format!("use it under {list}, or what {version} has in its place"),
        )
    } else if let Some(near) = nearest(name, served.iter().copied()) {
        (
            format!("{shown} is not known (did you mean \"{near}\"?)"),
            format!("call \"{near}\""),
        )
    } else {
        (
            format!("{shown} is not known"),
            format!(
                "call one of {}",
                quoted(served.iter().copied().take(LISTED_NAMES))
            ),
        )
    };
    Fault::new(FaultKind::UnknownMethod)
        .because(reason)
        .got(shown)
        .with_remedy(remedy)
}

fn is_request_in(name: &str, version: ProtocolVersion) -> bool {
    Method::named(name)
        .is_some_and(|m| m.kind() == method::Kind::Request && m.is_sent_by(Side::Client, version))
}

/// A notification's name on a message with an id.
pub fn notification_with_id(name: &str) -> Fault {
    Fault::new(FaultKind::NotificationWithId).because(format!(
        "must not be given: {} is a notification",
        short(name)
    ))
}

/// A tool that the server does not have.
pub fn unknown_tool<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Fault {
    let known: Vec<_> = known.into_iter().collect();
    let shown = short(name);
    let fault = Fault::new(FaultKind::UnknownTool);
    let must = "must be the name of a tool that tools/list returns";
    let fault = match nearest_tool(name, &known) {
        Some(near) => fault
            .because(format!("{must}, not {shown} (did you mean \"{near}\"?)"))
            .with_remedy(format!("call \"{near}\"")),
        None if known.is_empty() => fault.because(format!("{must}, not {shown}; it returns none")),
        None => {
            let list = quoted(known.into_iter().take(LISTED_NAMES));
            fault
                .because(format!("{must}, not {shown}; known are {list}"))
                .with_remedy(format!("call one of {list}"))
        }
    };
    fault.got(shown)
}

/// The tool that was probably meant: the nearest, or the one whose name stands behind a prefix
/// that a host puts before the names of a server (`mcp__notes__search`).
pub(crate) fn nearest_tool<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let is_behind_prefix = |known: &&str| {
        let before = name.strip_suffix(known).unwrap_or_default();
        !known.is_empty() && before.ends_with(['_', '.', '/', ':', '-'])
    };
    let names = || known.iter().copied();
    nearest(name, names()).or_else(|| names().find(is_behind_prefix))
}

/// A cursor that no page of this list returned.
pub fn unknown_cursor(method: &str) -> Fault {
    Fault::new(FaultKind::UnknownCursor).because(format!(
        "must be a nextCursor that {method} of this server returned"
    ))
}

/// The id of a request that is still running.
pub fn id_in_flight(id: &Id) -> Fault {
    Fault::new(FaultKind::IdInUse).got(id.to_string())
}

/// More calls at once than the limit; `retry_after_ms` is when to try again, in milliseconds.
pub fn busy(limit: usize, retry_after_ms: u64) -> Fault {
    Fault::new(FaultKind::Busy)
        .because(format!(
            "is one too many: {limit} calls are running, which is the limit"
        ))
        .with_data(busy_data(limit, retry_after_ms))
}

/// A header that must repeat a member of the body, and isn't there; `body` is what it must say,
/// where that may be told.
pub fn header_missing(header: &str, member: &str, body: Option<&str>) -> Fault {
    let says = header_text(member, body);
    header_fault(header, format!("is required: it must say {says}"), &says)
}

/// A header that doesn't repeat a member of the body; `got` is what it says, already short and in
/// quotes.
pub fn header_differs(header: &str, got: &str, member: &str, body: Option<&str>) -> Fault {
    let says = header_text(member, body);
    header_fault(header, format!("must say {says}, not {got}"), &says).got(got.to_owned())
}

fn header_text(member: &str, body: Option<&str>) -> String {
    match body {
        Some(body) => format!("{}, as {member} does", short(body)),
        None => format!("what {member} says"),
    }
}

fn header_fault(header: &str, reason: String, says: &str) -> Fault {
    Fault::new(FaultKind::HeaderMismatch)
        .at(header.to_owned())
        .because(reason)
        .expecting(says.to_owned())
        .with_remedy(format!("send the header {header} with {says}"))
}

/// What stands in the `data` of every busy error, beside its reason.
pub fn busy_data(limit: usize, retry_after_ms: u64) -> Value {
    json!({
        "retryable": true,
        "retryAfterMs": retry_after_ms,
        "limit": limit,
    })
}

/// A reply that is longer than a message may be.
pub fn too_large(size: usize, limit: usize) -> ErrorObject {
    ErrorObject::new(
        ErrorCode::INTERNAL_ERROR,
        format!("the result is too large: {size} bytes, and the limit is {limit}"),
    )
    .with_data(json!({ "reason": "ask for less at once", "size": size, "limit": limit }))
}

/// A call that was stopped before its end, and not by its caller.
pub fn abandoned(why: &str) -> ErrorObject {
    ErrorObject::new(ErrorCode::INTERNAL_ERROR, why)
        .with_data(json!({ "reason": why, "retryable": true }))
}

/// `"a", "b"`.
fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().map(|name| format!("{name:?}")).collect();
    names.join(", ")
}

/// A name from outside, escaped and cut, in quotes.
fn short(name: &str) -> String {
    /// Names are short; what is longer is not worth repeating.
    const SHOWN: usize = 64;
    let shown: String = name.chars().take(SHOWN).collect();
    let more = if shown.len() < name.len() { "…" } else { "" };
    format!("\"{}{more}\"", shown.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_tool_is_named_with_the_nearest_known_one() {
        let fault = unknown_tool("serch", ["add", "search"]);
        assert_eq!(fault.code, ErrorCode::INVALID_PARAMS);
        assert_eq!(fault.field, "params.name");
        assert!(
            fault
                .message()
                .contains("not \"serch\" (did you mean \"search\"?)")
        );
    }

    #[test]
    fn a_tool_behind_the_prefix_of_a_host_is_told_by_its_own_name() {
        let fault = unknown_tool("mcp__notes__search", ["add", "search"]);
        assert_eq!(fault.remedy, "call \"search\"");
        let none = unknown_tool("search", []).message();
        assert!(none.ends_with("not \"search\"; it returns none"), "{none}");
    }

    #[test]
    fn names_from_outside_are_escaped_and_cut() {
        let fault = unknown_tool(&format!("add\n{}", "x".repeat(500)), []);
        let message = fault.message();
        assert!(message.contains("add\\n") && !message.contains('\n') && message.len() < 300);
    }

    #[test]
    fn a_method_of_another_revision_is_told_apart_from_a_misspelt_one() {
        let version = ProtocolVersion::LATEST;
        let served = ["tools/list", "tools/call"];
        let elsewhere = unknown_method("ping", version, &served);
        assert!(elsewhere.message().contains("is not part of revision"));
        let misspelt = unknown_method("tools/lst", version, &served);
        assert!(misspelt.message().contains("did you mean \"tools/list\"?"));
        let not_offered = unknown_method("prompts/list", version, &served);
        assert!(not_offered.message().contains("not offered by this server"));
    }

    #[test]
    fn an_unsupported_version_lists_what_is_served_as_the_specification_says() {
        let fault = unsupported_version("1900-01-01", &[ProtocolVersion::LATEST]);
        let error = fault.to_error();
        assert_eq!(error.code.0, -32022);
        let data =
            json!({"supported": [ProtocolVersion::LATEST.as_str()], "requested": "1900-01-01"});
        assert_eq!(error.data, Some(data));
    }

    #[test]
    fn a_progress_token_is_a_bounded_text_or_an_integer_however_it_is_written() {
        fn read(text: &str) -> Result<&str, Fault> {
            progress_token(Raw::parse(text).expect("JSON")).map(Raw::get)
        }
        let long = format!("\"{}\"", "x".repeat(300));
        let digits = format!("1.{}", "0".repeat(300));
        for text in [
            "0",
            "-7",
            "3.0",
            "1e2",
            "9223372036854775807",
            "\"\"",
            "\"2\"",
        ] {
            assert_eq!(read(text), Ok(text));
        }
        for (text, words) in [
            (
                long.as_str(),
                "must be at most 256 bytes long, not 300 bytes",
            ),
            (&digits, "must be at most 256 bytes long, not 302 bytes"),
            (
                "18446744073709551615",
                "must fit in 64 bits, not 18446744073709551615",
            ),
            ("1e30", "must fit in 64 bits, not 1e30"),
            ("1.5", "must be a string or an integer, not 1.5"),
            ("true", "must be a string or an integer, not a boolean"),
            ("[]", "must be a string or an integer, not an array"),
            (r#""\ud800""#, "must not hold half of a surrogate pair"),
        ] {
            let fault = read(text).expect_err(text);
            assert_eq!(fault.code, ErrorCode::INVALID_PARAMS);
            let message = format!("Invalid params: \"params._meta.progressToken\" {words}");
            assert_eq!(fault.message(), message);
        }
    }

    #[test]
    fn without_terms_only_the_ways_in_are_named_that_there_are() {
        let legacy = no_terms("tools/list", true, None);
        assert_eq!(legacy.field, "method");
        assert_eq!(
            legacy.message(),
            "Invalid params: \"method\" must be initialize, because none came before \"tools/list\"; send initialize first"
        );
        let modern = no_terms("tools/list", false, Some(ProtocolVersion::LATEST));
        let message = modern.message();
        assert!(message.contains("no handshake") && message.contains("into params._meta"));
        assert!(!message.contains("initialize"), "{message}");
    }

    #[test]
    fn a_handshake_where_there_is_none_is_told_what_to_send_instead() {
        let fault = no_handshake("2025-11-25", &[ProtocolVersion::LATEST]);
        assert_eq!(fault.field, "method");
        let message = fault.message();
        assert!(
            message.contains("\"method\" must not be initialize"),
            "{message}"
        );
        assert!(
            message.contains("into params._meta of each request"),
            "{message}"
        );
        let error = fault.to_error();
        assert_eq!(error.code, ErrorCode::UNSUPPORTED_PROTOCOL_VERSION);
        assert_eq!(error.data.expect("data")["requested"], "2025-11-25");
    }

    #[test]
    fn without_terms_the_message_names_both_ways_in() {
        let message = no_terms("tools/list", true, Some(ProtocolVersion::LATEST)).message();
        assert!(message.contains("initialize first") && message.contains("params._meta"));
    }
}
