//! Which `Host` may be asked for: the guard against pages that let their own name point at this
//! machine (DNS rebinding).
//!
//! In: a list that is read once, and the head of a request. Out: the host, or a refusal: 400 where
//! it is not well formed or said twice differently (RFC 9112, section 3.2), 403 where it is not
//! allowed. It never reads `Forwarded` or `X-Forwarded-*`, and never looks a name up.

use super::Passed;
use super::authority::{Authority, Host};
use super::refused::{Refused, shown};
use http::StatusCode;
use http::header::{HOST, HeaderValue};
use http::request::Parts;
use std::net::{IpAddr, SocketAddr};

/// The hosts that are served.
#[derive(Debug, Clone)]
pub(super) struct Hosts {
    any: bool,
    /// Each was read when the list was made.
    more: Vec<Box<str>>,
}

impl Hosts {
    /// Reads a list; each entry that is none adds a sentence.
    pub(super) fn new(written: &[String], any: bool, wrong: &mut Vec<String>) -> Self {
        for entry in written {
            if Authority::parse(entry).is_none() {
                wrong.push(format!(
                    "allow_host({}): must be the name or the address of a host, perhaps with a port, such as \"mcp.example.com\" or \"[fd00::1]:8000\"",
                    shown(entry.as_bytes())
                ));
            }
        }
        let more = written.iter().map(|entry| entry.as_str().into()).collect();
        Self { any, more }
    }

    /// The host that a request asks for.
    pub(super) fn check<'p>(
        &self,
        parts: &'p Parts,
        local: Option<SocketAddr>,
    ) -> Result<(Authority<'p>, Passed), Refused> {
        let (asked, text) = asked(parts)?;
        // An address that is written out can't be made to point elsewhere.
        let own = |address: IpAddr| local.is_some_and(|local| local.ip().to_canonical() == address);
        if asked.host.is_loopback() || matches!(asked.host, Host::Address(address) if own(address))
        {
            return Ok((asked, Passed::Everywhere));
        }
        match self.any || self.lists(asked) {
            true => Ok((asked, Passed::Here)),
            false => Err(foreign(text)),
        }
    }

    fn lists(&self, asked: Authority<'_>) -> bool {
        self.more.iter().any(|entry| {
            Authority::parse(entry).is_some_and(|entry| {
                entry.host == asked.host && (entry.port.is_none() || entry.port == asked.port)
            })
        })
    }
}

/// The one host that is named by the target, the `Host` header, or both.
fn asked(parts: &Parts) -> Result<(Authority<'_>, &str), Refused> {
    let mut written = parts.headers.get_all(HOST).iter();
    let header = written.next();
    if written.next().is_some() {
        return Err(malformed("must stand there once", None));
    }
    let header = header.map(read).transpose()?;
    // NB. of HTTP/2 this is `:authority`, of HTTP/1.1 that of a target in the absolute form.
    let target = match parts.uri.authority() {
        None => None,
        Some(target) => {
            let text = target.as_str();
            let read = Authority::parse(text);
            Some((read.ok_or_else(|| no_host(text.as_bytes()))?, text))
        }
    };
    match (header, target) {
        (None, None) => Err(malformed("is required", None)),
        (Some(header), Some((target, _))) if !same(header.0, target, parts) => Err(malformed(
            "must be the host of the request's target",
            Some(header.1.as_bytes()),
        )),
        (_, Some(one)) | (Some(one), None) => Ok(one),
    }
}

/// Are they one host, whether or not the usual port is written?
fn same(one: Authority<'_>, other: Authority<'_>, parts: &Parts) -> bool {
    let usual = match parts.uri.scheme_str() {
        Some("https") => Some(443),
        _ => Some(80),
    };
    one.host == other.host && one.port.or(usual) == other.port.or(usual)
}

fn read(value: &HeaderValue) -> Result<(Authority<'_>, &str), Refused> {
    let text = value.to_str().ok();
    let read = text.and_then(|text| Some((Authority::parse(text)?, text)));
    read.ok_or_else(|| no_host(value.as_bytes()))
}

fn no_host(got: &[u8]) -> Refused {
    malformed("must be a host, perhaps with a port", Some(got))
}

#[cold]
fn malformed(must: &str, got: Option<&[u8]>) -> Refused {
    Refused::header(StatusCode::BAD_REQUEST, "Host", must, got)
        .with_remedy("send one Host header: the host and the port that the client connects to")
        .and_close()
}

#[cold]
fn foreign(got: &str) -> Refused {
    let must = "must be localhost, 127.0.0.1, [::1], the address of this socket, or a host that the server allows";
    Refused::header(StatusCode::FORBIDDEN, "Host", must, Some(got.as_bytes())).with_remedy(
        "ask for one of these, or let the server allow this one: HttpOptions::allow_host",
    )
}
