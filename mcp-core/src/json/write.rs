//! Writing JSON text for the wire.
//!
//! In: text and values. Out: JSON appended to a buffer, on one line. U+2028, U+2029 and U+0085 are
//! written as escapes, since some readers of event streams take them for line ends. It never writes
//! a line end.

use std::io;

use serde::Serialize;
use serde_json::ser::Formatter;

use super::escape::escape_into;
use super::plain::is_ascii;
use super::raw::Raw;
use super::scan::ScanError;

/// Appends `text` as a JSON string, quotes included.
pub fn write_str(out: &mut Vec<u8>, text: &str) {
    out.reserve(text.len() + text.len() / 8 + 2);
    out.push(b'"');
    escape_into(out, text);
    out.push(b'"');
}

/// Appends a value as compact JSON on one line.
///
/// # Errors
/// When the value does not serialise as JSON, such as a map whose keys are no texts.
pub fn write<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) -> serde_json::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, Wire))
}

/// The compact form, with the three line ends escaped.
struct Wire;

impl Formatter for Wire {
    fn write_string_fragment<W: io::Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let bytes = fragment.as_bytes();
        if is_ascii(bytes) || memchr::memchr2(0xE2, 0xC2, bytes).is_none() {
            return writer.write_all(fragment.as_bytes());
        }
        // What else needs an escape never reaches here.
        let mut escaped = Vec::with_capacity(fragment.len() + 16);
        escape_into(&mut escaped, fragment);
        writer.write_all(&escaped)
    }

    fn write_raw_fragment<W: io::Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // Text of someone else's making: the only line ends in valid JSON are white space.
        let mut rest = fragment;
        while let Some(at) = rest.find(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']) {
            let (before, after) = rest.split_at(at);
            writer.write_all(before.as_bytes())?;
            let mut characters = after.chars();
            match characters.next() {
                Some(found @ ('\u{2028}' | '\u{2029}' | '\u{85}')) => {
                    write!(writer, "\\u{:04x}", u32::from(found))?;
                }
                _ => writer.write_all(b" ")?,
            }
            rest = characters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

/// JSON text of one value, owned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text(Box<str>);

impl Text {
    /// The text of a value. Nothing is validated again.
    ///
    /// # Errors
    /// Those of [`write()`].
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Text> {
        let mut out = Vec::with_capacity(128);
        write(&mut out, value)?;
        let text = String::from_utf8(out).map_err(serde::ser::Error::custom)?;
        Ok(Text(text.into_boxed_str()))
    }

    /// Validates text.
    ///
    /// # Errors
    /// Those of [`Raw::parse`].
    pub fn parse(text: &str) -> Result<Text, ScanError> {
        Raw::parse(text).map(Text::from)
    }

    /// The text, borrowed.
    pub fn as_raw(&self) -> Raw<'_> {
        Raw::trusted(&self.0)
    }

    /// The text itself.
    pub fn get(&self) -> &str {
        &self.0
    }
}

impl From<Raw<'_>> for Text {
    fn from(raw: Raw<'_>) -> Text {
        Text(raw.get().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_serialised_value_stays_on_one_line() {
        let text = Text::from_serialize(&["a\nb", "c\u{2028}d\u{85}"]).unwrap();
        assert_eq!(text.get(), r#"["a\nb","c\u2028d\u0085"]"#);
    }
}
