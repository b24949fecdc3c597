//! Is the id where it must be, and does it fit?
//!
//! In: messages, and the requests that were seen. Out: findings on ids that are reused, that fit no
//! request, that change their type, and on requests without an answer.

use crate::explain::finding::{Finding, Found};
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::rpc::{Request, Response};

/// A request whose id was used before.
pub(in crate::explain) fn request(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, request, found);
}

/// An answer that fits no request that waits.
pub(in crate::explain) fn stray_answer(
    state: &mut State,
    scope: Scope,
    answer: &Response<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, answer, found);
}

/// The requests that had no answer until the end.
pub(in crate::explain) fn unanswered(state: &mut State, findings: &mut Vec<Finding>) {
    let _ = (state, findings);
}
