//! Layers around the calls of a server: of all its tools, or of some that are named.
//!
//! In: layers, in the order in which they are said. Out: tools that run within them. It never looks
//! at a call.

use super::Server;
use crate::middleware::{Next, Ring, ToolLayer, ToolRequest, around, ring, within};
use crate::tool::BuiltTool;
use crate::{Result, ToolResult};
use mcp_core::reasons::LISTED_NAMES;
use mcp_core::schema::nearest;
use std::future::Future;

/// What was said about layers.
#[derive(Default)]
pub(super) struct Layers {
    all: Vec<Ring>,
    named: Vec<(Vec<String>, Option<Ring>)>,
}

impl Server {
    /// Puts a layer around every call of every tool, also of those that are registered later.
    ///
    /// The layer that is said first is the outermost, as in `tower::ServiceBuilder`: it sees the call
    /// first and the result last. It is put around once, so what it limits is shared by all tools.
    /// Lists, `ping` and [custom methods](Self::method) don't pass through layers. What layers see,
    /// and which ones are ready-made: [`middleware`](crate::middleware).
    ///
    /// ```
    /// use mcp_runtime::middleware::{ConcurrencyLimit, ResponseSize};
    /// use mcp_runtime::prelude::*;
    ///
    /// /// Finds notes.
    /// #[tool]
    /// async fn search(query: String) -> String {
    ///     query
    /// }
    ///
    /// let server = Server::new("notes", "1.0.0")
    ///     .tools(tools![search])
    ///     .layer(ConcurrencyLimit::new(8))
    ///     .layer(ResponseSize::new(64 * 1024));
    /// assert!(server.build().is_ok());
    /// ```
    pub fn layer(mut self, layer: impl ToolLayer) -> Self {
        self.layers.all.extend(ring(layer, &mut self.faults));
        self
    }

    /// Puts an async closure around every call of every tool. It runs the tool with
    /// `next.run(call).await`, once, several times, or not at all.
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    ///
    /// /// Deletes all notes.
    /// #[tool(destructive)]
    /// async fn delete_all() {}
    ///
    /// let server = Server::new("notes", "1.0.0")
    ///     .tools(tools![delete_all])
    ///     .around(|call, next| async move {
    ///         let hints = call.tool().annotations.as_ref();
    ///         if hints.and_then(|hints| hints.destructive_hint) == Some(true) {
    ///             return Ok(ToolResult::error("this server is read-only today"));
    ///         }
    ///         next.run(call).await
    ///     });
    /// assert!(server.build().is_ok());
    /// ```
    pub fn around<F, A>(self, closure: F) -> Self
    where
        F: Fn(ToolRequest, Next) -> A + Clone + Send + Sync + 'static,
        A: Future<Output = Result<ToolResult>> + Send + 'static,
    {
        self.layer(around(closure))
    }

    /// Puts a layer around the calls of one tool, by the name that clients see: inside of those for
    /// all tools, outside of the tool's own ([`Tool::layer`](crate::Tool::layer)). A name that no tool
    /// has is an error of [`build`](Self::build).
    ///
    /// ```
    /// use mcp_runtime::middleware::Timeout;
    /// use mcp_runtime::prelude::*;
    /// use std::time::Duration;
    ///
    /// struct Notes;
    ///
    /// #[server]
    /// impl Notes {
    ///     /// Rebuilds the index.
    ///     #[tool]
    ///     async fn reindex(&self) {}
    /// }
    ///
    /// let limit = Timeout::new(Duration::from_secs(5));
    /// let server = Server::new("notes", "1.0.0").mount(Notes).layer_tool("reindex", limit.clone());
    /// assert!(server.build().is_ok());
    /// let misspelt = Server::new("notes", "1.0.0").mount(Notes).layer_tool("reindx", limit);
    /// let error = misspelt.build().expect_err("no such tool").to_string();
    /// assert!(error.contains("did you mean `reindex`?"), "{error}");
    /// ```
    pub fn layer_tool(self, name: impl Into<String>, layer: impl ToolLayer) -> Self {
        self.layer_tools([name], layer)
    }

    /// Like [`layer_tool`](Self::layer_tool), for several tools, which share what the layer limits.
    ///
    /// ```
    /// use mcp_runtime::middleware::ConcurrencyLimit;
    /// use mcp_runtime::prelude::*;
    ///
    /// /// Reads the database.
    /// #[tool]
    /// async fn read() {}
    /// /// Writes to the database.
    /// #[tool]
    /// async fn write() {}
    ///
    /// let server = Server::new("notes", "1.0.0")
    ///     .tools(tools![read, write])
    ///     .layer_tools(["read", "write"], ConcurrencyLimit::new(1)); // one at a time of both
    /// assert!(server.build().is_ok());
    /// ```
    pub fn layer_tools<N: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = N>,
        layer: impl ToolLayer,
    ) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        let layer = ring(layer, &mut self.faults);
        self.layers.named.push((names, layer));
        self
    }
}

impl Layers {
    /// The tools within their layers.
    pub(super) fn around(
        self,
        mut tools: Vec<BuiltTool>,
        names: &[String],
        faults: &mut Vec<String>,
    ) -> Vec<BuiltTool> {
        for tool in &mut tools {
            let mut rings = self.all.clone();
            let named = self.named.iter();
            let named = named.filter(|(names, _)| names.iter().any(|name| name == tool.name()));
            rings.extend(named.filter_map(|(_, ring)| ring.clone()));
            rings.extend(tool.take_layers());
            within(tool, rings);
        }
        for name in self.named.iter().flat_map(|(names, _)| names) {
            if !names.contains(name) {
                faults.push(unknown(name, names));
            }
        }
        tools
    }
}

fn unknown(name: &str, known: &[String]) -> String {
    let hint = match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "there are none".to_owned(),
        None => {
            let some: Vec<_> = known
                .iter()
                .take(LISTED_NAMES)
                .map(|name| format!("`{name}`"))
                .collect();
            format!("there are {}", some.join(", "))
        }
    };
    format!(
        "a layer is for tool `{}`, and no tool has that name; {hint}",
        name.escape_debug()
    )
}
