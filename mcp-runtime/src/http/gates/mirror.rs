//! Headers that repeat what the body says (specification, Streamable HTTP, in revisions without a
//! handshake: Server Validation).
//!
//! In: the headers of a request, and the members of its body as text. Out: nothing, or a fault
//! with -32020 that goes with status 400. What stands between here and the server trusts the
//! headers; so no call runs that they describe otherwise. It never makes a value of the body's
//! text, and never copies a header but to decode it.

use super::refused::{Refused, shown};
use super::revision::{HEADER as VERSION, SHOWN as SHOWN_VERSION};
use crate::tool::Mirrored;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::StatusCode;
use http::header::{AsHeaderName, HeaderMap, HeaderName};
use mcp_core::json::{Kind, Raw};
use mcp_core::method;
use mcp_core::reasons::{header_differs, header_missing};
use mcp_core::rpc::{Fault, Params};
use std::borrow::Cow;

const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// How many headers may repeat arguments: 64.
pub(super) const MAX_PARAMS: usize = 64;
const PARAM: &str = "mcp-param-";

/// Does the header of this name repeat an argument?
pub(super) fn is_param(name: &str) -> bool {
    let start = name.get(..PARAM.len());
    name.len() > PARAM.len() && start.is_some_and(|start| start.eq_ignore_ascii_case(PARAM))
}

/// Are there too many headers that repeat arguments?
///
/// # Errors
/// 431.
pub(super) fn count(headers: &HeaderMap) -> Result<(), Refused> {
    if headers.len() <= MAX_PARAMS {
        return Ok(());
    }
    let params = headers.iter().filter(|(name, _)| is_param(name.as_str()));
    if params.count() <= MAX_PARAMS {
        return Ok(());
    }
    let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
    let must = format!("must not stand there more than {MAX_PARAMS} times");
    Err(Refused::header(status, "Mcp-Param-*", &must, None)
        .with_remedy("send only those that the schema of the tool names"))
}

/// Does the header name the revision that the body claims? Asked before whether it is served.
///
/// # Errors
/// -32020.
pub(crate) fn version(headers: &HeaderMap, claim: &str) -> Result<(), Fault> {
    let member = "params._meta[\"io.modelcontextprotocol/protocolVersion\"]";
    plain(headers, (&VERSION, SHOWN_VERSION), (member, claim))
}

/// Does what the headers of a notification say agree with its body? They may be left out: they are
/// demanded of requests alone.
///
/// # Errors
/// -32020.
pub(crate) fn notification(
    headers: &HeaderMap,
    method: &str,
    claim: Option<Raw<'_>>,
) -> Result<(), Fault> {
    if headers.contains_key(&VERSION)
        && let Some(Ok(claim)) = claim.map(Raw::string)
    {
        version(headers, &claim)?;
    }
    match headers.contains_key(&METHOD) {
        true => plain(headers, (&METHOD, "Mcp-Method"), ("method", method)),
        false => Ok(()),
    }
}

/// Do the headers name the method of the body, and what it is about? Asked before whether there is
/// such a method here.
///
/// # Errors
/// -32020.
pub(crate) fn target(headers: &HeaderMap, method: &str, params: &Params<'_>) -> Result<(), Fault> {
    plain(headers, (&METHOD, "Mcp-Method"), ("method", method))?;
    let Some((member, about)) = about(method, params) else {
        return Ok(());
    };
    let name = (&NAME, "Mcp-Name");
    match about.filter(|about| !about.is_null()) {
        // NB. a wrong type is a fault of the parameters, which says more.
        Some(about) if about.string().is_err() => Ok(()),
        about => one(headers, name, (member, about), true),
    }
}

/// The member of `params` that `Mcp-Name` repeats, for the methods that have one, and its text.
fn about<'a>(of: &str, params: &Params<'a>) -> Option<(&'static str, Option<Raw<'a>>)> {
    match of {
        method::TOOLS_CALL | "prompts/get" => Some(("params.name", params.name)),
        "resources/read" => Some(("params.uri", params.uri)),
        "tasks/get" | "tasks/update" | "tasks/cancel" => {
            let mut members = params.raw.into_iter().flat_map(Raw::members);
            let id = members.find(|member| member.key == "taskId");
            Some(("params.taskId", id.map(|member| member.value)))
        }
        _ => None,
    }
}

