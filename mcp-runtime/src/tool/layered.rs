//! Layers around one tool.
//!
//! In: what `tower` layers are made of. Out: a tool whose calls pass through them. A tool without
//! layers is left exactly as it was.

use super::{BuiltTool, Run, Tool};
use crate::middleware::{Next, Ring, ToolLayer, ToolRequest, around, ring};
use crate::{Error, ToolResult};
use std::future::Future;

impl Tool {
    /// Puts a layer around the calls of this tool: inside of those of the server, and inside of the
    /// tool's layers that were said before. See [`middleware`](crate::middleware).
    ///
    /// ```
    /// use mcp_runtime::middleware::ConcurrencyLimit;
    /// use mcp_runtime::prelude::*;
    ///
    /// /// Rebuilds the index.
    /// #[tool]
    /// async fn reindex() {}
    ///
    /// let alone = tools![reindex].into_iter().map(|tool| tool.layer(ConcurrencyLimit::new(1)));
    /// let server = Server::new("notes", "1.0.0").tools(alone);
    /// assert!(server.build().is_ok());
    /// ```
    #[must_use]
    pub fn layer(mut self, layer: impl ToolLayer) -> Self {
        self.layers.extend(ring(layer, &mut self.about.faults));
        self
    }

    /// Puts an async closure around the calls of this tool; see
    /// [`Server::around`](crate::Server::around).
    #[must_use]
    pub fn around<F, A>(self, closure: F) -> Self
    where
        F: Fn(ToolRequest, Next) -> A + Clone + Send + Sync + 'static,
        A: Future<Output = Result<ToolResult, Error>> + Send + 'static,
    {
        self.layer(around(closure))
    }
}

impl BuiltTool {
    /// Its own layers, the outermost first.
    pub(crate) fn take_layers(&mut self) -> Vec<Ring> {
        std::mem::take(&mut self.layers)
    }

    /// What the server lends to its tools.
    pub(crate) fn state<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.states.get()
    }

    /// Puts layers around it. NB. what it promised of its speed it did not promise of theirs; and
    /// they may report and log.
    pub(crate) fn run_within(&mut self, layers: impl FnOnce(Run) -> Run) {
        self.run = layers(self.run.clone());
        self.inline = false;
        self.wants_context = true;
        self.layered = true;
    }
}
