//! Log records in JSON: objects of the log's own that hold a message.
//!
//! In: an object. Out: where in it the message is, and what the other members say about it. It never
//! takes a message for a record.

use std::borrow::Cow;
use std::ops::Range;
use std::time::Duration;

use mcp_core::json::{Kind, Raw};
use mcp_core::method::Side;

use super::prefix;
use super::sign::{self, Sign};
use super::time::{self, Stamp};

/// A record that holds a message, or a line of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Record<'a> {
    /// The message, or the line.
    pub(super) held: Held<'a>,
    /// The time, if there is one.
    pub(super) at: Option<Stamp>,
    /// The direction.
    pub(super) sign: Sign,
}

/// What a record holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Held<'a> {
    /// A message as it was on the wire.
    Plain(Raw<'a>),
    /// A message that is written as a string.
    Quoted(Cow<'a, str>),
    /// A line of a stream, as `docker logs` keeps them.
    Line(Cow<'a, str>),
}

const MESSAGES: [&str; 20] = [
    "message",
    "payload",
    "msg",
    "data",
    "body",
    "frame",
    "raw",
    "json",
    "content",
    "rpc",
    "packet",
    "text",
    "request",
    "response",
    "notification",
    "jsonrpc_message",
    "line",
    "log",
    "MESSAGE",
    "params",
];
const LINES: [&str; 3] = ["log", "MESSAGE", "line"];
const TIMES: [&str; 13] = [
    "ts",
    "time",
    "timestamp",
    "@timestamp",
    "date",
    "datetime",
    "at",
    "t",
    "when",
    "created",
    "createdAt",
    "_time",
    "__REALTIME_TIMESTAMP",
];
const DIRECTIONS: [&str; 14] = [
    "direction",
    "dir",
    "stream",
    "channel",
    "side",
    "sender",
    "source",
    "origin",
    "role",
    "type",
    "kind",
    "event",
    "level",
    "logger",
];

/// Reads an object as a record; none when it is a message itself, or holds none.
pub(super) fn read<'a>(object: Raw<'a>) -> Option<Record<'a>> {
    let (mut held, mut line, mut at) = (None, None, None);
    let (mut sign, mut stream) = (Sign::None, None);
    for member in object.members() {
        let (key, value) = (member.key.as_ref(), member.value);
        match key {
            "jsonrpc" if value.kind() == Kind::String => return None,
            "from" | "to" => sign = ended(key, value).unwrap_or(sign),
            _ if TIMES.contains(&key) && at.is_none() => at = stamp(key, value),
            _ if DIRECTIONS.contains(&key) && sign == Sign::None => {
                (sign, stream) = (direction(key, value), stream.or(stream_of(key, value)));
            }
            _ => {}
        }
        if held.is_none() && MESSAGES.contains(&key) {
            held = message(value);
        }
        if line.is_none() && LINES.contains(&key) {
            line = value.string().ok();
        }
    }
    let held = match (line, stream, held) {
        (Some(line), Some(()), _) => Held::Line(line),
        (_, _, Some(held)) => held,
        _ => return None,
    };
    Some(Record { held, at, sign })
}

/// A value that is a message, or a string of one.
fn message(value: Raw<'_>) -> Option<Held<'_>> {
    match value.kind() {
        Kind::Object => is_message(value).then_some(Held::Plain(value)),
        Kind::Array => {
            let first = value.elements().next()?;
            is_message(first).then_some(Held::Plain(value))
        }
        Kind::String => {
            let text = value.string().ok()?;
            let trimmed = text.trim_ascii();
            let bytes = trimmed.strip_prefix('[').unwrap_or(trimmed).as_bytes();
            let sure = prefix::has_key(bytes) && bytes.len() > 2;
            let other = || Raw::parse(trimmed).is_ok_and(is_message);
            (sure || (trimmed.starts_with('{') && other())).then_some(Held::Quoted(text))
        }
        _ => None,
    }
}

/// Whether an object has what only messages have.
pub(super) fn is_message(object: Raw<'_>) -> bool {
    let has = |key: &str| object.member(key).is_some();
    has("jsonrpc")
        || (has("method") && (has("id") || has("params")))
        || (has("id") && (has("result") || has("error")))
}

fn stamp(key: &str, value: Raw<'_>) -> Option<Stamp> {
    match value.kind() {
        Kind::Number => time::number(value.get().as_bytes()),
        Kind::String => {
            let text = value.string().ok()?;
            let bytes = text.trim().as_bytes();
            match key {
                "__REALTIME_TIMESTAMP" => time::number(bytes),
                _ => time::whole(bytes).or_else(|| time::leading(bytes).map(|(stamp, _)| stamp)),
            }
        }
        _ => None,
    }
}

fn direction(key: &str, value: Raw<'_>) -> Sign {
    // Words of a logger are no directions.
    const LONGEST: usize = 40;
    let text = value.string().ok().filter(|text| text.len() <= LONGEST);
    let sign = text.map_or(Sign::None, |text| sign::said(text.as_bytes()));
    match (key, sign) {
        ("level" | "logger", Sign::Stderr) => sign,
        ("level" | "logger", _) => Sign::None,
        _ => sign,
    }
}

fn stream_of(key: &str, value: Raw<'_>) -> Option<()> {
    let stream = key == "stream" && (value.is_string("stdout") || value.is_string("stderr"));
    stream.then_some(())
}

/// The direction of a record with `from` or `to`.
fn ended(key: &str, value: Raw<'_>) -> Option<Sign> {
    let text = value.string().ok()?;
    match (key, sign::said(text.as_bytes())) {
        (_, Sign::None) => None,
        ("to", Sign::By(side)) => Some(Sign::By(sign::other(side))),
        (_, sign) => Some(sign),
    }
}

/// Where a part of a text stands in it.
pub(super) fn within(whole: &[u8], part: &str) -> Option<Range<usize>> {
    let from = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
    let to = from.checked_add(part.len())?;
    (to <= whole.len()).then_some(from..to)
}

/// An exchange of an HTTP archive.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) request: Exchanged<'a>,
    pub(super) response: Exchanged<'a>,
}

