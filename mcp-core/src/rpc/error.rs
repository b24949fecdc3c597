//! Error codes and the error member of a reply.
//!
//! In: a code, a message, perhaps data. Out: the object that goes on the wire. It never decides
//! when an error is due.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A JSON-RPC error code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ErrorCode(pub i32);

impl ErrorCode {
    /// The text is not JSON.
    pub const PARSE_ERROR: Self = Self(-32700);
    /// The JSON is not a message, or not one that is allowed here.
    pub const INVALID_REQUEST: Self = Self(-32600);
    /// There is no such method, or it is not offered.
    pub const METHOD_NOT_FOUND: Self = Self(-32601);
    /// The parameters are not those of the method.
    pub const INVALID_PARAMS: Self = Self(-32602);
    /// The fault is on the answering side.
    pub const INTERNAL_ERROR: Self = Self(-32603);
    /// No such resource. Legacy revisions only.
    pub const RESOURCE_NOT_FOUND: Self = Self(-32002);
    /// The user has to visit a URL first. One legacy revision only.
    pub const URL_ELICITATION_REQUIRED: Self = Self(-32042);
    /// A header is missing, malformed or differs from the body. Modern revisions only.
    pub const HEADER_MISMATCH: Self = Self(-32020);
    /// The request needs a capability that its sender has not declared. Modern revisions only.
    pub const MISSING_REQUIRED_CLIENT_CAPABILITY: Self = Self(-32021);
    /// The revision that was asked for is not served. Modern revisions only.
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = Self(-32022);
    /// Too many calls are running. Our own code, outside the reserved range.
    pub const BUSY: Self = Self(-31503);

    /// What the code means, in a few words. Empty for codes of others.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::PARSE_ERROR => "Parse error",
            Self::INVALID_REQUEST => "Invalid request",
            Self::METHOD_NOT_FOUND => "Method not found",
            Self::INVALID_PARAMS => "Invalid params",
            Self::INTERNAL_ERROR => "Internal error",
            Self::RESOURCE_NOT_FOUND => "Resource not found",
            Self::URL_ELICITATION_REQUIRED => "URL elicitation required",
            Self::HEADER_MISMATCH => "Header mismatch",
            Self::MISSING_REQUIRED_CLIENT_CAPABILITY => "Missing required client capability",
            Self::UNSUPPORTED_PROTOCOL_VERSION => "Unsupported protocol version",
            Self::BUSY => "Busy",
            _ => "",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The `error` member of a reply.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ErrorObject {
    /// What kind of error it is.
    pub code: ErrorCode,
    /// One sentence.
    pub message: String,
    /// Anything more, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

impl ErrorObject {
    /// An error without data.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        ErrorObject {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Adds data.
    #[must_use]
    pub fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }
}

impl fmt::Display for ErrorObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl std::error::Error for ErrorObject {}

impl From<i32> for ErrorCode {
    fn from(code: i32) -> Self {
        Self(code)
    }
}
