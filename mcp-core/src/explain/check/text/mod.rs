//! Is it JSON, and if not, what does it look like?
//!
//! In: the bytes of a frame that no message could be read from, or of one that could. Out: findings
//! about the text itself. It never looks at members.

mod broken;
mod looks;
mod wide;

use std::ops::Range;

use crate::explain::check::envelope;
use crate::explain::code::Code;
use crate::explain::finding::{Finding, Found};
use crate::explain::frame::Frame;
use crate::explain::lang::Words;
use crate::explain::state::State;
use crate::explain::words::text as words;
use crate::json::{Raw, Scanner, trim};
use crate::rpc::{FaultKind, Refusal, classify};
use looks::{Log, Look};

/// What the text looks like, when it is not JSON.
pub(in crate::explain) fn refused(
    state: &mut State,
    frame: &Frame<'_>,
    refusal: &Refusal,
    found: &mut Found<'_>,
) {
    let bytes = trim(frame.bytes);
    if bytes.is_empty() {
        return;
    }
    // Where the text begins in the frame.
    let base = bytes.as_ptr().addr() - frame.bytes.as_ptr().addr();
    if let Some(encoding) = wide::encoding(frame.bytes, &mut state.between.wide) {
        found.add(found.of(words::UTF16).with("encoding", encoding));
        return;
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to();
            let byte = bytes.get(at).copied().unwrap_or_default();
            let finding = place(found, words::NOT_UTF8, base, at..at + 1);
            found.add(finding.with("byte", format!("{byte:02X}")));
            return;
        }
    };
    // NB. a log line may begin as an array does: `[INFO] ready`.
    let json = text.starts_with('{')
        || (text.starts_with('[') && looks::of(text, false, false) == Look::Other);
    let plain = !json && looks::of(text, false, false) == Look::Other;
    if let Some(line) = state.between.other_half(frame, text, plain) {
        found.add(found.of(words::OTHER_HALF).with("line", line));
        return;
    }
    let finding = match json {
        true => like_json(state, frame, text, base, refusal, found),
        false => other(state, frame, text, base, refusal, found),
    };
    found.add(finding);
}

/// Text that begins as JSON does.
fn like_json(
    state: &mut State,
    frame: &Frame<'_>,
    text: &str,
    base: usize,
    refusal: &Refusal,
    found: &Found<'_>,
) -> Finding {
    state.between.trace = None;
    if let Some(finding) = coloured(text, found) {
        return finding;
    }
    if let Some(first) = value_at(text) {
        return behind(text, first.len(), base, refusal, found);
    }
    let error = match Raw::parse(text) {
        Ok(_) => return envelope::of_fault(None, &refusal.fault, found),
        Err(error) => error,
    };
    if let Some(finding) = broken::finding(text, error, base, found) {
        return finding;
    }
    let mut finding = envelope::of_fault(None, &refusal.fault, found);
    finding.span =
        Some(base + error.offset.min(text.len())..base + (error.offset + 1).min(text.len()));
    if refusal.fault.kind == FaultKind::CutOff {
        state.between.cut_off(frame, text);
    }
    finding
}

/// Text after a whole value.
fn behind(text: &str, end: usize, base: usize, refusal: &Refusal, found: &Found<'_>) -> Finding {
    let rest = text.get(end..).unwrap_or_default();
    let start = text.len() - rest.trim_start().len();
    let rest = rest.trim_start();
    if rest.starts_with(['{', '[']) {
        let finding = place(found, words::TWO_MESSAGES, base, start..text.len());
        return finding.with("count", 1 + count_values(rest));
    }
    if rest.trim_matches(['}', ']', ',', ';', ' ']).is_empty() {
        let mut finding = envelope::of_fault(None, &refusal.fault, found);
        finding.span = Some(base + start..base + text.len());
        return finding;
    }
    around(start..text.len(), base, looks::AFTER, found)
}

