//! Are the params those of the method in this revision?
//!
//! In: requests and notifications. Out: findings on members that are missing, of the wrong type, or
//! that the revision does not have.

use crate::explain::finding::Found;
use crate::explain::scope::Scope;
use crate::explain::shapes::{self, Entry, Place, Walk};
use crate::explain::state::State;
use crate::explain::words::params as words;
use crate::json::{Kind, Raw};
use crate::method::Method;
use crate::rpc::{Notification, Request};
use crate::version::ProtocolVersion;

/// The params of a request.
pub(in crate::explain) fn request(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let _ = state;
    // What the classifier finds wrong with them is told as that.
    if request.parameters().is_ok() {
        params(scope, &request.method, request.params, found);
    }
}

/// The params of a notification.
pub(in crate::explain) fn notification(
    state: &mut State,
    scope: Scope,
    notification: &Notification<'_>,
    found: &mut Found<'_>,
) {
    let _ = state;
    if notification.parameters().is_ok() {
        params(scope, &notification.method, notification.params, found);
    }
}

fn params(scope: Scope, method: &str, params: Option<Raw<'_>>, found: &mut Found<'_>) {
    let Some(entry) = shapes::entry(method).filter(|entry| has(entry, scope.version)) else {
        return;
    };
    match params {
        Some(params) if params.kind() == Kind::Object => {
            let mut walk = Walk::new(scope.version, found);
            walk.value(entry.method, entry.params, params, Place::Root("params"));
        }
        Some(_) => {}
        None => missing(scope, entry, found),
    }
}

/// Whether the revision has the method, or an extension of it may.
pub(in crate::explain) fn has(entry: &Entry, version: Option<ProtocolVersion>) -> bool {
    let Some(version) = version else { return true };
    match Method::named(entry.method) {
        Some(method) => {
            method.is_known_in(version) || entry.is_extended && version.has_extensions()
        }
        None => version.has_extensions(),
    }
}

/// No params, where some are needed.
fn missing(scope: Scope, entry: &Entry, found: &mut Found<'_>) {
    let Some(shape) = entry.params.shape() else {
        return;
    };
    let needed: Vec<String> = shape
        .members
        .iter()
        .filter(|member| member.is_required(scope.version) && !member.is_missed_elsewhere())
        .map(|member| format!("`{}`", member.name))
        .collect();
    if needed.is_empty() {
        return;
    }
    let finding = found
        .of(words::PARAMS_MISSING)
        .at("params")
        .with("method", entry.method)
        .with("members", needed.join(", "))
        .with("revisions", shapes::revisions(scope.version))
        .with("of", shape.name)
        .with("sample", shapes::sample_of(shape));
    found.add(finding);
}
