//! What a conversation comes to, on the screen.
//!
//! In: totals. Out: counts, a table of calls, and the findings by code. It counts nothing itself.

use mcp_core::explain::show::{Paint, Style, columns, push_duration};
use mcp_core::explain::{Lang, Severity, Words, redact};
use mcp_core::json::shown_name;

use super::table::aligned;
use super::totals::{Row, Seen, Totals};
use super::words;

/// Rows of calls that are shown: those that failed most, then those that were called most.
const MOST_ROWS: usize = 20;
/// Columns of the name of a call.
const NAME: usize = 32;

/// Appends the summary; of the findings alone, when others are not to be shown.
pub(super) fn text(out: &mut String, totals: &Totals, only: Option<Severity>, style: &Style) {
    if let Some(least) = only {
        findings(out, totals, least, style);
        return;
    }
    out.push_str(match out.is_empty() || out.ends_with("\n\n") {
        true => "",
        false => "\n",
    });
    style.paint(out, Paint::Strong, words::SUMMARY.in_lang(style.lang));
    out.push_str(": ");
    out.push_str(&counts(totals, style.lang));
    out.push('\n');
    if let Some(version) = totals.version {
        let revision = words::REVISION.in_lang(style.lang);
        out.push_str(&format!("  {revision} {version}\n"));
    }
    if totals.guessed {
        out.push_str("  ");
        style.paint(out, Paint::Faint, words::GUESSED.in_lang(style.lang));
        out.push('\n');
    }
    calls(out, totals, style);
    out.push('\n');
    findings(out, totals, Severity::Note, style);
}

/// `24 messages (8 requests, 7 answers, 9 notifications), revision …`.
fn counts(totals: &Totals, lang: Lang) -> String {
    let of = |n: u64, words: Words| match lang {
        Lang::Ko => format!("{} {n}개", words.in_lang(lang)),
        _ if n == 1 => format!("1 {}", words.in_lang(lang).trim_end_matches('s')),
        _ => format!("{n} {}", words.in_lang(lang)),
    };
    let parts = [
        (totals.requests, words::REQUESTS),
        (totals.answers, words::ANSWERS),
        (totals.notifications, words::NOTIFICATIONS),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, words)| of(n, words))
        .collect();
    let mut text = of(totals.messages, words::MESSAGES);
    if !parts.is_empty() {
        text.push_str(&format!(" ({})", parts.join(", ")));
    }
    text
}

/// The table of calls.
fn calls(out: &mut String, totals: &Totals, style: &Style) {
    if totals.rows.is_empty() {
        return;
    }
    let mut rows: Vec<&Row> = totals.rows.iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse((row.failed, row.count)));
    let timed = rows.iter().any(|row| row.times.is_some());
    let mut table = vec![heading(timed, style.lang)];
    table.extend(
        rows.iter()
            .take(MOST_ROWS)
            .map(|row| cells(row, &row.name, timed)),
    );
    if let Some(rest) = rows.get(MOST_ROWS..).filter(|rest| !rest.is_empty()) {
        table.push(cells(
            &together(rest, &totals.others),
            words::OTHERS.in_lang(style.lang),
            timed,
        ));
    }
    out.push('\n');
    aligned(out, &table, style);
}

fn heading(timed: bool, lang: Lang) -> Vec<String> {
    let mut words = vec![words::CALLS, words::COUNT, words::FAILED, words::UNANSWERED];
    if timed {
        words.extend([words::FASTEST, words::MEDIAN, words::SLOWEST]);
    }
    words
        .iter()
        .map(|words| words.in_lang(lang).to_owned())
        .collect()
}

fn cells(row: &Row, name: &str, timed: bool) -> Vec<String> {
    let some = |n: u64| if n == 0 { String::new() } else { n.to_string() };
    let mut cells = vec![
        cut(name),
        row.count.to_string(),
        some(row.failed),
        some(row.open),
    ];
    if timed {
        let spread = row.times.as_ref().and_then(|times| times.spread());
        cells.extend(spread.map_or_else(Default::default, |spread| {
            spread.map(|span| {
                let mut text = String::new();
                push_duration(&mut text, span);
                text
            })
        }));
    }
    cells
}

