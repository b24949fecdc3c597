//! Walking the insides of a value that is known to be valid.
//!
//! In: a [`Raw`]. Out: its members or elements in their order, as slices of the same text. A walk
//! can't fail and copies nothing but keys that are written with escapes.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write as _;

use super::plain::{WORD, first_of, marks, plain_end, word_at};
use super::raw::{Kind, Raw};
use super::scan::Name;
use super::shown::shown_name;
use super::string::decode_lossy;

/// One member of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Member<'a> {
    /// The name, decoded; half a surrogate pair reads as U+FFFD.
    pub key: Cow<'a, str>,
    /// The value.
    pub value: Raw<'a>,
}

/// The members of an object, in their order, duplicates included.
#[derive(Clone, Debug)]
pub struct Members<'a>(Walk<'a>);

/// The elements of an array, in their order.
#[derive(Clone, Debug)]
pub struct Elements<'a>(Walk<'a>);

impl<'a> Members<'a> {
    #[inline]
    pub(super) fn of(raw: Raw<'a>) -> Self {
        Members(Walk::inside(raw, Kind::Object))
    }

    /// The next member with its name as written.
    #[inline]
    pub(crate) fn next_written(&mut self) -> Option<(Name<'a>, Raw<'a>)> {
        let name = self.0.name()?;
        Some((name, self.0.value()?))
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = Member<'a>;

    #[inline]
    fn next(&mut self) -> Option<Member<'a>> {
        let (name, value) = self.next_written()?;
        let key = name.decoded();
        Some(Member { key, value })
    }
}

impl<'a> Name<'a> {
    /// The name without its escapes; half a surrogate pair reads as U+FFFD.
    #[inline]
    pub(crate) fn decoded(self) -> Cow<'a, str> {
        match self.escaped {
            false => Cow::Borrowed(self.written),
            true => decode_lossy(self.written),
        }
    }
}

impl<'a> Elements<'a> {
    #[inline]
    pub(super) fn of(raw: Raw<'a>) -> Self {
        Elements(Walk::inside(raw, Kind::Array))
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Raw<'a>;

    #[inline]
    fn next(&mut self) -> Option<Raw<'a>> {
        self.0.value()
    }
}

/// A place inside an array or object of valid text.
///
/// Who wants to see all that is nested in a value goes into what is ahead and out again on one
/// walk: then each byte is passed once, however deep it stands.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Walk<'a> {
    /// The insides of an array or object; nothing of any other value.
    #[inline]
    pub(crate) fn of(raw: Raw<'a>) -> Self {
        Walk::inside(raw, raw.kind())
    }

    /// The type of the value ahead; none at the end of the insides.
    #[inline]
    pub(crate) fn kind_ahead(&mut self) -> Option<Kind> {
        let first = self.first_ahead()?;
        Some(Kind::starting_with(Some(first)))
    }

    /// Goes into the array or object ahead.
    #[inline]
    pub(crate) fn enter(&mut self) {
        self.forward();
        self.at += 1;
    }

    /// Goes on behind the array or object whose insides have ended.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.enter();
    }

    #[inline]
    fn inside(raw: Raw<'a>, kind: Kind) -> Self {
        let text = if raw.kind() == kind { raw.get() } else { "" };
        Walk { text, at: 1 }
    }

    /// Goes to the next byte that is not white space or one of the two separators.
    #[inline(always)]
    pub(super) fn forward(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t' | b',' | b':') => self.at += 1,
                other => return other.copied(),
            }
        }
    }

    /// The name of the next member; its value is ahead then. None at the end of the insides.
    #[inline]
    pub(crate) fn name(&mut self) -> Option<Name<'a>> {
        if self.forward()? != b'"' {
            return None;
        }
        let bytes = self.text.as_bytes();
        let from = self.at + 1;
        let plain = plain_end(bytes, from);
        let escaped = bytes.get(plain) != Some(&b'"');
        self.at = if escaped {
            string_end(bytes, plain)
        } else {
            plain + 1
        };
        let written = self.text.get(from..self.at - 1)?;
        Some(Name { written, escaped })
    }

    /// The name of the next member, and how it begins.
    #[inline]
    pub(crate) fn name_with_head(&mut self) -> Option<(Name<'a>, Head)> {
        if self.forward()? == b'"' {
            let (bytes, from) = (self.text.as_bytes(), self.at + 1);
            let word = word_at(bytes, from).unwrap_or(0);
            let length = first_of(marks(word));
            if length < WORD && bytes.get(from + length) == Some(&b'"') {
                self.at = from + length + 1;
                let written = self.text.get(from..from + length)?;
                let name = Name {
                    written,
                    escaped: false,
                };
                return Some((name, word & !(Head::MAX << (8 * length))));
            }
        }
        let name = self.name()?;
        Some((name, head_of(name.written.as_bytes())))
    }

    /// The first byte of the value ahead; none at the end of the insides.
    #[inline(always)]
    pub(crate) fn first_ahead(&mut self) -> Option<u8> {
        self.forward().filter(|first| !matches!(first, b'}' | b']'))
    }

    /// Passes the value ahead, whose first byte this is.
    #[inline(always)]
    pub(crate) fn pass(&mut self, first: u8) {
        let (bytes, from) = (self.text.as_bytes(), self.at);
        self.at = match first {
            b'"' => string_end(bytes, from + 1),
            b'{' | b'[' => nested_end(bytes, from),
            _ => scalar_end(bytes, from),
        };
    }

    /// The value ahead, passed. None at the end of the insides.
    #[inline]
    pub(crate) fn value(&mut self) -> Option<Raw<'a>> {
        let first = self.forward()?;
        let from = self.at;
        let bytes = self.text.as_bytes();
        self.at = match first {
            b'}' | b']' => return None,
            b'"' => string_end(bytes, from + 1),
            b'{' | b'[' => nested_end(bytes, from),
            _ => scalar_end(bytes, from),
        };
        self.text.get(from..self.at).map(Raw::trusted)
    }
}

