//! Does the code of an error fit the case, and the revision?
//!
//! In: a code and the request it answers. Out: findings on codes that say something else than what
//! happened, or that the revision does not have.

use super::errors::Parts;
use crate::explain::finding::Found;
use crate::explain::lang::Words;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::state::catalog::Listed;
use crate::explain::words::errors as words;
use crate::json::{Raw, shown_name};
use crate::method::{self, Method};
use crate::rpc::ErrorCode;
use crate::version::ProtocolVersion;

const PATH: &str = "error.code";

/// The code of an error.
pub(super) fn fits(
    state: &State,
    scope: Scope,
    call: Option<&Call>,
    (raw, code): (Raw<'_>, i64),
    parts: Parts<'_>,
    found: &mut Found<'_>,
) {
    let known = i32::try_from(code).ok().map(ErrorCode);
    if let Some(instead) = known.and_then(|code| instead(scope, call, code)) {
        return not_here(scope, (raw, code), instead, found);
    }
    if is_reserved(scope, code) {
        let said = words::code_words(code).unwrap_or(&words::OF_THE_APPLICATION);
        let own = code.rem_euclid(1_000);
        let finding = found
            .about(words::ERROR_CODE_RESERVED, raw)
            .at(PATH)
            .with("code", code.to_string())
            .with("when", said.when)
            .with("own", own.to_string());
        return found.add(finding);
    }
    let Some((call, code)) = call.zip(known) else {
        return;
    };
    let contradicts = match code {
        ErrorCode::METHOD_NOT_FOUND
            if call.method == method::TOOLS_CALL
                && !call.task
                && state.catalog.listed() != Listed::Never =>
        {
            words::ERROR_CODE_TOOL
        }
        ErrorCode::INVALID_PARAMS if is_about_method(call, parts) => words::ERROR_CODE_METHOD,
        ErrorCode::PARSE_ERROR if call.fault.is_none() => words::ERROR_CODE_PARSE,
        ErrorCode::INTERNAL_ERROR if is_about_arguments(call) => words::ERROR_CODE_INTERNAL,
        _ => return,
    };
    let finding = found
        .about(contradicts, raw)
        .at(PATH)
        .with("method", shown_name(&call.method).into_owned());
    found.add(finding);
}

/// Whether the method itself was refused: servers may have methods of their own, whose params may
/// be wrong.
fn is_about_method(call: &Call, parts: Parts<'_>) -> bool {
    let says_so = |phrase: String| phrase.contains("method") || phrase.contains("메서드");
    Method::named(&call.method).is_none() && parts.phrase().is_some_and(says_so)
}

/// Whether a fault was found in the arguments of the request.
fn is_about_arguments(call: &Call) -> bool {
    let fault = call.fault.as_ref();
    fault.is_some_and(|(_, path)| path.starts_with("params.arguments"))
}

/// A code that the revision does not have: what it has instead.
fn instead(scope: Scope, call: Option<&Call>, code: ErrorCode) -> Option<Words> {
    let version = scope.version?;
    match code {
        ErrorCode::RESOURCE_NOT_FOUND if version.is_modern() => {
            Some(Words::new("-32602 with data.uri", "-32602와 data.uri"))
        }
        ErrorCode::URL_ELICITATION_REQUIRED if !version.has_url_elicitation_error() => {
            Some(match version.is_modern() {
                true => Words::new(
                    "a result that asks (resultType \"input_required\")",
                    "입력을 요구하는 결과(resultType \"input_required\")",
                ),
                false => Words::new("a code outside -32768 to -32000", "-32768~-32000 밖의 코드"),
            })
        }
        ErrorCode::HEADER_MISMATCH
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
            if is_surely_legacy(version, call) =>
        {
            Some(Words::new("-32602 or -32600", "-32602 또는 -32600"))
        }
        _ => None,
    }
}

/// Whether the request belongs to a revision with a handshake: a server of both eras may answer
/// the handshake itself, and what nobody has agreed on, with codes of the newer.
fn is_surely_legacy(version: ProtocolVersion, call: Option<&Call>) -> bool {
    let agreed = call
        .is_some_and(|call| call.method != method::INITIALIZE && call.method != method::DISCOVER);
    agreed && !version.is_modern()
}

fn not_here(scope: Scope, (raw, code): (Raw<'_>, i64), instead: Words, found: &mut Found<'_>) {
    let Some(version) = scope.version else { return };
    let said = words::code_words(code).unwrap_or(&words::OF_THE_APPLICATION);
    let finding = found
        .about(words::ERROR_CODE_REVISION, raw)
        .at(PATH)
        .with("version", version)
        .with("code", code.to_string())
        .with("when", said.when)
        .with("instead", instead);
    found.add(finding);
}

/// Whether a code is reserved, but not defined.
fn is_reserved(scope: Scope, code: i64) -> bool {
    let defined = i32::try_from(code).is_ok_and(|code| !ErrorCode(code).meaning().is_empty());
    match code {
        _ if defined => false,
        -32_768..=-32_100 => true,
        // Up to the last revision with a handshake these belong to the implementation.
        -32_099..=-32_020 => scope.surely(ProtocolVersion::is_modern),
        _ => false,
    }
}
