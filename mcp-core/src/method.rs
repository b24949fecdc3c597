//! The methods of the specification: what they are called and who may send them when.
//!
//! In: the name in a message. Out: the [`Method`], if the specification has one of that name, or
//! all that a side may send in a revision, to look for the nearest. What a server answers is not
//! known here: that depends on what it offers. It never answers one.

use crate::version::ProtocolVersion;

/// What the names of notifications begin with.
pub const NOTIFICATION_PREFIX: &str = "notifications/";
/// Opens a conversation; up to 2025-11-25.
pub const INITIALIZE: &str = "initialize";
/// Closes the opening; up to 2025-11-25.
pub const INITIALIZED: &str = "notifications/initialized";
/// Asks whether the other side is there; up to 2025-11-25.
pub const PING: &str = "ping";
/// Asks what a server can do; since 2026-07-28.
pub const DISCOVER: &str = "server/discover";
/// Asks for a page of tools.
pub const TOOLS_LIST: &str = "tools/list";
/// Calls a tool.
pub const TOOLS_CALL: &str = "tools/call";
/// Says that the tools have changed.
pub const TOOLS_LIST_CHANGED: &str = "notifications/tools/list_changed";
/// Asks for a page of resources.
pub const RESOURCES_LIST: &str = "resources/list";
/// Asks for a page of resource templates.
pub const RESOURCES_TEMPLATES_LIST: &str = "resources/templates/list";
/// Asks what a resource holds.
pub const RESOURCES_READ: &str = "resources/read";
/// Asks to be told when a resource changes; up to 2025-11-25.
pub const RESOURCES_SUBSCRIBE: &str = "resources/subscribe";
/// Asks not to be told any more; up to 2025-11-25.
pub const RESOURCES_UNSUBSCRIBE: &str = "resources/unsubscribe";
/// Says that a resource has changed.
pub const RESOURCES_UPDATED: &str = "notifications/resources/updated";
/// Says that the list of resources has changed.
pub const RESOURCES_LIST_CHANGED: &str = "notifications/resources/list_changed";
/// Asks for a page of prompts.
pub const PROMPTS_LIST: &str = "prompts/list";
/// Asks for the messages of a prompt.
pub const PROMPTS_GET: &str = "prompts/get";
/// Says that the prompts have changed.
pub const PROMPTS_LIST_CHANGED: &str = "notifications/prompts/list_changed";
/// Asks how an argument may go on.
pub const COMPLETE: &str = "completion/complete";
/// Sets the least level of log messages; up to 2025-11-25.
pub const SET_LEVEL: &str = "logging/setLevel";
/// Carries a log message.
pub const LOG_MESSAGE: &str = "notifications/message";
/// Says how far a request has come.
pub const PROGRESS: &str = "notifications/progress";
/// Says that the answer to a request is no longer wanted.
pub const CANCELLED: &str = "notifications/cancelled";
/// Asks to be told of changes; since 2026-07-28.
pub const SUBSCRIPTIONS_LISTEN: &str = "subscriptions/listen";
/// Says what the client will be told of; since 2026-07-28.
pub const SUBSCRIPTIONS_ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
/// Asks a client for its roots; a request of its own up to 2025-11-25.
pub const ROOTS_LIST: &str = "roots/list";
/// Says that the roots have changed; up to 2025-11-25.
pub const ROOTS_LIST_CHANGED: &str = "notifications/roots/list_changed";
/// Asks a client's model; a request of its own up to 2025-11-25.
pub const CREATE_MESSAGE: &str = "sampling/createMessage";
/// Asks a client's user; a request of its own from 2025-06-18 up to 2025-11-25.
pub const ELICIT: &str = "elicitation/create";
/// Says that a user is done with a web page; 2025-11-25 only.
pub const ELICITATION_COMPLETE: &str = "notifications/elicitation/complete";
/// Asks how a task stands; 2025-11-25 only.
pub const TASKS_GET: &str = "tasks/get";
/// Asks what came out of a task; 2025-11-25 only.
pub const TASKS_RESULT: &str = "tasks/result";
/// Asks for a page of tasks; 2025-11-25 only.
pub const TASKS_LIST: &str = "tasks/list";
/// Asks to end a task; 2025-11-25 only.
pub const TASKS_CANCEL: &str = "tasks/cancel";
/// Says how a task stands; 2025-11-25 only.
pub const TASKS_STATUS: &str = "notifications/tasks/status";
/// Answers the questions of a task; the extension for tasks, since 2026-07-28.
pub const TASKS_UPDATE: &str = "tasks/update";
/// Says how a task stands; the extension for tasks, since 2026-07-28.
pub const TASKS_NOTICE: &str = "notifications/tasks";