/// The first bytes of a name as a number, zeros behind a short one.
pub(crate) type Head = u64;

/// How a name begins.
#[inline]
pub(crate) fn head_of(name: &[u8]) -> Head {
    word_at(name, 0).unwrap_or_else(|| {
        let shifted = |(at, byte): (usize, &u8)| Head::from(*byte) << (8 * at);
        name.iter().take(WORD).enumerate().map(shifted).sum()
    })
}

/// The offset after the closing quote of a string whose inside starts at `at`.
#[inline]
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = plain_end(bytes, at);
        match bytes.get(at) {
            Some(b'\\') => at += 2,
            Some(b'"') => return at + 1,
            Some(_) => at += 1,
            None => return bytes.len(),
        }
    }
}

/// The offset after the bracket that closes the one at `at`.
fn nested_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => at = string_end(bytes, at),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    at
}

/// The offset after a number or a word.
#[inline]
fn scalar_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        if matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t') {
            break;
        }
        at += 1;
    }
    at
}

/// The path of the first key that stands twice in one object, at any depth: `filter.tags[2].name`.
pub fn duplicate_key(raw: Raw<'_>) -> Option<String> {
    let mut path = String::new();
    find_duplicate(raw, &mut path).then_some(path)
}

// Recursion ends at `MAX_DEPTH`, which every `Raw` keeps.
fn find_duplicate(raw: Raw<'_>, path: &mut String) -> bool {
    let length = path.len();
    match raw.kind() {
        Kind::Object => {
            let mut seen = Seen::default();
            for member in raw.members() {
                push_key(path, &member.key);
                let nested = matches!(member.value.kind(), Kind::Object | Kind::Array);
                if !seen.insert(member.key) || (nested && find_duplicate(member.value, path)) {
                    return true;
                }
                path.truncate(length);
            }
        }
        Kind::Array => {
            for (index, element) in raw.elements().enumerate() {
                if !matches!(element.kind(), Kind::Object | Kind::Array) {
                    continue;
                }
                // Writing to a String can't fail.
                let _ = write!(path, "[{index}]");
                if find_duplicate(element, path) {
                    return true;
                }
                path.truncate(length);
            }
        }
        _ => {}
    }
    false
}

/// Appends the name of a member to a path.
fn push_key(path: &mut String, key: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(&shown_name(key));
}

/// The keys of one object so far: compared one by one while they are few.
#[derive(Default)]
struct Seen<'a> {
    few: Vec<Cow<'a, str>>,
    many: HashSet<Cow<'a, str>>,
}

impl<'a> Seen<'a> {
    const FEW: usize = 16;

    /// `false` when it was there already.
    fn insert(&mut self, key: Cow<'a, str>) -> bool {
        if self.few.contains(&key) {
            return false;
        }
        if self.few.len() < Self::FEW {
            self.few.push(key);
            return true;
        }
        self.many.insert(key)
    }
}
