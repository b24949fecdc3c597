//! The builder: what a server is, said in one chain and checked in one place.
//!
//! In: tools, state, choices. Out: a [`Service`] that can be served, or one error that holds
//! everything that is wrong. Building never starts anything and never talks to a peer.

pub(crate) mod custom;
#[cfg(feature = "tower")]
mod layers;
pub(crate) mod lists;
pub(crate) mod registry;
mod service;

pub(crate) use service::Inner;
pub use service::Service;

use crate::context::Context;
use crate::limits::{DEFAULT_LOG_LEVEL, Limits};
use crate::settings::Settings;
use crate::states::States;
use crate::tool::{self, Main, Mount, Registry, Tool};
use crate::wire::WireLog;
use crate::{Error, Result};
use custom::CustomMethod;
use mcp_core::identity::{Icon, Implementation};
use mcp_core::logging::LoggingLevel;
use mcp_core::method::Method;
use mcp_core::page::CacheScope;
use mcp_core::version::ProtocolVersion;
use registry::ToolTable;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// A server in the making.
///
/// ```no_run
/// use mcp_runtime::prelude::*;
///
/// /// Adds two integers.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// #[tokio::main]
/// async fn main() -> mcp_runtime::Result<()> {
///     Server::new("calculator", env!("CARGO_PKG_VERSION"))
///         .tools(tools![add])
///         .run()
///         .await
/// }
/// ```
#[must_use = "a server does nothing until it is run"]
pub struct Server {
    identity: Implementation,
    instructions: Vec<String>,
    tools: Vec<Entry>,
    states: States,
    methods: Vec<(String, CustomMethod)>,
    versions: Vec<ProtocolVersion>,
    limits: Limits,
    settings: Settings,
    cache: (Duration, CacheScope),
    log_level: LoggingLevel,
    wire_log: Option<WireLog>,
    faults: Vec<String>,
    #[cfg(feature = "tower")]
    layers: layers::Layers,
}

struct Entry {
    tool: Tool,
    replaces: bool,
}

