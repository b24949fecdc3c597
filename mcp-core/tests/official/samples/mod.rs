//! Values of every type we have, with every optional member there and not there.

mod notices;
mod offers;

use mcp_core::capabilities::*;
use mcp_core::identity::{Icon, IconTheme, Implementation};
use mcp_core::lifecycle::{DiscoverResult, InitializeRequestParams, InitializeResult};
use mcp_core::logging::LoggingLevel;
use mcp_core::meta::{JsonObject, MetaObject, NotificationParams, RequestMeta, RequestParams};
use mcp_core::method;
use mcp_core::page::CacheScope;
use mcp_core::result::{EmptyResult, ResultType};
use mcp_core::version::ProtocolVersion;
use serde::Serialize;
use serde_json::{Value, json};

pub(crate) use notices::error_reply;

/// What a type is called in the official schemas, and the revisions that know the value.
pub(crate) struct Sample {
    pub(crate) definition: &'static str,
    pub(crate) known_in: Box<dyn Fn(ProtocolVersion) -> bool>,
    pub(crate) value: Value,
}

/// All of them.
pub(crate) fn all() -> Vec<Sample> {
    let mut into = Samples(Vec::new());
    identities(&mut into);
    capabilities(&mut into);
    openings(&mut into);
    offers::contents(&mut into);
    offers::tools(&mut into);
    offers::calls(&mut into);
    notices::notices(&mut into);
    notices::replies(&mut into);
    into.0
}

struct Samples(Vec<Sample>);

impl Samples {
    fn add<T: Serialize>(
        &mut self,
        definition: &'static str,
        known_in: impl Fn(ProtocolVersion) -> bool + Copy + 'static,
        values: impl IntoIterator<Item = T>,
    ) {
        self.0.extend(values.into_iter().map(|value| Sample {
            definition,
            known_in: Box::new(known_in),
            value: serde_json::to_value(value).expect("a value that can be written"),
        }));
    }

    fn requests<T: Serialize>(
        &mut self,
        definition: &'static str,
        method: &str,
        known_in: impl Fn(ProtocolVersion) -> bool + Copy + 'static,
        params: impl IntoIterator<Item = T>,
    ) {
        let messages = params
            .into_iter()
            .map(|params| json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}));
        self.add(definition, known_in, messages);
    }

    fn notifications<T: Serialize>(
        &mut self,
        definition: &'static str,
        method: &str,
        known_in: impl Fn(ProtocolVersion) -> bool + Copy + 'static,
        params: impl IntoIterator<Item = T>,
    ) {
        let messages = params
            .into_iter()
            .map(|params| json!({"jsonrpc": "2.0", "method": method, "params": params}));
        self.add(definition, known_in, messages);
    }
}

/// The value alone, with each option alone, with all but each, and with all.
fn variants<T: Clone>(base: T, options: &[fn(T) -> T]) -> Vec<T> {
    let all_but = |left_out: Option<usize>| {
        options
            .iter()
            .enumerate()
            .filter(|(place, _)| Some(*place) != left_out)
            .fold(base.clone(), |value, (_, option)| option(value))
    };
    let mut made = vec![base.clone(), all_but(None)];
    made.extend(options.iter().map(|option| option(base.clone())));
    made.extend((0..options.len()).map(|place| all_but(Some(place))));
    made
}

fn always(_: ProtocolVersion) -> bool {
    true
}

fn legacy(version: ProtocolVersion) -> bool {
    !version.is_modern()
}

fn modern(version: ProtocolVersion) -> bool {
    version.is_modern()
}

fn meta() -> MetaObject {
    let mut meta = MetaObject::new();
    meta.insert("com.example/note".to_owned(), json!({"a": [1, null]}));
    meta
}

fn request_metas() -> Vec<RequestMeta> {
    variants(
        RequestMeta::modern(ProtocolVersion::LATEST, ClientCapabilities::new()),
        &[
            |meta| meta.with_progress_token("p"),
            |meta| meta.with_client_info(Implementation::new("c", "1")),
            |meta| meta.with_log_level(LoggingLevel::Notice),
        ],
    )
}

fn request_meta() -> RequestMeta {
    RequestMeta::modern(ProtocolVersion::LATEST, ClientCapabilities::new())
}

fn icons() -> Vec<Icon> {
    variants(
        Icon::new("https://example.com/i.png"),
        &[
            |icon| icon.with_mime_type("image/png"),
            |icon| icon.with_sizes(["48x48", "any"]),
            |icon| icon.with_theme(IconTheme::Light),
            |icon| icon.with_theme(IconTheme::Dark),
        ],
    )
}

