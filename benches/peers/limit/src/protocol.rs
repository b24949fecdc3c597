//! JSON-RPC and MCP by hand: one line enters, its answer is appended with a newline. Shared with the
//! floor over HTTP.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::tools;

const MODERN: &str = "2026-07-28";
const LEGACY: &str = "2025-11-25";
const OLDER: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];
const SERVER: &str = r#""serverInfo":{"name":"limit","version":"0.0.0"}"#;

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct CallParams<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<Meta<'a>>,
}

#[derive(Deserialize)]
struct OtherParams<'a> {
    #[serde(borrow, default, rename = "protocolVersion")]
    version: Option<Cow<'a, str>>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<Meta<'a>>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(borrow, default, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<Cow<'a, str>>,
    #[serde(borrow, default, rename = "io.modelcontextprotocol/clientInfo")]
    _client: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Option<&'a RawValue>,
}

/// Why a request is not carried out.
pub(crate) struct Refusal(pub(crate) i32, pub(crate) &'static str);

/// What a message says of itself, for those who were told the same elsewhere.
#[allow(dead_code)] // Read over HTTP alone.
pub(crate) struct Said<'a> {
    pub(crate) method: &'a str,
    pub(crate) name: Option<&'a str>,
    pub(crate) version: Option<&'a str>,
}

/// Appends the answer to `line`; a notification has none. A request is carried out when `check`
/// agrees.
pub(crate) fn answer(
    line: &[u8],
    out: &mut Vec<u8>,
    check: impl FnOnce(Said) -> Result<(), Refusal>,
) {
    let Ok(envelope) = serde_json::from_slice::<Envelope>(line) else {
        if !line.is_empty() {
            refuse(out, "null", Refusal(-32700, "Parse error"));
        }
        return;
    };
    let Some(id) = envelope.id else { return };
    let start = out.len();
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.get().as_bytes());
    out.extend_from_slice(br#","result":"#);
    match result(&envelope, out, check) {
        Ok(()) => out.extend_from_slice(b"}\n"),
        Err(refusal) => {
            out.truncate(start);
            refuse(out, id.get(), refusal);
        }
    }
}

fn refuse(out: &mut Vec<u8>, id: &str, Refusal(code, message): Refusal) {
    let text = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{code},\"message\":\"{message}\"}}}}\n"
    );
    out.extend_from_slice(text.as_bytes());
}

fn result(
    envelope: &Envelope,
    out: &mut Vec<u8>,
    check: impl FnOnce(Said) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    if envelope.jsonrpc != "2.0" {
        return Err(Refusal(-32600, "Invalid request"));
    }
    let params = envelope.params.map_or("{}", RawValue::get);
    if envelope.method == "tools/call" {
        let call: CallParams = read(params)?;
        let modern = is_modern(call.meta.as_ref())?;
        check(Said {
            method: &envelope.method,
            name: Some(&call.name),
            version: call.meta.as_ref().and_then(|meta| meta.version.as_deref()),
        })?;
        let arguments = call.arguments.map_or("{}", RawValue::get);
        return tools::call(&call.name, arguments, modern, out);
    }
    let params: OtherParams = read(params)?;
    let modern = is_modern(params.meta.as_ref())?;
    check(Said {
        method: &envelope.method,
        name: None,
        version: params
            .meta
            .as_ref()
            .and_then(|meta| meta.version.as_deref()),
    })?;
    match &*envelope.method {
        "tools/list" => tools::list(modern, out),
        "ping" => out.extend_from_slice(b"{}"),
        "initialize" => initialize(params.version.as_deref(), out),
        "server/discover" => discover(out),
        _ => return Err(Refusal(-32601, "Method not found")),
    }
    Ok(())
}

/// Reads the type that is known by now.
pub(crate) fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|_| Refusal(-32602, "Invalid params"))
}

/// Whether the request says itself which revision it speaks, as it must from 2026-07-28 on.
fn is_modern(meta: Option<&Meta>) -> Result<bool, Refusal> {
    let Some(meta) = meta else { return Ok(false) };
    match meta.version.as_deref() {
        None => Ok(false),
        Some(MODERN) if meta.capabilities.is_some() => Ok(true),
        Some(MODERN) => Err(Refusal(-32602, "Missing clientCapabilities")),
        Some(_) => Err(Refusal(-32022, "Unsupported protocol version")),
    }
}

fn initialize(asked: Option<&str>, out: &mut Vec<u8>) {
    let version = asked
        .filter(|asked| OLDER.contains(asked))
        .unwrap_or(LEGACY);
    let text =
        format!(r#"{{"protocolVersion":"{version}","capabilities":{{"tools":{{}}}},{SERVER}}}"#);
    out.extend_from_slice(text.as_bytes());
}

fn discover(out: &mut Vec<u8>) {
    let text = format!(
        r#"{{"supportedVersions":["{MODERN}","{LEGACY}"],"capabilities":{{"tools":{{}}}},{SERVER},"resultType":"complete","ttlMs":0,"cacheScope":"public"}}"#
    );
    out.extend_from_slice(text.as_bytes());
}
