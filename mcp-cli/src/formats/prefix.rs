//! What stands before a message on its line.
//!
//! In: a line. Out: where on it the message begins, and what is said before it: a time, a direction,
//! the words of a logger. It looks only at the beginning of a line, however long that is.

use super::sign::{self, Sign};
use super::time::{self, Stamp};

/// What stands before a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Prefix {
    /// Where what follows the time begins.
    pub(super) start: usize,
    /// Where the message begins, or what stands in its place.
    pub(super) payload: usize,
    /// Whether it looks like a message.
    pub(super) json: bool,
    /// The time, if there is one.
    pub(super) at: Option<Stamp>,
    /// The direction.
    pub(super) sign: Sign,
    /// Whether the direction stands at the beginning, behind the time, as a mark of its own.
    pub(super) marked: bool,
    /// Whether there are words beside time and mark.
    pub(super) words: bool,
    /// Whether the message is written as a string, from its opening quote on.
    pub(super) quoted: bool,
}

/// The keys of a message.
const KEYS: [&[u8]; 6] = [b"jsonrpc", b"id", b"method", b"params", b"result", b"error"];

/// Reads what stands before a message within the first `limit` bytes; none when there is nothing.
pub(super) fn read(line: &[u8], limit: usize) -> Option<Prefix> {
    let mut start = spaces(line, 0);
    let stamp = time::leading(line.get(start..)?);
    if let Some((_, length)) = stamp {
        start = separator(line, start + length);
    }
    let at = stamp.map(|(stamp, _)| stamp);
    let mark = sign::mark(line.get(start..)?);
    let behind = spaces(line, start + mark);
    let words = line.get(start..start + mark)?;
    if opens(line.get(behind..)?) && (at.is_some() || mark > 0) {
        return Some(Prefix {
            start,
            payload: behind,
            json: true,
            at,
            sign: sign::said(words),
            marked: mark > 0,
            words: false,
            quoted: false,
        });
    }
    if let Some(payload) = search(line, start, limit) {
        return worded(line, start, payload, at);
    }
    if mark == 0 && at.is_none() {
        return None;
    }
    // A time alone: what the words behind it are about tells only whether they are of stderr.
    let told = match mark {
        0 => line.get(start..line.len().min(start + 80))?,
        _ => words,
    };
    let sign = match (mark, sign::said(told)) {
        (0, Sign::Stderr) => Sign::Stderr,
        (0, _) => Sign::None,
        (_, sign) => sign,
    };
    Some(Prefix {
        start,
        payload: behind,
        json: false,
        at,
        sign,
        marked: mark > 0,
        words: false,
        quoted: false,
    })
}

/// A message behind the words of a logger, which begin at `start`.
fn worded(line: &[u8], start: usize, payload: usize, at: Option<Stamp>) -> Option<Prefix> {
    let words = line.get(start..payload)?;
    let sign = sign::said(words);
    let told = at.is_some() || sign != Sign::None;
    if !told && !words.iter().any(u8::is_ascii_alphanumeric) {
        // No words, but something that was printed right before the message.
        return None;
    }
    Some(Prefix {
        start,
        payload,
        json: true,
        at,
        sign,
        marked: false,
        words: !words.trim_ascii().is_empty(),
        quoted: line.get(payload) == Some(&b'"'),
    })
}

/// Whether this text begins as a message does that is surely one: with one of its keys.
#[inline]
pub(super) fn has_key(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"{") else {
        return false;
    };
    if rest.starts_with(b"\"jsonrpc\"") {
        return true;
    }
    let rest = rest.trim_ascii_start();
    let Some(rest) = rest.strip_prefix(b"\"") else {
        return false;
    };
    let Some(end) = rest.iter().take(10).position(|byte| *byte == b'"') else {
        return false;
    };
    let (key, rest) = rest.split_at(end);
    match key {
        // Log records have ids too; what comes after it decides.
        b"id" => after_id(rest.get(1..).unwrap_or(&[])),
        _ => KEYS.contains(&key),
    }
}

/// Whether a message that is written as a string begins here, behind its quote.
fn has_escaped_key(text: &[u8]) -> bool {
    let key = text.strip_prefix(b"{\\\"");
    key.is_some_and(|key| {
        KEYS.iter().any(|name| {
            let rest = key.strip_prefix(*name);
            rest.is_some_and(|rest| rest.starts_with(b"\\\""))
        })
    })
}

/// Whether the next key after an id is one of a message.
fn after_id(rest: &[u8]) -> bool {
    const LONGEST: usize = 80;
    let head = rest.get(..rest.len().min(LONGEST)).unwrap_or(rest);
    let Some(comma) = memchr::memchr(b',', head) else {
        return false;
    };
    let head = head.get(comma + 1..).unwrap_or(&[]).trim_ascii_start();
    let Some(head) = head.strip_prefix(b"\"") else {
        return false;
    };
    KEYS.iter()
        .any(|key| head.starts_with(key) && head.get(key.len()) == Some(&b'"'))
}

/// Whether an object or an array of them begins here, or what was meant to be one.
pub(super) fn opens(text: &[u8]) -> bool {
    match text.first() {
        Some(b'{') => true,
        Some(b'[') => opens_array(text),
        _ => false,
    }
}

/// Whether this begins with an array of objects, an empty one, or one that goes on behind the line.
pub(super) fn opens_array(text: &[u8]) -> bool {
    let Some(inside) = text.strip_prefix(b"[") else {
        return false;
    };
    let inside = inside.trim_ascii();
    matches!(inside.first(), None | Some(b'{')) || inside == b"]"
}

/// A message somewhere behind the words of a logger.
fn search(line: &[u8], start: usize, limit: usize) -> Option<usize> {
    let head = line.get(start..line.len().min(start + limit))?;
    for found in memchr::memchr_iter(b'{', head) {
        let at = start + found;
        let text = line.get(at..)?;
        let inside = text.get(1..)?.trim_ascii_start();
        let alone =
            inside.is_empty() && found > 0 && matches!(line.get(at - 1), Some(b' ' | b'\t' | b':'));
        if found > 0 && line.get(at - 1) == Some(&b'"') && has_escaped_key(text) {
            return Some(at - 1);
        }
        if !has_key(text) && !alone {
            continue;
        }
        let before = line.get(start..at)?.trim_ascii_end();
        if shows_bytes(before) {
            return None;
        }
        return Some(match before.last() {
            Some(b'[') => start + before.len() - 1,
            _ => at,
        });
    }
    None
}

/// Whether what follows is how Python shows bytes, with escapes of its own.
fn shows_bytes(before: &[u8]) -> bool {
    let opens = |pair: &[u8]| matches!(pair, b"b'" | b"b\"");
    let starts = before.get(..2).is_some_and(opens);
    let apart = |three: &[u8]| !three.first().is_some_and(u8::is_ascii_alphanumeric);
    starts
        || before
            .windows(3)
            .any(|three| apart(three) && three.get(1..).is_some_and(opens))
}

fn spaces(line: &[u8], mut at: usize) -> usize {
    while matches!(line.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// Behind what separates a time from what follows it.
fn separator(line: &[u8], at: usize) -> usize {
    let at = spaces(line, at);
    match line.get(at..at + 2) {
        Some(b"| " | b"- " | b": ") => spaces(line, at + 2),
        _ => at,
    }
}
