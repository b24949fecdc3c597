//! The revision that a request names in `MCP-Protocol-Version`.
//!
//! In: the headers of a request. Out: which revision it is, or a fault. It never decides what a
//! request means: that is up to its body.

use super::refused::shown;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use mcp_core::reasons;
use mcp_core::rpc::Fault;
use mcp_core::version::ProtocolVersion;

/// The header, in the case in which headers are kept.
pub(super) const HEADER: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The header, as it is written in the specification.
pub(super) const SHOWN: &str = "MCP-Protocol-Version";

/// What the header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named<'h> {
    /// It is not there.
    Absent,
    /// A revision.
    Known(ProtocolVersion),
    /// Something else.
    Unknown(&'h HeaderValue),
    /// It stands there more than once.
    Twice,
}

/// Reads the header.
pub(crate) fn named(headers: &HeaderMap) -> Named<'_> {
    let mut written = headers.get_all(&HEADER).iter();
    let Some(value) = written.next() else {
        return Named::Absent;
    };
    if written.next().is_some() {
        return Named::Twice;
    }
    let known = value.to_str().ok().and_then(ProtocolVersion::parse);
    known.map_or(Named::Unknown(value), Named::Known)
}

/// The revision named beside a request that has no `_meta` of its own: one with a handshake, that
/// is served; `None` without the header.
///
/// # Errors
/// -32022 for a revision that is not served, -32602 for one whose requests name it in the body.
/// Both go with status 400.
pub(crate) fn without_claim(
    headers: &HeaderMap,
    served: &[ProtocolVersion],
) -> Result<Option<ProtocolVersion>, Fault> {
    let refused = |asked: &str| {
        let fault = reasons::unsupported_version(asked, served).at(SHOWN);
        Err(fault.with_remedy("send the revision that initialize agreed on"))
    };
    match named(headers) {
        Named::Absent => Ok(None),
        Named::Known(version) if !served.contains(&version) => refused(version.as_str()),
        Named::Known(version) if version.is_modern() => Err(reasons::missing_claim(
            "io.modelcontextprotocol/protocolVersion",
        )),
        Named::Known(version) => Ok(Some(version)),
        Named::Unknown(value) => refused(shown(value.as_bytes()).trim_matches('"')),
        Named::Twice => refused("two values"),
    }
}
