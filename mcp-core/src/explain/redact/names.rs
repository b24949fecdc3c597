//! Secrets that are known by the name before them.
//!
//! In: a place inside a name. Out: the value behind it, when the name says that it is secret and
//! the value does not only stand for one. Names count whole: `progressToken` is none of them.

use super::value::{NEAR, is_token_byte, is_word, looks_like_key, looks_random, placeholder};
use super::{Kind, Secret, WHOLE};

/// What a value must look like to be secret.
#[derive(Clone, Copy, PartialEq)]
enum Demand {
    /// Anything without spaces.
    Any,
    /// No plain word.
    Key,
    /// Letters and digits.
    Random,
    /// A scheme and credentials, or the credentials alone.
    Credentials,
    /// `name=value`.
    Pair,
}

/// How the value stands behind its name.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// `"name": "value"`, with this many backslashes before each quote.
    Member { quote: u8, escapes: usize },
    /// `name=value`
    Assigned,
    /// `Name: value`
    Header,
}

/// The longest name that is looked for.
const LONGEST_NAME: usize = 24;

/// What is secret under this name, written small and without hyphens and underscores.
fn known(name: &[u8]) -> Option<(Kind, Demand)> {
    Some(match name {
        b"password" | b"passwd" => (Kind::Password, Demand::Any),
        b"secret" | b"clientsecret" => (Kind::Key, Demand::Any),
        b"apikey" | b"xapikey" | b"secretkey" | b"apisecret" => (Kind::Key, Demand::Key),
        b"secretaccesskey" | b"awssecretaccesskey" => (Kind::Key, Demand::Key),
        b"accesstoken" | b"refreshtoken" | b"idtoken" => (Kind::Token, Demand::Key),
        b"authtoken" | b"xauthtoken" | b"bearertoken" => (Kind::Token, Demand::Key),
        b"token" => (Kind::Token, Demand::Random),
        b"authorization" | b"proxyauthorization" => (Kind::Token, Demand::Credentials),
        b"cookie" | b"setcookie" => (Kind::Cookie, Demand::Pair),
        b"mcpsessionid" => (Kind::Session, Demand::Any),
        _ => return None,
    })
}

/// The secret behind the name that has a letter at this place.
pub(super) fn examine(text: &str, at: usize) -> Option<Secret> {
    let bytes = text.as_bytes();
    let (start, end) = word(bytes, at)?;
    let mut name = [0; LONGEST_NAME];
    let name = normal(bytes.get(start..end)?, &mut name)?;
    let (kind, demand) = known(name)?;
    let (from, style) = value(bytes, start, end)?;
    let from = from + scheme_length(text, from, demand, style)?;
    let near = near(text, from, style);
    let spaced = near.bytes().any(|byte| byte.is_ascii_whitespace());
    // A passphrase, or words about one: not shown, but nothing to be warned of.
    let phrase = spaced && demand == Demand::Any && matches!(style, Style::Member { .. });
    let whole = phrase || !spaced || demand == Demand::Pair;
    if placeholder(near) || !whole || !meets(bytes, start, near, demand, style) {
        return None;
    }
    let to = value_end(bytes, from, style);
    (to > from).then_some(Secret {
        range: from..to,
        kind,
        instead: WHOLE,
        quiet: phrase || kind == Kind::Session,
    })
}

/// Where the word around this place begins and ends; none when it is long.
fn word(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    const FAR: usize = 2 * LONGEST_NAME;
    let before = bytes.get(at.saturating_sub(FAR)..at)?;
    let back = before.iter().rev().take_while(|b| is_word(**b)).count();
    let rest = bytes.get(at..)?;
    let rest = rest.get(..FAR).unwrap_or(rest);
    let on = rest.iter().take_while(|byte| is_word(**byte)).count();
    let mut start = at - back;
    if start > 0 && bytes.get(start - 1) == Some(&b'\\') && start < at {
        // The letter of an escape, as `\n`, belongs to no name.
        start += 1;
    }
    Some((start, at + on))
}

/// The name in small letters, without hyphens and underscores.
fn normal<'a>(word: &[u8], buffer: &'a mut [u8; LONGEST_NAME]) -> Option<&'a [u8]> {
    let mut length = 0;
    for byte in word.iter().filter(|byte| byte.is_ascii_alphanumeric()) {
        *buffer.get_mut(length)? = byte.to_ascii_lowercase();
        length += 1;
    }
    buffer.get(..length)
}

/// Where the value of the name begins, and how it stands there.
fn value(bytes: &[u8], start: usize, end: usize) -> Option<(usize, Style)> {
    let escapes = bytes
        .get(end..)?
        .iter()
        .take_while(|b| **b == b'\\')
        .count();
    let after = end + escapes;
    match *bytes.get(after)? {
        quote @ (b'"' | b'\'') if start > 0 && bytes.get(start - 1) == Some(&quote) => {
            let colon = skip_spaces(bytes, after + 1);
            let open = skip_spaces(bytes, colon + 1);
            let escaped = bytes.get(open..open + escapes)?.iter().all(|b| *b == b'\\');
            let opens =
                bytes.get(colon) == Some(&b':') && bytes.get(open + escapes) == Some(&quote);
            let style = Style::Member { quote, escapes };
            (escaped && opens).then_some((open + escapes + 1, style))
        }
        b'=' if escapes == 0 => Some((after + 1, Style::Assigned)),
        b':' if escapes == 0 => Some((skip_spaces(bytes, after + 1), Style::Header)),
        _ => None,
    }
}

