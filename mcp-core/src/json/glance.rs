//! Looking at the beginning of values that may be long.
//!
//! In: values of valid text. Out: what their first bytes say, in a time that does not grow with
//! them. For those who show a message to a person; nobody else needs it.

use std::borrow::Cow;

use super::members::Walk;
use super::plain::plain_end;
use super::raw::{Kind, Raw};
use super::string::decode_lossy;

impl<'a> Raw<'a> {
    /// What the first bytes of a string say, decoded: about so many, and whole characters. Half a
    /// surrogate pair becomes U+FFFD. None when the value is no string.
    pub(crate) fn beginning(self, bytes: usize) -> Option<Cow<'a, str>> {
        let inner = self.quoted()?;
        Some(decode_lossy(beginning(inner, bytes)))
    }

    /// A walk through the insides of an array or object.
    pub(crate) fn walk(self) -> Walk<'a> {
        Walk::of(self)
    }

    /// The first element of the array that is the member of this name, and how many come after it.
    /// Each byte is passed once.
    pub(crate) fn first_in(self, name: &str) -> Option<(Raw<'a>, usize)> {
        let mut walk = Walk::of(self);
        while walk.name()?.decoded() != name {
            walk.value()?;
        }
        (walk.kind_ahead()? == Kind::Array).then(|| walk.enter())?;
        let first = walk.value()?;
        let after = std::iter::from_fn(|| walk.value()).count();
        Some((first, after))
    }
}

impl<'a> Walk<'a> {
    /// The value that was passed since `start`, where it was ahead.
    #[inline]
    pub(crate) fn passed_since(&self, start: &Walk<'a>) -> Raw<'a> {
        let mut start = start.clone();
        start.forward();
        Raw::trusted(self.text.get(start.at..self.at).unwrap_or_default())
    }

    /// The first member of this name in the object ahead. Nothing is passed.
    pub(crate) fn member_ahead(&self, name: &str) -> Option<Raw<'a>> {
        let mut inside = self.clone();
        inside.enter();
        while inside.name()?.decoded() != name {
            inside.value()?;
        }
        inside.value()
    }

    /// What the first bytes of the string ahead say, decoded, as of [`Raw::beginning`]. The string is
    /// not passed, so that this takes no longer for a long one.
    pub(crate) fn beginning(&mut self, bytes: usize) -> Option<Cow<'a, str>> {
        if self.forward()? != b'"' {
            return None;
        }
        let rest = self.text.get(self.at + 1..)?;
        Some(decode_lossy(started(rest, bytes)))
    }
}

/// At most so many bytes of the inside of a string, cut between two characters or escapes.
fn beginning(inner: &str, bytes: usize) -> &str {
    if inner.len() <= bytes {
        return inner;
    }
    started(inner, bytes)
}

/// The same of a string that ends at the first quote in `rest`, or beyond the bytes.
fn started(rest: &str, bytes: usize) -> &str {
    // NB. what stands beyond is not looked at, however long it is.
    let text = rest.as_bytes();
    let text = text.get(..bytes.min(text.len())).unwrap_or_default();
    let mut end = 0;
    loop {
        end = plain_end(text, end);
        let step = match (text.get(end), text.get(end + 1)) {
            (Some(b'\\'), Some(b'u')) => 6,
            (Some(b'\\'), _) => 2,
            (Some(b'"') | None, _) => break,
            _ => 1,
        };
        if end + step > text.len() {
            break;
        }
        end += step;
    }
    rest.get(..rest.floor_char_boundary(end)).unwrap_or("")
}
