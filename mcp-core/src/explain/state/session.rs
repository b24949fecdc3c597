//! What the two sides agreed on.
//!
//! In: the handshake, or the claims of stateless requests. Out: the revision, and what each side
//! can do. It never judges whether they may.

use crate::capabilities::{ClientCapabilities, ServerCapabilities};
use crate::logging::LoggingLevel;
use crate::rpc::Id;
use crate::version::ProtocolVersion;

/// How far a handshake has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub(in crate::explain) enum Handshake {
    /// There was none.
    #[default]
    None,
    /// `initialize` waits for its answer.
    Asked { id: Id, line: u64 },
    /// It was answered; `notifications/initialized` is due.
    Answered { line: u64 },
    /// It is done.
    Done,
}

/// What the two sides agreed on.
#[derive(Clone, Debug, Default)]
pub(in crate::explain) struct Session {
    pub(in crate::explain) handshake: Handshake,
    /// The revision that the client asked for, as written.
    pub(in crate::explain) asked: Option<String>,
    /// The revision that the handshake agreed on.
    pub(in crate::explain) version: Option<ProtocolVersion>,
    /// The revision of the last request that named one in its `_meta`.
    pub(in crate::explain) claimed: Option<ProtocolVersion>,
    /// What the client said it can do; of the last request, where each says so.
    pub(in crate::explain) client: Option<ClientCapabilities>,
    /// What the server said it can do.
    pub(in crate::explain) server: Option<ServerCapabilities>,
    /// The least level of log messages that the client asked for.
    pub(in crate::explain) log_level: Option<LoggingLevel>,
    /// A message was seen before any handshake and without a claim.
    pub(in crate::explain) spoke_early: bool,
}
