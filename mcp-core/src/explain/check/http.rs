//! Do the heads of HTTP messages fit the messages they carry?
//!
//! In: heads, and the frames in the bodies after them. Out: findings on statuses that say why a
//! message was refused, and on headers that are missing or say something else than the body. What
//! is not in the log is not missed: a head without headers is judged by its first line alone.

mod arguments;
mod body;
mod encoded;
mod request;
mod response;
#[cfg(test)]
mod tests;

use super::secrets;
use crate::explain::finding::{Finding, Found};
use crate::explain::frame::{Carrier, Frame, Head, Start};
use crate::explain::state::State;
use crate::explain::state::http::Body;
use crate::rpc::Message;

/// The head of an HTTP message.
pub(in crate::explain) fn head(state: &mut State, head: &Head<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    match head.start {
        Start::Request { method, target } => {
            request::head(state, head, (method, target), &mut findings);
        }
        Start::Response { status } => response::head(state, head, status, &mut findings),
    }
    secrets::head(state, head, &mut findings);
    findings
}

/// A message in the body of an HTTP message whose head came before.
pub(in crate::explain) fn body(
    state: &mut State,
    frame: &Frame<'_>,
    message: &Message<'_>,
    found: &mut Found<'_>,
) {
    if frame.carrier == Carrier::Line {
        return;
    }
    if let Some(exchange) = state.http.asked(frame.from) {
        body::note(exchange, message);
        if let Some(exchange) = state.http.newest() {
            body::asked(state, exchange, message, found);
        }
    } else if let Some(reply) = state.http.answered(frame.from) {
        body::answered(state, reply, frame.carrier, message, found);
    }
}

/// Whether a body that is no message needs no finding of its own, because its head has one: the
/// response is a refusal, or should have no body.
pub(in crate::explain) fn is_told(state: &State, frame: &Frame<'_>) -> bool {
    let reply = state.http.answered(frame.from);
    frame.carrier == Carrier::Body
        && reply.is_some_and(|reply| reply.status >= 400 || reply.to.body == Body::Notice)
}

/// Whether the frame is no message of the conversation, but the body of an HTTP message about
/// something else: metadata of an authorization server, a page of a proxy.
pub(in crate::explain) fn is_foreign(state: &mut State, frame: &Frame<'_>) -> bool {
    if frame.carrier != Carrier::Body {
        return false;
    }
    match state.http.asked(frame.from) {
        Some(exchange) => exchange.foreign,
        None => (state.http.answered(frame.from)).is_some_and(|r| r.to.foreign || r.opaque),
    }
}
