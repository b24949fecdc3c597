//! One call of a tool, as the layers around it see it.
//!
//! In: what the engine knows of the call. Out: the same, read and changed by layers, until it
//! reaches the tool. It is cheap to clone, and each clone can be sent on once more.

use super::service::Chain;
use crate::Result;
use crate::context::{Context, Extensions};
use crate::error::Error;
use crate::tool::{BuiltTool, Call};
use mcp_core::json::{self, Text};
use mcp_core::schema::Report;
use mcp_core::tool::Tool as ListedTool;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::sync::Arc;

/// One call of a tool on its way through the layers.
///
/// A clone is cheap and can be sent on as often as a layer likes: each time the tool runs once more.
/// The arguments are as the client sent them; they are held against the tool's schema only after the
/// last layer, so a layer sees wrong ones too, and what comes of them.
pub struct ToolRequest {
    pub(super) tool: Arc<BuiltTool>,
    pub(super) arguments: Option<Arc<Text>>,
    pub(super) context: Context,
    /// The arguments are refused already.
    pub(super) refused: Option<Arc<Report>>,
    /// The layers around the tool, and how many of them it has passed.
    pub(super) chain: Arc<Chain>,
    pub(super) passed: usize,
}

impl ToolRequest {
    /// The tool's name on the wire.
    pub fn name(&self) -> &str {
        self.tool.name()
    }

    /// The tool as clients see it listed: title, description, annotations, `_meta`, schemas.
    pub fn tool(&self) -> &ListedTool {
        self.tool.listed()
    }

    /// The conversation around the call: who calls and in which revision, progress, log messages,
    /// cancellation.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The arguments as text, exactly as they were sent; `{}` where there were none.
    pub fn text(&self) -> &str {
        self.arguments.as_ref().map_or("{}", |text| text.get())
    }

    /// The arguments as one value of any type, such as [`serde_json::Value`].
    ///
    /// # Errors
    /// Arguments that don't deserialise; the error names the field, and a caller who gets it is told
    /// like of any wrong argument.
    pub fn arguments<T: DeserializeOwned>(&self) -> Result<T> {
        let raw = self.arguments.as_deref().map(Text::as_raw);
        let read = raw.map_or_else(|| json::from_members(&[]), json::from_raw);
        read.map_err(|error| {
            let field = match error.path.as_str() {
                "" => "arguments",
                path => path,
            };
            Error::invalid_params(field, error.message.as_str())
        })
    }

    /// Puts other arguments in the place of those that were sent. The tool's schema has to allow
    /// them like any others.
    ///
    /// # Errors
    /// A value that can't be written as JSON, or is no object.
    pub fn set_arguments(&mut self, arguments: &impl Serialize) -> Result<()> {
        let text = Text::from_serialize(arguments).map_err(Error::internal)?;
        let kind = text.as_raw().kind();
        if kind != json::Kind::Object {
            let what = kind.with_article();
            return Err(Error::internal(format!(
                "a layer gave tool `{}` {what} as arguments, and they are an object",
                self.name()
            )));
        }
        self.arguments = Some(Arc::new(text));
        // What was wrong was wrong with the others.
        self.refused = None;
        Ok(())
    }

    /// What the server lends to its tools: a value of this type that
    /// [`Server::state`](crate::Server::state) was given, or what an `Arc` of it holds.
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    ///
    /// /// Tells how many calls there were.
    /// #[tool]
    /// async fn calls(count: &AtomicU64) -> u64 {
    ///     count.load(Ordering::Relaxed)
    /// }
    ///
    /// let server = Server::new("s", "1")
    ///     .state(AtomicU64::new(0))
    ///     .tools(tools![calls])
    ///     .around(|call, next| async move {
    ///         if let Some(count) = call.state::<AtomicU64>() {
    ///             count.fetch_add(1, Ordering::Relaxed);
    ///         }
    ///         next.run(call).await
    ///     });
    /// assert!(server.build().is_ok());
    /// ```
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.tool.state()
    }

    /// What layers further out found out about the call.
    pub fn extensions(&self) -> &Extensions {
        self.context.extensions()
    }

    /// The same, to put something in for the layers further in and for the tool
    /// ([`Context::extensions`]).
    pub fn extensions_mut(&mut self) -> &mut Extensions {
        self.context.extensions_mut()
    }

    /// The call that the engine made, before its first layer.
    pub(super) fn of(call: Call, chain: Arc<Chain>) -> Option<Self> {
        let (tool, arguments, context, refused) = call.into_parts()?;
        Some(Self {
            tool,
            arguments: arguments.map(Arc::new),
            context,
            refused: refused.map(Arc::from),
            chain,
            passed: 0,
        })
    }

    /// The arguments, owned by one.
    pub(super) fn take_arguments(&mut self) -> Option<Text> {
        self.arguments.take().map(Arc::unwrap_or_clone)
    }
}

impl Clone for ToolRequest {
    fn clone(&self) -> Self {
        Self {
            tool: self.tool.clone(),
            arguments: self.arguments.clone(),
            context: self.context.again(),
            refused: self.refused.clone(),
            chain: self.chain.clone(),
            passed: self.passed,
        }
    }
}

impl fmt::Debug for ToolRequest {
    /// NB. without the arguments, which may hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolRequest")
            .field("name", &self.name())
            .field("context", &self.context)
            .field("extensions", self.extensions())
            .finish_non_exhaustive()
    }
}
