//! What can still be read from a frame that is not valid.
//!
//! In: the bytes of a frame that was refused, or the start of one that was too large. Out: the
//! [`Refusal`], with the id where the frame is one balanced object that has one. It looks at
//! brackets and quotes alone, never at the grammar, and never recurses.

use super::fault::{Fault, FaultKind, Refusal};
use super::id::Id;
use crate::json::{Raw, ScanError, ScanErrorKind};

/// Refuses bytes that are not UTF-8.
#[cold]
pub(super) fn not_utf8(bytes: &[u8], offset: usize) -> Refusal {
    refuse_with(bytes, ScanErrorKind::NotUtf8, offset)
}

/// Refuses text that is not valid JSON, or too deep.
#[cold]
pub(super) fn refuse(bytes: &[u8], error: ScanError) -> Refusal {
    refuse_with(bytes, error.kind, error.offset)
}

fn refuse_with(bytes: &[u8], kind: ScanErrorKind, offset: usize) -> Refusal {
    let seen = Outline::of(bytes);
    let mut fault = match kind {
        ScanErrorKind::TooDeep if seen.whole => Fault::new(FaultKind::TooDeep),
        _ if seen.whole || kind == ScanErrorKind::NotUtf8 => {
            at_byte(FaultKind::BadText, kind, offset)
        }
        ScanErrorKind::CutOff | ScanErrorKind::TooDeep => {
            at_byte(FaultKind::CutOff, ScanErrorKind::CutOff, bytes.len())
        }
        _ => at_byte(FaultKind::BadText, kind, offset),
    };
    if seen.whole {
        fault.id = seen.id();
    }
    let notification = seen.whole && seen.is_notification();
    match seen.is_response() || notification {
        true => Refusal::silent(fault),
        false => Refusal::answered(fault),
    }
}

fn at_byte(kind: FaultKind, what: ScanErrorKind, offset: usize) -> Fault {
    let words = what.words();
    let fault = Fault::new(kind);
    let reason = format!("{}: {words} (at byte {offset})", fault.reason);
    fault.because(reason).got(words)
}

/// Refuses text that does not begin like an object or array. Nothing is due for an empty line.
#[cold]
pub(super) fn not_an_object(text: &str) -> Refusal {
    match Raw::parse(text) {
        Ok(raw) => Refusal::answered(
            Fault::new(FaultKind::NotAnObject)
                .because(format!(
                    "must be a JSON object, not {}",
                    raw.kind().with_article()
                ))
                .got(raw.kind().name()),
        ),
        Err(error) if error.kind == ScanErrorKind::Empty => {
            Refusal::silent(at_byte(FaultKind::CutOff, error.kind, 0))
        }
        Err(_) => Refusal::answered(Fault::new(FaultKind::NotAnObject).got("other text")),
    }
}

/// Refuses a frame that is larger than `limit` bytes. `start` is as much of its beginning as was
/// kept: the id is found when it stands there.
pub fn oversized(start: &[u8], limit: u64) -> Refusal {
    let seen = Outline::of(crate::json::trim(start));
    let mut fault = Fault::new(FaultKind::TooLarge)
        .because(format!("must not be larger than {limit} bytes"))
        .expecting(format!("at most {limit} bytes"))
        .with_limit(limit);
    fault.id = seen.id();
    match seen.is_response() {
        true => Refusal::silent(fault),
        false => Refusal::answered(fault),
    }
}

/// What the outermost object seems to have.
#[derive(Default)]
struct Outline<'a> {
    /// One object with all its brackets matched, and nothing after it.
    whole: bool,
    id: Option<&'a [u8]>,
    id_twice: bool,
    method: bool,
    outcome: bool,
}

impl<'a> Outline<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        let mut outline = Outline::default();
        let mut walk = LooseWalk::new(bytes);
        while let Some((key, value)) = walk.next() {
            match decoded(key).as_ref() {
                "id" => outline.id_twice |= outline.id.replace(value).is_some(),
                "method" => outline.method = true,
                "result" | "error" => outline.outcome = true,
                _ => {}
            }
        }
        outline.whole = walk.whole;
        // The last name may belong to a value that is cut off.
        if let Some(key) = walk.key {
            let key = decoded(key);
            outline.method |= key == "method";
            outline.outcome |= key == "result" || key == "error";
        }
        outline
    }

    fn id(&self) -> Option<Id> {
        let text = std::str::from_utf8(self.id.filter(|_| !self.id_twice)?).ok()?;
        Id::read(Raw::parse(text).ok()?).ok()
    }

    fn is_response(&self) -> bool {
        self.outcome && !self.method
    }

    fn is_notification(&self) -> bool {
        self.method && self.id.is_none()
    }
}

fn decoded(key: &[u8]) -> std::borrow::Cow<'_, str> {
    match std::str::from_utf8(key) {
        Ok(key) if key.contains('\\') => decoded_key(key).into(),
        Ok(key) => key.into(),
        Err(_) => "".into(),
    }
}

/// The name that is written so between its quotes; empty when it has no text.
#[cold]
pub(super) fn decoded_key(written: &str) -> String {
    let quoted = format!("\"{written}\"");
    match Raw::parse(&quoted).map(Raw::string) {
        Ok(Ok(text)) => text.into_owned(),
        _ => String::new(),
    }
}

/// A walk over the members of the outermost object that minds nothing but brackets and quotes.
struct LooseWalk<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The kinds of the open brackets: `true` for braces.
    open: Vec<bool>,
    /// The name whose value is being passed.
    key: Option<&'a [u8]>,
    value_from: Option<usize>,
    whole: bool,
}

impl<'a> LooseWalk<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        LooseWalk {
            bytes,
            at: 0,
            open: Vec::new(),
            key: None,
            value_from: None,
            whole: false,
        }
    }

    /// The next complete member; none at the end, or where brackets don't match.
    fn next(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        while let Some(&byte) = self.bytes.get(self.at) {
            let from = self.at;
            self.at += 1;
            match byte {
                b'"' => self.string(from)?,
                b'{' | b'[' => self.open.push(byte == b'{'),
                _ if self.open.is_empty() => return None,
                b'}' | b']' => {
                    if self.open.pop() != Some(byte == b'}') {
                        return None;
                    }
                    if self.open.is_empty() {
                        self.whole = byte == b'}' && self.at == self.bytes.len();
                        // Whatever follows is none of this object's.
                        self.bytes = self.bytes.get(..self.at).unwrap_or_default();
                        return self.member(from);
                    }
                }
                b',' if self.open.len() == 1 => {
                    if let Some(member) = self.member(from) {
                        return Some(member);
                    }
                }
                b':' if self.open.len() == 1 && self.value_from.is_none() => {
                    self.value_from = Some(self.at);
                }
                _ => {}
            }
        }
        None
    }

    /// Passes a string, which is a name when one is due. None when it does not end.
    fn string(&mut self, from: usize) -> Option<()> {
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let found = self.at + memchr::memchr2(b'"', b'\\', rest)?;
            self.at = found + 1;
            if self.bytes.get(found) == Some(&b'"') {
                break;
            }
            self.at += 1;
        }
        if self.open.as_slice() == [true] && self.key.is_none() {
            self.key = self.bytes.get(from + 1..self.at - 1);
        }
        Some(())
    }

    /// The member whose value ends before `end`.
    fn member(&mut self, end: usize) -> Option<(&'a [u8], &'a [u8])> {
        let key = self.key.take()?;
        let value = self.bytes.get(self.value_from.take()?..end)?;
        Some((key, value))
    }
}
