//! Progress, cancellation and log messages: do they belong to something?
//!
//! In: notifications and the calls that run. Out: findings on those that belong to nothing, come
//! too late or were not asked for; and the call that each belongs to.

use crate::explain::finding::Found;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::json::Raw;
use crate::rpc::{Id, Notification};

/// A notification; the number of the call it belongs to comes back.
pub(in crate::explain) fn notification(
    state: &mut State,
    scope: Scope,
    notification: &Notification<'_>,
    found: &mut Found<'_>,
) -> Option<u64> {
    let _ = (state, scope, notification, found);
    None
}

/// A progress token as it is compared: as ids are, with integers in any writing.
pub(in crate::explain) fn token(raw: Raw<'_>) -> Option<Id> {
    match raw.number() {
        Some(number) => number.as_i64_exact().map(Id::Number),
        None => Id::read(raw).ok(),
    }
}
