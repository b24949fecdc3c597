//! Is it a method of this revision, sent by the side that may, in the right kind of message?
//!
//! In: requests and notifications. Out: findings that name the nearest method, or the revision that
//! has it, or what is missing.

use crate::explain::finding::Found;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::rpc::{Notification, Request};

/// The method of a request.
pub(in crate::explain) fn request(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, request, found);
}

/// The method of a notification.
pub(in crate::explain) fn notification(
    state: &mut State,
    scope: Scope,
    notification: &Notification<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, notification, found);
}
