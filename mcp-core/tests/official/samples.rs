//! Values of every type we have, with every optional member there and not there.

use mcp_core::cancel::CancelledNotificationParams;
use mcp_core::capabilities::*;
use mcp_core::content::*;
use mcp_core::identity::{Icon, IconTheme, Implementation};
use mcp_core::lifecycle::{DiscoverResult, InitializeRequestParams, InitializeResult};
use mcp_core::logging::*;
use mcp_core::meta::{JsonObject, MetaObject, NotificationParams, RequestMeta, RequestParams};
use mcp_core::method;
use mcp_core::page::{CacheScope, PaginatedRequestParams};
use mcp_core::progress::{ProgressNotificationParams, ProgressToken};
use mcp_core::result::{EmptyResult, ResultType};
use mcp_core::rpc::{self, ErrorCode, ErrorId, ErrorObject, Id};
use mcp_core::tool::*;
use mcp_core::version::ProtocolVersion;
use serde::Serialize;
use serde_json::{Value, json};

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
    contents(&mut into);
    tools(&mut into);
    calls(&mut into);
    notices(&mut into);
    replies(&mut into);
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

fn annotations() -> Vec<Annotations> {
    variants(
        Annotations::new(),
        &[
            |of| of.with_audience([Role::User, Role::Assistant]),
            |of| of.with_priority(0.5),
            |of| of.with_priority(1.0),
            |of| of.with_last_modified("2025-01-12T15:00:58Z"),
        ],
    )
}

fn noted() -> Annotations {
    Annotations::new().with_priority(0.0)
}

fn text_resources() -> Vec<TextResourceContents> {
    variants(
        TextResourceContents::new("a:b", ""),
        &[
            |of| of.with_mime_type("text/plain"),
            |of| of.with_meta(meta()),
        ],
    )
}

fn blob_resources() -> Vec<BlobResourceContents> {
    variants(
        BlobResourceContents::from_bytes("a:b", b"bytes"),
        &[
            |of| of.with_mime_type("application/octet-stream"),
            |of| of.with_meta(meta()),
        ],
    )
}

fn blocks() -> Vec<(&'static str, ContentBlock)> {
    let mut all: Vec<(&str, ContentBlock)> = Vec::new();
    let mut add = |name, blocks: Vec<ContentBlock>| {
        all.extend(blocks.into_iter().map(|block| (name, block)));
    };
    let text = variants(
        TextContent::new(""),
        &[|of| of.with_annotations(noted()), |of| of.with_meta(meta())],
    );
    add("TextContent", text.into_iter().map(Into::into).collect());
    let image = variants(
        ImageContent::from_bytes(b"bytes", "image/png"),
        &[|of| of.with_annotations(noted()), |of| of.with_meta(meta())],
    );
    add("ImageContent", image.into_iter().map(Into::into).collect());
    let audio = variants(
        AudioContent::from_bytes(b"bytes", "audio/wav"),
        &[|of| of.with_annotations(noted()), |of| of.with_meta(meta())],
    );
    add("AudioContent", audio.into_iter().map(Into::into).collect());
    let link = variants(
        ResourceLink::new("a:b", "b"),
        &[
            |of| of.with_title("B"),
            |of| of.with_description("D"),
            |of| of.with_mime_type("text/plain"),
            |of| of.with_size(0),
            |of| of.with_icons(icons()),
            |of| of.with_annotations(noted()),
            |of| of.with_meta(meta()),
        ],
    );
    add("ResourceLink", link.into_iter().map(Into::into).collect());
    let texts = text_resources().into_iter().map(ResourceContents::from);
    let blobs = blob_resources().into_iter().map(ResourceContents::from);
    let embedded = texts.chain(blobs).flat_map(|contents| {
        variants(
            EmbeddedResource::new(contents),
            &[|of| of.with_annotations(noted()), |of| of.with_meta(meta())],
        )
    });
    add("EmbeddedResource", embedded.map(Into::into).collect());
    all
}

