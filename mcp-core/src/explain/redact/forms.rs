//! Secrets that are known by their form.
//!
//! In: a place where one may stand. Out: the secret, when it is one. Each look at a place that
//! finds nothing is bounded, and what is found is passed once, so that time is linear.

use super::sieve::Clue;
use super::value::{NEAR, is_token_byte, is_word, looks_like_base64, looks_random, placeholder};
use super::{Kind, REST, Secret, WHOLE, names};

/// How a family of tokens begins, how many bytes follow at least, and whether that is all.
struct Family {
    prefix: &'static str,
    least: usize,
    exact: bool,
    kind: Kind,
}

const fn family(prefix: &'static str, least: usize, kind: Kind) -> Family {
    Family {
        prefix,
        least,
        exact: false,
        kind,
    }
}

const FAMILIES: &[Family] = &[
    family("sk-", 20, Kind::Key),
    family("hf_", 30, Kind::Token),
    family("ghp_", 30, Kind::Token),
    family("gho_", 30, Kind::Token),
    family("ghu_", 30, Kind::Token),
    family("ghs_", 30, Kind::Token),
    family("ghr_", 30, Kind::Token),
    family("glpat-", 20, Kind::Token),
    family("xoxa-", 10, Kind::Token),
    family("xoxb-", 10, Kind::Token),
    family("xoxp-", 10, Kind::Token),
    family("xoxr-", 10, Kind::Token),
    family("xoxs-", 10, Kind::Token),
    family("xoxe-", 10, Kind::Token),
    Family {
        prefix: "AKIA",
        least: 16,
        exact: true,
        kind: Kind::Key,
    },
    Family {
        prefix: "ASIA",
        least: 16,
        exact: true,
        kind: Kind::Key,
    },
    family("AIza", 30, Kind::Key),
    family("npm_", 30, Kind::Token),
    family("ya29.", 20, Kind::Token),
    family("sk_live_", 16, Kind::Key),
    family("sk_test_", 16, Kind::Key),
    family("rk_live_", 16, Kind::Key),
];

const GITHUB_PAT: Family = family("github_pat_", 22, Kind::Token);

/// The secret that the clue at this place leads to.
pub(super) fn examine(text: &str, at: usize, clue: Clue) -> Option<Secret> {
    match clue {
        Clue::Name => names::examine(text, at),
        Clue::Scheme => scheme(text, at),
        Clue::Prefix => prefixed(text, at),
        Clue::Short => prefixed(text, at + 1),
        Clue::GithubPat => of_family(text, at.checked_sub("githu".len())?, &GITHUB_PAT),
        Clue::Jwt => jwt(text, at),
        Clue::Pem => pem(text, at),
        Clue::Url => url(text, at),
    }
}

/// A token with which the text begins.
pub(super) fn at_start(text: &str) -> Option<Secret> {
    prefixed(text, 0)
}

fn prefixed(text: &str, at: usize) -> Option<Secret> {
    let rest = text.get(at..)?;
    let family = FAMILIES.iter().find(|f| rest.starts_with(f.prefix))?;
    of_family(text, at, family)
}

fn of_family(text: &str, at: usize, family: &Family) -> Option<Secret> {
    let bytes = text.as_bytes();
    if !text.get(at..)?.starts_with(family.prefix) || !begins_here(bytes, at) {
        return None;
    }
    let start = at + family.prefix.len();
    let body = bytes.get(start..)?;
    let length = run(body, is_token_byte);
    let cut = is_cut(body, length);
    let least = match cut {
        true => body.get(..length.min(family.least))?,
        false => body.get(..family.least)?,
    };
    let whole = match family.exact && !cut {
        true => {
            least
                .iter()
                .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
                && !body.get(family.least).is_some_and(|b| is_word(*b))
        }
        false => least.iter().all(|b| is_token_byte(*b)) && (cut || has_digit_or_cases(least)),
    };
    let end = match family.exact && !cut {
        true => family.least,
        false => length,
    };
    whole.then(|| Secret {
        range: start..start + end,
        kind: family.kind,
        instead: REST,
        quiet: false,
    })
}

/// Whether a run of bytes was cut off to be shown: what is left of a token is no less secret.
fn is_cut(bytes: &[u8], length: usize) -> bool {
    let rest = bytes.get(length..).unwrap_or_default();
    length > 0 && rest.starts_with("…".as_bytes()) && !rest.starts_with(REST.as_bytes())
}

/// Prose with hyphens is no token.
fn has_digit_or_cases(bytes: &[u8]) -> bool {
    let upper = bytes.iter().any(u8::is_ascii_uppercase);
    let lower = bytes.iter().any(u8::is_ascii_lowercase);
    bytes.iter().any(u8::is_ascii_digit) || (upper && lower)
}

/// Whether no word goes on at this place. An escape before it, as `\n`, is no word.
fn begins_here(bytes: &[u8], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|i| bytes.get(i).copied());
    match before(1) {
        Some(byte) if is_word(byte) => before(2) == Some(b'\\'),
        _ => true,
    }
}

/// How many bytes of this sort stand at the beginning.
fn run(bytes: &[u8], sort: fn(u8) -> bool) -> usize {
    let other = bytes.iter().position(|byte| !sort(*byte));
    other.unwrap_or(bytes.len())
}