fn implementations() -> Vec<Implementation> {
    variants(
        Implementation::new("", ""),
        &[
            |of| of.with_title("T"),
            |of| of.with_description("D"),
            |of| of.with_website_url("https://example.com"),
            |of| of.with_icons(icons()),
        ],
    )
}

fn identities(into: &mut Samples) {
    into.add("Icon", ProtocolVersion::has_icons, icons());
    into.add("Implementation", always, implementations());
    into.add("RequestMetaObject", modern, request_metas());
}

fn client_capabilities() -> Vec<ClientCapabilities> {
    variants(
        ClientCapabilities::new(),
        &[
            |of| of.with_roots(RootsCapability::new().with_list_changed()),
            |of| of.with_sampling(SamplingCapability::new()),
            |of| of.with_sampling(SamplingCapability::new().with_context().with_tools()),
            |of| of.with_elicitation(ElicitationCapability::new()),
            |of| of.with_elicitation(ElicitationCapability::new().with_form().with_url()),
            |of| of.with_experimental("x", JsonObject::new()),
            |of| of.with_extension("com.example/x", meta_without_null()),
        ],
    )
}

fn server_capabilities() -> Vec<ServerCapabilities> {
    variants(
        ServerCapabilities::new(),
        &[
            |of| of.with_tools(ToolsCapability::new()),
            |of| of.with_tools(ToolsCapability::new().with_list_changed()),
            |of| of.with_prompts(PromptsCapability::new().with_list_changed()),
            |of| of.with_resources(ResourcesCapability::new()),
            |of| of.with_resources(ResourcesCapability::new().with_subscribe()),
            |of| of.with_resources(ResourcesCapability::new().with_list_changed()),
            |of| of.with_logging(),
            |of| of.with_completions(),
            |of| of.with_experimental("x", JsonObject::new()),
            |of| of.with_extension("com.example/x", JsonObject::new()),
        ],
    )
}

/// NB. The schema of 2026-07-28 forgets null and fractions among the values of JSON, where
/// `schema.ts` has them; settings with such values can't be validated by it.
fn meta_without_null() -> JsonObject {
    let mut settings = JsonObject::new();
    settings.insert("a".to_owned(), json!({"b": [1, "c", true]}));
    settings
}

fn capabilities(into: &mut Samples) {
    into.add("ClientCapabilities", always, client_capabilities());
    into.add("ServerCapabilities", always, server_capabilities());
}

fn openings(into: &mut Samples) {
    let opening = || {
        InitializeRequestParams::new(
            "2025-11-25",
            ClientCapabilities::new(),
            Implementation::new("c", "1"),
        )
    };
    into.requests(
        "InitializeRequest",
        method::INITIALIZE,
        legacy,
        variants(
            opening(),
            &[|of| of.with_meta(RequestMeta::new().with_progress_token(1))],
        ),
    );
    into.add(
        "InitializeResult",
        legacy,
        variants(
            InitializeResult::new(
                "2025-11-25",
                ServerCapabilities::new(),
                Implementation::new("s", "1"),
            ),
            &[|of| of.with_instructions(""), |of| of.with_meta(meta())],
        ),
    );
    into.requests(
        "PingRequest",
        method::PING,
        legacy,
        [
            RequestParams::new(),
            RequestParams::new().with_meta(RequestMeta::new().with_progress_token(1)),
        ],
    );
    into.notifications(
        "InitializedNotification",
        method::INITIALIZED,
        legacy,
        variants(NotificationParams::new(), &[|of| of.with_meta(meta())]),
    );
    empty(into);
    discovery(into);
}

fn empty(into: &mut Samples) {
    into.add(
        "EmptyResult",
        legacy,
        variants(EmptyResult::new(), &[|of| of.with_meta(meta())]),
    );
    into.add(
        "EmptyResult",
        always,
        variants(
            EmptyResult::new().with_result_type(ResultType::COMPLETE),
            &[|of| of.with_meta(meta())],
        ),
    );
}

fn discovery(into: &mut Samples) {
    into.requests(
        "DiscoverRequest",
        method::DISCOVER,
        modern,
        request_metas()
            .into_iter()
            .map(|meta| RequestParams::new().with_meta(meta)),
    );
    into.add(
        "DiscoverResult",
        modern,
        variants(
            DiscoverResult::new(["2026-07-28"], ServerCapabilities::new()),
            &[
                |of| of.with_instructions("Use it."),
                |of| of.with_ttl_ms(9_007_199_254_740_993),
                |of| of.with_cache_scope(CacheScope::Public),
                |of| of.with_meta(meta()),
            ],
        ),
    );
}
