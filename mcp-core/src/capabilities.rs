//! What each side can do.
//!
//! In and out: the capability objects of `initialize`, of `server/discover`, and of requests
//! since 2026-07-28. A capability is there or not; only those that are there are written. The sets
//! are open: members that this crate does not know are kept. Whether something is allowed is
//! decided by who asks.

use serde::{Deserialize, Serialize};

use crate::meta::JsonObject;
use crate::wire::{self, with};

/// What a client can do for a server (every revision, Lifecycle: capability negotiation).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ClientCapabilities {
    /// What is not in the specification: objects by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experimental: Option<JsonObject>,
    /// It can say which folders it works in. Deprecated since 2026-07-28.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roots: Option<RootsCapability>,
    /// It can ask a model. Deprecated since 2026-07-28.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling: Option<SamplingCapability>,
    /// It can ask its user; since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elicitation: Option<ElicitationCapability>,
    /// The extensions it speaks, with their settings, by identifier; since 2026-07-28.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<JsonObject>,
    /// All other members, as they came.
    #[serde(flatten)]
    pub other: JsonObject,
}

impl ClientCapabilities {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    with! {
        /// Adds roots.
        with_roots(roots: RootsCapability);
        /// Adds sampling.
        with_sampling(sampling: SamplingCapability);
        /// Adds elicitation.
        with_elicitation(elicitation: ElicitationCapability);
    }

    /// Adds something that is not in the specification.
    #[must_use]
    pub fn with_experimental(mut self, name: impl Into<String>, settings: JsonObject) -> Self {
        insert(&mut self.experimental, name, settings);
        self
    }

    /// Adds an extension; empty settings mean that it has none.
    #[must_use]
    pub fn with_extension(mut self, identifier: impl Into<String>, settings: JsonObject) -> Self {
        insert(&mut self.extensions, identifier, settings);
        self
    }
}

/// What a server can do for a client (every revision, Lifecycle: capability negotiation).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ServerCapabilities {
    /// What is not in the specification: objects by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experimental: Option<JsonObject>,
    /// It sends log messages. Deprecated since 2026-07-28.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logging: Option<JsonObject>,
    /// It completes arguments; since 2025-03-26.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completions: Option<JsonObject>,
    /// It has prompts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompts: Option<PromptsCapability>,
    /// It has resources.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourcesCapability>,
    /// It has tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<ToolsCapability>,
    /// The extensions it speaks, with their settings, by identifier; since 2026-07-28.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extensions: Option<JsonObject>,
    /// All other members, as they came.
    #[serde(flatten)]
    pub other: JsonObject,
}

impl ServerCapabilities {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    with! {
        /// Adds prompts.
        with_prompts(prompts: PromptsCapability);
        /// Adds resources.
        with_resources(resources: ResourcesCapability);
        /// Adds tools.
        with_tools(tools: ToolsCapability);
    }

    /// Adds logging.
    #[must_use]
    pub fn with_logging(mut self) -> Self {
        self.logging = Some(JsonObject::new());
        self
    }

    /// Adds completions.
    #[must_use]
    pub fn with_completions(mut self) -> Self {
        self.completions = Some(JsonObject::new());
        self
    }

    /// Adds something that is not in the specification.
    #[must_use]
    pub fn with_experimental(mut self, name: impl Into<String>, settings: JsonObject) -> Self {
        insert(&mut self.experimental, name, settings);
        self
    }

    /// Adds an extension; empty settings mean that it has none.
    #[must_use]
    pub fn with_extension(mut self, identifier: impl Into<String>, settings: JsonObject) -> Self {
        insert(&mut self.extensions, identifier, settings);
        self
    }
}

fn insert(into: &mut Option<JsonObject>, name: impl Into<String>, settings: JsonObject) {
    into.get_or_insert_default()
        .insert(name.into(), settings.into());
}

