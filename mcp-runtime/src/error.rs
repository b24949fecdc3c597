//! The one error type of this crate.
//!
//! Returned by a tool it becomes a JSON-RPC error, so it is for what the *caller's program* must
//! handle; what the *model* should read is any other error type, and wrong arguments, which are
//! told in the way of the peer's revision. Returned by
//! [`Server::build`](crate::Server::build) it holds everything that is wrong with the server, at
//! once. An internal cause never travels to the peer: it gets a reference under which the log has
//! the chain of causes.

#[cfg(feature = "tower")]
mod layered;

use mcp_core::capabilities::ClientCapabilities;
use mcp_core::rpc::{ErrorCode, ErrorObject};
use mcp_core::schema::{ArgumentFault, Report};
use serde_json::{Value, json};
use std::error::Error as StdError;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

/// What went wrong; see the module's text for who gets to see it.
///
/// `Debug` prints what `Display` prints, because a `main` that returns it is shown by `Debug`.
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    message: String,
    code: ErrorCode,
    data: Option<Value>,
    source: Option<Box<dyn StdError + Send + Sync>>,
    /// What the caller got wrong.
    report: Option<Report>,
}

/// The kinds of [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The server can't be built as described.
    Build,
    /// An answer to the peer: a JSON-RPC error with its code.
    Protocol,
    /// The caller got something wrong: -32602, and for a tool the same as any wrong argument.
    InvalidParams,
    /// Something inside failed; the peer sees a reference, the log has the causes.
    Internal,
    /// Reading, writing or preparing the transport failed.
    Transport,
    /// The handler panicked, as the layers around it see it: -32603, and the log has the panic.
    Panicked,
    /// A layer gave the call up because it took too long; the model is told.
    TimedOut,
    /// A layer failed with an error type of its own; the model is told, with the causes.
    Layer,
}

impl Error {
    /// A JSON-RPC error with a code of the application's own. Such codes lie outside
    /// -32768..=-32000 (revision 2026-07-28, Error Codes); the ones of [`ErrorCode`] are defined.
    pub fn new(code: impl Into<ErrorCode>, message: impl Into<String>) -> Self {
        Self::with(ErrorKind::Protocol, code.into(), message.into(), None)
    }

    /// What a caller got wrong: names the field and what it must be (`must be a leap year`).
    ///
    /// From a tool it is told like an argument that does not fit its schema: as -32602 where the
    /// peer's revision has that, else as a result that the model reads. Elsewhere it is -32602.
    pub fn invalid_params(field: impl Into<String>, reason: impl Into<String>) -> Self {
        let fault = ArgumentFault::new(field, reason, "", "");
        Self::wrong(Report::new(vec![fault]))
    }

    /// What a handler found wrong with what it was sent.
    pub(crate) fn wrong(report: Report) -> Self {
        let (kind, code) = (ErrorKind::InvalidParams, ErrorCode::INVALID_PARAMS);
        let mut error = Self::with(kind, code, report.message(), None);
        error.0.data = Some(report.data());
        error.0.report = Some(report.found_by_the_tool());
        error
    }

    /// -32021: the call needs what this client has not declared. `needed` holds exactly what is
    /// missing; the client's program finds it as `data.requiredCapabilities` (revision 2026-07-28,
    /// Error Codes; over HTTP the status is 400, unless something was sent before).
    pub fn missing_capability(needed: &ClientCapabilities) -> Self {
        let code = ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY;
        let needed = serde_json::to_value(needed).unwrap_or_default();
        let names = needed.as_object().into_iter().flat_map(|set| set.keys());
        let names = names.cloned().collect::<Vec<_>>().join(", ");
        let message = format!("{}: {names}", code.meaning());
        Self::new(code, message).with_data(json!({ "requiredCapabilities": needed }))
    }

    /// -32603 for what failed inside: the peer sees `Internal error` and a reference, the log has
    /// the reference, this cause and the causes below it.
    pub fn internal(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        let cause = cause.into();
        let mut error = Self::with(
            ErrorKind::Internal,
            ErrorCode::INTERNAL_ERROR,
            cause.to_string(),
            None,
        );
        error.0.source = Some(cause);
        error
    }