/// A method of the specification.
///
/// ```
/// use mcp_core::method::{Kind, Method, Side};
/// use mcp_core::version::ProtocolVersion;
///
/// let ping = Method::named("ping").unwrap();
/// assert_eq!(ping.kind(), Kind::Request);
/// assert!(!ping.is_sent_by(Side::Client, ProtocolVersion::LATEST));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Method {
    name: &'static str,
    kind: Kind,
    by_client: When,
    by_server: When,
}

/// Whether a message of a method is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It has an id and is answered.
    Request,
    /// It has no id and is not answered.
    Notification,
}

/// An end of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one that uses what the other offers.
    Client,
    /// The one that offers.
    Server,
}

impl Method {
    /// Every method, in the order of the specification.
    pub const ALL: &'static [Self] = TABLE;

    /// The method of this name in any revision. Case and white space count.
    pub fn named(name: &str) -> Option<&'static Self> {
        TABLE.iter().find(|method| method.name == name)
    }

    /// All that this side may send in this revision.
    pub fn sent_by(
        side: Side,
        version: ProtocolVersion,
        kind: Kind,
    ) -> impl Iterator<Item = &'static Self> {
        TABLE
            .iter()
            .filter(move |method| method.kind == kind && method.is_sent_by(side, version))
    }

    /// What it is called.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whether it is answered.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether this side may send it, as a message of its own, in this revision.
    ///
    /// Since 2026-07-28 servers put their questions into results; those are no messages.
    pub fn is_sent_by(&self, side: Side, version: ProtocolVersion) -> bool {
        let when = match side {
            Side::Client => self.by_client,
            Side::Server => self.by_server,
        };
        when(version)
    }

    /// Whether either side may send it in this revision.
    pub fn is_known_in(&self, version: ProtocolVersion) -> bool {
        self.is_sent_by(Side::Client, version) || self.is_sent_by(Side::Server, version)
    }
}

type When = fn(ProtocolVersion) -> bool;

const NEVER: When = |_| false;
const ALWAYS: When = |_| true;
const MODERN: When = ProtocolVersion::is_modern;
const LEGACY: When = |version| !version.is_modern();
const TASKS: When = ProtocolVersion::has_core_tasks;
const ASKS: When = ProtocolVersion::server_may_request;
const ASKS_USERS: When = |version| version.server_may_request() && version.has_elicitation();
const URL_DONE: When = ProtocolVersion::has_url_elicitation_error;

const fn request(name: &'static str, by_client: When, by_server: When) -> Method {
    Method {
        name,
        kind: Kind::Request,
        by_client,
        by_server,
    }
}

const fn notification(name: &'static str, by_client: When, by_server: When) -> Method {
    Method {
        name,
        kind: Kind::Notification,
        by_client,
        by_server,
    }
}

