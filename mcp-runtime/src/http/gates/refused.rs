//! A request that does not get further.
//!
//! In: a status, and the header that is wrong. Out: a whole response, whose body is a JSON-RPC
//! error that names the header, what was there, and what to send. It never decides what is refused.

use super::super::refusal::{invalid, without_id};
use bytes::Bytes;
use http::header::{CONNECTION, HeaderMap, HeaderName, HeaderValue};
use http::{Response, StatusCode, Version};
use mcp_core::rpc::ErrorObject;
use serde_json::{Value, json};

/// Why a request is answered from its head alone.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refused(Box<Parts>);

#[derive(Debug, Clone, PartialEq)]
struct Parts {
    status: StatusCode,
    error: ErrorObject,
    headers: HeaderMap,
    close: bool,
}

impl Refused {
    /// A header that is missing or wrong; `must` follows its name.
    #[cold]
    pub(crate) fn header(
        status: StatusCode,
        name: &'static str,
        must: &str,
        got: Option<&[u8]>,
    ) -> Self {
        let got = got.map(shown);
        let contrast = got.as_ref().map(|got| format!(", not {got}"));
        let message = format!(
            "Invalid request: the header {name} {must}{}",
            contrast.unwrap_or_default()
        );
        let data = json!({"header": name, "reason": must, "got": got});
        Self(Box::new(Parts {
            status,
            error: invalid(message).with_data(data),
            headers: HeaderMap::new(),
            close: false,
        }))
    }

    /// A method of HTTP that can't be used; `must` follows its name.
    #[cold]
    pub(crate) fn method(status: StatusCode, method: &http::Method, must: &str) -> Self {
        let got = shown(method.as_str().as_bytes());
        let data = json!({"method": got.trim_matches('"'), "reason": must});
        Self(Box::new(Parts {
            status,
            error: invalid(format!("Invalid request: the method {got} {must}")).with_data(data),
            headers: HeaderMap::new(),
            close: false,
        }))
    }

    /// Says what to send instead.
    #[must_use]
    pub(crate) fn with_remedy(mut self, remedy: &str) -> Self {
        if let Some(Value::Object(data)) = &mut self.0.error.data {
            data.insert("remedy".to_owned(), remedy.into());
        }
        self.0.error.message.push_str("; ");
        self.0.error.message.push_str(remedy);
        self
    }

    /// Adds a header to the response.
    #[must_use]
    pub(crate) fn with_header(mut self, name: HeaderName, value: &'static str) -> Self {
        (self.0.headers).insert(name, HeaderValue::from_static(value));
        self
    }

    /// Nothing more is read from this connection.
    #[must_use]
    pub(crate) fn and_close(mut self) -> Self {
        self.0.close = true;
        self
    }

    #[cfg(test)]
    pub(crate) fn status(&self) -> StatusCode {
        self.0.status
    }

    /// The error in its body.
    #[cfg(test)]
    pub(crate) fn error(&self) -> &ErrorObject {
        &self.0.error
    }

    /// The response: the body has no id, since none was read.
    pub(crate) fn response(self, version: Version) -> Response<Bytes> {
        let Parts {
            status,
            error,
            headers,
            close,
        } = *self.0;
        let mut response = without_id(status, &error);
        response.headers_mut().extend(headers);
        // NB. of HTTP/2 a `Connection` header is malformed.
        if close && version <= Version::HTTP_11 {
            let value = HeaderValue::from_static("close");
            response.headers_mut().insert(CONNECTION, value);
        }
        response
    }
}

/// A value from outside, escaped and cut, in quotes.
pub(crate) fn shown(value: &[u8]) -> String {
    /// Enough to be found again.
    const SHOWN: usize = 64;
    let cut = value.get(..SHOWN);
    let more = if cut.is_some_and(|cut| cut.len() < value.len()) {
        "…"
    } else {
        ""
    };
    format!("\"{}{more}\"", cut.unwrap_or(value).escape_ascii())
}

/// Is it a token (RFC 9110, section 5.6.2): the name of a header, a value without quotes?
pub(super) fn is_token(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(fits)
}
