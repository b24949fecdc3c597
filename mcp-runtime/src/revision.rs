//! One result, shaped for what the peer's revision allows.
//!
//! In: what the server is and what a handler came to. Out: the text of a result object. What an
//! old revision does not know is left out or said as text, never sent for the peer to trip over
//! (the rules are the predicates of [`ProtocolVersion`]).

use crate::server::Inner;
use crate::tool::ToolResult;
use mcp_core::capabilities::{ServerCapabilities, ToolsCapability};
use mcp_core::content::{Annotations, ContentBlock, ResourceContents};
use mcp_core::identity::Implementation;
use mcp_core::json::{self, Raw, write_str};
use mcp_core::lifecycle::{DiscoverResult, InitializeResult};
use mcp_core::meta;
use mcp_core::rpc::{ErrorCode, ErrorObject};
use mcp_core::schema::Report;
use mcp_core::tool::Tool;
use mcp_core::version::ProtocolVersion;
use serde::Serialize;
use serde_json::{Map, Value};

/// The key in a result's `_meta` under which the report on wrong arguments travels.
pub(crate) const WRONG_ARGUMENTS: &str = "mcp-runtime/invalidArguments";

/// The result of `initialize`.
pub(crate) fn initialize(version: ProtocolVersion, server: &Inner) -> String {
    let mut result = InitializeResult::new(
        version.as_str(),
        capabilities(server),
        shaped_implementation(version, &server.identity),
    );
    if let Some(instructions) = &server.instructions {
        result = result.with_instructions(instructions);
    }
    text_of(&result)
}

/// The result of `server/discover`. Only revisions without a handshake are listed: whoever asks
/// must not be led to put an older one into `_meta`.
pub(crate) fn discover(version: ProtocolVersion, server: &Inner) -> String {
    let versions = server.versions_of(true).map(ProtocolVersion::as_str);
    let mut result = DiscoverResult::new(versions, capabilities(server));
    if let Some(instructions) = &server.instructions {
        result = result.with_instructions(instructions);
    }
    result = result
        .with_ttl_ms(ttl_ms(server))
        .with_cache_scope(server.cache.1);
    result.meta = Some(server_meta(version, server));
    text_of(&result)
}

/// How long clients may keep an answer, as the specification counts it.
fn ttl_ms(server: &Inner) -> u64 {
    u64::try_from(server.cache.0.as_millis()).unwrap_or(u64::MAX)
}

fn capabilities(server: &Inner) -> ServerCapabilities {
    let mut capabilities = ServerCapabilities::new();
    if server.has_tools() {
        capabilities = capabilities.with_tools(ToolsCapability::new());
    }
    if server.can_log() {
        capabilities = capabilities.with_logging();
    }
    capabilities
}

/// The server's own description, as `serverInfo`.
pub(crate) fn implementation(version: ProtocolVersion, identity: &Implementation) -> String {
    text_of(&shaped_implementation(version, identity))
}

fn shaped_implementation(version: ProtocolVersion, identity: &Implementation) -> Implementation {
    let mut shaped = identity.clone();
    if !version.has_titles() {
        shaped.title = None;
    }
    if !version.has_implementation_details() {
        shaped.description = None;
        shaped.website_url = None;
        shaped.icons.clear();
    }
    shaped
}

fn server_meta(version: ProtocolVersion, server: &Inner) -> Map<String, Value> {
    let info = serde_json::to_value(shaped_implementation(version, &server.identity));
    Map::from_iter([(meta::SERVER_INFO.to_owned(), info.unwrap_or_default())])
}

/// A tool as a revision lists it.
pub(crate) fn tool(version: ProtocolVersion, tool: &Tool) -> Tool {
    let mut shaped = tool.clone();
    if !version.has_titles() {
        shaped.title = None;
    }
    if !version.has_tool_annotations() {
        shaped.annotations = None;
    }
    let root_is_object = || {
        shaped
            .output_schema
            .as_ref()
            .is_some_and(|schema| root_is_object(schema.as_str()))
    };
    if !version.has_output_schema() || !version.output_schema_may_be_any() && !root_is_object() {
        shaped.output_schema = None;
    }
    if !version.has_icons() {
        shaped.icons.clear();
    }
    if !version.has_tool_execution() {
        shaped.execution = None;
    }
    if !version.has_meta_on_items() {
        shaped.meta = None;
    }
    shaped
}

/// Whether a schema says of itself that its values are objects.
fn root_is_object(schema: &str) -> bool {
    Raw::parse(schema).is_ok_and(|raw| {
        raw.members()
            .any(|m| m.key == "type" && m.value.string().is_ok_and(|kind| kind == "object"))
    })
}

