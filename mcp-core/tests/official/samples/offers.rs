//! What a server offers: content, tools, calls.

use mcp_core::content::*;
use mcp_core::meta::JsonObject;
use mcp_core::method;
use mcp_core::page::{CacheScope, PaginatedRequestParams};
use mcp_core::result::ResultType;
use mcp_core::tool::*;
use mcp_core::version::ProtocolVersion;
use serde_json::json;

use super::{Samples, always, icons, legacy, meta, request_meta, variants};

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

pub(super) fn contents(into: &mut Samples) {
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

pub(super) fn tools(into: &mut Samples) {
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
    lists(into);
}

fn lists(into: &mut Samples) {
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

pub(super) fn calls(into: &mut Samples) {
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
