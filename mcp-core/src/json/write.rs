//! Writing JSON text for the wire.
//!
//! In: text and values. Out: JSON appended to a buffer, on one line. U+2028, U+2029 and U+0085
//! are written as escapes, since some readers of event streams take them for line ends.

use std::io;

use serde::Serialize;
use serde_json::ser::Formatter;

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
pub fn write<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) -> serde_json::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, Wire))
}

/// How many bytes are looked at at once; the compiler makes vector code of it.
const BLOCK: usize = 16;

/// Whether a byte may need an escape, alone or as the start of one of the three line ends.
#[inline(always)]
const fn is_marked(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\') | (byte == 0xE2) | (byte == 0xC2)
}

fn escape_into(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    // Everything before `done` is written.
    let mut done = 0;
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(block) = rest.first_chunk::<BLOCK>()
            && !block.iter().fold(false, |any, &byte| any | is_marked(byte))
        {
            at += BLOCK;
            continue;
        }
        let end = bytes.len().min(at + BLOCK);
        while at < end {
            let length = match bytes.get(at) {
                Some(&byte) if is_marked(byte) => escaped_length(bytes, at),
                _ => 0,
            };
            if length == 0 {
                at += 1;
                continue;
            }
            out.extend_from_slice(bytes.get(done..at).unwrap_or_default());
            push_escape(out, bytes, at);
            at += length;
            done = at;
        }
    }
    out.extend_from_slice(bytes.get(done..).unwrap_or_default());
}

/// How many bytes at `at` are replaced by one escape; none for most that only looked like it.
fn escaped_length(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..).unwrap_or_default() {
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        [0xC2, 0x85, ..] => 2,
        [0xE2 | 0xC2, ..] => 0,
        _ => 1,
    }
}

fn push_escape(out: &mut Vec<u8>, bytes: &[u8], at: usize) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    match bytes.get(at..).unwrap_or_default() {
        [b'"', ..] => out.extend_from_slice(b"\\\""),
        [b'\\', ..] => out.extend_from_slice(b"\\\\"),
        [b'\n', ..] => out.extend_from_slice(b"\\n"),
        [b'\r', ..] => out.extend_from_slice(b"\\r"),
        [b'\t', ..] => out.extend_from_slice(b"\\t"),
        [0x08, ..] => out.extend_from_slice(b"\\b"),
        [0x0C, ..] => out.extend_from_slice(b"\\f"),
        [0xE2, 0x80, 0xA8, ..] => out.extend_from_slice(b"\\u2028"),
        [0xE2, 0x80, 0xA9, ..] => out.extend_from_slice(b"\\u2029"),
        [0xC2, 0x85, ..] => out.extend_from_slice(b"\\u0085"),
        [control, ..] => {
            let low = HEX[usize::from(control & 15)];
            let high = HEX[usize::from(control >> 4 & 15)];
            out.extend_from_slice(&[b'\\', b'u', b'0', b'0', high, low]);
        }
        [] => {}
    }
}

/// The compact form, with the three line ends escaped.
struct Wire;

impl Formatter for Wire {
    fn write_string_fragment<W: io::Write + ?Sized>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if memchr::memchr2(0xE2, 0xC2, fragment.as_bytes()).is_none() {
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
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Text> {
        let mut out = Vec::with_capacity(128);
        write(&mut out, value)?;
        let text = String::from_utf8(out).map_err(serde::ser::Error::custom)?;
        Ok(Text(text.into_boxed_str()))
    }

    /// Validates text.
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

    fn written(text: &str) -> String {
        let mut out = Vec::new();
        write_str(&mut out, text);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_ends_a_line_anywhere_is_escaped() {
        assert_eq!(
            written("a\u{2028}b\u{2029}c\u{85}d\re\nf\u{0}g\u{7f}\u{feff}😀"),
            "\"a\\u2028b\\u2029c\\u0085d\\re\\nf\\u0000g\u{7f}\u{feff}😀\""
        );
    }

    #[test]
    fn look_alikes_of_the_line_ends_are_left_alone() {
        for text in [
            "€", "é", "\u{2027}", "\u{202a}", "\u{84}", "\u{a0}", "â", "Â",
        ] {
            assert_eq!(written(text), format!("\"{text}\""));
        }
    }

    #[test]
    fn an_escape_may_stand_across_the_edge_of_a_block() {
        for before in 0..40 {
            let text = format!("{}\u{2028}\"{}", "x".repeat(before), "y".repeat(20));
            assert_eq!(
                written(&text),
                format!("\"{}\\u2028\\\"{}\"", "x".repeat(before), "y".repeat(20))
            );
        }
    }

    #[test]
    fn a_serialised_value_stays_on_one_line() {
        let text = Text::from_serialize(&["a\nb", "c\u{2028}d\u{85}"]).unwrap();
        assert_eq!(text.get(), r#"["a\nb","c\u2028d\u0085"]"#);
    }
}