/// `Bearer …`, `Basic …`.
fn scheme(text: &str, at: usize) -> Option<Secret> {
    let bytes = text.as_bytes();
    let basic = |word: &[u8]| word.eq_ignore_ascii_case(b"basic");
    let length = match bytes.get(at..at + 5)? {
        word if basic(word) => 5,
        _ if bytes.get(at..at + 6)?.eq_ignore_ascii_case(b"bearer") => 6,
        _ => return None,
    };
    let spaces = run(bytes.get(at + length..)?, |byte| byte == b' ');
    let start = at + length + spaces;
    let near = value_near(text, start, is_token_byte)?;
    if spaces == 0
        || !begins_here(bytes, at)
        || !(looks_random(near) || (length == 5 && looks_like_base64(near)))
    {
        return None;
    }
    let kind = if length == 5 {
        Kind::Password
    } else {
        Kind::Token
    };
    let end = start + run(bytes.get(start..)?, is_token_byte);
    Some(Secret {
        range: start..end,
        kind,
        instead: WHOLE,
        quiet: false,
    })
}

/// The beginning of a run, as much of it as is judged.
fn value_near(text: &str, start: usize, sort: fn(u8) -> bool) -> Option<&str> {
    let bytes = text.as_bytes().get(start..)?;
    let near = bytes.get(..NEAR).unwrap_or(bytes);
    text.get(start..start + run(near, sort))
}

/// `eyJ….….…`: header and payload in base64, and a signature.
fn jwt(text: &str, at: usize) -> Option<Secret> {
    const PREFIX: &str = "eyJ";
    const LEAST: usize = 10;
    let bytes = text.as_bytes();
    let part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !text.get(at..)?.starts_with(PREFIX) || !begins_here(bytes, at) {
        return None;
    }
    // A header is short: what is longer is a document in base64.
    let near = value_near(text, at, is_token_byte)?;
    let header = run(near.as_bytes(), part);
    let header_is_longer = header == NEAR;
    let dot = match header_is_longer {
        true => {
            at + run(
                bytes.get(at..at + 16 * NEAR).unwrap_or(bytes.get(at..)?),
                part,
            )
        }
        false => at + header,
    };
    let payload = bytes.get(dot + 1..dot + 1 + LEAST)?;
    if header < LEAST || bytes.get(dot) != Some(&b'.') || !payload.iter().all(|b| part(*b)) {
        return None;
    }
    let start = at + PREFIX.len();
    let dotted = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    Some(Secret {
        range: start..start + run(bytes.get(start..)?, dotted),
        kind: Kind::Token,
        instead: REST,
        quiet: false,
    })
}

/// What stands between the lines of a private key.
fn pem(text: &str, at: usize) -> Option<Secret> {
    const LONGEST_NAME: usize = 40;
    const MARK: &str = "PRIVATE KEY-----";
    let bytes = text.as_bytes();
    let rest = bytes.get(at..)?;
    if !rest.starts_with(b"-BEGIN ") {
        return None;
    }
    let near = rest.get(..LONGEST_NAME).unwrap_or(rest);
    let start = at + memchr::memmem::find(near, MARK.as_bytes())? + MARK.len();
    let body = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'+' | b'/' | b'=' | b'\\' | b' ' | b'\r' | b'\n')
            || matches!(byte, b':' | b',')
    };
    let mut end = start + run(bytes.get(start..)?, body);
    // A backslash before the closing quote belongs to the quote.
    if bytes.get(end) == Some(&b'"') {
        let escapes = bytes.get(start..end)?.iter().rev();
        end -= escapes.take_while(|byte| **byte == b'\\').count();
    }
    (end > start).then_some(Secret {
        range: start..end,
        kind: Kind::PrivateKey,
        instead: WHOLE,
        quiet: false,
    })
}

/// The password of `scheme://user:password@host`.
fn url(text: &str, at: usize) -> Option<Secret> {
    const LONGEST: usize = 512;
    let start = at + WIDTH;
    let bytes = text.as_bytes().get(start..)?;
    let near = bytes.get(..LONGEST).unwrap_or(bytes);
    let authority = near.get(..run(near, in_authority))?;
    let at_sign = match memchr::memrchr(b'@', authority) {
        Some(at_sign) => at_sign,
        None if is_cut(near, authority.len()) && !has_port(authority) => authority.len(),
        None => return None,
    };
    let colon = memchr::memchr(b':', authority.get(..at_sign)?)?;
    let range = start + colon + 1..start + at_sign;
    let password = text.get(range.clone())?;
    (!placeholder(password)).then_some(Secret {
        range,
        kind: Kind::Password,
        instead: WHOLE,
        quiet: false,
    })
}

/// Whether a port stands behind the last colon, and no password.
fn has_port(authority: &[u8]) -> bool {
    let port = memchr::memrchr(b':', authority).and_then(|colon| authority.get(colon + 1..));
    port.is_some_and(|port| port.iter().all(u8::is_ascii_digit))
}

/// The letter before it, and `://`.
const WIDTH: usize = 4;

fn in_authority(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(
            byte,
            b'/' | b'?' | b'#' | b'"' | b'\'' | b'\\' | b'<' | b'>'
        )
}
