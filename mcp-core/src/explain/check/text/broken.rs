//! Text that is nearly JSON: what another language would take.
//!
//! In: text that begins as JSON does, and where it stops being JSON. Out: the finding that names
//! what stands there, if it is something that people know by a name.

use super::place;
use crate::explain::code::Code;
use crate::explain::finding::{Finding, Found};
use crate::explain::words::text as words;
use crate::json::{ScanError, ScanErrorKind, shown_name};

/// What stands where the text stops being JSON.
pub(super) fn finding(
    text: &str,
    error: ScanError,
    base: usize,
    found: &Found<'_>,
) -> Option<Finding> {
    let at = error.offset;
    // NB. a number's fault is noticed behind its sign.
    let sign = error.kind == ScanErrorKind::BadNumber && text.get(..at)?.ends_with('-');
    let at = at - usize::from(sign);
    let rest = text.get(at..)?;
    let (code, length) = named(text.get(..at)?, rest, error.kind)?;
    let word = rest.get(..length)?;
    let finding = place(found, code, base, at..at + length);
    Some(match code == words::CONTROL_CHARACTER {
        true => finding.with("word", format!("{:04X}", word.bytes().next()?)),
        false => finding.with("word", shown_name(word).into_owned()),
    })
}

/// What it is, and how many bytes of it are shown.
fn named(before: &str, rest: &str, kind: ScanErrorKind) -> Option<(Code, usize)> {
    const PYTHON: [&str; 3] = ["True", "False", "None"];
    const SCRIPT: [&str; 5] = ["undefined", "NaN", "Infinity", "-Infinity", "-NaN"];
    const COMMENTS: [&str; 3] = ["//", "/*", "#"];
    const CURLY: [char; 5] = ['“', '”', '„', '‘', '’'];
    let first = rest.chars().next()?;
    let starts = |words: &[&'static str]| {
        words
            .iter()
            .find(|word| rest.starts_with(**word))
            .map(|w| w.len())
    };
    if kind == ScanErrorKind::ControlCharacter {
        return Some((words::CONTROL_CHARACTER, 1));
    }
    if kind == ScanErrorKind::BadEscape {
        return backslash(rest);
    }
    if let Some(length) = starts(&PYTHON) {
        return Some((words::PYTHON, length));
    }
    if first == '\'' {
        // A value of Python has them from the first name on.
        let python = before.trim_end_matches(['{', '[', ' ']).is_empty();
        return Some((
            if python {
                words::PYTHON
            } else {
                words::SINGLE_QUOTES
            },
            1,
        ));
    }
    if let Some(length) = starts(&COMMENTS) {
        return Some((words::COMMENT, length));
    }
    if CURLY.contains(&first) {
        return Some((words::CURLY_QUOTES, first.len_utf8()));
    }
    if let Some(length) = starts(&SCRIPT) {
        return Some((words::NO_VALUE, length));
    }
    if matches!(first, '}' | ']') && before.trim_end().ends_with(',') {
        return Some((words::TRAILING_COMMA, 1));
    }
    let name = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    let length = name.filter(|length| *length > 0)?;
    let colon = rest.get(length..)?.trim_start().starts_with(':');
    (kind == ScanErrorKind::ExpectedKey && colon).then_some((words::UNQUOTED_NAME, length))
}

/// A backslash and what follows it. The fault may have been noticed at either.
fn backslash(rest: &str) -> Option<(Code, usize)> {
    let length = rest.chars().next()?.len_utf8();
    Some((words::BACKSLASH, length))
}
