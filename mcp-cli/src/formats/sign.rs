//! Who sent a message, as logs say it.
//!
//! In: the words before a message, or the value of a member that names a direction. Out: a [`Sign`].
//! Whose log it is, and with that what `sent` means, is not known here.

use mcp_core::method::Side;

/// What is said of the direction of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Sign {
    /// Nothing.
    #[default]
    None,
    /// This side sent it.
    By(Side),
    /// Whoever wrote the log sent it.
    Out,
    /// Whoever wrote the log received it.
    In,
    /// The server wrote it to stderr.
    Stderr,
}

/// The side that is not this one.
pub(super) const fn other(side: Side) -> Side {
    match side {
        Side::Client => Side::Server,
        Side::Server => Side::Client,
    }
}

/// A part of what is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Role(Side),
    Right,
    Left,
    From,
    To,
    Send,
    Receive,
    /// Any other word.
    Word,
}

/// What the words before a message say: `[editor -> server]`, `Message from client:`, `>>>`.
pub(super) fn said(words: &[u8]) -> Sign {
    let mut tokens = [Token::Word; 24];
    let mut count = 0;
    let mut rest = words;
    while let Some((token, left)) = next(rest) {
        rest = left;
        match token {
            Ok(Heard::Stderr) => return Sign::Stderr,
            Ok(Heard::Token(token)) => {
                if count == tokens.len() {
                    tokens.copy_within(1.., 0);
                    count -= 1;
                }
                if let Some(slot) = tokens.get_mut(count) {
                    *slot = token;
                    count += 1;
                }
            }
            Err(Nothing) => {}
        }
    }
    judge(tokens.get(..count).unwrap_or(&[]))
}

enum Heard {
    Token(Token),
    Stderr,
}

/// Punctuation.
struct Nothing;

fn judge(tokens: &[Token]) -> Sign {
    let arrows = tokens
        .iter()
        .rposition(|token| matches!(token, Token::Right | Token::Left));
    if let Some(at) = arrows {
        let before = at.checked_sub(1).and_then(|at| role(tokens.get(at)));
        let after = role(tokens.get(at + 1));
        let right = tokens.get(at) == Some(&Token::Right);
        return match (before, after, right) {
            (Some(side), _, true) | (None, Some(side), false) => Sign::By(side),
            (Some(side), _, false) | (None, Some(side), true) => Sign::By(other(side)),
            (None, None, true) => Sign::Out,
            (None, None, false) => Sign::In,
        };
    }
    for pair in tokens.windows(2) {
        match pair {
            [Token::From, Token::Role(side)] => return Sign::By(*side),
            [Token::To, Token::Role(side)] => return Sign::By(other(*side)),
            _ => {}
        }
    }
    let last = tokens.iter().rev().find(|token| **token != Token::Word);
    let named = || tokens.iter().rev().find_map(|token| role(Some(token)));
    match last {
        Some(Token::Send) => named().map_or(Sign::Out, Sign::By),
        Some(Token::Receive) => named().map_or(Sign::In, |side| Sign::By(other(side))),
        Some(Token::Role(side)) => verb(tokens, *side),
        _ => Sign::None,
    }
}

/// A role with a verb anywhere before it, or as the first or the last word.
fn verb(tokens: &[Token], side: Side) -> Sign {
    let has = |wanted| tokens.contains(&wanted);
    match (has(Token::Send), has(Token::Receive)) {
        (true, false) => Sign::By(side),
        (false, true) => Sign::By(other(side)),
        _ => match (tokens.first(), tokens.last()) {
            (Some(Token::Role(_)), _) | (_, Some(Token::Role(_))) => Sign::By(side),
            _ => Sign::None,
        },
    }
}

fn role(token: Option<&Token>) -> Option<Side> {
    match token {
        Some(Token::Role(side)) => Some(*side),
        _ => None,
    }
}

