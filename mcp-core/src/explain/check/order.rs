//! Does it come at its time? The handshake, the revision and what each side can do.
//!
//! In: messages in their order. Out: findings, and what the two sides agreed on.

use crate::explain::finding::{Finding, Found};
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::json::Raw;
use crate::rpc::{Notification, Request};

/// A request: is it its time, and does it open anything?
pub(in crate::explain) fn request(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let claimed = scope.version.filter(|version| version.is_modern());
    state.session.claimed = claimed.or(state.session.claimed);
    let _ = (request, found);
}

/// A notification: is it its time, and does it open anything?
pub(in crate::explain) fn notification(
    state: &mut State,
    scope: Scope,
    notification: &Notification<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, notification, found);
}

/// A result: what does it agree on?
pub(in crate::explain) fn result(
    state: &mut State,
    scope: Scope,
    call: &Call,
    result: Raw<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, call, result, found);
}

/// What never came.
pub(in crate::explain) fn unfinished(state: &mut State, findings: &mut Vec<Finding>) {
    let _ = (state, findings);
}
