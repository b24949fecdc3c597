//! Requests that carry their own terms in `_meta` (revision 2026-07-28).
//!
//! In: the `_meta` of one request. Out: the terms of that request, or the reason why it is
//! refused: first what is missing or of the wrong type (-32602), then whether the revision is
//! served (-32022). Nothing of one request is ever remembered for the next.

use super::Terms;
use mcp_core::json::Raw;
use mcp_core::logging::LoggingLevel;
use mcp_core::meta;
use mcp_core::reasons;
use mcp_core::rpc::{Fault, Params};
use mcp_core::version::ProtocolVersion;

pub(crate) fn terms(params: &Params<'_>, served: &[ProtocolVersion]) -> Result<Terms, Fault> {
    let meta = &params.meta;
    let asked = reasons::required_text(
        "params._meta[\"io.modelcontextprotocol/protocolVersion\"]",
        meta.protocol_version,
    )?;
    if meta.client_capabilities.is_none_or(Raw::is_null) {
        return Err(reasons::missing_claim(meta::CLIENT_CAPABILITIES));
    }
    reasons::optional_object(
        "params._meta[\"io.modelcontextprotocol/clientCapabilities\"]",
        meta.client_capabilities,
    )?;
    reasons::optional_object(
        "params._meta[\"io.modelcontextprotocol/clientInfo\"]",
        meta.client_info,
    )?;
    let version = ProtocolVersion::parse(&asked)
        .filter(|v| v.is_modern() && served.contains(v))
        .ok_or_else(|| {
            let modern: Vec<_> = served.iter().copied().filter(|v| v.is_modern()).collect();
            reasons::unsupported_version(&asked, &modern)
        })?;
    let log_level = match meta.log_level.filter(|level| !level.is_null()) {
        None => None,
        Some(level) => Some(read_level(
            "params._meta[\"io.modelcontextprotocol/logLevel\"]",
            Some(level),
        )?),
    };
    Ok(Terms { version, log_level })
}

/// A log level by its name.
pub(crate) fn read_level(field: &'static str, raw: Option<Raw<'_>>) -> Result<LoggingLevel, Fault> {
    let name = reasons::required_text(field, raw)?;
    name.parse()
        .map_err(|_| reasons::unknown_level(field, &name))
}

/// `initialize` on a server that serves no revision with a handshake.
pub(crate) fn no_handshake(params: &Params<'_>, served: &[ProtocolVersion]) -> Fault {
    let asked = params
        .protocol_version
        .and_then(|v| v.string().ok())
        .unwrap_or_default();
    reasons::no_handshake(&asked, served)
}