/// The result of `tools/list`.
pub(crate) fn tool_list(
    version: ProtocolVersion,
    server: &Inner,
    tools: Vec<Tool>,
    next_cursor: Option<String>,
) -> String {
    let mut text = String::from("{\"tools\":[");
    for (at, tool) in tools.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push_str(&text_of(tool));
    }
    text.push(']');
    if let Some(cursor) = next_cursor {
        text.push_str(",\"nextCursor\":\"");
        text.push_str(&cursor);
        text.push('"');
    }
    if version.has_cache_hints() {
        let (ttl, scope) = (ttl_ms(server), text_of(&server.cache.1));
        text.push_str(&format!(",\"ttlMs\":{ttl},\"cacheScope\":{scope}"));
    }
    let mut text = text.into_bytes();
    finish(&mut text, version, server, None);
    String::from_utf8(text).unwrap_or_default()
}

/// An error with a code that this revision has: the stateless ones retired two, and keep a range
/// for what the specification defines (2026-07-28, Error Codes).
pub(crate) fn error(version: ProtocolVersion, mut error: ErrorObject) -> ErrorObject {
    const DEFINED: [ErrorCode; 3] = [
        ErrorCode::HEADER_MISMATCH,
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
    ];
    if !version.is_modern() {
        return error;
    }
    let code = error.code;
    error.code = match code {
        ErrorCode::RESOURCE_NOT_FOUND => ErrorCode::INVALID_PARAMS,
        ErrorCode::URL_ELICITATION_REQUIRED => ErrorCode::INTERNAL_ERROR,
        ErrorCode(-32099..=-32020) if !DEFINED.contains(&code) => ErrorCode::INTERNAL_ERROR,
        _ => return error,
    };
    tracing::warn!(
        code = code.0,
        sent = error.code.0,
        "a code that this revision does not allow was replaced"
    );
    error
}

/// What a call with wrong arguments is told: up to 2025-06-18 a JSON-RPC error, later a result
/// that the model reads (revision 2025-11-25, Tools, Error Handling).
pub(crate) fn wrong_arguments(
    version: ProtocolVersion,
    report: &Report,
    tool: &str,
) -> Result<ToolResult, ErrorObject> {
    let error = ErrorObject::new(ErrorCode::INVALID_PARAMS, report.message());
    refused_arguments(version, report.text(tool), error.with_data(report.data()))
}

/// The same, from the words for a model and the error that a program reads.
pub(crate) fn refused_arguments(
    version: ProtocolVersion,
    text: String,
    error: ErrorObject,
) -> Result<ToolResult, ErrorObject> {
    if !version.wrong_arguments_are_results() {
        return Err(error);
    }
    let mut result = ToolResult::error(text);
    result.meta = error
        .data
        .map(|data| Map::from_iter([(WRONG_ARGUMENTS.to_owned(), data)]));
    Ok(result)
}

/// Appends a tool's result as the result object of this revision.
pub(crate) fn write_tool_result(
    out: &mut Vec<u8>,
    version: ProtocolVersion,
    server: &Inner,
    result: &ToolResult,
) {
    out.extend_from_slice(b"{\"content\":[");
    write_content(out, version, result);
    out.push(b']');
    if let Some(text) = structured(version, result) {
        out.extend_from_slice(b",\"structuredContent\":");
        out.extend_from_slice(text.as_bytes());
    }
    if result.is_error {
        out.extend_from_slice(b",\"isError\":true");
    }
    finish(out, version, server, result.meta.as_ref());
}

/// Appends the result of a custom method, an object, as the result object of this revision.
pub(crate) fn write_custom_result(
    out: &mut Vec<u8>,
    version: ProtocolVersion,
    server: &Inner,
    result: Raw<'_>,
) {
    out.push(b'{');
    let mut meta = None;
    for member in result.members() {
        if member.key == "_meta" {
            meta = json::from_raw::<Map<String, Value>>(member.value).ok();
            continue;
        }
        // The kind of a result is the server's to say.
        if member.key == "resultType" && version.has_result_type() {
            continue;
        }
        write_key(out, &member.key);
        out.extend_from_slice(member.value.get().as_bytes());
    }
    finish(out, version, server, meta.as_ref());
}

/// What stands before the next member of the object that is being written.
fn separate(out: &mut Vec<u8>) {
    // NB. no value ends with this brace, so only the first member finds it.
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
}

fn write_key(out: &mut Vec<u8>, key: &str) {
    separate(out);
    write_str(out, key);
    out.push(b':');
}

/// The end of a result object: `resultType`, `_meta`, the brace.
fn finish(
    out: &mut Vec<u8>,
    version: ProtocolVersion,
    server: &Inner,
    meta: Option<&Map<String, Value>>,
) {
    if version.has_result_type() {
        separate(out);
        out.extend_from_slice(b"\"resultType\":\"complete\"");
    }
    let names_server = version.results_name_the_server();
    if names_server || meta.is_some_and(|m| !m.is_empty()) {
        separate(out);
        out.extend_from_slice(b"\"_meta\":{");
        if names_server {
            write_key(out, meta::SERVER_INFO);
            out.extend_from_slice(server.server_info().as_bytes());
        }
        let own = meta.into_iter().flatten();
        for (key, value) in own.filter(|(key, _)| !names_server || *key != meta::SERVER_INFO) {
            write_key(out, key);
            write_json(out, value);
        }
        out.push(b'}');
    }
    out.push(b'}');
}

