//! The handshake of the revisions up to 2025-11-25, and the session that it makes.
//!
//! In: the params of `initialize`. Out: the agreed revision and the client, or the reason why
//! not. A revision without a handshake is never agreed on here (revision 2025-11-25, Lifecycle,
//! Version Negotiation: the server answers with one that it supports).

use crate::context::{Client, SharedLevel};
use crate::report::Shown;
#[cfg(feature = "http")]
use mcp_core::capabilities::ClientCapabilities;
use mcp_core::json::{self, Raw};
use mcp_core::logging::LoggingLevel;
use mcp_core::reasons;
use mcp_core::rpc::{Fault, Params};
use mcp_core::version::ProtocolVersion;
use std::sync::Arc;

/// What the handshake agreed on.
#[derive(Debug, Clone)]
pub(crate) struct Legacy {
    pub(crate) version: ProtocolVersion,
    pub(crate) client: Arc<Client>,
    /// Set by `logging/setLevel`; at first the level that is the default of this server.
    pub(crate) log_level: SharedLevel,
}

impl Legacy {
    /// That with a client of which nothing is known but the revision it speaks.
    #[cfg(feature = "http")]
    pub(crate) fn unknown(version: ProtocolVersion, log_level: LoggingLevel) -> Self {
        let client = Client {
            protocol_version: version,
            info: None,
            capabilities: ClientCapabilities::default(),
        };
        Self {
            version,
            client: Arc::new(client),
            log_level: SharedLevel::new(log_level),
        }
    }
}

pub(crate) fn handshake(
    params: &Params<'_>,
    served: &[ProtocolVersion],
    log_level: LoggingLevel,
) -> Result<Legacy, Fault> {
    let asked = reasons::required_text("params.protocolVersion", params.protocol_version)?;
    let capabilities = object("params.capabilities", params.capabilities)?;
    let info = object("params.clientInfo", params.client_info)?;
    let legacy = || served.iter().copied().filter(|v| !v.is_modern());
    let version = ProtocolVersion::parse(&asked)
        .filter(|asked| legacy().any(|v| v == *asked))
        .or_else(|| legacy().max())
        .ok_or_else(|| reasons::unsupported_version(&asked, served))?;
    let client = Client {
        protocol_version: version,
        info: info.unwrap_or_default(),
        capabilities: capabilities.unwrap_or_default(),
    };
    Ok(Legacy {
        version,
        client: Arc::new(client),
        log_level: SharedLevel::new(log_level),
    })
}

/// An optional object: absent or null is none, another type is a fault, and what does not read
/// as `T` is left out, since a server must not fail over what it does not need.
fn object<T: serde::de::DeserializeOwned>(
    field: &'static str,
    raw: Option<Raw<'_>>,
) -> Result<Option<T>, Fault> {
    let Some(raw) = reasons::optional_object(field, raw)? else {
        return Ok(None);
    };
    match json::from_raw(raw) {
        Ok(value) => Ok(Some(value)),
        Err(error) => {
            tracing::warn!(field, error = %Shown(&error.message), "the client's {field} can't be read and is left out");
            Ok(None)
        }
    }
}
