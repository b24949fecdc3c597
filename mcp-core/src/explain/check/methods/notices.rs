//! Notifications that nobody expects.
//!
//! In: the method of a notification. Out: what was meant by it, or that it will be ignored: nobody
//! answers a notification, so nobody else says so.

use super::{about, meant, words_of};
use crate::explain::finding::{Finding, Found};
use crate::explain::scope::Scope;
use crate::explain::state::State;
use crate::explain::words::methods as words;
use crate::method::{self, Kind, Method};
use crate::schema::nearest;

/// What people write instead, without the prefix.
const MEANT: [(&str, &[&str]); 4] = [
    (
        method::LOG_MESSAGE,
        &[
            "log",
            "logs",
            "logging",
            "logmessage",
            "log/message",
            "logging/message",
            "message",
            "window/logmessage",
        ],
    ),
    (method::PROGRESS, &["progress", "$/progress"]),
    (
        method::CANCELLED,
        &[
            "cancel",
            "canceled",
            "cancelled",
            "$/cancelrequest",
            "requests/cancel",
        ],
    ),
    (
        method::INITIALIZED,
        &["initialized", "initialised", "init", "ready"],
    ),
];

/// A notification of MCP that this side does not send in this revision.
pub(super) fn unexpected(
    state: &State,
    scope: Scope,
    method: &Method,
    found: &Found<'_>,
) -> Option<Finding> {
    let (from, version) = (scope.from?, scope.version?);
    if method.is_sent_by(from, version) || meant::is_extension(state, method.name()) {
        return None;
    }
    Some(
        about(words::NOTIFICATION_IGNORED, method.name(), found)
            .with("side", words_of(from))
            .with("version", version),
    )
}

/// A notification that is none of MCP.
pub(super) fn unknown(name: &str, found: &Found<'_>) -> Finding {
    if let Some(known) = known(name) {
        let finding = about(words::NOTIFICATION_MISNAMED, name, found);
        return finding.with("known", format!("`{known}`"));
    }
    match name.contains('/') {
        // Extensions have notifications of their own.
        true => about(words::CUSTOM, name, found),
        false => about(words::NOTIFICATION_UNKNOWN, name, found),
    }
}

/// The notification that was probably meant.
pub(super) fn known(name: &str) -> Option<&'static str> {
    let bare = name
        .strip_prefix(method::NOTIFICATION_PREFIX)
        .or(name.strip_prefix("notification/"));
    let bare = bare.unwrap_or(name).to_lowercase();
    let meant = MEANT
        .iter()
        .find(|(_, others)| others.contains(&bare.as_str()));
    if let Some((known, _)) = meant {
        return Some(known);
    }
    let all = Method::ALL
        .iter()
        .filter(|method| method.kind() == Kind::Notification);
    let names = all.map(Method::name);
    // NB. the prefix is long: with it, everything would be near to everything.
    let bares = names.clone().map(|name| {
        name.strip_prefix(method::NOTIFICATION_PREFIX)
            .unwrap_or(name)
    });
    let near = nearest(&bare, bares)?;
    names
        .into_iter()
        .find(|name| name.strip_prefix(method::NOTIFICATION_PREFIX) == Some(near))
}
