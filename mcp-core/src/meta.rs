//! `_meta`: what travels with a message besides its own members.
//!
//! In and out: the `_meta` of a request as [`RequestMeta`], any other as a [`MetaObject`]. Keys
//! that nobody here knows are kept, so that a gateway can pass them on. What the keys demand of a
//! server is decided elsewhere. Nothing here is ever enforced.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::capabilities::ClientCapabilities;
use crate::identity::Implementation;
use crate::logging::LoggingLevel;
use crate::progress::ProgressToken;
use crate::version::ProtocolVersion;
use crate::wire::with;

/// Any JSON object.
pub type JsonObject = Map<String, Value>;

/// `_meta` of anything but a request (2026-07-28, Basic: `_meta`).
pub type MetaObject = JsonObject;

/// The token that progress of this request is reported under; every revision.
pub const PROGRESS_TOKEN: &str = "progressToken";
/// The revision a request is written in; demanded of requests since 2026-07-28.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// What the client can do; demanded of requests since 2026-07-28.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// Who the client says it is; on requests since 2026-07-28. Nobody vouches for it.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// The least level of log messages a request wants; since 2026-07-28.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// Who the server says it is; on results since 2026-07-28. Nobody vouches for it.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// The `subscriptions/listen` request a notification belongs to; since 2026-07-28.
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
/// The task a message belongs to; 2025-11-25 only.
pub const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";
/// The trace a message belongs to (W3C Trace Context).
pub const TRACEPARENT: &str = "traceparent";
/// What tracing systems add to [`TRACEPARENT`] (W3C Trace Context).
pub const TRACESTATE: &str = "tracestate";
/// Values that travel along a trace (W3C Baggage).
pub const BAGGAGE: &str = "baggage";

/// `_meta` of a request (2026-07-28, Basic: `RequestMetaObject`; earlier only `progressToken`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RequestMeta {
    /// Asks for notifications of progress under this token.
    #[serde(rename = "progressToken", skip_serializing_if = "Option::is_none")]
    pub progress_token: Option<ProgressToken>,
    /// The revision the request is written in. A text, because it may be one we don't know.
    #[serde(
        rename = "io.modelcontextprotocol/protocolVersion",
        skip_serializing_if = "Option::is_none"
    )]
    pub protocol_version: Option<String>,
    /// What the client can do, while it waits for this request.
    #[serde(
        rename = "io.modelcontextprotocol/clientCapabilities",
        skip_serializing_if = "Option::is_none"
    )]
    pub client_capabilities: Option<ClientCapabilities>,
    /// Who the client says it is.
    #[serde(
        rename = "io.modelcontextprotocol/clientInfo",
        skip_serializing_if = "Option::is_none"
    )]
    pub client_info: Option<Implementation>,
    /// Asks for log messages of at least this level.
    #[serde(
        rename = "io.modelcontextprotocol/logLevel",
        skip_serializing_if = "Option::is_none"
    )]
    pub log_level: Option<LoggingLevel>,
    /// All other keys, as they came.
    #[serde(flatten)]
    pub other: MetaObject,
}

impl RequestMeta {
    /// With nothing in it; enough before 2026-07-28.
    pub fn new() -> Self {
        Self::default()
    }

    /// With the two keys that every request carries since 2026-07-28.
    pub fn modern(version: ProtocolVersion, capabilities: ClientCapabilities) -> Self {
        Self::new()
            .with_protocol_version(version.as_str())
            .with_client_capabilities(capabilities)
    }

    with! {
        /// Asks for progress under this token.
        with_progress_token(progress_token: ProgressToken);
        /// Names the revision the request is written in.
        with_protocol_version(protocol_version: String);
        /// Says what the client can do.
        with_client_capabilities(client_capabilities: ClientCapabilities);
        /// Says who the client is.
        with_client_info(client_info: Implementation);
        /// Asks for log messages of at least this level.
        with_log_level(log_level: LoggingLevel);
    }

    /// Adds a key that has no member of its own.
    #[must_use]
    pub fn with_other(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.other.insert(key.into(), value.into());
        self
    }
}

/// Parameters of a request that has none of its own, as `ping` and `server/discover` (every
/// revision).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RequestParams {
    /// What travels along; demanded since 2026-07-28.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<RequestMeta>,
}

impl RequestParams {
    /// With nothing in it; enough before 2026-07-28.
    pub fn new() -> Self {
        Self::default()
    }

    with! {
        /// Adds what travels along.
        with_meta(meta: RequestMeta);
    }
}

/// Parameters of a notification that has none of its own, as `notifications/initialized` (every
/// revision).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NotificationParams {
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl NotificationParams {
    /// With nothing in it.
    pub fn new() -> Self {
        Self::default()
    }

    with! {
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_kept_and_null_counts_as_absent() {
        let text = r#"{"progressToken":null,"traceparent":"00-1","com.example/x":{"n":null}}"#;
        let meta: RequestMeta = serde_json::from_str(text).unwrap();
        assert_eq!(meta.progress_token, None);
        assert_eq!(meta.other.get(TRACEPARENT), Some(&Value::from("00-1")));
        assert_eq!(
            serde_json::to_string(&meta).unwrap(),
            r#"{"com.example/x":{"n":null},"traceparent":"00-1"}"#
        );
    }

    #[test]
    fn each_typed_member_is_written_under_its_key() {
        let meta = RequestMeta::modern(ProtocolVersion::LATEST, ClientCapabilities::default())
            .with_progress_token(1)
            .with_client_info(Implementation::new("c", "1"))
            .with_log_level(LoggingLevel::Info);
        let written = serde_json::to_value(&meta).unwrap();
        for key in [
            PROGRESS_TOKEN,
            PROTOCOL_VERSION,
            CLIENT_CAPABILITIES,
            CLIENT_INFO,
            LOG_LEVEL,
        ] {
            assert!(written.get(key).is_some(), "{key}");
        }
        assert_eq!(
            serde_json::from_value::<RequestMeta>(written).unwrap(),
            meta
        );
    }
}
