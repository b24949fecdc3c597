//! Are the params those of the method in this revision?
//!
//! In: requests and notifications. Out: findings on members that are missing, of the wrong type, or
//! that the revision does not have.

use crate::explain::finding::Found;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::rpc::{Notification, Request};

/// The params of a request.
pub(in crate::explain) fn request(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, request, found);
}

/// The params of a notification.
pub(in crate::explain) fn notification(
    state: &mut State,
    scope: Scope,
    notification: &Notification<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, notification, found);
}