/// The first token of a text, and what follows it.
fn next(text: &[u8]) -> Option<(Result<Heard, Nothing>, &[u8])> {
    let first = *text.first()?;
    if first.is_ascii_alphanumeric() {
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'.';
        let length = text.iter().take_while(|byte| word(byte)).count();
        let (word, rest) = text.split_at(length);
        return Some((Ok(heard(word)), rest));
    }
    let (token, length) = arrow(text);
    let rest = text.get(length..).unwrap_or(&[]);
    Some((token.map(Heard::Token).ok_or(Nothing), rest))
}

/// The arrow at the beginning of a text, and how long it is; of anything else, one byte.
fn arrow(text: &[u8]) -> (Option<Token>, usize) {
    const RIGHT: [&str; 5] = ["→", "⇒", "➡", "⟶", "▶"];
    const LEFT: [&str; 5] = ["←", "⇐", "⬅", "⟵", "◀"];
    if text.first().is_some_and(|byte| *byte >= 0x80) {
        let one_of = |arrows: [&str; 5]| {
            let found = arrows
                .iter()
                .find(|arrow| text.starts_with(arrow.as_bytes()));
            found.map(|arrow| arrow.len())
        };
        return match (one_of(RIGHT), one_of(LEFT)) {
            (Some(length), _) => (Some(Token::Right), length),
            (_, Some(length)) => (Some(Token::Left), length),
            _ => (None, 1),
        };
    }
    let run = text
        .iter()
        .take_while(|byte| matches!(byte, b'-' | b'=' | b'<' | b'>'));
    let length = run.count();
    let run = text.get(..length).unwrap_or(&[]);
    match (run.contains(&b'<'), run.contains(&b'>')) {
        (false, true) => (Some(Token::Right), length),
        (true, false) => (Some(Token::Left), length),
        _ => (None, length.max(1)),
    }
}

fn heard(word: &[u8]) -> Heard {
    const WORDS: [(&str, Token); 39] = [
        ("client", Token::Role(Side::Client)),
        ("c", Token::Role(Side::Client)),
        ("editor", Token::Role(Side::Client)),
        ("vscode", Token::Role(Side::Client)),
        ("stdin", Token::Role(Side::Client)),
        ("c2s", Token::Role(Side::Client)),
        ("local", Token::Role(Side::Client)),
        ("server", Token::Role(Side::Server)),
        ("s", Token::Role(Side::Server)),
        ("stdout", Token::Role(Side::Server)),
        ("s2c", Token::Role(Side::Server)),
        ("child", Token::Role(Side::Server)),
        ("remote", Token::Role(Side::Server)),
        ("from", Token::From),
        ("to", Token::To),
        ("send", Token::Send),
        ("sends", Token::Send),
        ("sent", Token::Send),
        ("says", Token::Send),
        ("said", Token::Send),
        ("sending", Token::Send),
        ("out", Token::Send),
        ("outgoing", Token::Send),
        ("outbound", Token::Send),
        ("tx", Token::Send),
        ("write", Token::Send),
        ("wrote", Token::Send),
        ("writing", Token::Send),
        ("recv", Token::Receive),
        ("receive", Token::Receive),
        ("receives", Token::Receive),
        ("received", Token::Receive),
        ("receiving", Token::Receive),
        ("in", Token::Receive),
        ("incoming", Token::Receive),
        ("inbound", Token::Receive),
        ("rx", Token::Receive),
        ("got", Token::Receive),
        ("read", Token::Receive),
    ];
    if word.eq_ignore_ascii_case(b"stderr") {
        return Heard::Stderr;
    }
    let found = WORDS
        .iter()
        .find(|(name, _)| word.eq_ignore_ascii_case(name.as_bytes()));
    Heard::Token(found.map_or(Token::Word, |(_, token)| *token))
}

/// How long the mark of a direction is that a text begins with: an arrow, a role with a colon, a
/// direction in brackets. 0 when there is none.
pub(super) fn mark(text: &[u8]) -> usize {
    match text.first() {
        Some(b'[' | b'(') => in_brackets(text),
        Some(byte) if byte.is_ascii_alphabetic() => in_words(text),
        Some(_) => match arrow(text) {
            (Some(_), length) => match text.get(length) {
                Some(b' ' | b'\t' | b':' | b'{' | b'[') => {
                    length + usize::from(text.get(length) == Some(&b':'))
                }
                _ => 0,
            },
            _ => 0,
        },
        None => 0,
    }
}

