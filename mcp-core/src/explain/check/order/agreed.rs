//! What a result agrees on: the revision, and what the server can do.
//!
//! In: the results of `initialize` and `server/discover`. Out: findings on the revision, and what
//! later messages are judged by. Which members a result must have is judged elsewhere.

use crate::explain::finding::{Arg, Finding, Found};
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::explain::state::session::{Handshake, Session};
use crate::explain::words::order as words;
use crate::json::{Raw, from_raw, shown_name};
use crate::method;
use crate::version::ProtocolVersion;

/// A result: what does it agree on?
pub(in crate::explain) fn result(
    state: &mut State,
    scope: Scope,
    call: &Call,
    result: Raw<'_>,
    found: &mut Found<'_>,
) {
    let session = &mut state.session;
    served(session, call);
    match &*call.method {
        method::INITIALIZE => {
            let waited =
                matches!(&session.handshake, Handshake::Asked { id, .. } if *id == call.id);
            if !waited {
                return;
            }
            session.handshake = match session.told_missing {
                true => Handshake::Done,
                false => Handshake::Answered { line: scope.line },
            };
            learn_capabilities(state, result);
            if let Some(finding) = version(state, result, found) {
                found.add(finding);
            }
        }
        method::DISCOVER => {
            learn_capabilities(state, result);
            let versions = result.member("supportedVersions");
            let texts = versions.map(|list| list.elements().filter_map(|v| v.string().ok()));
            let kept = texts.map(|texts| texts.take(64).map(|v| v.into_owned()).collect());
            state.session.served = kept;
        }
        _ => {}
    }
}

/// A request was served: when none came before it, a handshake came before the log began.
pub(in crate::explain) fn served(session: &mut Session, call: &Call) {
    if session
        .early
        .as_ref()
        .is_some_and(|(line, _)| *line == call.line)
    {
        session.early = None;
        session.handshake = Handshake::Done;
    }
}

fn learn_capabilities(state: &mut State, result: Raw<'_>) {
    let raw = result.member("capabilities");
    state.session.server = raw.and_then(|raw| from_raw(raw).ok());
}

/// The revision that a handshake is answered with.
fn version(state: &mut State, result: Raw<'_>, found: &Found<'_>) -> Option<Finding> {
    let raw = result.member("protocolVersion")?;
    let text = raw.string().ok()?;
    let asked = state.session.asked.clone().unwrap_or_default();
    let about = |code| {
        let finding = found.about(code, raw).at("result.protocolVersion");
        finding
            .with("version", shown_name(&text).into_owned())
            .with("asked", shown_name(&asked).into_owned())
    };
    Some(match ProtocolVersion::parse(&text) {
        Some(version) if version.is_modern() => about(words::VERSION_STATELESS),
        Some(version) => {
            state.session.version = Some(version);
            let same = *text == asked;
            let code = if same {
                words::VERSION_AGREED
            } else {
                words::VERSION_OTHER
            };
            about(code).with("decides", decides(version))
        }
        None if *text == asked => about(words::VERSION_UNPUBLISHED).with("known", known()),
        None => about(words::VERSION_UNKNOWN).with("known", known()),
    })
}

/// The revisions with a handshake.
fn known() -> String {
    let legacy = ProtocolVersion::ALL.into_iter().filter(|v| !v.is_modern());
    legacy
        .map(ProtocolVersion::as_str)
        .collect::<Vec<_>>()
        .join(", ")
}

/// What people meet first of what a revision decides.
fn decides(version: ProtocolVersion) -> Arg {
    let pick = |yes, has, has_not| if yes { has } else { has_not };
    let parts = [
        pick(version.has_batches(), words::BATCHES, words::NO_BATCHES),
        pick(
            version.has_structured_content(),
            words::STRUCTURED,
            words::NO_STRUCTURED,
        ),
        pick(
            version.wrong_arguments_are_results(),
            words::ARGUMENTS_RESULT,
            words::ARGUMENTS_ERROR,
        ),
    ];
    Arg::Both {
        en: parts.map(|part| part.en).join("; "),
        ko: parts.map(|part| part.ko).join(", "),
    }
}
