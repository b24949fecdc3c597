//! Is a result that of its method in this revision?
//!
//! In: results and the requests they answer. Out: findings on their shape, and what the server
//! said it has.

use crate::explain::finding::Found;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::json::Raw;

/// A result; `call` is the request it answers, when that was seen.
pub(in crate::explain) fn result(
    state: &mut State,
    scope: Scope,
    call: Option<&Call>,
    result: Raw<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, call, result, found);
}