impl Server {
    /// A server without tools. `name` and `version` are what clients see as `serverInfo`.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            identity: Implementation::new(name, version),
            instructions: Vec::new(),
            tools: Vec::new(),
            states: States::default(),
            methods: Vec::new(),
            versions: ProtocolVersion::ALL.to_vec(),
            limits: Limits::default(),
            settings: Settings::default(),
            cache: (Duration::ZERO, CacheScope::Private),
            log_level: DEFAULT_LOG_LEVEL,
            wire_log: None,
            faults: Vec::new(),
            #[cfg(feature = "tower")]
            layers: Default::default(),
        }
    }

    /// The name that clients show to people (from 2025-06-18 on).
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.identity = self.identity.with_title(title);
        self
    }

    /// What the server is, in a sentence (from 2025-11-25 on).
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.identity = self.identity.with_description(description);
        self
    }

    /// Where a person reads more (from 2025-11-25 on).
    pub fn website_url(mut self, url: impl Into<String>) -> Self {
        self.identity = self.identity.with_website_url(url);
        self
    }

    /// Icons that clients may show (from 2025-11-25 on).
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.identity = self.identity.with_icons(icons);
        self
    }

    /// What a model should know to use this server. Said twice, or by mounted parts too, the
    /// texts follow each other.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions.push(text.into());
        self
    }

    /// Adds tools: `.tools(tools![add, subtract])`. Lists keep the order of registration.
    pub fn tools(mut self, tools: impl IntoIterator<Item = Tool>) -> Self {
        self.tools.extend(tools.into_iter().map(|tool| Entry {
            tool,
            replaces: false,
        }));
        self
    }

    /// Adds one tool, such as one made by [`Tool::new`] without a macro.
    pub fn tool(self, tool: Tool) -> Self {
        self.tools([tool])
    }

    /// Puts a tool in the place of the one of its name that came before. Without such a one,
    /// `build()` fails; without this word, two tools of one name fail.
    pub fn replace_tool(mut self, tool: Tool) -> Self {
        self.tools.push(Entry {
            tool,
            replaces: true,
        });
        self
    }

    /// Adds what a `#[server] impl` block offers; takes the value or an `Arc` of it.
    pub fn mount<M>(self, server: impl Mount<Main, M>) -> Self {
        self.mount_part(server)
    }

    /// Like [`mount`](Self::mount), with each tool's name led by `prefix` and `_`.
    pub fn mount_as<M>(self, prefix: &str, server: impl Mount<Main, M>) -> Self {
        self.add_registry(server, Some(prefix))
    }

    /// Adds a part, made by `#[server(part = Part)]`, of a type with several such blocks.
    pub fn mount_part<Part, M>(self, server: impl Mount<Part, M>) -> Self {
        self.add_registry(server, None)
    }

    /// Like [`mount_part`](Self::mount_part), with each tool's name led by `prefix` and `_`.
    pub fn mount_part_as<Part, M>(self, prefix: &str, server: impl Mount<Part, M>) -> Self {
        self.add_registry(server, Some(prefix))
    }

    fn add_registry<Part, M>(mut self, server: impl Mount<Part, M>, prefix: Option<&str>) -> Self {
        let mut registry = Registry::default();
        server.add(&mut registry);
        self.faults.append(&mut registry.take_faults());
        let (tools, instructions) = registry.into_parts();
        self.instructions
            .extend(instructions.into_iter().map(str::to_owned));
        for mut tool in tools {
            if let Some(prefix) = prefix {
                tool.rename(format!("{prefix}_{}", tool.name()));
            }
            self.tools.push(Entry {
                tool,
                replaces: false,
            });
        }
        self
    }

    /// Hands a value over to the tools that take `&T` (or `&T` for an `Arc<T>`).
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        if !self.states.insert(value) {
            let name = std::any::type_name::<T>();
            self.faults
                .push(format!("`.state(…)` was given two values of type `{name}`"));
        }
        self
    }

    /// Answers a JSON-RPC method that the specification doesn't know. The handler takes the
    /// params, deserialised from an object (without its `_meta`), and the context; it returns
    /// what serialises as an object.
    ///
    /// ```
    /// use mcp_runtime::prelude::*;
    /// use std::collections::BTreeMap;
    ///
    /// let server = Server::new("s", "1").method(
    ///     "myorg/double",
    ///     |numbers: BTreeMap<String, i64>, _cx| async move {
    ///         let double = numbers.into_iter().map(|(name, n)| (name, n * 2));
    ///         Ok(double.collect::<BTreeMap<_, _>>())
    ///     },
    /// );
    /// assert!(server.build().is_ok());
    /// ```
    #[track_caller]
    pub fn method<P, R, F, A>(mut self, name: impl Into<String>, handler: F) -> Self
    where
        P: DeserializeOwned + Send + 'static,
        R: Serialize + Send + 'static,
        F: Fn(P, Arc<Context>) -> A + Send + Sync + 'static,
        A: Future<Output = Result<R>> + Send + 'static,
    {
        self.methods.push((name.into(), custom::method(handler)));
        self
    }

    /// Prints every message on stderr, explained: what it is, which message it answers and after
    /// how long, the handler's place in the sources, and what is wrong with it and why. Tokens and
    /// keys are not shown. `line` in what is said counts messages. Whoever starts the server has the
    /// last word, with the environment variable `MCP_WIRE`: `pretty`, `json` or `off`.
    #[cfg(feature = "wire-log")]
    pub fn wire_log(mut self, log: WireLog) -> Self {
        self.wire_log = Some(log);
        self
    }

    /// Serves these revisions alone. All five are served by default.
    pub fn protocol_versions(
        mut self,
        versions: impl IntoIterator<Item = ProtocolVersion>,
    ) -> Self {
        self.versions = versions.into_iter().collect();
        self.versions.sort_unstable();
        self.versions.dedup();
        self
    }

    /// How long clients may keep the lists and the answer to `server/discover`, and whether they
    /// may share them between users (2026-07-28, Caching). By default they may not keep them at
    /// all: `ttlMs` 0, `private`.
    pub fn cache_hints(mut self, ttl: Duration, scope: CacheScope) -> Self {
        self.cache = (ttl, scope);
        self
    }

    /// The level of log messages in sessions whose client never set one; `info` by default.
    pub fn default_log_level(mut self, level: LoggingLevel) -> Self {
        self.log_level = level;
        self
    }

    /// Changes the limits; see [`limits`](crate::limits).
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Takes arguments in which a key stands twice, as serde takes them. By default they are
    /// refused, because two readers of one message could read two things.
    pub fn allow_duplicate_keys(mut self) -> Self {
        self.settings.duplicate_keys = true;
        self
    }

    /// Takes text for numbers, booleans, objects and arrays where it reads as one (some models
    /// send `"5"` for `5`), and says so in the log. Only whole arguments are read so, never what
    /// is inside of them.
    pub fn lenient_arguments(mut self) -> Self {
        self.settings.lenient = true;
        self
    }

    /// Serves tools whose names break the specification's rules, with a warning. For gateways,
    /// which can't choose names.
    pub fn allow_odd_names(mut self) -> Self {
        self.settings.odd_names = true;
        self
    }

    /// Sends structured results without checking them against the tool's output schema first.
    pub fn unchecked_outputs(mut self) -> Self {
        self.settings.unchecked_outputs = true;
        self
    }

    /// Checks everything and makes the server ready to serve.
    ///
    /// # Errors
    /// One error that names everything that is wrong: tools that miss their state, two tools of
    /// one name, limits that can't hold, schemas that no client could use, and so on.
    pub fn build(self) -> Result<Service> {
        let mut faults = self.faults;
        let settings = Arc::new(self.settings);
        let states = Arc::new(self.states);
        let tools = unique(self.tools, &mut faults);
        #[cfg(feature = "tower")]
        let names: Vec<_> = tools.iter().map(|tool| tool.name().to_owned()).collect();
        let tools: Vec<_> = tools
            .into_iter()
            .filter_map(|tool| tool::build(tool, &settings, &states, &mut faults))
            .collect();
        #[cfg(feature = "tower")]
        let tools = self.layers.around(tools, &names, &mut faults);
        check_methods(&self.methods, &mut faults);
        check_limits(&self.limits, &mut faults);
        if self.versions.is_empty() {
            faults.push("`.protocol_versions(…)` leaves no revision to serve".into());
        }
        if !faults.is_empty() {
            return Err(Error::build(&faults));
        }
        crate::pool::limit(self.limits.pool_threads, self.limits.pool_idle);
        Ok(Service::new(Inner {
            identity: self.identity,
            instructions: match self.instructions.join("\n\n") {
                text if text.is_empty() => None,
                text => Some(text),
            },
            tools: ToolTable::new(tools),
            methods: self.methods.into_iter().collect(),
            versions: self.versions,
            limits: self.limits,
            cache: self.cache,
            log_level: self.log_level,
            lists: Default::default(),
            server_info: Default::default(),
            wire_log: crate::wire::chosen(self.wire_log.as_ref()),
        }))
    }
}

