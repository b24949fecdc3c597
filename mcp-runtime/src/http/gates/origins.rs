//! Which pages may send requests: the guard against other sites in a browser of this machine.
//!
//! In: a list that is read once, the `Origin` headers of a request and the host it asks for. Out:
//! nothing, or a refusal with 403 (specification, Streamable HTTP, Security: an origin that is
//! there and invalid). Origins are compared in their three parts, never as text. A request without
//! an origin doesn't come from a page.

use super::Passed;
use super::authority::Authority;
use super::refused::{Refused, shown};
use http::StatusCode;
use http::header::{HeaderMap, HeaderValue, ORIGIN};

/// The longest origin that is read: scheme, name and port.
const MAX_ORIGIN: usize = 300;

/// The origins that may send requests.
#[derive(Debug, Clone)]
pub(super) struct Origins {
    any: bool,
    /// Each was read when the list was made.
    more: Vec<Box<str>>,
}

/// The three parts of an origin (RFC 6454, section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Origin<'a> {
    secure: bool,
    at: Authority<'a>,
    port: u16,
}

impl<'a> Origin<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        if text.len() > MAX_ORIGIN {
            return None;
        }
        let (scheme, rest) = text.split_once("://")?;
        let secure = match scheme {
            _ if scheme.eq_ignore_ascii_case("http") => false,
            _ if scheme.eq_ignore_ascii_case("https") => true,
            _ => return None,
        };
        let read = Authority::parse(rest)?;
        let port = read.port.unwrap_or(if secure { 443 } else { 80 });
        let at = Authority { port: None, ..read };
        Some(Self { secure, at, port })
    }
}

impl Origins {
    /// Reads a list; each entry that is none adds a sentence.
    pub(super) fn new(written: &[String], any: bool, wrong: &mut Vec<String>) -> Self {
        for entry in written {
            if Origin::parse(entry).is_none() {
                let hint = match entry.as_str() {
                    "*" => "; to let every page in, say allow_any_origin()",
                    _ => "",
                };
                wrong.push(format!(
                    "allow_origin({}): must be an origin, which is a scheme, a host and perhaps a port, such as \"https://app.example.com\"{hint}",
                    shown(entry.as_bytes())
                ));
            }
        }
        let more = written.iter().map(|entry| entry.as_str().into()).collect();
        Self { any, more }
    }

    /// Does every page come in?
    pub(super) fn any(&self) -> bool {
        self.any
    }

    /// Refuses a page that may not send requests to this host.
    pub(super) fn check(
        &self,
        headers: &HeaderMap,
        asked: Authority<'_>,
    ) -> Result<Passed, Refused> {
        let mut written = headers.get_all(ORIGIN).iter();
        let Some(value) = written.next() else {
            return Ok(Passed::Everywhere);
        };
        if written.next().is_some() {
            return Err(foreign("must stand there once", value));
        }
        let own = |origin: Origin<'_>| {
            let port = asked.port.unwrap_or(80);
            let here = origin.at.host.is_loopback() && asked.host.is_loopback();
            here && !origin.secure && origin.port == port
        };
        let read = value.to_str().ok().and_then(Origin::parse);
        if read.is_some_and(own) {
            return Ok(Passed::Everywhere);
        }
        match self.lists(value) {
            true => Ok(Passed::Here),
            false => Err(foreign(
                "must be an origin that the server allows, or be left out",
                value,
            )),
        }
    }

    /// Was it allowed by name, or is everyone?
    pub(super) fn lists(&self, value: &HeaderValue) -> bool {
        let origin = value.to_str().ok().and_then(Origin::parse);
        // NB. `null` is every page that hides where it comes from: no name, and never allowed.
        origin.is_some_and(|origin| {
            self.any || (self.more.iter()).any(|entry| Origin::parse(entry) == Some(origin))
        })
    }
}

#[cold]
fn foreign(must: &str, got: &HeaderValue) -> Refused {
    Refused::header(StatusCode::FORBIDDEN, "Origin", must, Some(got.as_bytes()))
        .with_remedy("let the server allow this page: HttpOptions::allow_origin")
}
