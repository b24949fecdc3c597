//! A text that a pattern matches.
//!
//! In: a regular expression. Out: a short text that it matches, if it is made of literals, classes,
//! groups and counts only. It is a guess from the pattern's spelling: whoever shows it checks it
//! with the engine first.

use std::iter::Peekable;
use std::str::Chars;

/// No part is repeated more often.
const MOST: usize = 128;
/// Groups deeper than this are given up.
const DEEPEST: usize = 16;

/// A text that the pattern matches.
pub(super) fn matching(pattern: &str) -> Option<String> {
    let mut rest = pattern.chars().peekable();
    let text = alternatives(&mut rest, 0)?;
    rest.next().is_none().then_some(text)
}

/// The first of `a|b|c`; the others are read over.
fn alternatives(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Option<String> {
    if depth > DEEPEST {
        return None;
    }
    let first = sequence(rest, depth)?;
    while rest.next_if_eq(&'|').is_some() {
        sequence(rest, depth)?;
    }
    Some(first)
}

fn sequence(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Option<String> {
    let mut out = String::new();
    while let Some(next) = rest.peek().copied() {
        if matches!(next, '|' | ')') {
            break;
        }
        rest.next();
        let part = match next {
            '^' | '$' => continue,
            '(' => group(rest, depth)?,
            '[' => class(rest)?.to_string(),
            '\\' => match escaped(rest.next()?)? {
                Some(letter) => letter.to_string(),
                None => continue,
            },
            '.' => "a".to_owned(),
            '*' | '+' | '?' | '{' => return None,
            letter => letter.to_string(),
        };
        let times = times(rest)?;
        if out.len() + part.len() * times > MOST {
            return None;
        }
        out.push_str(&part.repeat(times));
    }
    Some(out)
}

fn group(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Option<String> {
    if rest.next_if_eq(&'?').is_some() {
        match rest.next()? {
            ':' => {}
            'P' | '<' => while rest.next()? != '>' {},
            _ => return None,
        }
    }
    let text = alternatives(rest, depth + 1)?;
    (rest.next()? == ')').then_some(text)
}

/// A letter for an escape; `Some(None)` for one that stands for no letter.
fn escaped(letter: char) -> Option<Option<char>> {
    Some(match letter {
        'd' => Some('1'),
        'w' => Some('a'),
        's' => Some(' '),
        'D' | 'S' => Some('a'),
        'W' => Some('-'),
        'n' => Some('\n'),
        't' => Some('\t'),
        'b' | 'A' | 'z' => None,
        letter if letter.is_ascii_alphanumeric() => return None,
        letter => Some(letter),
    })
}

/// A letter of a class such as `[a-z_]`.
fn class(rest: &mut Peekable<Chars<'_>>) -> Option<char> {
    let negated = rest.next_if_eq(&'^').is_some();
    let mut ranges: Vec<(char, char)> = Vec::new();
    loop {
        let from = match rest.next()? {
            ']' if !ranges.is_empty() => break,
            '[' => return None,
            '\\' => match rest.next()? {
                'd' => {
                    ranges.push(('0', '9'));
                    continue;
                }
                'w' => {
                    ranges.extend([('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')]);
                    continue;
                }
                other => escaped(other)??,
            },
            letter => letter,
        };
        let mut to = from;
        if rest.next_if_eq(&'-').is_some() {
            match rest.peek()? {
                ']' => ranges.push(('-', '-')),
                _ => to = rest.next()?,
            }
        }
        ranges.push((from, to));
    }
    let inside = |letter: char| {
        ranges
            .iter()
            .any(|(from, to)| (*from..=*to).contains(&letter))
    };
    let mut usual = "a1A_- .".chars();
    if negated {
        usual.find(|letter| !inside(*letter))
    } else {
        usual
            .find(|letter| inside(*letter))
            .or(ranges.first().map(|(from, _)| *from))
    }
}

/// How often the part before is repeated: as seldom as it may be.
fn times(rest: &mut Peekable<Chars<'_>>) -> Option<usize> {
    let times = match rest.peek() {
        Some('?' | '*') => 0,
        Some('+') => 1,
        Some('{') => {
            rest.next();
            let mut digits = String::new();
            let mut reading = true;
            loop {
                match rest.next()? {
                    '}' => break,
                    ',' => reading = false,
                    digit if digit.is_ascii_digit() && reading => digits.push(digit),
                    digit if digit.is_ascii_digit() => {}
                    _ => return None,
                }
            }
            rest.next_if_eq(&'?');
            return digits.parse().ok().filter(|times| *times <= MOST);
        }
        _ => return Some(1),
    };
    rest.next();
    rest.next_if_eq(&'?');
    Some(times)
}

#[cfg(test)]
mod tests {
    use super::matching;

    #[test]
    fn a_text_is_made_from_literals_classes_groups_and_counts() {
        for (pattern, text) in [
            ("^[a-z]+$", "a"),
            (r"^\d{4}-\d{2}$", "1111-11"),
            ("^(foo|bar)x?$", "foo"),
            ("^(?:v)?[0-9]+\\.[0-9]+$", "1.1"),
            ("^[^a]{2,}$", "11"),
            (r"^#[0-9a-fA-F]{6}$", "#aaaaaa"),
            (r"^(?P<key>[A-Z]{3})-\w+$", "AAA-a"),
            ("b", "b"),
        ] {
            assert_eq!(matching(pattern).as_deref(), Some(text), "{pattern}");
        }
    }

    #[test]
    fn what_is_not_understood_is_given_up() {
        for pattern in [
            r"\p{L}+",
            "(?i)abc",
            "[[:alpha:]]",
            "a{1000}",
            "(a",
            "*",
            "a)",
        ] {
            assert_eq!(matching(pattern), None, "{pattern}");
        }
    }
}