/// The structured part of a result, where this revision can carry it.
fn structured(version: ProtocolVersion, result: &ToolResult) -> Option<&str> {
    let text = result.structured.as_ref()?.as_raw().get();
    let fits = version.structured_content_may_be_any() || text.starts_with('{');
    (version.has_structured_content() && fits).then_some(text)
}

fn write_content(out: &mut Vec<u8>, version: ProtocolVersion, result: &ToolResult) {
    for (at, block) in result.content.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write_block(out, version, block);
    }
    if let Some(text) = mirror(version, result) {
        if !result.content.is_empty() {
            out.push(b',');
        }
        write_text(out, text);
    }
}

/// The text that says what the structured part does. Older clients and models read nothing else,
/// so it stands alone where there is no other content, and beside it where the structured part
/// itself can't be sent.
fn mirror(version: ProtocolVersion, result: &ToolResult) -> Option<&str> {
    let text = result.structured.as_ref()?.as_raw().get();
    let told = || {
        let texts = result.content.iter().filter_map(ContentBlock::as_text);
        let same = |own: &str| own == text || is_same_json(own, text);
        structured(version, result).is_some() || texts.into_iter().any(same)
    };
    (result.content.is_empty() || !told()).then_some(text)
}

fn is_same_json(a: &str, b: &str) -> bool {
    let read = |text| serde_json::from_str::<Value>(text).ok();
    a.starts_with(['{', '[']) && read(a).is_some_and(|a| Some(a) == read(b))
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(b"{\"type\":\"text\",\"text\":");
    write_str(out, text);
    out.push(b'}');
}

fn write_block(out: &mut Vec<u8>, version: ProtocolVersion, block: &ContentBlock) {
    match block {
        ContentBlock::Text(text) if text.annotations.is_none() && text.meta.is_none() => {
            write_text(out, &text.text);
        }
        block if block.is_known_in(version) => write_json(out, &shaped_block(version, block)),
        unknown => write_text(out, &in_words(unknown)),
    }
}

/// A block without the members that this revision does not know.
fn shaped_block(version: ProtocolVersion, block: &ContentBlock) -> ContentBlock {
    let mut block = block.clone();
    let (annotations, meta) = match &mut block {
        ContentBlock::Text(b) => (&mut b.annotations, &mut b.meta),
        ContentBlock::Image(b) => (&mut b.annotations, &mut b.meta),
        ContentBlock::Audio(b) => (&mut b.annotations, &mut b.meta),
        ContentBlock::ResourceLink(b) => {
            if !version.has_icons() {
                b.icons.clear();
            }
            (&mut b.annotations, &mut b.meta)
        }
        ContentBlock::EmbeddedResource(b) => {
            if !version.has_meta_on_items() {
                take_meta(&mut b.resource);
            }
            (&mut b.annotations, &mut b.meta)
        }
        _ => return block,
    };
    if !version.has_meta_on_items() {
        *meta = None;
    }
    if let Some(annotations) = annotations
        && !version.has_last_modified()
    {
        annotations.last_modified = None;
    }
    if annotations.as_ref() == Some(&Annotations::default()) {
        *annotations = None;
    }
    block
}

fn take_meta(resource: &mut ResourceContents) {
    match resource {
        ResourceContents::Text(text) => text.meta = None,
        ResourceContents::Blob(blob) => blob.meta = None,
        _ => {}
    }
}

/// What a block says, for a revision that does not know its kind.
fn in_words(block: &ContentBlock) -> String {
    match block {
        ContentBlock::Audio(audio) => format!(
            "[audio, {}, {} characters of base64: this revision of the protocol can't carry it]",
            audio.mime_type,
            audio.data.len()
        ),
        ContentBlock::ResourceLink(link) => match &link.description {
            Some(description) => format!("{}: {} ({description})", link.name, link.uri),
            None => format!("{}: {}", link.name, link.uri),
        },
        other => other
            .as_text()
            .unwrap_or("[content of an unknown kind]")
            .to_owned(),
    }
}

fn write_json(out: &mut Vec<u8>, value: &impl Serialize) {
    let start = out.len();
    if let Err(error) = serde_json::to_writer(&mut *out, value) {
        tracing::error!(%error, "a part of a result could not be written");
        out.truncate(start);
        out.extend_from_slice(b"{}");
    }
}

fn text_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| {
        tracing::error!(%error, "a result could not be written");
        "{}".to_owned()
    })
}
