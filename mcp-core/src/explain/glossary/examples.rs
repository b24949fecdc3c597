//! Examples of messages, in the terms of a revision.
//!
//! In: what params and result of a method look like. Out: whole messages of JSON-RPC.

use crate::explain::shapes::{Part, members};
use crate::explain::words;
use crate::explain::words::about_methods::MethodWords;
use crate::method::{Kind, Method, Side};
use crate::version::ProtocolVersion;

/// A request or notification.
pub(super) fn question(method: &Method, told: &MethodWords, version: ProtocolVersion) -> String {
    let name = method.name();
    let asks = method.kind() == Kind::Request;
    let id = if asks { "\"id\":1," } else { "" };
    let claims = version.is_modern() && asks && method.is_sent_by(Side::Client, version);
    let meta = claims.then(|| {
        format!(
            "\"_meta\":{{\"io.modelcontextprotocol/protocolVersion\":\"{version}\",\"io.modelcontextprotocol/clientCapabilities\":{{}}}}"
        )
    });
    let params = words::filled(told.params);
    let params = match meta {
        Some(meta) => format!(",\"params\":{}", with(&params, &[meta])),
        None if matches!(&*params, "" | "{}") => String::new(),
        None => format!(",\"params\":{params}"),
    };
    format!("{{\"jsonrpc\":\"2.0\",{id}\"method\":\"{name}\"{params}}}")
}

/// Its answer.
pub(super) fn answer(method: &Method, told: &MethodWords, version: ProtocolVersion) -> String {
    let lines = members(method.name(), Part::Result, version).unwrap_or_default();
    let required = lines.iter().filter(|line| line.required);
    let also = required.filter_map(|line| match line.name {
        "resultType" => Some("\"resultType\":\"complete\"".to_owned()),
        "ttlMs" => Some("\"ttlMs\":60000".to_owned()),
        "cacheScope" => Some("\"cacheScope\":\"public\"".to_owned()),
        _ => None,
    });
    let also: Vec<_> = also.collect();
    let result = with(&words::filled(told.result), &also);
    format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}")
}

/// The object with more members at its end.
fn with(object: &str, members: &[String]) -> String {
    let inner = object.strip_prefix('{').and_then(|o| o.strip_suffix('}'));
    let inner = inner.filter(|inner| !inner.is_empty()).map(str::to_owned);
    let all: Vec<_> = inner.into_iter().chain(members.iter().cloned()).collect();
    format!("{{{}}}", all.join(","))
}