    /// Adds `data` to a JSON-RPC error, for the caller's program. An internal error keeps its
    /// data to itself: the peer gets the reference alone.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.0.data = Some(data);
        self
    }

    /// The kind.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The JSON-RPC code with which a peer is told.
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    pub(crate) fn build(faults: &[String]) -> Self {
        let mut message = String::from("the server can't be built");
        for fault in faults {
            message.push_str("\n  - ");
            message.push_str(fault);
        }
        Self::with(ErrorKind::Build, ErrorCode::INTERNAL_ERROR, message, None)
    }

    pub(crate) fn transport(what: &str, cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        let cause = cause.into();
        let message = format!("{what}: {cause}");
        let code = ErrorCode::INTERNAL_ERROR;
        Self::with(ErrorKind::Transport, code, message, Some(cause))
    }

    fn with(
        kind: ErrorKind,
        code: ErrorCode,
        message: String,
        source: Option<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        Self(Box::new(Inner {
            kind,
            message,
            code,
            data: None,
            source,
            report: None,
        }))
    }

    /// What the caller got wrong, if that is what it is.
    pub(crate) fn report(&self) -> Option<&Report> {
        self.0.report.as_ref()
    }

    /// What the peer is told, and the log where the peer is told less than is known.
    pub(crate) fn into_reply(self, doing: &str) -> ErrorObject {
        if matches!(self.0.kind, ErrorKind::Protocol | ErrorKind::InvalidParams) {
            let reply = ErrorObject::new(self.0.code, self.0.message);
            return match self.0.data {
                Some(data) => reply.with_data(data),
                None => reply,
            };
        }
        let reference = reference();
        tracing::error!(%reference, error = %self, causes = %Causes(&self), "{doing} failed inside");
        crate::report::without_subscriber(|| {
            format!(
                "{doing} failed inside, reference {reference}: {}",
                with_causes(&self)
            )
        });
        internal_reply(&reference)
    }
}

/// -32603 as a peer sees it.
pub(crate) fn internal_reply(reference: &str) -> ErrorObject {
    ErrorObject::new(ErrorCode::INTERNAL_ERROR, "Internal error").with_data(json!({
        "reason": "the server failed; its log has the cause under this reference",
        "reference": reference,
    }))
}

/// A word that finds a line in the log: 16 hex digits, not guessable in sequence.
pub(crate) fn reference() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(COUNT.fetch_add(1, Ordering::Relaxed));
    format!("{:016x}", hasher.finish())
}

/// An error and what caused it, in one line; what is said already is not said again.
pub(crate) fn with_causes(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let words = cause.to_string();
        if !text.contains(&words) {
            text.push_str(": ");
            text.push_str(&words);
        }
        next = cause.source();
    }
    text
}

/// The causes below an error, one after the other.
struct Causes<'a>(&'a Error);

impl fmt::Display for Causes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut at = self.0.source();
        let mut first = true;
        while let Some(cause) = at {
            if !first {
                f.write_str(": ")?;
            }
            write!(f, "{cause}")?;
            first = false;
            at = cause.source();
        }
        Ok(())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|e| e as _)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_internal_cause_stays_in_the_log_and_the_peer_gets_a_reference() {
        let cause = std::io::Error::other("/home/x/secret");
        let reply = Error::internal(cause).into_reply("tool `t`");
        assert_eq!(reply.code, ErrorCode::INTERNAL_ERROR);
        let data = reply.data.expect("data").to_string();
        assert!(!data.contains("secret") && !reply.message.contains("secret"));
        assert!(data.contains("reference"));
    }

    #[test]
    fn a_protocol_error_travels_with_its_code_and_data() {
        let reply = Error::new(-31001, "no")
            .with_data(json!({"a": 1}))
            .into_reply("x");
        assert_eq!((reply.code.0, reply.message.as_str()), (-31001, "no"));
        assert_eq!(reply.data, Some(json!({"a": 1})));
    }

    #[test]
    fn what_a_caller_got_wrong_is_invalid_params_with_the_field_and_the_reason() {
        let error = Error::invalid_params("year", "must be a leap year");
        assert_eq!(error.kind(), ErrorKind::InvalidParams);
        let reply = error.into_reply("x");
        assert_eq!(reply.code, ErrorCode::INVALID_PARAMS);
        assert_eq!(reply.message, "Invalid params: year must be a leap year");
        let data = json!({"field": "year", "reason": "must be a leap year", "retryable": false});
        assert_eq!(reply.data, Some(data));
    }

    #[test]
    fn a_missing_capability_is_told_as_an_object_and_by_name() {
        let sampling = mcp_core::capabilities::SamplingCapability::new();
        let needed = ClientCapabilities::new().with_sampling(sampling);
        let reply = Error::missing_capability(&needed).into_reply("x");
        assert_eq!(reply.code.0, -32021);
        assert_eq!(
            reply.message,
            "Missing required client capability: sampling"
        );
        let data = json!({"requiredCapabilities": {"sampling": {}}});
        assert_eq!(reply.data, Some(data));
    }

    #[test]
    fn main_prints_the_message_not_a_struct() {
        let error = Error::build(&["tool `a` is registered twice".into()]);
        let shown = format!("{error:?}");
        assert_eq!(
            shown,
            "the server can't be built\n  - tool `a` is registered twice"
        );
    }

    #[test]
    fn references_differ() {
        assert_ne!(reference(), reference());
    }
}
