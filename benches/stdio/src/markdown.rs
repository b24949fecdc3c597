//! Numbers as a reader of a table wants them, and the place of a table in a file. Shared with the
//! benchmark over HTTP.

use std::fs;
use std::path::Path;

/// A ratio with as many digits as matter.
pub fn times(ratio: f64) -> String {
    let digits = if ratio < 10.0 { 2 } else { 1 };
    format!("{ratio:.digits$}")
}

/// A number with its thousands set apart.
pub fn grouped(value: f64, digits: usize) -> String {
    let plain = format!("{value:.digits$}");
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// Puts `section` between the markers of the file that bear `name`.
pub fn write_between_markers(path: &Path, name: &str, section: &str) -> Result<(), String> {
    let (opening, closing) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
    let place = || {
        let begin = text.find(&opening)? + opening.len();
        let end = begin + text[begin..].find(&closing)?;
        Some((begin, end))
    };
    let (begin, end) = place().ok_or_else(|| format!("{shown} lacks {opening} … {closing}"))?;
    let written = format!(
        "{}\n{}\n{}",
        &text[..begin],
        section.trim_end(),
        &text[end..]
    );
    fs::write(path, written).map_err(|error| format!("{shown}: {error}"))
}
