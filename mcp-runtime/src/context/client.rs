//! Who is on the other side of a conversation.
//!
//! In: what the client said in its handshake, or in the `_meta` of a request. Out: the same as data.
//! It never checks what the client says, and refuses nothing: what can't be read is left out.

use mcp_core::capabilities::ClientCapabilities;
use mcp_core::identity::Implementation;
use mcp_core::json::{self, Raw};
use mcp_core::meta;
use mcp_core::version::ProtocolVersion;

/// Who is on the other side, as it says of itself. Not authenticated: never a base for a decision
/// about security (revision 2026-07-28, `_meta`).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Client {
    /// The revision that this request is served under.
    pub protocol_version: ProtocolVersion,
    /// Name and version; from 2026-07-28 on a client may leave them out.
    pub info: Option<Implementation>,
    /// What the client declared that it can do.
    pub capabilities: ClientCapabilities,
}

impl Client {
    /// The client of a stateless request, from the text of its `_meta`.
    pub(crate) fn of_meta(version: ProtocolVersion, meta: &str) -> Self {
        let mut client = Self {
            protocol_version: version,
            info: None,
            capabilities: ClientCapabilities::default(),
        };
        let Ok(meta) = Raw::parse(meta) else {
            return client;
        };
        for member in meta.members() {
            match &*member.key {
                meta::CLIENT_INFO => client.info = json::from_raw(member.value).ok(),
                meta::CLIENT_CAPABILITIES => {
                    client.capabilities = json::from_raw(member.value).unwrap_or_default();
                }
                _ => {}
            }
        }
        client
    }
}
