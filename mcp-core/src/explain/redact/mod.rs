//! Text without the secrets that stand in it.
//!
//! In: any text, JSON or not. Out: where tokens and keys stand in it, and the text without them.
//! Text without secrets is neither copied nor allocated for. It never keeps or repeats what it
//! found.

mod escapes;
mod forms;
mod names;
mod sieve;
mod value;

use std::borrow::Cow;
use std::ops::Range;

use super::lang::Words;
use escapes::Plain;

/// A secret in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Secret {
    /// Where it stands, without the beginning that only says what it is.
    pub(super) range: Range<usize>,
    pub(super) kind: Kind,
    /// What stands there instead.
    pub(super) instead: &'static str,
    /// It is not shown, but nobody has to be warned of it.
    pub(super) quiet: bool,
}

/// What a secret is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Token,
    Key,
    Password,
    Cookie,
    PrivateKey,
    /// The id of a session.
    Session,
}

/// In the place of a whole value.
const WHOLE: &str = "[redacted]";
/// In the place of what follows the beginning of a token.
const REST: &str = "…[redacted]";

impl Kind {
    /// What it is called.
    pub(super) const fn words(self) -> Words {
        match self {
            Kind::Token => Words::new("a token", "토큰"),
            Kind::Key => Words::new(
                "an API key or client secret",
                "API 키 또는 클라이언트 시크릿",
            ),
            Kind::Password => Words::new("a password", "비밀번호"),
            Kind::Cookie => Words::new("a cookie", "쿠키"),
            Kind::PrivateKey => Words::new("a private key", "개인 키"),
            Kind::Session => Words::new("a session id", "세션 id"),
        }
    }
}

/// The text without its tokens, keys and passwords: `Bearer abc…` becomes `Bearer [redacted]`.
/// JSON stays JSON, and text that has none is given back as it is.
///
/// ```
/// use mcp_core::explain::redact;
/// assert_eq!(redact(r#"{"password":"hunter2"}"#), r#"{"password":"[redacted]"}"#);
/// assert_eq!(redact(r#"{"progressToken":"t-1"}"#), r#"{"progressToken":"t-1"}"#);
/// ```
pub fn redact(text: &str) -> Cow<'_, str> {
    let mut secrets = Secrets::of(text).peekable();
    if secrets.peek().is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for secret in secrets {
        out.push_str(text.get(done..secret.range.start).unwrap_or_default());
        out.push_str(secret.instead);
        done = secret.range.end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(out)
}

/// Where tokens, keys and passwords stand in the text, in their order, and what [`redact`] puts
/// there instead. For those who print a part of a text.
pub fn redact_spans(text: &str) -> Vec<(Range<usize>, &'static str)> {
    let secrets = Secrets::of(text);
    secrets
        .map(|secret| (secret.range, secret.instead))
        .collect()
}

/// The secrets of a text, in their order. They do not overlap.
pub(super) struct Secrets<'a> {
    plain: Plain<'a>,
    at: usize,
    begun: bool,
}

impl<'a> Secrets<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Secrets {
            plain: Plain::of(text),
            at: 0,
            begun: false,
        }
    }
}

impl Secrets<'_> {
    /// The secret at its place in the text as it was written.
    fn written(&self, secret: Secret) -> Secret {
        let Range { start, end } = secret.range;
        Secret {
            range: self.plain.written(start)..self.plain.written(end),
            ..secret
        }
    }
}

impl Iterator for Secrets<'_> {
    type Item = Secret;

    fn next(&mut self) -> Option<Secret> {
        // The sieve looks for a short beginning together with what stands before it; here that is
        // nothing.
        if !std::mem::replace(&mut self.begun, true)
            && let Some(secret) = forms::at_start(&self.plain.text)
        {
            self.at = secret.range.end;
            return Some(self.written(secret));
        }
        while let Some((at, clue)) = sieve::next(self.plain.text.as_bytes(), self.at) {
            if let Some(secret) = forms::examine(&self.plain.text, at, clue) {
                self.at = secret.range.end.max(at + 1);
                return Some(self.written(secret));
            }
            self.at = at + 1;
        }
        None
    }
}

#[cfg(test)]
mod tests;
