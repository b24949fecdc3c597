//! What is decided from the head of a request, before anything of it is believed.
//!
//! In: the parts of a request, and for the mirror the members of its message. Out: nothing, or a
//! refusal with its status and its words. No I/O, no tasks, no clock; a request that passes costs
//! no allocation.

mod authority;
mod cors;
mod hosts;
pub(crate) mod media;
pub(crate) mod mirror;
mod origins;
mod refused;
pub(crate) mod revision;
#[cfg(test)]
mod tests;

pub(crate) use cors::Shared;
pub(crate) use refused::{Refused, shown};

use self::hosts::Hosts;
use self::origins::Origins;
use super::options::HttpOptions;
use bytes::Bytes;
use http::header::HeaderMap;
use http::request::Parts;
use http::{Method, Response};
use std::net::SocketAddr;

/// Where a head that may come in may come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passed {
    /// By these lists.
    Here,
    /// By any lists, since it needs none: it is of this machine.
    Everywhere,
}

/// The lists of a server, read.
#[derive(Debug, Clone)]
pub(crate) struct Gates {
    hosts: Hosts,
    origins: Origins,
}

impl Gates {
    /// Reads the lists.
    ///
    /// # Errors
    /// A sentence for each entry that is wrong.
    pub(crate) fn new(options: &HttpOptions) -> Result<Self, Vec<String>> {
        let mut wrong = Vec::new();
        let hosts = Hosts::new(&options.hosts, options.any_host, &mut wrong);
        let origins = Origins::new(&options.origins, options.any_origin, &mut wrong);
        match wrong.is_empty() {
            true => Ok(Self { hosts, origins }),
            false => Err(wrong),
        }
    }

    /// The same, for who makes an endpoint or serves one.
    ///
    /// # Errors
    /// All the sentences as one.
    pub(crate) fn of(options: &HttpOptions) -> crate::Result<Self> {
        Self::new(options)
            .map_err(|wrong| crate::Error::transport("the options can't be used", wrong.join("; ")))
    }

    /// May this request come in at all? Asked first, on every route; `local` is the address of the
    /// socket on this side.
    ///
    /// # Errors
    /// 400, 403 or 431.
    pub(crate) fn check_head(
        &self,
        parts: &Parts,
        local: Option<SocketAddr>,
    ) -> Result<Passed, Refused> {
        let (asked, host) = self.hosts.check(parts, local)?;
        let origin = self.origins.check(&parts.headers, asked)?;
        mirror::count(&parts.headers)?;
        Ok(match (host, origin) {
            (Passed::Everywhere, Passed::Everywhere) => Passed::Everywhere,
            _ => Passed::Here,
        })
    }

    /// What a response to this request must say so that the page which sent it may read it; `None`
    /// unless its origin was allowed by name.
    pub(crate) fn shared(&self, headers: &HeaderMap) -> Option<Shared> {
        Shared::of(&self.origins, headers)
    }

    /// The answer to a browser that asks before it sends; `None` for any other request. It needs
    /// no token, since a browser sends none with the question.
    pub(crate) fn preflight(&self, parts: &Parts) -> Option<Response<Bytes>> {
        let may_ask = parts.method == Method::OPTIONS;
        let page = may_ask.then(|| self.shared(&parts.headers)).flatten()?;
        page.preflight(parts)
    }
}
