//! In which form a message comes, and in which its answer may go.
//!
//! In: the headers of a request. Out: nothing, or which forms the client takes, or a refusal: 415
//! for a body that is not plain JSON in UTF-8, 406 where no form suits (RFC 9110, sections 8.3,
//! 8.4, 12.5.1). A page can send other types of body without asking first, so the type is exact.

use super::refused::{Refused, is_token};
use http::StatusCode;
use http::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue,
};

const JSON: (&str, &str) = ("application", "json");
const STREAM: (&str, &str) = ("text", "event-stream");

/// The forms of an answer that a client takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accepted {
    /// JSON, or a stream of events.
    Both,
    /// JSON alone: what would be told before the answer is dropped.
    JsonOnly,
    /// A stream alone.
    StreamOnly,
}

/// Is the body JSON, as it is?
///
/// # Errors
/// 415.
pub(crate) fn content(headers: &HeaderMap) -> Result<(), Refused> {
    let mut types = headers.get_all(CONTENT_TYPE).iter();
    let written = types.next();
    let single = types.next().is_none();
    let is_json =
        |value: &HeaderValue| value == "application/json" || value.to_str().is_ok_and(is_json);
    if !single || !written.is_some_and(is_json) {
        let must = match single {
            true => "must be application/json, in UTF-8",
            false => "must stand there once",
        };
        let got = written.map(|value| value.as_bytes());
        return Err(unsupported("Content-Type", must, got)
            .with_remedy("send Content-Type: application/json")
            .with_header(ACCEPT, "application/json"));
    }
    for value in headers.get_all(CONTENT_ENCODING) {
        let text = value.as_bytes();
        if !text.is_empty() && !text.eq_ignore_ascii_case(b"identity") {
            let must = "must be left out: bodies are not unpacked here";
            return Err(unsupported("Content-Encoding", must, Some(text))
                .with_remedy("send the body as it is, without compression")
                .with_header(ACCEPT_ENCODING, "identity"));
        }
    }
    Ok(())
}

#[cold]
fn unsupported(name: &'static str, must: &str, got: Option<&[u8]>) -> Refused {
    Refused::header(StatusCode::UNSUPPORTED_MEDIA_TYPE, name, must, got)
}

fn is_json(text: &str) -> bool {
    let mut parts = Split::new(text, b';');
    let kind = parts.next().unwrap_or_default();
    kind.eq_ignore_ascii_case("application/json") && parts.all(is_harmless)
}

/// A parameter that is one, and doesn't name another encoding of characters.
fn is_harmless(parameter: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else {
        return parameter.is_empty();
    };
    let inner = value.strip_prefix('"').and_then(|v| v.strip_suffix('"'));
    // NB. a comma outside of quotes begins a second type.
    let well = is_token(name) && (inner.is_some() || is_token(value));
    let charset = name.eq_ignore_ascii_case("charset");
    well && (!charset || inner.unwrap_or(value).eq_ignore_ascii_case("utf-8"))
}

/// What clients are to send (2025-03-26 and later, Streamable HTTP); nearly all do, to the letter.
const USUAL: &[u8] = b"application/json, text/event-stream";

/// Which answers to a message the client takes. A client that doesn't say takes all.
///
/// # Errors
/// 406.
pub(crate) fn accepted(headers: &HeaderMap) -> Result<Accepted, Refused> {
    let mut ranges = headers.get_all(ACCEPT).iter();
    let usual = ranges.next().is_some_and(|first| first == USUAL);
    if usual && ranges.next().is_none() {
        return Ok(Accepted::Both);
    }
    match (takes(headers, JSON), takes(headers, STREAM)) {
        (true, true) => Ok(Accepted::Both),
        (true, false) => Ok(Accepted::JsonOnly),
        (false, true) => Ok(Accepted::StreamOnly),
        (false, false) => Err(unacceptable(
            headers,
            "must allow application/json or text/event-stream",
            "send Accept: application/json, text/event-stream",
        )),
    }
}

/// Does the client take a stream of events? There is nothing else at the address it listens at.
///
/// # Errors
/// 406.
pub(crate) fn streams(headers: &HeaderMap) -> Result<(), Refused> {
    match takes(headers, STREAM) {
        true => Ok(()),
        false => Err(unacceptable(
            headers,
            "must allow text/event-stream",
            "send Accept: text/event-stream",
        )),
    }
}

#[cold]
fn unacceptable(headers: &HeaderMap, must: &str, remedy: &str) -> Refused {
    let got = headers.get(ACCEPT).map(|value| value.as_bytes());
    Refused::header(StatusCode::NOT_ACCEPTABLE, "Accept", must, got).with_remedy(remedy)
}

/// Does the most precise range that fits this type allow it?
fn takes(headers: &HeaderMap, kind: (&str, &str)) -> bool {
    let mut best = None;
    let mut said = false;
    for value in headers.get_all(ACCEPT) {
        let Ok(text) = value.to_str() else {
            said = true;
            continue;
        };
        for range in Split::new(text, b',').filter(|range| !range.is_empty()) {
            said = true;
            if let Some((precise, allowed)) = fits(range, kind)
                && best.is_none_or(|(before, _)| precise > before)
            {
                best = Some((precise, allowed));
            }
        }
    }
    best.map_or(!said, |(_, allowed)| allowed)
}

/// How precisely a range names a type, and whether it allows it; `None` when it is about others.
fn fits(range: &str, (family, kind): (&str, &str)) -> Option<(u8, bool)> {
    let mut parts = Split::new(range, b';');
    let (first, second) = parts.next()?.split_once('/')?;
    let precise = match (first, second) {
        ("*", "*") => 0,
        (first, "*") if first.eq_ignore_ascii_case(family) => 1,
        _ if first.eq_ignore_ascii_case(family) && second.eq_ignore_ascii_case(kind) => 2,
        _ => return None,
    };
    let weight = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then(|| value.trim())
    });
    // A weight is only asked whether it is zero: we have no second best.
    let zero =
        |weight: &str| weight.starts_with('0') && !weight.contains(|c| ('1'..='9').contains(&c));
    Some((precise, !weight.is_some_and(zero)))
}

/// The parts of a header value between separators, outside of quotes, without space around them.
struct Split<'a> {
    rest: Option<&'a str>,
    at: u8,
}

impl<'a> Split<'a> {
    fn new(text: &'a str, at: u8) -> Self {
        Self {
            rest: Some(text),
            at,
        }
    }
}

impl<'a> Iterator for Split<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest?;
        let end = match memchr::memchr2(self.at, b'"', text.as_bytes()) {
            Some(at) if text.as_bytes().get(at) == Some(&b'"') => end_beyond_quotes(text, self.at),
            end => end,
        };
        let (part, rest) = match end.and_then(|end| text.split_at_checked(end)) {
            Some((part, rest)) => (part, rest.get(1..)),
            None => (text, None),
        };
        self.rest = rest;
        Some(part.trim_matches([' ', '\t']))
    }
}

/// Where the first of these separators stands outside of quotes.
fn end_beyond_quotes(text: &str, separator: u8) -> Option<usize> {
    let (mut quoted, mut escaped) = (false, false);
    text.bytes().position(|byte| {
        let ends = byte == separator && !quoted;
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ => {}
        }
        ends
    })
}
