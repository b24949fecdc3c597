//! Which rules apply to a message: the era, the revision, and whether it is its turn.
//!
//! In: the method and params of a message, and what the handshake left behind. Out: the terms
//! under which the request is served, or the reason why it is refused. Pure: no I/O, no clock,
//! no tasks. The way a request opens decides its era (revision 2026-07-28, Versioning): with a
//! version in its `_meta` it stands alone; without one it belongs to the legacy session.

pub(crate) mod legacy;
pub(crate) mod modern;
#[cfg(test)]
mod tests;

use legacy::Legacy;
use mcp_core::logging::LoggingLevel;
use mcp_core::method;
use mcp_core::reasons;
use mcp_core::rpc::{Fault, Params};
use mcp_core::version::ProtocolVersion;

/// What one connection has agreed on.
pub(crate) struct Session {
    served: Vec<ProtocolVersion>,
    /// Of a legacy session whose client never sets one.
    log_level: LoggingLevel,
    legacy: Option<Legacy>,
}

/// The terms of one request.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Terms {
    pub(crate) version: ProtocolVersion,
    /// The level that this request alone asked for (2026-07-28).
    pub(crate) log_level: Option<LoggingLevel>,
}

/// How a request is served.
#[derive(Debug, PartialEq)]
pub(crate) enum Admission {
    /// It asks for the legacy handshake.
    Handshake,
    /// A legacy `ping` before the handshake.
    Ping,
    Serve(Terms),
}

impl Session {
    pub(crate) fn new(served: &[ProtocolVersion], log_level: LoggingLevel) -> Self {
        Self {
            log_level,
            served: served.to_vec(),
            legacy: None,
        }
    }

    /// One whose handshake was on another connection.
    #[cfg(feature = "http")]
    pub(crate) fn resumed(
        served: &[ProtocolVersion],
        log_level: LoggingLevel,
        agreed: Legacy,
    ) -> Self {
        Self {
            log_level,
            served: served.to_vec(),
            legacy: Some(agreed),
        }
    }

    /// The legacy session, once there is one.
    pub(crate) fn legacy(&self) -> Option<&Legacy> {
        self.legacy.as_ref()
    }

    pub(crate) fn legacy_mut(&mut self) -> Option<&mut Legacy> {
        self.legacy.as_mut()
    }

    /// Whether arrays are batches here: on a session of the one revision that has them.
    pub(crate) fn has_batches(&self) -> bool {
        self.legacy
            .as_ref()
            .is_some_and(|l| l.version.has_batches())
    }

    /// Whether an error without a usable id says `"id": null`: up to 2025-06-18, and while it is
    /// unknown whether a later revision is spoken.
    pub(crate) fn unreadable_id_is_null(&self) -> bool {
        match &self.legacy {
            Some(session) => session.version.unreadable_id_is_null(),
            None => self.served.iter().any(|v| v.unreadable_id_is_null()),
        }
    }

    /// Decides how a request is served.
    pub(crate) fn admit(&self, method: &str, params: &Params<'_>) -> Result<Admission, Fault> {
        if params.meta.protocol_version.is_some() && self.serves(true) {
            return modern::terms(params, &self.served).map(Admission::Serve);
        }
        match (method, &self.legacy) {
            (method::INITIALIZE, _) if !self.serves(false) => {
                Err(modern::no_handshake(params, &self.served))
            }
            (method::INITIALIZE, None) => Ok(Admission::Handshake),
            (method::INITIALIZE, Some(session)) => {
                Err(reasons::already_initialized(session.version))
            }
            (_, Some(session)) => Ok(Admission::Serve(Terms {
                version: session.version,
                log_level: None,
            })),
            (method::PING, None) if self.serves(false) => Ok(Admission::Ping),
            (_, None) => Err(reasons::no_terms(
                method,
                self.serves(false),
                self.newest(true),
            )),
        }
    }

    /// Takes the handshake; the session exists from here on.
    pub(crate) fn initialize(&mut self, params: &Params<'_>) -> Result<&Legacy, Fault> {
        let session = legacy::handshake(params, &self.served, self.log_level)?;
        Ok(self.legacy.insert(session))
    }

    fn serves(&self, modern: bool) -> bool {
        self.newest(modern).is_some()
    }

    fn newest(&self, modern: bool) -> Option<ProtocolVersion> {
        self.served
            .iter()
            .copied()
            .filter(|v| v.is_modern() == modern)
            .max()
    }
}