/// One half of an exchange.
#[derive(Clone, Debug)]
pub(super) struct Exchanged<'a> {
    /// The start line and the header lines, as they are written without an archive.
    pub(super) head: String,
    /// The body.
    pub(super) body: Option<Cow<'a, str>>,
    /// Whether the body is an event stream.
    pub(super) events: bool,
    /// The text of the body in the archive, to know its line.
    pub(super) written: Option<Raw<'a>>,
    /// When it was sent.
    pub(super) at: Option<Duration>,
    /// Who sent it.
    pub(super) from: Side,
}

/// Reads an entry of an HTTP archive.
pub(super) fn entry<'a>(object: Raw<'a>) -> Option<Entry<'a>> {
    let request = object.member("request")?;
    let response = object.member("response")?;
    let text = |of: Raw<'a>, key: &str| of.member(key).and_then(|value| value.string().ok());
    let at = text(object, "startedDateTime").and_then(|text| match time::whole(text.as_bytes()) {
        Some(Stamp::Fixed(time)) => Some(time),
        _ => None,
    });
    let took = object
        .member("time")
        .and_then(|value| value.get().parse::<f64>().ok());
    let took = took.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok());
    let url = text(request, "url").unwrap_or_default();
    let target = path_of(&url);
    let method = text(request, "method").unwrap_or_default();
    let sent = request
        .member("postData")
        .and_then(|data| data.member("text"));
    let content = response.member("content");
    let plain = content.filter(|content| content.member("encoding").is_none());
    let got = plain.and_then(|content| content.member("text"));
    let mime = content
        .and_then(|content| text(content, "mimeType"))
        .unwrap_or_default();
    let status = response.member("status").map_or("0", Raw::get);
    Some(Entry {
        request: Exchanged {
            head: format!("{method} {target} HTTP/1.1\n{}", headers(request)),
            body: sent.and_then(|text| text.string().ok()),
            events: false,
            written: sent,
            at,
            from: Side::Client,
        },
        response: Exchanged {
            head: format!("HTTP/1.1 {status}\n{}", headers(response)),
            body: got.and_then(|text| text.string().ok()),
            events: mime.trim().starts_with("text/event-stream"),
            written: got,
            at: at.zip(took).and_then(|(at, took)| at.checked_add(took)),
            from: Side::Server,
        },
    })
}

/// The header lines of one half of an exchange.
fn headers(half: Raw<'_>) -> String {
    let mut lines = String::new();
    for header in half.member("headers").unwrap_or(Raw::NULL).elements() {
        let part = |key| {
            header
                .member(key)
                .and_then(|value: Raw<'_>| value.string().ok())
        };
        if let (Some(name), Some(value)) = (part("name"), part("value")) {
            let value = value.replace(['\n', '\r'], " ");
            lines.push_str(&format!("{name}: {value}\n"));
        }
    }
    lines
}

/// The path of a URL, with its query.
fn path_of(url: &str) -> &str {
    let behind = url.split_once("://").map_or(url, |(_, rest)| rest);
    match behind.find('/') {
        Some(at) => behind.get(at..).unwrap_or("/"),
        None => "/",
    }
}