fn cut(name: &str) -> String {
    // What is cut off is redacted before, while it can be told.
    let name = redact(name);
    let name = shown_name(&name);
    match columns(&name) {
        0..=NAME => name.into_owned(),
        _ => {
            let mut short = String::new();
            for c in name.chars() {
                if columns(&short) + 2 > NAME {
                    break;
                }
                short.push(c);
            }
            short + "…"
        }
    }
}

fn together(rows: &[&Row], others: &Row) -> Row {
    let mut sum = Row::default();
    for row in rows.iter().copied().chain([others]) {
        sum.count += row.count;
        sum.open += row.open;
        sum.failed += row.failed;
    }
    sum
}

/// The findings that are as bad, the worst first.
fn findings(out: &mut String, totals: &Totals, least: Severity, style: &Style) {
    let codes = totals.codes.iter();
    let mut codes: Vec<&Seen> = codes.filter(|seen| seen.code.severity() >= least).collect();
    let unlike = totals.messages > 0 && !totals.any() && !totals.resembles;
    if codes.is_empty() {
        let (paint, said) = match (totals.messages, totals.empty) {
            (0, true) => (Paint::Strong, words::EMPTY),
            (0, false) => (Paint::Strong, words::NO_MESSAGES),
            _ => (Paint::Server, words::nothing(least)),
        };
        style.paint(out, paint, said.in_lang(style.lang));
        out.push('\n');
        return;
    }
    codes.sort_by_key(|seen| {
        (
            std::cmp::Reverse(seen.code.severity()),
            seen.lines.first().copied(),
        )
    });
    severities(out, totals, least, style);
    let label = |seen: &Seen| words::severity(seen.code.severity(), style.lang);
    let labels = codes.iter().map(|seen| columns(label(seen))).max();
    let names = codes.iter().map(|seen| seen.code.name().len()).max();
    let spaces = |n: usize| std::iter::repeat_n(' ', n + 2);
    for seen in codes {
        let (label, name) = (label(seen), seen.code.name());
        out.push_str("  ");
        style.paint(out, Paint::of(seen.code.severity()), label);
        out.extend(spaces(labels.unwrap_or_default() - columns(label)));
        out.push_str(name);
        out.extend(spaces(names.unwrap_or_default() - name.len()));
        style.paint(out, Paint::Faint, &places(seen, style.lang));
        out.push('\n');
    }
    if unlike {
        out.push('\n');
        style.paint(out, Paint::Strong, words::UNLIKE.in_lang(style.lang));
        out.push('\n');
    }
}

/// `2 errors, 1 note`.
fn severities(out: &mut String, totals: &Totals, least: Severity, style: &Style) {
    let mut parts = Vec::new();
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        let n = totals.of(severity);
        if n > 0 && severity >= least {
            let mut part = String::new();
            style.paint(
                &mut part,
                Paint::of(severity),
                &words::counted(severity, n, style.lang),
            );
            parts.push(part);
        }
    }
    out.push_str(&parts.join(", "));
    out.push('\n');
}

/// `lines 3, 9, …`.
fn places(seen: &Seen, lang: Lang) -> String {
    let lines: Vec<String> = seen.lines.iter().map(u64::to_string).collect();
    let more = if seen.count > seen.lines.len() as u64 {
        ", …"
    } else {
        ""
    };
    let lines = lines.join(", ") + more;
    let count = match (seen.count, lang) {
        (1, _) => String::new(),
        (n, Lang::Ko) => format!("{n}회, "),
        (n, _) => format!("{n} times, "),
    };
    match (seen.lines.len(), lang) {
        (0, _) => count.trim_end_matches(", ").to_owned(),
        (_, Lang::Ko) => format!("{count}{lines}번째 줄"),
        (1, _) if more.is_empty() => format!("{count}line {lines}"),
        _ => format!("{count}lines {lines}"),
    }
}