/// Declares a capability whose members are switches: true, or not written.
macro_rules! switches {
    ($(
        $(#[$doc:meta])* $name:ident {
            $($(#[$member_doc:meta])* $member:ident, $method:ident;)*
        }
    )+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[non_exhaustive]
        pub struct $name {
            $(
                $(#[$member_doc])*
                #[serde(
                    default,
                    deserialize_with = "wire::null_as_default",
                    skip_serializing_if = "wire::is_false"
                )]
                pub $member: bool,
            )*
            /// All other members, as they came.
            #[serde(flatten)]
            pub other: JsonObject,
        }

        impl $name {
            /// The capability alone.
            pub fn new() -> Self {
                Self::default()
            }

            $(
                $(#[$member_doc])*
                #[must_use]
                pub fn $method(mut self) -> Self {
                    self.$member = true;
                    self
                }
            )*
        }
    )+};
}

switches! {
    /// Tools, and what is special about them.
    ToolsCapability {
        /// The list may change, and changes are announced.
        list_changed, with_list_changed;
    }

    /// Prompts, and what is special about them.
    PromptsCapability {
        /// The list may change, and changes are announced.
        list_changed, with_list_changed;
    }

    /// Resources, and what is special about them.
    ResourcesCapability {
        /// Changes of a single resource are announced to who asks for them.
        subscribe, with_subscribe;
        /// The list may change, and changes are announced.
        list_changed, with_list_changed;
    }

    /// Roots, and what is special about them.
    RootsCapability {
        /// The roots may change, and changes are announced; up to 2025-11-25.
        list_changed, with_list_changed;
    }
}

/// Sampling, and what is special about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SamplingCapability {
    /// The model can be shown what servers know; since 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<JsonObject>,
    /// The model can be given tools; since 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<JsonObject>,
    /// All other members, as they came.
    #[serde(flatten)]
    pub other: JsonObject,
}

impl SamplingCapability {
    /// Sampling of plain messages.
    pub fn new() -> Self {
        Self::default()
    }

    /// The model can be shown what servers know.
    #[must_use]
    pub fn with_context(mut self) -> Self {
        self.context = Some(JsonObject::new());
        self
    }

    /// The model can be given tools.
    #[must_use]
    pub fn with_tools(mut self) -> Self {
        self.tools = Some(JsonObject::new());
        self
    }
}

/// Elicitation, and its modes. Without a mode it means forms (since 2025-11-25; earlier there
/// were only forms).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ElicitationCapability {
    /// The user can be asked to fill in a form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<JsonObject>,
    /// The user can be sent to a web page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<JsonObject>,
    /// All other members, as they came.
    #[serde(flatten)]
    pub other: JsonObject,
}

impl ElicitationCapability {
    /// Forms, as every revision reads it.
    pub fn new() -> Self {
        Self::default()
    }

    /// The user can be asked to fill in a form.
    #[must_use]
    pub fn with_form(mut self) -> Self {
        self.form = Some(JsonObject::new());
        self
    }

    /// The user can be sent to a web page.
    #[must_use]
    pub fn with_url(mut self) -> Self {
        self.url = Some(JsonObject::new());
        self
    }

    /// Whether forms are offered: named, or no mode is.
    pub fn takes_forms(&self) -> bool {
        self.form.is_some() || self.url.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_not_written() {
        let none = ServerCapabilities::new();
        assert_eq!(serde_json::to_string(&none).unwrap(), "{}");
        let tools = none.with_tools(ToolsCapability::new()).with_logging();
        assert_eq!(
            serde_json::to_string(&tools).unwrap(),
            r#"{"logging":{},"tools":{}}"#
        );
    }

    #[test]
    fn a_switch_is_true_or_absent() {
        let off: ToolsCapability = serde_json::from_str(r#"{"listChanged":false}"#).unwrap();
        assert_eq!(serde_json::to_string(&off).unwrap(), "{}");
        let null: ToolsCapability = serde_json::from_str(r#"{"listChanged":null}"#).unwrap();
        assert_eq!(null, off);
        let on = ResourcesCapability::new()
            .with_subscribe()
            .with_list_changed();
        assert_eq!(
            serde_json::to_string(&on).unwrap(),
            r#"{"subscribe":true,"listChanged":true}"#
        );
    }

    #[test]
    fn unknown_members_are_kept_at_every_level() {
        let text = r#"{"sampling":{"future":{"a":1}},"tasks":{"list":{}},"x":true}"#;
        let read: ClientCapabilities = serde_json::from_str(text).unwrap();
        assert!(read.sampling.is_some());
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }

    #[test]
    fn null_counts_as_absent() {
        let read: ClientCapabilities =
            serde_json::from_str(r#"{"sampling":null,"roots":null}"#).unwrap();
        assert_eq!(read, ClientCapabilities::new());
    }

    #[test]
    fn elicitation_without_a_mode_means_forms() {
        assert!(ElicitationCapability::new().takes_forms());
        assert!(!ElicitationCapability::new().with_url().takes_forms());
        assert!(
            ElicitationCapability::new()
                .with_url()
                .with_form()
                .takes_forms()
        );
    }

    #[test]
    fn extensions_and_experiments_are_objects_by_name() {
        let read = ClientCapabilities::new()
            .with_extension("com.example/a", JsonObject::new())
            .with_experimental("b", JsonObject::new());
        assert_eq!(
            serde_json::to_string(&read).unwrap(),
            r#"{"experimental":{"b":{}},"extensions":{"com.example/a":{}}}"#
        );
    }
}