/// Tools under their last names: replaced ones gone, doubles reported.
fn unique(entries: Vec<Entry>, faults: &mut Vec<String>) -> Vec<Tool> {
    let mut tools: Vec<Tool> = Vec::with_capacity(entries.len());
    let mut places = std::collections::HashMap::<String, usize>::new();
    for Entry { tool, replaces } in entries {
        let name = tool.name().to_owned();
        match places.get(&name).copied() {
            Some(at) if replaces => tools[at] = tool,
            Some(_) => faults.push(format!(
                "tool `{}` is registered twice; rename one with `#[tool(name = \"…\")]`, mount it with `mount_as`, or say `replace_tool`",
                name.escape_debug()
            )),
            None if replaces => faults.push(format!(
                "`replace_tool` found no tool `{}` to replace; register it with `tool`",
                name.escape_debug()
            )),
            None => {
                places.insert(name, tools.len());
                tools.push(tool);
            }
        }
    }
    tools
}

fn check_methods(methods: &[(String, CustomMethod)], faults: &mut Vec<String>) {
    for (at, (name, _)) in methods.iter().enumerate() {
        if Method::named(name).is_some() || name.starts_with("rpc.") {
            faults.push(format!(
                "custom method `{}`: the name belongs to the specification; lead it with a name of your own, as in `myorg/{}`",
                name.escape_debug(),
                name.rsplit('/').next().unwrap_or(name).escape_debug()
            ));
        }
        if methods.iter().take(at).any(|(other, _)| other == name) {
            faults.push(format!(
                "custom method `{}` is given twice",
                name.escape_debug()
            ));
        }
    }
}

fn check_limits(limits: &Limits, faults: &mut Vec<String>) {
    let counts = [
        ("max_frame_bytes", limits.max_frame_bytes),
        ("max_result_bytes", limits.max_result_bytes),
        ("max_in_flight", limits.max_in_flight),
        ("max_batch_entries", limits.max_batch_entries),
        ("page_size", limits.page_size),
        ("out_queue_bytes", limits.out_queue_bytes),
        ("pool_threads", limits.pool_threads),
    ];
    for (name, value) in counts {
        if value == 0 {
            faults.push(format!("limit `{name}` is 0, so nothing could pass it"));
        }
    }
}
