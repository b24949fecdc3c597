//! One call of a tool and its result.
//!
//! In: a name and arguments, and what came of the call. Out: the same on the wire, in the names of
//! the specification. It never calls a tool, and never checks arguments.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::content::ContentBlock;
use crate::meta::{JsonObject, MetaObject, RequestMeta};
use crate::result::ResultType;
use crate::wire::{self, with};

/// Parameters of `tools/call` (every revision, Server: Tools).
///
/// For who calls. A server keeps the arguments as text until it knows the types of the tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CallToolRequestParams {
    /// The tool.
    pub name: String,
    /// Its arguments by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<JsonObject>,
    /// What travels along; demanded since 2026-07-28.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<RequestMeta>,
}

impl CallToolRequestParams {
    /// A call without arguments.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            arguments: None,
            meta: None,
        }
    }

    with! {
        /// Sets the arguments.
        with_arguments(arguments: JsonObject);
        /// Adds what travels along.
        with_meta(meta: RequestMeta);
    }
}

/// Answer to `tools/call` (every revision, Server: Tools).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CallToolResult {
    /// What kind of answer it is; since 2026-07-28, and then demanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// What the model reads; may be empty.
    pub content: Vec<ContentBlock>,
    /// What programs read; since 2025-06-18 an object, since 2026-07-28 any value.
    ///
    /// `Some(Value::Null)` is the value null, `None` that there is none.
    #[serde(
        default,
        deserialize_with = "wire::present",
        skip_serializing_if = "Option::is_none"
    )]
    pub structured_content: Option<Value>,
    /// The tool failed, and the content says why. Not said: it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_error: Option<bool>,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl CallToolResult {
    /// What the tool said, as revisions before 2026-07-28 write it.
    pub fn new(content: Vec<ContentBlock>) -> Self {
        Self {
            content,
            ..Self::default()
        }
    }

    /// The words of a tool that did its work.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(vec![ContentBlock::text(text)])
    }

    /// The words of a tool that failed.
    pub fn error(text: impl Into<String>) -> Self {
        Self::text(text).with_is_error(true)
    }

    /// Whether the tool failed.
    pub fn failed(&self) -> bool {
        self.is_error == Some(true)
    }

    with! {
        /// Says what kind of answer it is.
        with_result_type(result_type: ResultType);
        /// Adds what programs read.
        with_structured_content(structured_content: Value);
        /// Says whether the tool failed.
        with_is_error(is_error: bool);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> CallToolResult {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_result_without_content_still_has_content() {
        let written = serde_json::to_string(&CallToolResult::new(Vec::new())).unwrap();
        assert_eq!(written, r#"{"content":[]}"#);
    }

    #[test]
    fn null_as_structured_content_is_not_the_same_as_none() {
        let null = r#"{"content":[],"structuredContent":null}"#;
        assert_eq!(read(null).structured_content, Some(Value::Null));
        assert_eq!(serde_json::to_string(&read(null)).unwrap(), null);
        assert_eq!(read(r#"{"content":[]}"#).structured_content, None);
    }

    #[test]
    fn a_failure_is_said_and_success_need_not_be() {
        assert!(CallToolResult::error("no").failed());
        assert!(!CallToolResult::text("yes").failed());
        assert!(!read(r#"{"content":[],"isError":null}"#).failed());
        assert_eq!(
            serde_json::to_string(&CallToolResult::error("no")).unwrap(),
            r#"{"content":[{"type":"text","text":"no"}],"isError":true}"#
        );
    }

    #[test]
    fn null_arguments_count_as_none() {
        let call: CallToolRequestParams =
            serde_json::from_str(r#"{"name":"","arguments":null,"task":{}}"#).unwrap();
        assert_eq!(call, CallToolRequestParams::new(""));
        assert_eq!(serde_json::to_string(&call).unwrap(), r#"{"name":""}"#);
    }
}