/// Do the headers repeat the arguments that the tool's schema marks?
///
/// # Errors
/// -32020.
pub(crate) fn arguments(
    headers: &HeaderMap,
    mirrored: &[Mirrored],
    arguments: Option<Raw<'_>>,
) -> Result<(), Fault> {
    for mirror in mirrored {
        let name = (mirror.header.as_str(), mirror.shown.as_str());
        let mut found = false;
        each(arguments, &mirror.path, &mut |value| {
            found = true;
            one(headers, name, (&mirror.member, Some(value)), false)
        })?;
        if !found {
            one(headers, name, (&mirror.member, None), false)?;
        }
    }
    Ok(())
}

/// Every value at a path that is not null; more than one where a name stands there twice, so that
/// it doesn't matter which of them is read later.
fn each<'a>(
    value: Option<Raw<'a>>,
    path: &[String],
    then: &mut impl FnMut(Raw<'a>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let Some(value) = value.filter(|value| !value.is_null()) else {
        return Ok(());
    };
    let Some((first, rest)) = path.split_first() else {
        return then(value);
    };
    for member in value.members().filter(|member| member.key == *first) {
        each(Some(member.value), rest, then)?;
    }
    Ok(())
}

/// A header whose value is never encoded.
fn plain(
    headers: &HeaderMap,
    (name, written): (&HeaderName, &'static str),
    (member, body): (&str, &str),
) -> Result<(), Fault> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else {
        return Err(header_missing(written, member, Some(body)));
    };
    if values.next().is_some() {
        return Err(header_differs(written, "two values", member, Some(body)));
    }
    match value.as_bytes() == body.as_bytes() {
        true => Ok(()),
        false => Err(header_differs(
            written,
            &shown(value.as_bytes()),
            member,
            Some(body),
        )),
    }
}

/// A header that may be encoded. `tell` says whether the body's text may be repeated in a fault.
fn one(
    headers: &HeaderMap,
    (name, written): (impl AsHeaderName, &str),
    (member, body): (&str, Option<Raw<'_>>),
    tell: bool,
) -> Result<(), Fault> {
    let mut values = headers.get_all(name).iter();
    let told = || {
        let body = body.filter(|body| tell || body.kind() != Kind::String)?;
        match body.kind() {
            Kind::String => body.string().ok(),
            Kind::Number | Kind::Bool => Some(Cow::Borrowed(body.get())),
            _ => None,
        }
    };
    let Some(value) = values.next() else {
        return match body {
            None => Ok(()),
            Some(body) if matches!(body.kind(), Kind::Array | Kind::Object) => Ok(()),
            Some(_) => Err(header_missing(written, member, told().as_deref())),
        };
    };
    let differs = |got: &str| Err(header_differs(written, got, member, told().as_deref()));
    if values.next().is_some() {
        return differs("two values");
    }
    let got = value.to_str().ok().and_then(decoded);
    match (got, body) {
        (Some(got), Some(body)) if agrees(&got, body) => Ok(()),
        _ => differs(&shown(value.as_bytes())),
    }
}

/// Does the text of a header stand for a value?
fn agrees(text: &str, body: Raw<'_>) -> bool {
    match body.kind() {
        Kind::String => body.is_string(text),
        Kind::Number => text == body.get() || same_number(text, body),
        Kind::Bool => text == body.get(),
        _ => false,
    }
}

/// `42.0` is 42.
fn same_number(text: &str, body: Raw<'_>) -> bool {
    /// Any integer that can travel in a header is shorter.
    const LONGEST: usize = 64;
    if text.len() > LONGEST || body.get().len() > LONGEST || text.starts_with([' ', '\t']) {
        return false;
    }
    let whole = |raw: Raw<'_>| raw.number().and_then(|number| number.as_i128_exact());
    let text = Raw::parse(text).ok().filter(|raw| raw.get() == text);
    let text = text.and_then(whole);
    text.is_some() && text == whole(body)
}

/// The text that a header stands for; `None` when it stands between the marks of base64 and is
/// none, or none of UTF-8. Anything else than the exact marks is the text itself.
pub(super) fn decoded(value: &str) -> Option<Cow<'_, str>> {
    let inner = value.strip_prefix("=?base64?");
    match inner.and_then(|inner| inner.strip_suffix("?=")) {
        None => Some(Cow::Borrowed(value)),
        Some(inner) => {
            let bytes = STANDARD.decode(inner).ok()?;
            String::from_utf8(bytes).ok().map(Cow::Owned)
        }
    }
}
