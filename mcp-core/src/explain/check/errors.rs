//! What does an error say, and does its code fit the case?
//!
//! In: errors and the requests they answer. Out: findings that explain the code, and say what the
//! error leaves unsaid.

use crate::explain::finding::Found;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::json::Raw;

/// An error; `call` is the request it answers, when that was seen.
pub(in crate::explain) fn error(
    state: &mut State,
    scope: Scope,
    call: Option<&Call>,
    error: Raw<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, call, error, found);
}
