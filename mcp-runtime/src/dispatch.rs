//! Method → handler. The only match on methods.
//!
//! In: a method's name and the terms of its request. Out: what answers it, or the reason why
//! nothing does. This file never runs anything.

use crate::lifecycle::Terms;
use crate::server::Inner;
use crate::server::custom::CustomMethod;
use mcp_core::method::{self, Kind, Method, Side};
use mcp_core::reasons;
use mcp_core::rpc::Fault;
use mcp_core::version::ProtocolVersion;

/// What answers a request.
pub(crate) enum Route<'s> {
    Ping,
    Discover,
    ListTools,
    CallTool,
    SetLevel,
    Custom(&'s CustomMethod),
}

/// What a notification means to a server.
pub(crate) enum Notice {
    Cancelled,
    Initialized,
    /// Known or unknown, it changes nothing here.
    Ignored,
    /// The name of a request: its sender forgot the id, and waits for nothing.
    RequestWithoutId,
}

/// The handler of a request.
pub(crate) fn route<'s>(server: &'s Inner, terms: Terms, method: &str) -> Result<Route<'s>, Fault> {
    find(server, terms.version, method).ok_or_else(|| unknown(server, terms.version, method))
}

fn find<'s>(server: &'s Inner, version: ProtocolVersion, method: &str) -> Option<Route<'s>> {
    match method {
        method::TOOLS_CALL if server.has_tools() => Some(Route::CallTool),
        method::TOOLS_LIST if server.has_tools() => Some(Route::ListTools),
        method::PING if !version.is_modern() => Some(Route::Ping),
        method::DISCOVER if version.is_modern() => Some(Route::Discover),
        method::SET_LEVEL if version.has_set_level() && server.can_log() => Some(Route::SetLevel),
        custom => server.methods.get(custom).map(Route::Custom),
    }
}

pub(crate) fn notice(method: &str) -> Notice {
    match method {
        method::CANCELLED => Notice::Cancelled,
        method::INITIALIZED => Notice::Initialized,
        _ if is(method, Kind::Request) => Notice::RequestWithoutId,
        _ => Notice::Ignored,
    }
}

/// Why nothing answers: a notification's name, another revision's method, a feature that this
/// server does not have, or a name that nobody knows.
fn unknown(server: &Inner, version: ProtocolVersion, method: &str) -> Fault {
    if is_notification(method) {
        return reasons::notification_with_id(method);
    }
    let mut served: Vec<&str> = Method::sent_by(Side::Client, version, Kind::Request)
        .map(Method::name)
        .filter(|name| find(server, version, name).is_some())
        .collect();
    served.extend(server.methods.keys().map(String::as_str));
    reasons::unknown_method(method, version, &served)
}

/// Whether a request is answered even while the peer does not read what was sent before.
pub(crate) fn is_urgent(method: &str) -> bool {
    method == method::PING
}

/// Whether a method's name is that of a notification, which has no id.
pub(crate) fn is_notification(method: &str) -> bool {
    is(method, Kind::Notification)
}

fn is(method: &str, kind: Kind) -> bool {
    Method::named(method).is_some_and(|known| known.kind() == kind)
}
