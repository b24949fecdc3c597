//! The lines with which HTTP messages begin.
//!
//! In: a line. Out: whether an HTTP message begins on it, and how its lines are marked. It knows
//! nothing of bodies.

use mcp_core::method::Side;

/// How a transcript marks the lines of a head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Look {
    /// Not at all: the bytes of the wire.
    Wire,
    /// With this byte and a space before each, as `curl -v` does.
    Marked(u8),
}

/// Whether a line begins an HTTP message, in which look, and who sends it.
pub(super) fn read(line: &[u8]) -> Option<(Look, Side)> {
    let (look, text) = match line {
        [mark @ (b'>' | b'<'), b' ', text @ ..] => (Look::Marked(*mark), text),
        text => (Look::Wire, text),
    };
    let side = side(text.trim_ascii_end())?;
    Some((look, side))
}

/// Who sends a message with this start line.
fn side(text: &[u8]) -> Option<Side> {
    const LONGEST: usize = 8 * 1024;
    if text.len() > LONGEST {
        return None;
    }
    if let Some(rest) = text.strip_prefix(b"HTTP/") {
        let (_, rest) = split(rest)?;
        let status = rest.get(..3)?;
        let ends = matches!(rest.get(3), None | Some(b' '));
        return (ends && status.iter().all(u8::is_ascii_digit)).then_some(Side::Server);
    }
    let (method, rest) = split(text)?;
    let (target, version) = split(rest)?;
    let named = (3..=10).contains(&method.len()) && method.iter().all(u8::is_ascii_uppercase);
    (named && !target.is_empty() && version.starts_with(b"HTTP/")).then_some(Side::Client)
}

/// What stands before and behind the first space.
pub(super) fn split(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(b' ', text)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// The value of a header line of this name, in any case.
pub(super) fn header<'a>(line: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let value = line.get(name.len()..)?;
    let named = line
        .get(..name.len())?
        .eq_ignore_ascii_case(name.as_bytes());
    match value.split_first() {
        Some((b':', value)) if named => Some(value.trim_ascii()),
        _ => None,
    }
}

/// A number that is the whole of a text.
pub(super) fn number(text: &[u8], radix: u32) -> Option<u64> {
    u64::from_str_radix(str::from_utf8(text).ok()?, radix).ok()
}

/// Whether a line belongs to an event stream: it has one of the four fields.
pub(super) fn is_field(line: &[u8]) -> bool {
    [&b"data:"[..], b"event:", b"id:", b"retry:"]
        .iter()
        .any(|name| line.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_lines_are_known_in_both_looks() {
        assert_eq!(
            read(b"POST /mcp HTTP/1.1\r"),
            Some((Look::Wire, Side::Client))
        );
        assert_eq!(
            read(b"> GET /mcp HTTP/2"),
            Some((Look::Marked(b'>'), Side::Client))
        );
        assert_eq!(
            read(b"< HTTP/1.1 200 OK"),
            Some((Look::Marked(b'<'), Side::Server))
        );
        assert_eq!(read(b"HTTP/2 202"), Some((Look::Wire, Side::Server)));
        assert_eq!(read(b"POST the letter"), None);
        assert_eq!(read(b"HTTP/1.1 is old"), None);
    }
}
