//! What a tool returns, for those who want to say it all.
//!
//! In: content, a structured value, or both. Out: a result that knows nothing of revisions; what
//! a peer's revision allows of it is decided later.

use super::describe::Description;
use crate::error::Error;
use mcp_core::content::ContentBlock as Content;
use mcp_core::json::Text as JsonText;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt::Display;
use std::sync::Arc;

/// The result of a tool, with full control over what is sent.
///
/// ```
/// use mcp_runtime::ToolResult;
/// let result = ToolResult::text("done").with_structured(&[1, 2, 3])?;
/// assert!(!result.is_error);
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolResult {
    /// What the model reads.
    pub content: Vec<Content>,
    /// What a program reads. Peers that don't know it get its text.
    pub structured: Option<JsonText>,
    /// Something went wrong, and the content says what.
    pub is_error: bool,
    /// `_meta` of the result.
    pub meta: Option<Map<String, Value>>,
}

impl ToolResult {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::content([Content::text(text)])
    }

    /// Content of any kind.
    pub fn content(content: impl IntoIterator<Item = Content>) -> Self {
        Self {
            content: content.into_iter().collect(),
            ..Self::default()
        }
    }

    /// An error that the model is told.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    /// A value for programs; the model reads its JSON text.
    ///
    /// # Errors
    /// A value that can't be written as JSON.
    pub fn structured<T: Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        Self::default().with_structured(value)
    }

    /// Adds a value for programs. Content that is there already is what the model reads.
    ///
    /// # Errors
    /// A value that can't be written as JSON.
    pub fn with_structured<T: Serialize + ?Sized>(mut self, value: &T) -> Result<Self, Error> {
        self.structured = Some(JsonText::from_serialize(value).map_err(Error::internal)?);
        Ok(self)
    }

    /// Adds content.
    #[must_use]
    pub fn with_content(mut self, content: impl Into<Content>) -> Self {
        self.content.push(content.into());
        self
    }

    /// Adds `_meta`.
    #[must_use]
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = Some(meta);
        self
    }
}

/// Sends a value as structured content, whatever else it could be sent as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<T>(pub T);

/// Sends a value as the text that it displays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<T>(pub T);

/// Text, content, or a whole result: what needs no schema.
pub trait Plain {
    /// The result.
    fn plain(self) -> Result<ToolResult, Error>;
    /// Adds the schema of the result to a description, where there is one.
    fn describe(_: &mut Description) {}
}

macro_rules! as_text {
    ($($type:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Plain for $type {
            fn plain(self) -> Result<ToolResult, Error> {
                Ok(ToolResult::text(self.to_string()))
            }
        }
        #[diagnostic::do_not_recommend]
        impl Plain for &$type {
            fn plain(self) -> Result<ToolResult, Error> {
                Ok(ToolResult::text(self.to_string()))
            }
        }
    )* };
}
as_text! {
    bool char i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64
    Cow<'_, str> Box<str> Arc<str>
}

#[diagnostic::do_not_recommend]
impl Plain for String {
    fn plain(self) -> Result<ToolResult, Error> {
        Ok(ToolResult::text(self))
    }
}
#[diagnostic::do_not_recommend]
impl Plain for &String {
    fn plain(self) -> Result<ToolResult, Error> {
        Ok(ToolResult::text(self))
    }
}
#[diagnostic::do_not_recommend]
impl Plain for &str {
    fn plain(self) -> Result<ToolResult, Error> {
        Ok(ToolResult::text(self))
    }
}
#[diagnostic::do_not_recommend]
impl Plain for () {
    fn plain(self) -> Result<ToolResult, Error> {
        Ok(ToolResult::default())
    }
}
#[diagnostic::do_not_recommend]
impl Plain for Content {
    fn plain(self) -> Result<ToolResult, Error> {
        Ok(ToolResult::content([self]))
    }
}
#[diagnostic::do_not_recommend]
impl Plain for Vec<Content> {
    fn plain(self) -> Result<ToolResult, Error> {
        Ok(ToolResult::content(self))
    }
}
#[diagnostic::do_not_recommend]
impl<const N: usize> Plain for [Content; N] {
    fn plain(self) -> Result<ToolResult, Error> {
        Ok(ToolResult::content(self))
    }
}
#[diagnostic::do_not_recommend]
impl Plain for ToolResult {
    fn plain(self) -> Result<ToolResult, Error> {
        Ok(self)
    }
}
#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema> Plain for Json<T> {
    fn plain(self) -> Result<ToolResult, Error> {
        ToolResult::structured(&self.0)
    }

    fn describe(about: &mut Description) {
        about.output::<T>();
    }
}
#[diagnostic::do_not_recommend]
impl<T: Display> Plain for Text<T> {
    fn plain(self) -> Result<ToolResult, Error> {
        Ok(ToolResult::text(self.0.to_string()))
    }
}
