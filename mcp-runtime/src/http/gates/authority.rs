//! The name and the port of a host, as RFC 3986 (section 3.2) writes them, and nothing more.
//!
//! In: the text of a `Host`, an `:authority`, or an entry of a list. Out: its parts, borrowed, or
//! nothing where it is not exactly that: no user, no white space, no escapes, no other alphabet. It
//! never guesses what a lenient reader would make of it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A host and, where it is written, its port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Authority<'a> {
    pub(super) host: Host<'a>,
    pub(super) port: Option<u16>,
}

/// A host.
#[derive(Debug, Clone, Copy)]
pub(super) enum Host<'a> {
    /// A name, without the dot of the root at its end.
    Name(&'a str),
    /// An address, written the usual way: four decimal numbers, or IPv6 in brackets.
    Address(IpAddr),
}

impl PartialEq for Host<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Name(one), Self::Name(other)) => one.eq_ignore_ascii_case(other),
            (Self::Address(one), Self::Address(other)) => one == other,
            _ => false,
        }
    }
}

impl Eq for Host<'_> {}

impl Host<'_> {
    /// Is it one of the names by which a machine calls itself?
    pub(super) fn is_loopback(self) -> bool {
        match self {
            Self::Name(name) => name.eq_ignore_ascii_case("localhost"),
            Self::Address(address) => {
                address == Ipv4Addr::LOCALHOST || address == Ipv6Addr::LOCALHOST
            }
        }
    }
}

impl<'a> Authority<'a> {
    /// Reads one; `None` when it is not well formed.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let (host, rest) = match text.strip_prefix('[') {
            Some(inner) => {
                let (address, rest) = inner.split_once(']')?;
                (Host::Address(IpAddr::V6(address.parse().ok()?)), rest)
            }
            None => {
                let end = text.find(':').unwrap_or(text.len());
                let (name, rest) = text.split_at_checked(end)?;
                (named(name)?, rest)
            }
        };
        let port = match rest.strip_prefix(':') {
            None if rest.is_empty() => None,
            None => return None,
            Some(digits) => Some(port(digits)?),
        };
        Some(Self { host, port })
    }
}

/// NB. only the digits: `parse` alone takes `+80` too.
fn port(digits: &str) -> Option<u16> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let port = digits.parse().ok().filter(|port| *port != 0);
    port.filter(|_| plain && digits.len() <= 5)
}

/// A name, or an IPv4 address.
fn named(name: &str) -> Option<Host<'_>> {
    /// A name of the domain name system has at most so many bytes (RFC 1035, section 2.3.4).
    const MAX_NAME: usize = 255;
    if let Ok(address) = name.parse::<Ipv4Addr>() {
        return Some(Host::Address(address.into()));
    }
    let name = name.strip_suffix('.').unwrap_or(name);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let well = (1..=MAX_NAME).contains(&name.len())
        && name.bytes().all(plain)
        && !name.starts_with('.')
        && !name.ends_with('.')
        && !name.contains("..");
    well.then_some(Host::Name(name))
}
