//! How conversations begin: `initialize` up to 2025-11-25, `server/discover` since 2026-07-28.
//!
//! In and out: the messages. Which revision is agreed on, and what may be said when, is not
//! decided here. `ping`, `server/discover` and `notifications/initialized` have no members of their
//! own; see [`RequestParams`](crate::meta::RequestParams),
//! [`NotificationParams`](crate::meta::NotificationParams) and
//! [`EmptyResult`](crate::result::EmptyResult).

use serde::{Deserialize, Serialize};

use crate::capabilities::{ClientCapabilities, ServerCapabilities};
use crate::identity::Implementation;
use crate::meta::{MetaObject, RequestMeta};
use crate::page::CacheScope;
use crate::result::ResultType;
use crate::wire::{self, with};

/// Parameters of `initialize` (up to 2025-11-25, Lifecycle).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InitializeRequestParams {
    /// The revision the client would like best. A text, because it may be one we don't know.
    pub protocol_version: String,
    /// What the client can do.
    pub capabilities: ClientCapabilities,
    /// Who the client says it is.
    pub client_info: Implementation,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<RequestMeta>,
}

impl InitializeRequestParams {
    /// The opening of a client.
    pub fn new(
        protocol_version: impl Into<String>,
        capabilities: ClientCapabilities,
        client_info: Implementation,
    ) -> Self {
        Self {
            protocol_version: protocol_version.into(),
            capabilities,
            client_info,
            meta: None,
        }
    }

    with! {
        /// Adds what travels along.
        with_meta(meta: RequestMeta);
    }
}

/// Answer to `initialize` (up to 2025-11-25, Lifecycle).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InitializeResult {
    /// The revision that is spoken from now on, unless the client hangs up.
    pub protocol_version: String,
    /// What the server can do.
    pub capabilities: ServerCapabilities,
    /// Who the server says it is.
    pub server_info: Implementation,
    /// How to use the server, for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl InitializeResult {
    /// The answer of a server without instructions.
    pub fn new(
        protocol_version: impl Into<String>,
        capabilities: ServerCapabilities,
        server_info: Implementation,
    ) -> Self {
        Self {
            protocol_version: protocol_version.into(),
            capabilities,
            server_info,
            instructions: None,
            meta: None,
        }
    }

    with! {
        /// Says how to use the server.
        with_instructions(instructions: String);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }
}

/// Answer to `server/discover` (since 2026-07-28, Lifecycle: discovery). The server's name is in
/// `_meta`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DiscoverResult {
    /// What kind of answer it is; [`ResultType::COMPLETE`].
    #[serde(default = "complete")]
    pub result_type: ResultType,
    /// The revisions that a request's `_meta` may name. Texts, because they may be ones we
    /// don't know.
    pub supported_versions: Vec<String>,
    /// What the server can do.
    pub capabilities: ServerCapabilities,
    /// How to use the server, for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// For how many milliseconds it stays fresh.
    #[serde(default, deserialize_with = "wire::time_to_live_or_zero")]
    pub ttl_ms: u64,
    /// Who may be given a cached copy.
    #[serde(default)]
    pub cache_scope: CacheScope,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

fn complete() -> ResultType {
    ResultType::COMPLETE
}

impl DiscoverResult {
    /// The answer of a server without instructions; stale at once and private.
    pub fn new<V: Into<String>>(
        supported_versions: impl IntoIterator<Item = V>,
        capabilities: ServerCapabilities,
    ) -> Self {
        Self {
            result_type: ResultType::COMPLETE,
            supported_versions: supported_versions.into_iter().map(Into::into).collect(),
            capabilities,
            instructions: None,
            ttl_ms: 0,
            cache_scope: CacheScope::Private,
            meta: None,
        }
    }

    with! {
        /// Says how to use the server.
        with_instructions(instructions: String);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }

    /// Says for how many milliseconds it stays fresh.
    #[must_use]
    pub fn with_ttl_ms(mut self, ttl_ms: u64) -> Self {
        self.ttl_ms = ttl_ms;
        self
    }

    /// Says who may be given a cached copy.
    #[must_use]
    pub fn with_cache_scope(mut self, cache_scope: CacheScope) -> Self {
        self.cache_scope = cache_scope;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opening_needs_its_three_members_and_ignores_others() {
        let full = r#"{"protocolVersion":"1999-01-01","capabilities":{},"clientInfo":{"name":"c","version":"1"},"x":null}"#;
        let read: InitializeRequestParams = serde_json::from_str(full).unwrap();
        assert_eq!(read.protocol_version, "1999-01-01");
        for member in ["protocolVersion", "capabilities", "clientInfo"] {
            let mut value: serde_json::Value = serde_json::from_str(full).unwrap();
            value.as_object_mut().unwrap().remove(member);
            let fault = serde_json::from_value::<InitializeRequestParams>(value).unwrap_err();
            assert!(fault.to_string().contains(member), "{fault}");
        }
    }

    #[test]
    fn a_server_without_anything_says_so() {
        let bare = InitializeResult::new(
            "2025-11-25",
            ServerCapabilities::new(),
            Implementation::new("s", "1"),
        );
        assert_eq!(
            serde_json::to_string(&bare).unwrap(),
            r#"{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}"#
        );
        let bare = DiscoverResult::new(["2026-07-28"], ServerCapabilities::new());
        assert_eq!(
            serde_json::to_string(&bare).unwrap(),
            r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{},"ttlMs":0,"cacheScope":"private"}"#
        );
    }

    #[test]
    fn without_cache_hints_a_discovery_is_stale_and_private() {
        let read: DiscoverResult =
            serde_json::from_str(r#"{"supportedVersions":[],"capabilities":{},"ttlMs":null}"#)
                .unwrap();
        assert_eq!(
            read,
            DiscoverResult::new(Vec::<String>::new(), ServerCapabilities::new())
        );
    }
}