fn skip_spaces(bytes: &[u8], at: usize) -> usize {
    const FAR: usize = 32;
    let rest = bytes.get(at..).unwrap_or_default();
    let rest = rest.get(..FAR).unwrap_or(rest);
    at + rest.iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// How long the scheme is that stays to be seen: `Bearer `. None when the value is no
/// credentials, though the name says so.
fn scheme_length(text: &str, from: usize, demand: Demand, style: Style) -> Option<usize> {
    const SCHEMES: [&str; 6] = ["bearer", "basic", "token", "digest", "apikey", "negotiate"];
    if demand != Demand::Credentials {
        return Some(0);
    }
    let near = near(text, from, style);
    let Some((scheme, rest)) = near.split_once(' ') else {
        // Without quotes and scheme it is prose.
        return (style != Style::Header).then_some(0);
    };
    let known = SCHEMES.iter().any(|name| scheme.eq_ignore_ascii_case(name));
    let spaces = rest.len() - rest.trim_start_matches(' ').len();
    known.then_some(scheme.len() + 1 + spaces)
}

/// The beginning of the value, as much of it as is judged.
fn near(text: &str, from: usize, style: Style) -> &str {
    let bytes = text.as_bytes().get(from..).unwrap_or_default();
    let mut end = bytes.len().min(NEAR);
    while !text.is_char_boundary(from + end) {
        end -= 1;
    }
    let near = bytes.get(..end).unwrap_or_default();
    let length = near.iter().position(|byte| ends(*byte, style));
    text.get(from..from + length.unwrap_or(end))
        .unwrap_or_default()
}

/// Whether the value ends before this byte, as far as one byte tells.
fn ends(byte: u8, style: Style) -> bool {
    match style {
        Style::Member { quote: b'"', .. } => matches!(byte, b'"' | b'\n' | b'\\'),
        // It may stand inside a JSON string, which ends before the other quote.
        Style::Member { .. } | Style::Header => {
            matches!(byte, b'\r' | b'\n' | b'"' | b'\\' | b'\'')
        }
        Style::Assigned => {
            byte.is_ascii_whitespace() || b"&\"'<>\\;,)#`|]}".contains(&byte) || !byte.is_ascii()
        }
    }
}

/// Where the value ends.
fn value_end(bytes: &[u8], from: usize, style: Style) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let Style::Member {
        quote: quote @ b'"',
        escapes,
    } = style
    else {
        let length = rest.iter().position(|byte| ends(*byte, style));
        return from + length.unwrap_or(rest.len());
    };
    for end in memchr::memchr2_iter(quote, b'\n', rest) {
        let before = rest.get(..end).unwrap_or_default();
        let slashes = before.iter().rev().take_while(|b| **b == b'\\').count();
        // A quote with more backslashes stands inside the value.
        let closes = match escapes {
            0 => slashes % 2 == 0,
            _ => slashes <= escapes,
        };
        if closes || rest.get(end) == Some(&b'\n') {
            return from + end - slashes.min(escapes);
        }
    }
    bytes.len()
}

fn meets(bytes: &[u8], name: usize, near: &str, demand: Demand, style: Style) -> bool {
    let in_query = name > 0 && matches!(bytes.get(name - 1), Some(b'?' | b'&'));
    match (style, demand) {
        (_, Demand::Pair) => {
            let pair = near.split_once('=');
            pair.is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(is_token_byte))
        }
        (Style::Member { .. }, Demand::Any) => true,
        (Style::Member { .. }, Demand::Key) => looks_like_key(near),
        (Style::Member { .. }, Demand::Credentials) => near.len() >= 6 && looks_like_key(near),
        (Style::Member { .. }, Demand::Random) => looks_random(near),
        (Style::Assigned, _) if in_query => near.len() >= 4,
        // `password=read_password()` is a line of a program.
        (Style::Assigned, _) => near.len() >= 16 && looks_random(near),
        (Style::Header, Demand::Credentials) => looks_like_key(near),
        (Style::Header, Demand::Any) => bytes.get(name..).is_some_and(is_session),
        (Style::Header, _) => bytes.get(name..).is_some_and(is_key_header) && looks_like_key(near),
    }
}

/// Only headers stand before a colon without quotes; `password: …` is prose.
fn is_session(text: &[u8]) -> bool {
    let length = "Mcp-Session-Id".len();
    (text.get(..length)).is_some_and(|name| name.eq_ignore_ascii_case(b"mcp-session-id"))
}

fn is_key_header(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'x' | b'X')) && text.get(1) == Some(&b'-')
}
