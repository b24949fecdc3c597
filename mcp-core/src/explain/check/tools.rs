//! Does a call of a tool fit what the server listed?
//!
//! In: `tools/call` and the lists that were seen. Out: findings on unknown tools, on arguments that
//! stand at the wrong place, and on every argument that does not fit the tool's schema.

use crate::explain::finding::Found;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::state::calls::Call;
use crate::json::Raw;
use crate::method;
use crate::rpc::Request;

/// A call of a tool.
pub(in crate::explain) fn call(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, request, found);
}

/// A result; a list of tools is learned from it.
pub(in crate::explain) fn result(
    state: &mut State,
    scope: Scope,
    call: &Call,
    result: Raw<'_>,
    found: &mut Found<'_>,
) {
    if call.method == method::TOOLS_LIST {
        state
            .catalog
            .learn_tools(result, !call.goes_on, &state.limits);
    }
    let _ = (scope, found);
}
