//! Ids of requests: integers and strings, kept exactly.
//!
//! In: the text of an `id` member. Out: a value that compares by what it says and prints as it was
//! written. It never turns one JSON type into the other: `1` is not `"1"`.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use super::encode::push_i64;
use super::fault::{Fault, FaultKind};
use crate::json::{self, BadText, Kind, Raw};

/// How many bytes the text of an id may have, escapes decoded.
pub const MAX_ID_BYTES: usize = 256;

/// The id of a request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Id {
    /// An integer.
    Number(i64),
    /// A string.
    Text(IdText),
}

/// The text of an id. Two are equal when they say the same, however it was escaped.
#[derive(Clone, Debug)]
pub struct IdText {
    /// As written, quotes included.
    written: Box<str>,
    /// What it says, where that is not simply what stands between the quotes.
    decoded: Option<Box<str>>,
}

impl IdText {
    /// What it says.
    pub fn as_str(&self) -> &str {
        match &self.decoded {
            Some(text) => text,
            None => unquoted(&self.written),
        }
    }

    /// The JSON text, as it came.
    pub fn as_json(&self) -> &str {
        &self.written
    }

    fn of(text: &str) -> Self {
        let mut out = Vec::with_capacity(text.len() + 2);
        json::write_str(&mut out, text);
        // What `write_str` makes of a str is UTF-8.
        let written = String::from_utf8(out).unwrap_or_default().into_boxed_str();
        let decoded = (unquoted(&written) != text).then(|| text.into());
        IdText { written, decoded }
    }
}

fn unquoted(written: &str) -> &str {
    let inner = written.strip_prefix('"').and_then(|w| w.strip_suffix('"'));
    inner.unwrap_or("")
}

impl PartialEq for IdText {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for IdText {}

impl Hash for IdText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Id {
    /// Reads the value of an `id` member.
    ///
    /// # Errors
    /// When the value is neither a string nor an integer of 64 bits, or is too long a string.
    #[inline]
    pub fn read(raw: Raw<'_>) -> Result<Id, Fault> {
        let text = raw.get();
        match raw.kind() {
            Kind::Number => match text.parse::<i64>() {
                // NB. `-0` parses as 0, and would be echoed as another text.
                Ok(number) if text != "-0" => Ok(Id::Number(number)),
                _ => Err(bad_number(raw)),
            },
            Kind::String => Id::read_text(raw),
            kind => Err(bad_kind(kind, raw)),
        }
    }

    fn read_text(raw: Raw<'_>) -> Result<Id, Fault> {
        let text = match raw.string() {
            Ok(text) if text.len() <= MAX_ID_BYTES => text,
            Ok(text) => return Err(long_text(text.len())),
            Err(BadText::LoneSurrogate) => return Err(Fault::lone_surrogate("id")),
            Err(BadText::NotAString) => return Err(bad_kind(raw.kind(), raw)),
        };
        let written = raw.get();
        // These would end a line in some readers of event streams.
        if !written.is_ascii() && written.contains(['\u{2028}', '\u{2029}', '\u{85}']) {
            return Ok(Id::Text(IdText::of(&text)));
        }
        let decoded = (unquoted(written) != text).then(|| text.into());
        let written = written.into();
        Ok(Id::Text(IdText { written, decoded }))
    }

    /// Appends the JSON text.
    #[inline]
    pub fn write(&self, out: &mut Vec<u8>) {
        match self {
            Id::Number(number) => push_i64(out, *number),
            Id::Text(text) => out.extend_from_slice(text.written.as_bytes()),
        }
    }
}

#[cold]
fn bad_kind(kind: Kind, raw: Raw<'_>) -> Fault {
    match kind {
        Kind::Null => Fault::new(FaultKind::NullId).got("null"),
        Kind::Bool => Fault::new(FaultKind::BadId).got(raw.get().to_owned()),
        _ => Fault::new(FaultKind::BadId).got(kind.name()),
    }
}

#[cold]
fn bad_number(raw: Raw<'_>) -> Fault {
    const SHOWN: usize = 40;
    let fault = Fault::new(FaultKind::BadId);
    let is_integer = raw.number().is_some_and(|number| number.is_integer());
    let plain = raw.number().is_some_and(|number| number.is_plain());
    let fault = match (is_integer, plain) {
        (true, true) if raw.get() == "-0" => fault.because("must not be -0").with_remedy("write 0"),
        (true, true) => fault
            .because("must fit in 64 bits")
            .expecting("an integer from -9223372036854775808 to 9223372036854775807")
            .with_remedy("use a smaller integer, or a string"),
        (true, false) => fault
            .because("must be written without a fraction or an exponent")
            .with_remedy("write the integer with digits alone, as in 1"),
        _ => fault,
    };
    match raw.get().len() {
        0..=SHOWN => fault.got(raw.get().to_owned()),
        _ => fault.got("number"),
    }
}

#[cold]
fn long_text(length: usize) -> Fault {
    Fault::new(FaultKind::LongId)
        .got(format!("{length} bytes"))
        .with_limit(MAX_ID_BYTES as u64)
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Number(number) => number.fmt(f),
            Id::Text(text) => f.write_str(&text.written),
        }
    }
}

impl From<i64> for Id {
    fn from(number: i64) -> Self {
        Id::Number(number)
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Id::Text(IdText::of(text))
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Id::Number(number) => serializer.serialize_i64(*number),
            Id::Text(text) => serializer.serialize_str(text.as_str()),
        }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl Visitor<'_> for Reader {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an integer")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Id, E> {
                Ok(Id::Number(number))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Id, E> {
                let wide = |_| E::invalid_value(de::Unexpected::Unsigned(number), &self);
                i64::try_from(number).map(Id::Number).map_err(wide)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Id, E> {
                match text.len() {
                    0..=MAX_ID_BYTES => Ok(Id::from(text)),
                    _ => Err(E::custom("must be at most 256 bytes long")),
                }
            }
        }

        deserializer.deserialize_any(Reader)
    }
}
