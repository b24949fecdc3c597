//! A limit of the size of results.
//!
//! In: what a call came to. Out: the same, or, where it is too large, a result that says how large it
//! was, how large it may be, and what to do. It never cuts a result: half of one reads like a whole.

use super::guard::{Guard, Guarded, Within};
use super::layer::fault;
use super::service::Answered;
use crate::limits::LAYER_RESPONSE_BYTES;
use crate::tool::ToolResult;
use serde_json::{Map, json};
use std::future::Future;
use std::io;
use tower_layer::Layer;

/// The key in a result's `_meta` under which a program reads the size of a result that was too large:
/// `{"size": …, "limit": …}`.
pub const TOO_LARGE: &str = "mcp-runtime/tooLarge";

/// Tells the model of a result that is too large (`isError`), instead of sending it.
///
/// What counts is what the model reads, in bytes of JSON: the content, or the structured value
/// where that is larger. A result that tells of an error (`isError`) is measured like any other; a
/// JSON-RPC error is not. [`limits::MAX_RESULT_BYTES`] holds for every message, with or without layers.
///
/// [`limits::MAX_RESULT_BYTES`]: crate::limits::MAX_RESULT_BYTES
///
/// ```
/// use mcp_runtime::middleware::ResponseSize;
/// use mcp_runtime::prelude::*;
///
/// /// Reads a file.
/// #[tool]
/// fn read(path: String) -> String {
///     path
/// }
///
/// let server = Server::new("s", "1").tools(tools![read]).layer(ResponseSize::new(200_000));
/// assert!(server.build().is_ok());
/// let never = Server::new("s", "1").tools(tools![read]).layer(ResponseSize::new(0));
/// assert!(never.build().is_err());
/// ```
#[derive(Debug, Clone)]
pub struct ResponseSize(usize);

impl ResponseSize {
    /// Results may have so many bytes. None at all is an error of `build()`.
    pub fn new(bytes: usize) -> Self {
        Self(bytes)
    }
}

impl Default for ResponseSize {
    /// See [`LAYER_RESPONSE_BYTES`].
    fn default() -> Self {
        Self(LAYER_RESPONSE_BYTES)
    }
}

impl<S> Layer<S> for ResponseSize {
    type Service = Within<Self, S>;

    fn layer(&self, inner: S) -> Self::Service {
        if self.0 == 0 {
            fault("`ResponseSize` lets results have 0 bytes, so none could pass; say how many they may have".to_owned());
        }
        let guard = self.clone();
        Within { guard, inner }
    }
}

impl Guard for ResponseSize {
    async fn guard(
        self,
        tool: Guarded,
        inner: impl Future<Output = Answered> + Send + 'static,
    ) -> Answered {
        let result = inner.await?;
        let (size, limit) = (size_of(&result), self.0);
        if size <= limit {
            return Ok(result);
        }
        let name = tool.name();
        tracing::debug!(
            tool = name,
            size,
            limit,
            "a result is larger than its layer allows"
        );
        let words = format!(
            "the result of `{name}` is too large: {size} bytes, and the limit is {limit}. Ask for less at once: fewer entries, a narrower query, or a part of it"
        );
        let meta = json!({"size": size, "limit": limit});
        Ok(ToolResult::error(words).with_meta(Map::from_iter([(TOO_LARGE.to_owned(), meta)])))
    }
}

/// What the model reads of a result, in bytes of JSON.
fn size_of(result: &ToolResult) -> usize {
    let mut content = Count(0);
    for block in &result.content {
        // What can't be written is told when it is sent.
        let _ = serde_json::to_writer(&mut content, block);
    }
    let structured = result
        .structured
        .as_ref()
        .map_or(0, |text| text.get().len());
    content.0.max(structured)
}

/// Counts what is written.
struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_is_the_larger_of_what_a_model_may_read() {
        let text = ToolResult::text("x".repeat(100));
        assert_eq!(size_of(&text), r#"{"type":"text","text":""}"#.len() + 100);
        let structured = ToolResult::structured(&vec![1; 50]).expect("JSON");
        assert_eq!(size_of(&structured), 101);
        let both = text.with_structured(&[1]).expect("JSON");
        assert_eq!(size_of(&both), r#"{"type":"text","text":""}"#.len() + 100);
        assert_eq!(size_of(&ToolResult::default()), 0);
    }
}