fn in_brackets(text: &[u8]) -> usize {
    const LONGEST: usize = 40;
    let close = text
        .iter()
        .take(LONGEST)
        .position(|byte| matches!(byte, b']' | b')'));
    let Some(close) = close else { return 0 };
    match said(text.get(1..close).unwrap_or(&[])) {
        Sign::None => 0,
        _ => close + 1 + usize::from(text.get(close + 1) == Some(&b':')),
    }
}

/// `client:`, `S>`, `send `, `client -> server:`.
fn in_words(text: &[u8]) -> usize {
    const LONGEST: usize = 40;
    let part = text
        .iter()
        .take(LONGEST)
        .position(|byte| matches!(byte, b':' | b'{' | b'[' | b'>' | b'<'));
    let Some(mut end) = part else { return 0 };
    if matches!(text.get(end), Some(b'>' | b'<')) {
        // Perhaps a role follows the arrow, and a colon that.
        end += arrow(text.get(end..).unwrap_or(&[])).1;
        let after = text.get(end..).unwrap_or(&[]);
        let colon = after
            .iter()
            .take(LONGEST)
            .position(|byte| matches!(byte, b':' | b'{' | b'['));
        if let Some(colon) = colon.filter(|colon| after.get(*colon) == Some(&b':')) {
            end += colon;
        }
    }
    let words = text.get(..end).unwrap_or(&[]);
    let mut named = words
        .split(|byte| !byte.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let known = |word| !matches!(heard(word), Heard::Token(Token::Word));
    if named.clone().count() > 2 || !named.all(known) || said(words) == Sign::None {
        return 0;
    }
    end + usize::from(text.get(end) == Some(&b':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_understood_in_the_forms_that_logs_have() {
        let by = |side| Sign::By(side);
        for (words, sign) in [
            ("->", Sign::Out),
            ("<<<", Sign::In),
            ("-->", Sign::Out),
            ("→", Sign::Out),
            ("←", Sign::In),
            ("=>", Sign::Out),
            ("C>", by(Side::Client)),
            ("S>", by(Side::Server)),
            ("client:", by(Side::Client)),
            ("stdout:", by(Side::Server)),
            ("stdin:", by(Side::Client)),
            ("stderr:", Sign::Stderr),
            ("[info] [editor -> server] ", by(Side::Client)),
            ("[server -> editor]", by(Side::Server)),
            ("[server <- client]", by(Side::Client)),
            ("-> server", by(Side::Client)),
            ("[warning] [server stderr]", Sign::Stderr),
            ("[notes] [info] Message from client: ", by(Side::Client)),
            ("[notes] [info] Message from server: ", by(Side::Server)),
            ("Sending message to server:", by(Side::Client)),
            ("DEBUG Received", Sign::In),
            ("server: received", by(Side::Client)),
            ("client sent", by(Side::Client)),
            ("[info] [Client Says]", by(Side::Client)),
            ("[supergateway] SSE → Child:", by(Side::Client)),
            ("[supergateway] Child → SSE:", by(Side::Server)),
            ("[Remote→Local]", by(Side::Server)),
            ("send", Sign::Out),
            ("[info]", Sign::None),
            ("2026-11-30", Sign::None),
        ] {
            assert_eq!(said(words.as_bytes()), sign, "{words}");
        }
    }

    #[test]
    fn a_mark_ends_where_the_message_may_begin() {
        for (text, length) in [
            ("-> {", 2),
            (">>>{", 3),
            ("client: hello", 7),
            ("client -> server: {", 17),
            ("C> {", 2),
            ("[client -> server] x", 18),
            ("send {", 5),
            ("Server started on port: 1", 0),
            ("[info] x", 0),
            ("hello", 0),
        ] {
            assert_eq!(mark(text.as_bytes()), length, "{text}");
        }
    }
}
