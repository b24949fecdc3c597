//! Tools: how they are described, listed and called.
//!
//! In and out: the messages of `tools/list` and `tools/call` in all revisions. Schemas pass
//! through as text; whether arguments fit them is not decided here.

mod call;
mod schema_text;

use serde::{Deserialize, Serialize};

pub use call::{CallToolRequestParams, CallToolResult};
pub use schema_text::{NotASchema, SchemaText};

use crate::identity::Icon;
use crate::meta::MetaObject;
use crate::page::CacheScope;
use crate::result::ResultType;
use crate::wire::{self, with};

/// What a client is told of a tool (every revision, Server: Tools; members note since when).
///
/// Whether a peer's revision knows a member is asked of
/// [`ProtocolVersion`](crate::version::ProtocolVersion).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Tool {
    /// Its name, for programs and models.
    pub name: String,
    /// Its name, for people; since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does and when to use it, for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What its arguments must be: an object.
    pub input_schema: SchemaText,
    /// What its structured results are; since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<SchemaText>,
    /// Whether it reads, destroys, may be repeated; since 2025-03-26.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ToolAnnotations>,
    /// Pictures of it; since 2025-11-25.
    #[serde(
        default,
        deserialize_with = "wire::null_as_default",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub icons: Vec<Icon>,
    /// How it may be run; 2025-11-25 only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution: Option<ToolExecution>,
    /// What travels along; since 2025-06-18.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl Tool {
    /// A tool of this name that takes these arguments.
    pub fn new(name: impl Into<String>, input_schema: SchemaText) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            input_schema,
            output_schema: None,
            annotations: None,
            icons: Vec::new(),
            execution: None,
            meta: None,
        }
    }

    with! {
        /// Sets the name shown to people.
        with_title(title: String);
        /// Says what the tool does and when to use it.
        with_description(description: String);
        /// Says what its structured results are.
        with_output_schema(output_schema: SchemaText);
        /// Says whether it reads, destroys, may be repeated.
        with_annotations(annotations: ToolAnnotations);
        /// Says how it may be run.
        with_execution(execution: ToolExecution);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }

    /// Sets the pictures.
    #[must_use]
    pub fn with_icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.icons = icons.into_iter().collect();
        self
    }
}

/// What a tool does to the world, as hints: a client trusts them as far as it trusts the server
/// (since 2025-03-26, Server: Tools).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolAnnotations {
    /// Its name, for people; where revisions have [`Tool::title`], that one counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// It changes nothing. Not said: it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only_hint: Option<bool>,
    /// It may destroy, not only add. Not said: it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// Calling it twice with the same arguments does what calling it once does. Not said: no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent_hint: Option<bool>,
    /// It deals with what the server does not rule, as the web. Not said: it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_world_hint: Option<bool>,
}

impl ToolAnnotations {
    /// Without any hint.
    pub fn new() -> Self {
        Self::default()
    }

    with! {
        /// Sets the name shown to people.
        with_title(title: String);
        /// Says whether it changes nothing.
        with_read_only_hint(read_only_hint: bool);
        /// Says whether it may destroy.
        with_destructive_hint(destructive_hint: bool);
        /// Says whether it may be repeated without further effect.
        with_idempotent_hint(idempotent_hint: bool);
        /// Says whether it deals with what the server does not rule.
        with_open_world_hint(open_world_hint: bool);
    }
}

/// How a tool may be run (2025-11-25 only, Utilities: Tasks).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolExecution {
    /// Whether as a task. Not said: not as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_support: Option<TaskSupport>,
}

impl ToolExecution {
    /// Without saying anything.
    pub fn new() -> Self {
        Self::default()
    }

    with! {
        /// Says whether it may be run as a task.
        with_task_support(task_support: TaskSupport);
    }
}

/// Whether a tool is run as a task (2025-11-25 only).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TaskSupport {
    /// Never.
    Forbidden,
    /// As the client likes.
    Optional,
    /// Always.
    Required,
}

/// Answer to `tools/list` (every revision, Server: Tools).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ListToolsResult {
    /// What kind of answer it is; since 2026-07-28, and then demanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// The tools of this page; may be none.
    pub tools: Vec<Tool>,
    /// Where the next page begins; the last page has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// For how many milliseconds it stays fresh; since 2026-07-28, and then demanded.
    #[serde(
        default,
        deserialize_with = "wire::time_to_live",
        skip_serializing_if = "Option::is_none"
    )]
    pub ttl_ms: Option<u64>,
    /// Who may be given a cached copy; since 2026-07-28, and then demanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_scope: Option<CacheScope>,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl ListToolsResult {
    /// The only page, as revisions before 2026-07-28 write it.
    pub fn new(tools: Vec<Tool>) -> Self {
        Self {
            result_type: None,
            tools,
            next_cursor: None,
            ttl_ms: None,
            cache_scope: None,
            meta: None,
        }
    }

    with! {
        /// Says what kind of answer it is.
        with_result_type(result_type: ResultType);
        /// Says where the next page begins.
        with_next_cursor(next_cursor: String);
        /// Says who may be given a cached copy.
        with_cache_scope(cache_scope: CacheScope);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }

    /// Says for how many milliseconds it stays fresh.
    #[must_use]
    pub fn with_ttl_ms(mut self, ttl_ms: u64) -> Self {
        self.ttl_ms = Some(ttl_ms);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(text: &str) -> SchemaText {
        SchemaText::parse(text).unwrap()
    }

    #[test]
    fn a_bare_tool_has_a_name_and_a_schema() {
        let tool = Tool::new("t", schema(r#"{"type":"object"}"#));
        assert_eq!(
            serde_json::to_string(&tool).unwrap(),
            r#"{"name":"t","inputSchema":{"type":"object"}}"#
        );
    }

    #[test]
    fn a_full_tool_reads_what_it_writes() {
        let tool = Tool::new(
            "t",
            schema(r#"{"type":"object","$defs":{"b":true,"a":{}}}"#),
        )
        .with_title("T")
        .with_description("Does.")
        .with_output_schema(schema(r#"{"type":"array"}"#))
        .with_annotations(ToolAnnotations::new().with_read_only_hint(true))
        .with_icons([Icon::new("https://example.com/t.png")])
        .with_execution(ToolExecution::new().with_task_support(TaskSupport::Optional))
        .with_meta(MetaObject::new());
        let text = serde_json::to_string(&tool).unwrap();
        assert!(text.contains(r#""annotations":{"readOnlyHint":true}"#));
        assert!(text.contains(r#""execution":{"taskSupport":"optional"}"#));
        assert_eq!(serde_json::from_str::<Tool>(&text).unwrap(), tool);
    }

    #[test]
    fn a_list_without_tools_still_has_tools_and_the_last_page_no_cursor() {
        let written = serde_json::to_string(&ListToolsResult::new(Vec::new())).unwrap();
        assert_eq!(written, r#"{"tools":[]}"#);
    }

    #[test]
    fn freshness_is_read_in_any_spelling_and_never_negative() {
        let ttl = |ttl: &str| {
            let text = format!(r#"{{"tools":[],"ttlMs":{ttl}}}"#);
            serde_json::from_str::<ListToolsResult>(&text).map(|list| list.ttl_ms)
        };
        assert_eq!(ttl("1.0").unwrap(), Some(1));
        assert_eq!(ttl("-5").unwrap(), Some(0));
        assert_eq!(ttl("null").unwrap(), None);
        assert!(ttl("\"1\"").is_err());
    }
}