/// Text that begins with something else.
fn other(
    state: &mut State,
    frame: &Frame<'_>,
    text: &str,
    base: usize,
    refusal: &Refusal,
    found: &Found<'_>,
) -> Finding {
    if Raw::parse(text).is_ok() {
        return envelope::of_fault(None, &refusal.fault, found);
    }
    let plain = looks::without_colours(text);
    // NB. white space at the beginning tells a further line of a stack trace from other text.
    let indented = frame.bytes.first().is_some_and(u8::is_ascii_whitespace);
    let mut look = looks::of(&plain, indented, state.between.trace.is_some());
    // NB. the message of a panic stands on the line below the place where it was.
    if look == Look::Other
        && state
            .between
            .trace
            .is_some_and(|first| frame.line == first + 1)
    {
        look = Look::GoesOn;
    }
    if !matches!(look, Look::Trace(_) | Look::GoesOn) {
        state.between.trace = None;
    }
    match look {
        Look::Header => found.of(words::CONTENT_LENGTH),
        Look::Html => found.of(words::HTML),
        Look::Trace(language) => {
            state.between.trace = Some(frame.line);
            found.of(words::STACK_TRACE).with("language", language)
        }
        Look::GoesOn => {
            let line = state.between.trace.unwrap_or_default();
            // The last line of a trace of Python.
            if looks::ends_trace(&plain) {
                state.between.trace = None;
            }
            found.of(words::GOES_ON).with("line", line)
        }
        Look::Log(log) => of_log(log, found),
        Look::Other => coloured(text, found)
            .or_else(|| before(text, base, found))
            .unwrap_or_else(|| found.of(words::STRAY).with("length", text.len() as u64)),
    }
}

fn of_log(log: Log, found: &Found<'_>) -> Finding {
    let (writer, how) = log.words();
    let finding = found.of(words::LOG_LINE).with("writer", writer);
    finding.with("how", how)
}

/// A message that would be whole without the colours in it.
fn coloured(text: &str, found: &Found<'_>) -> Option<Finding> {
    let plain = looks::without_colours(text);
    let whole = plain.len() < text.len() && classify(plain.as_bytes()).is_ok();
    whole.then(|| found.of(words::ANSI))
}

/// A message that comes after other text.
fn before(text: &str, base: usize, found: &Found<'_>) -> Option<Finding> {
    /// So many brackets are tried: text may have some before the message.
    const TRIES: usize = 4;
    let starts = text.match_indices('{').take(TRIES);
    let start = starts.map(|(start, _)| start).find(|start| {
        let value = value_at(text.get(*start..).unwrap_or_default());
        value.is_some_and(|value| {
            ["jsonrpc", "method"]
                .iter()
                .any(|name| value.contains(name))
        })
    })?;
    Some(around(0..start, base, looks::BEFORE, found))
}

fn around(other: Range<usize>, base: usize, side: Words, found: &Found<'_>) -> Finding {
    let length = other.len() as u64;
    place(found, words::AROUND_MESSAGE, base, other)
        .with("side", side)
        .with("length", length)
}

/// A finding about a part of the text.
fn place(found: &Found<'_>, code: Code, base: usize, part: Range<usize>) -> Finding {
    let at = base + part.start;
    let mut finding = found.of(code).with("at", at as u64);
    finding.span = Some(at..base + part.end);
    finding
}

/// The objects that stand whole in a text, one after another; not many of them.
pub(in crate::explain) fn objects_in(bytes: &[u8]) -> Vec<&str> {
    const MOST: usize = 64;
    let mut rest = std::str::from_utf8(bytes).unwrap_or_default();
    let mut objects = Vec::new();
    while let Some(start) = rest.find('{').filter(|_| objects.len() < MOST) {
        rest = rest.get(start..).unwrap_or_default();
        let Some(object) = value_at(rest) else {
            break;
        };
        objects.push(object);
        rest = rest.get(object.len()..).unwrap_or_default();
    }
    objects
}

/// The array or object that a text begins with, when it is whole.
fn value_at(text: &str) -> Option<&str> {
    let mut scanner = Scanner::new(text);
    Some(scanner.value(0).ok()?.get())
}

/// How many values stand one after another, at least one.
fn count_values(text: &str) -> u64 {
    let (mut rest, mut count) = (text, 0);
    while let Some(value) = value_at(rest).filter(|_| rest.starts_with(['{', '['])) {
        count += 1;
        rest = rest.get(value.len()..).unwrap_or_default().trim_start();
    }
    // What is left is the beginning of one more.
    let more = u64::from(rest.starts_with(['{', '[']));
    (count + more).max(1)
}

/// What is odd about text that was read all the same: a byte order mark, a carriage return.
pub(in crate::explain) fn odd(state: &mut State, frame: &Frame<'_>, found: &mut Found<'_>) {
    let bytes = frame.bytes;
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        let finding = place(found, words::BOM, 0, 0..3);
        found.add(finding);
    }
    if bytes.ends_with(b"\r") && !std::mem::replace(&mut state.between.told_return, true) {
        let finding = place(
            found,
            words::CARRIAGE_RETURN,
            0,
            bytes.len() - 1..bytes.len(),
        );
        found.add(finding);
    }
}
