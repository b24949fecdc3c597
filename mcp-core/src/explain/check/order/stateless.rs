//! Requests that carry their own terms in `_meta`.
//!
//! In: the params of a request that names a revision. Out: the first thing that a server would
//! refuse it for, and what the client said it can do. Types of members are judged elsewhere.

use std::sync::Arc;

use super::fault;
use crate::explain::finding::Found;
use crate::explain::state::State;
use crate::explain::words::order as words;
use crate::json::{Raw, from_raw, shown_name};
use crate::meta;
use crate::reasons;
use crate::rpc::Params;
use crate::version::ProtocolVersion;

/// Learns what the client can do, before anything is judged by it.
pub(super) fn learns(state: &mut State, params: &Params<'_>) {
    let raw = params.meta.client_capabilities.filter(|raw| !raw.is_null());
    let Some(raw) = raw.filter(|_| params.meta.protocol_version.is_some()) else {
        return;
    };
    let session = &mut state.session;
    // NB. all requests of a client say the same, as a rule: it is read when it changes.
    if session.client_text.as_deref() != Some(raw.get()) {
        session.client = from_raw(raw).ok().map(Arc::new);
        session.client_text = Some(raw.get().into());
    }
}

/// Reads the terms of a request.
pub(super) fn request(state: &mut State, params: &Params<'_>, found: &mut Found<'_>) {
    let Some(Ok(asked)) = params.meta.protocol_version.map(Raw::string) else {
        return;
    };
    if params.meta.client_capabilities.is_none_or(Raw::is_null) {
        let finding = fault(&reasons::missing_claim(meta::CLIENT_CAPABILITIES), found);
        found.add(finding);
        return;
    }
    let session = &mut state.session;
    let version = ProtocolVersion::parse(&asked);
    let modern = version.filter(|version| version.is_modern());
    session.claimed = modern.or(session.claimed);
    let known = || ProtocolVersion::ALL.into_iter().filter(|v| v.is_modern());
    let served = session.served.as_ref();
    let refused = match (modern, served) {
        (Some(_), None) => None,
        (Some(version), Some(served)) if served.iter().any(|name| name == version.as_str()) => None,
        (_, Some(served)) => Some(
            known()
                .filter(|v| served.iter().any(|s| s == v.as_str()))
                .collect(),
        ),
        (None, None) => Some(known().collect::<Vec<_>>()),
    };
    let Some(served) = refused else {
        return;
    };
    if version.is_none() && *asked > *ProtocolVersion::LATEST.as_str() && is_date(&asked) {
        let finding = found.of(words::VERSION_NEWER).at("params._meta");
        found.add(finding.with("version", shown_name(&asked).into_owned()));
        return;
    }
    let finding = fault(&reasons::unsupported_version(&asked, &served), found);
    found.add(finding);
}

fn is_date(text: &str) -> bool {
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    text.len() == 10 && text.split('-').count() == 3 && text.split('-').all(digits)
}