fn contents(into: &mut Samples) {
    // Up to 2024-11-05 annotations had no definition of their own.
    into.add(
        "Annotations",
        ProtocolVersion::has_tool_annotations,
        annotations(),
    );
    into.add("Role", always, [Role::User, Role::Assistant]);
    into.add("TextResourceContents", always, text_resources());
    into.add("BlobResourceContents", always, blob_resources());
    for (name, block) in blocks() {
        let since = ProtocolVersion::ALL.map(|version| block.is_known_in(version));
        let known_in = move |version: ProtocolVersion| since[version as usize];
        into.add(name, known_in, [&block]);
        into.add(
            "CallToolResult",
            move |version| legacy(version) && known_in(version),
            [CallToolResult::new(vec![block, "x".into()])],
        );
    }
}

fn schema(text: &str) -> SchemaText {
    SchemaText::parse(text).expect("a schema")
}

fn tool_variants() -> Vec<Tool> {
    let input = r#"{"type":"object","properties":{"z":{"type":"string"},"a":{}},"required":["z"],"additionalProperties":false,"$defs":{}}"#;
    variants(
        Tool::new("t", schema(input)),
        &[
            |of| of.with_title("T"),
            |of| of.with_description(""),
            |of| of.with_output_schema(schema(r#"{"type":"object","properties":{}}"#)),
            |of| of.with_annotations(ToolAnnotations::new().with_read_only_hint(true)),
            |of| of.with_icons(icons()),
            |of| of.with_execution(ToolExecution::new().with_task_support(TaskSupport::Optional)),
            |of| of.with_meta(meta()),
        ],
    )
}

fn tools(into: &mut Samples) {
    into.add("Tool", always, tool_variants());
    into.add(
        "Tool",
        ProtocolVersion::output_schema_may_be_any,
        [Tool::new("t", schema(r#"{"type":"object","anyOf":[{}]}"#))
            .with_output_schema(schema(r#"{"type":"array","items":true}"#))],
    );
    into.add(
        "ToolAnnotations",
        ProtocolVersion::has_tool_annotations,
        variants(
            ToolAnnotations::new(),
            &[
                |of| of.with_title("T"),
                |of| of.with_read_only_hint(true),
                |of| of.with_destructive_hint(false),
                |of| of.with_idempotent_hint(true),
                |of| of.with_open_world_hint(false),
            ],
        ),
    );
    let kinds = [
        TaskSupport::Forbidden,
        TaskSupport::Optional,
        TaskSupport::Required,
    ];
    into.add(
        "ToolExecution",
        ProtocolVersion::has_tool_execution,
        kinds.map(|kind| ToolExecution::new().with_task_support(kind)),
    );
    into.add(
        "ListToolsResult",
        legacy,
        variants(
            ListToolsResult::new(Vec::new()),
            &[|of| of.with_next_cursor(""), |of| of.with_meta(meta())],
        ),
    );
    into.add(
        "ListToolsResult",
        always,
        variants(
            ListToolsResult::new(tool_variants())
                .with_result_type(ResultType::COMPLETE)
                .with_ttl_ms(0)
                .with_cache_scope(CacheScope::Private),
            &[
                |of| of.with_next_cursor("c"),
                |of| of.with_ttl_ms(300_000),
                |of| of.with_cache_scope(CacheScope::Public),
                |of| of.with_meta(meta()),
            ],
        ),
    );
    into.requests(
        "ListToolsRequest",
        method::TOOLS_LIST,
        legacy,
        variants(
            PaginatedRequestParams::new(),
            &[|of| of.with_cursor(""), |of| of.with_meta(request_meta())],
        ),
    );
    into.requests(
        "ListToolsRequest",
        method::TOOLS_LIST,
        always,
        [PaginatedRequestParams::new()
            .with_cursor("c")
            .with_meta(request_meta())],
    );
}

fn calls(into: &mut Samples) {
    let mut arguments = JsonObject::new();
    arguments.insert("a".to_owned(), json!([1.5, null, "x"]));
    let call = CallToolRequestParams::new("t").with_arguments(arguments);
    into.requests(
        "CallToolRequest",
        method::TOOLS_CALL,
        legacy,
        [CallToolRequestParams::new(""), call.clone()],
    );
    into.requests(
        "CallToolRequest",
        method::TOOLS_CALL,
        always,
        [
            CallToolRequestParams::new("").with_meta(request_meta()),
            call.with_meta(request_meta()),
        ],
    );
    let options: &[fn(CallToolResult) -> CallToolResult] = &[
        |of| of.with_is_error(true),
        |of| of.with_is_error(false),
        |of| of.with_structured_content(json!({"a": null})),
        |of| of.with_meta(meta()),
    ];
    into.add(
        "CallToolResult",
        legacy,
        variants(CallToolResult::new(Vec::new()), options),
    );
    into.add(
        "CallToolResult",
        always,
        variants(
            CallToolResult::text("").with_result_type(ResultType::COMPLETE),
            options,
        ),
    );
    let values = [json!(null), json!(1.5), json!("x"), json!([1]), json!(true)];
    into.add(
        "CallToolResult",
        ProtocolVersion::structured_content_may_be_any,
        values.map(|value| {
            CallToolResult::new(Vec::new())
                .with_result_type(ResultType::COMPLETE)
                .with_structured_content(value)
        }),
    );
}

fn notices(into: &mut Samples) {
    into.add("LoggingLevel", always, LoggingLevel::ALL);
    into.requests(
        "SetLevelRequest",
        method::SET_LEVEL,
        ProtocolVersion::has_set_level,
        variants(
            SetLevelRequestParams::new(LoggingLevel::Emergency),
            &[|of| of.with_meta(RequestMeta::new().with_progress_token(1))],
        ),
    );
    let said = [json!(null), json!("x"), json!({"a": 1.5}), json!([])];
    for data in said {
        into.notifications(
            "LoggingMessageNotification",
            method::LOG_MESSAGE,
            always,
            variants(
                LoggingMessageNotificationParams::new(LoggingLevel::Debug, data),
                &[|of| of.with_logger(""), |of| of.with_meta(meta())],
            ),
        );
    }
    let tokens = [
        ProgressToken::from("p"),
        0.into(),
        i64::MIN.into(),
        i64::MAX.into(),
    ];
    into.add("ProgressToken", always, &tokens);
    for token in tokens {
        into.notifications(
            "ProgressNotification",
            method::PROGRESS,
            always,
            variants(
                ProgressNotificationParams::new(token, 0.5),
                &[
                    |of| of.with_total(100.0),
                    |of| of.with_message(""),
                    |of| of.with_meta(meta()),
                ],
            ),
        );
    }
}

fn ids() -> [Id; 4] {
    ["".into(), "a\"b".into(), 0.into(), i64::MIN.into()]
}

/// What is written by [`rpc`], as the JSON it is.
fn text(write: impl FnOnce(&mut Vec<u8>)) -> Value {
    let mut out = Vec::new();
    write(&mut out);
    serde_json::from_slice(&out).expect("JSON")
}

/// An error reply as it is sent.
pub(crate) fn error_reply(id: ErrorId<'_>) -> Value {
    let error = ErrorObject::new(ErrorCode::PARSE_ERROR, "").with_data(json!([null, 1.5]));
    text(|out| rpc::error(out, id, &error))
}

fn replies(into: &mut Samples) {
    let one_kind = |version: ProtocolVersion| !version.unreadable_id_is_null();
    let two_kinds = |version: ProtocolVersion| version.unreadable_id_is_null();
    for id in ids() {
        into.notifications(
            "CancelledNotification",
            method::CANCELLED,
            always,
            variants(
                CancelledNotificationParams::new(id.clone()),
                &[|of| of.with_reason(""), |of| of.with_meta(meta())],
            ),
        );
        let error = error_reply(ErrorId::Known(&id));
        into.add("JSONRPCError", two_kinds, [&error]);
        into.add("JSONRPCErrorResponse", one_kind, [&error]);
        let result = CallToolResult::text("").with_result_type(ResultType::COMPLETE);
        let result = serde_json::to_string(&result).expect("text");
        let reply = text(|out| {
            rpc::result_head(out, &id);
            out.extend_from_slice(result.as_bytes());
            rpc::result_tail(out);
        });
        into.add("JSONRPCResponse", always, [&reply]);
        into.add("JSONRPCResultResponse", one_kind, [&reply]);
        into.add("CallToolResultResponse", modern, [&reply]);
    }
    let error = error_reply(ErrorId::Absent);
    into.add("JSONRPCErrorResponse", one_kind, [&error]);
}
