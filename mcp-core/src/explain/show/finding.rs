//! A finding, as rustc prints errors: what is wrong, where, the text with a mark under the member,
//! the rule, and what to do.
//!
//! In: a finding and the frame it is about. Out: its lines.

use super::excerpt::{self, Source};
use super::{GUTTER, Paint, Style, wrap};
use crate::explain::code::Severity;
use crate::explain::finding::Finding;
use crate::explain::lang::Words;
use crate::explain::summary::shielded;
use crate::explain::words::show as words;
use crate::json::visible;

/// Appends the lines of a finding.
///
/// ```
/// use mcp_core::explain::show::{Source, Style, finding};
/// use mcp_core::explain::{Conversation, Frame, Lang};
///
/// let frame = Frame::new(br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#).on_line(3);
/// let told = Conversation::new().read(&frame);
/// let mut out = String::new();
/// for found in &told.findings {
///     finding(&mut out, found, Source::of(&frame).named("log"), &Style::plain(Lang::En));
/// }
/// assert!(out.contains("--> log:3  id\n"), "{out}");
/// ```
pub fn finding(out: &mut String, finding: &Finding, source: Source<'_>, style: &Style) {
    let severity = finding.severity();
    let paint = Paint::of(severity);
    title(out, finding, paint, style);
    // What is only worth knowing takes little room: `--json` and the name of its code tell the rest.
    if severity == Severity::Note {
        place(out, finding, source, None, style);
        return note(out, words::NEXT, &finding.next(style.lang), style);
    }
    let cut = excerpt::cut(source, finding.span.clone(), style);
    place(
        out,
        finding,
        source,
        cut.as_ref().map(|cut| cut.line),
        style,
    );
    let found = finding.found(style.lang);
    let said = match &cut {
        Some(cut) => cut.write(out, &found, paint, style),
        None => false,
    };
    if !said {
        note(out, words::FOUND, &found, style);
    }
    note(out, words::EXPECTED, &finding.expected(style.lang), style);
    note(out, words::RULE, &finding.rule(style.lang), style);
    note(out, words::NEXT, &finding.next(style.lang), style);
}

/// `error[code]: what is wrong`.
fn title(out: &mut String, finding: &Finding, paint: Paint, style: &Style) {
    let severity = words::severity(finding.severity()).in_lang(style.lang);
    let label = format!("{severity}[{}]", finding.code);
    style.paint(out, paint, &label);
    style.paint(out, Paint::Strong, ": ");
    let title = finding.title(style.lang);
    let title = shielded(&title, style);
    let title = visible(&title);
    let first = style.width.saturating_sub(super::columns(&label) + 2);
    let lines = wrap::lines(&title, first, style.width.saturating_sub(2));
    for (place, line) in lines.into_iter().enumerate() {
        out.push_str(if place == 0 { "" } else { "  " });
        style.paint(out, Paint::Strong, line);
        out.push('\n');
    }
}

/// `--> log:3  params.arguments`.
fn place(
    out: &mut String,
    finding: &Finding,
    source: Source<'_>,
    line: Option<u64>,
    style: &Style,
) {
    let line = line.unwrap_or(finding.line);
    if line == 0 && source.name.is_empty() && finding.path.is_empty() {
        return;
    }
    out.extend(std::iter::repeat_n(' ', GUTTER));
    style.paint(out, Paint::Frame, "--> ");
    let start = out.len();
    let name = visible(source.name);
    match (line, name.is_empty()) {
        (0, _) => out.push_str(&name),
        (_, true) => {
            let lang = style.lang;
            crate::explain::summary::push_filled(out, words::LINE, "line", line, lang);
        }
        (_, false) => {
            out.push_str(&name);
            out.push(':');
            out.push_str(&line.to_string());
        }
    }
    if !finding.path.is_empty() {
        let path = shielded(&finding.path, style);
        let path = visible(&path);
        let taken = GUTTER + 4 + super::columns(out.get(start..).unwrap_or_default());
        match taken + 2 + super::columns(&path) > style.width {
            true => {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', GUTTER + 4));
            }
            false => out.push_str("  "),
        }
        out.push_str(&path);
    }
    out.push('\n');
}

/// `= rule: JSON-RPC 2.0, section 4`.
fn note(out: &mut String, label: Words, text: &str, style: &Style) {
    let label = label.in_lang(style.lang);
    out.extend(std::iter::repeat_n(' ', GUTTER + 1));
    style.paint(out, Paint::Frame, "=");
    out.push(' ');
    style.paint(out, Paint::Strong, label);
    out.push_str(": ");
    let text = shielded(text, style);
    let text = visible(&text);
    let indent = GUTTER + 3;
    let first = style
        .width
        .saturating_sub(indent + super::columns(label) + 2);
    let lines = wrap::lines(&text, first, style.width.saturating_sub(indent));
    for (place, line) in lines.into_iter().enumerate() {
        if place > 0 {
            out.extend(std::iter::repeat_n(' ', indent));
        }
        out.push_str(line);
        if line.is_empty() {
            out.truncate(out.trim_end_matches(' ').len());
        }
        out.push('\n');
    }
}
