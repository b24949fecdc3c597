//! The text of one JSON value.
//!
//! In: text that [`scan`](super::scan) has validated, or a slice of such text. Out: what kind of
//! value it is, and views of its insides. It never copies and never validates twice.

use std::borrow::Cow;
use std::fmt;

use super::members::{Elements, Members};
use super::number::Number;
use super::scan::{ScanError, Scanner};
use super::string::{self, BadText, is_escaped};

/// The text of one JSON value, known to be valid JSON (RFC 8259), without white space around it.
///
/// Two are equal when their text is equal. The text may hold lone surrogate escapes and numbers
/// that fit no machine type: those are faults of whoever reads that very value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Raw<'a>(&'a str);

/// The type of a JSON value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// any number
    Number,
    /// a string
    String,
    /// an array
    Array,
    /// an object
    Object,
}

impl Kind {
    /// The type of the value whose text starts with this byte.
    #[inline]
    pub(super) fn starting_with(first: Option<u8>) -> Self {
        match first {
            Some(b'"') => Kind::String,
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }

    /// The name of the type in JSON Schema, save that a number is never called an integer.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "boolean",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }

    /// The name with its article, for use in a sentence: `an array`.
    pub const fn with_article(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<'a> Raw<'a> {
    /// The value `null`.
    pub const NULL: Raw<'static> = Raw("null");
    /// An object without members.
    pub const EMPTY_OBJECT: Raw<'static> = Raw("{}");

    /// Takes text that is known to be one valid JSON value without white space around it.
    #[inline]
    pub(crate) const fn trusted(text: &'a str) -> Self {
        Raw(text)
    }

    /// Validates text; white space around the value is allowed and dropped.
    ///
    /// # Errors
    /// When the text is not one JSON value, or nests too deep; the error has the place.
    pub fn parse(text: &'a str) -> Result<Self, ScanError> {
        Raw::of(text.trim_matches([' ', '\t', '\r', '\n']))
    }

    /// Validates text without white space around it.
    pub(super) fn of(text: &'a str) -> Result<Self, ScanError> {
        let mut scanner = Scanner::new(text);
        match scanner.value(0).and_then(|_| scanner.end()) {
            Ok(()) => Ok(Raw(text)),
            Err(failed) => Err(scanner.error(failed)),
        }
    }

    /// The text itself.
    #[inline]
    pub const fn get(self) -> &'a str {
        self.0
    }

    /// What type of value this is. Reads one byte.
    #[inline]
    pub fn kind(self) -> Kind {
        Kind::starting_with(self.0.as_bytes().first().copied())
    }

    /// Whether this is `null`.
    #[inline]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// `true` or `false`, when it is one of them.
    #[inline]
    pub fn as_bool(self) -> Option<bool> {
        match self.0 {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// The text of a string, decoded. Borrows when nothing is escaped.
    ///
    /// # Errors
    /// When the value is no string, or holds half of a surrogate pair.
    #[inline]
    pub fn string(self) -> Result<Cow<'a, str>, BadText> {
        match self.quoted() {
            Some(inner) => string::decode(inner),
            None => Err(BadText::NotAString),
        }
    }

    /// Whether this is exactly the string `text`; `false` for anything else.
    #[inline]
    pub fn is_string(self, text: &str) -> bool {
        match self.quoted() {
            Some(inner) if inner == text => !text.contains('\\'),
            Some(inner) => is_escaped(inner) && self.string().is_ok_and(|decoded| decoded == text),
            None => false,
        }
    }

    /// What stands between the quotes of a string, escapes not decoded.
    #[inline]
    pub(crate) fn quoted(self) -> Option<&'a str> {
        self.0.strip_prefix('"')?.strip_suffix('"')
    }

    /// The members of an object in their order; none when this is not an object.
    #[inline]
    pub fn members(self) -> Members<'a> {
        Members::of(self)
    }

    /// The elements of an array in their order; none when this is not an array.
    #[inline]
    pub fn elements(self) -> Elements<'a> {
        Elements::of(self)
    }

    /// The first member of that name, when this is an object that has one.
    pub fn member(self, name: &str) -> Option<Raw<'a>> {
        self.members().find(|m| m.key == name).map(|m| m.value)
    }

    /// The first member of each of these names, in one walk through the object.
    pub fn pick<const N: usize>(self, names: [&str; N]) -> [Option<Raw<'a>>; N] {
        let mut picked = [None; N];
        let mut left = N;
        for member in self.members() {
            let place = names.iter().position(|name| member.key == *name);
            if let Some(slot) = place.and_then(|place| picked.get_mut(place))
                && slot.is_none()
            {
                *slot = Some(member.value);
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
        picked
    }

    /// The number, when it is one.
    #[inline]
    pub fn number(self) -> Option<Number<'a>> {
        (self.kind() == Kind::Number).then(|| Number::trusted(self.0))
    }
}

impl fmt::Debug for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raw({})", self.0)
    }
}

impl fmt::Display for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