const TABLE: &[Method] = &[
    request(INITIALIZE, LEGACY, NEVER),
    notification(INITIALIZED, LEGACY, NEVER),
    request(PING, LEGACY, LEGACY),
    request(DISCOVER, MODERN, NEVER),
    request(TOOLS_LIST, ALWAYS, NEVER),
    request(TOOLS_CALL, ALWAYS, NEVER),
    notification(TOOLS_LIST_CHANGED, NEVER, ALWAYS),
    request(RESOURCES_LIST, ALWAYS, NEVER),
    request(RESOURCES_TEMPLATES_LIST, ALWAYS, NEVER),
    request(RESOURCES_READ, ALWAYS, NEVER),
    request(RESOURCES_SUBSCRIBE, LEGACY, NEVER),
    request(RESOURCES_UNSUBSCRIBE, LEGACY, NEVER),
    notification(RESOURCES_UPDATED, NEVER, ALWAYS),
    notification(RESOURCES_LIST_CHANGED, NEVER, ALWAYS),
    request(PROMPTS_LIST, ALWAYS, NEVER),
    request(PROMPTS_GET, ALWAYS, NEVER),
    notification(PROMPTS_LIST_CHANGED, NEVER, ALWAYS),
    request(COMPLETE, ALWAYS, NEVER),
    request(SET_LEVEL, ProtocolVersion::has_set_level, NEVER),
    notification(LOG_MESSAGE, NEVER, ALWAYS),
    // A client reports progress of what a server asked of it.
    notification(PROGRESS, ASKS, ALWAYS),
    notification(CANCELLED, ALWAYS, ALWAYS),
    request(SUBSCRIPTIONS_LISTEN, MODERN, NEVER),
    notification(SUBSCRIPTIONS_ACKNOWLEDGED, NEVER, MODERN),
    request(ROOTS_LIST, NEVER, ASKS),
    notification(
        ROOTS_LIST_CHANGED,
        ProtocolVersion::has_roots_list_changed,
        NEVER,
    ),
    request(CREATE_MESSAGE, NEVER, ASKS),
    request(ELICIT, NEVER, ASKS_USERS),
    notification(ELICITATION_COMPLETE, NEVER, URL_DONE),
    request(TASKS_GET, TASKS, TASKS),
    request(TASKS_RESULT, TASKS, TASKS),
    request(TASKS_LIST, TASKS, TASKS),
    request(TASKS_CANCEL, TASKS, TASKS),
    notification(TASKS_STATUS, TASKS, TASKS),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn names(side: Side, version: ProtocolVersion, kind: Kind) -> Vec<&'static str> {
        Method::sent_by(side, version, kind)
            .map(Method::name)
            .collect()
    }

    #[test]
    fn no_two_methods_share_a_name() {
        for (place, method) in Method::ALL.iter().enumerate() {
            let first = Method::ALL
                .iter()
                .position(|other| other.name == method.name);
            assert_eq!(first, Some(place), "{}", method.name);
        }
    }

    #[test]
    fn notifications_are_those_that_are_called_so() {
        for method in Method::ALL {
            let called_so = method.name().starts_with("notifications/");
            assert_eq!(
                method.kind() == Kind::Notification,
                called_so,
                "{}",
                method.name
            );
        }
    }

    #[test]
    fn every_method_is_known_in_some_revision() {
        for method in Method::ALL {
            let known = ProtocolVersion::ALL.iter().any(|v| method.is_known_in(*v));
            assert!(known, "{}", method.name);
        }
    }

    #[test]
    fn names_are_matched_to_the_letter() {
        assert!(Method::named("tools/call").is_some());
        for name in [
            "tools/Call",
            " tools/call",
            "tools/calls",
            "",
            "notifications/",
        ] {
            assert!(Method::named(name).is_none(), "{name:?}");
        }
    }

    #[test]
    fn a_modern_client_sends_these_requests() {
        assert_eq!(
            names(Side::Client, ProtocolVersion::LATEST, Kind::Request),
            [
                "server/discover",
                "tools/list",
                "tools/call",
                "resources/list",
                "resources/templates/list",
                "resources/read",
                "prompts/list",
                "prompts/get",
                "completion/complete",
                "subscriptions/listen",
            ]
        );
        assert_eq!(
            names(Side::Client, ProtocolVersion::LATEST, Kind::Notification),
            ["notifications/cancelled"]
        );
    }

    #[test]
    fn a_modern_server_sends_no_requests() {
        let sent = names(Side::Server, ProtocolVersion::LATEST, Kind::Request);
        assert!(sent.is_empty(), "{sent:?}");
    }

    #[test]
    fn a_legacy_server_asks_what_its_revision_has() {
        let asked = |version| names(Side::Server, version, Kind::Request);
        assert_eq!(
            asked(ProtocolVersion::V2024_11_05),
            ["ping", "roots/list", "sampling/createMessage"]
        );
        assert_eq!(
            asked(ProtocolVersion::V2025_06_18),
            [
                "ping",
                "roots/list",
                "sampling/createMessage",
                "elicitation/create"
            ]
        );
        assert!(asked(ProtocolVersion::V2025_11_25).contains(&"tasks/get"));
    }
}
