//! What is found, for programs.
//!
//! In: findings and totals. Out: a JSON object a line: one for each finding, and one that sums up.

use mcp_core::explain::show::Style;
use mcp_core::explain::{Finding, Severity, finding_json, redact};
use mcp_core::json::write_str;

use super::totals::{Row, Totals};

/// Appends a finding; of several logs it names the one that it is in.
pub(super) fn finding(out: &mut String, finding: &Finding, log: Option<&str>, style: &Style) {
    let json = finding_json(finding, style.lang);
    match (log, json.strip_prefix('{')) {
        (Some(log), Some(members)) => {
            out.push_str("{\"log\":");
            push_string(out, log);
            out.push(',');
            out.push_str(members);
        }
        _ => out.push_str(&json),
    }
    out.push('\n');
}

/// Appends what it all comes to.
pub(super) fn summary(out: &mut String, totals: &Totals, log: &str, format: &str, style: &Style) {
    out.push_str("{\"summary\":");
    let mut object = Object::open(out, style.secrets);
    object.text("log", log);
    object.text("format", format);
    for (name, n) in [
        ("messages", totals.messages),
        ("requests", totals.requests),
        ("answers", totals.answers),
        ("notifications", totals.notifications),
        ("unanswered", totals.unanswered()),
        ("errors", totals.of(Severity::Error)),
        ("warnings", totals.of(Severity::Warning)),
        ("notes", totals.of(Severity::Note)),
    ] {
        object.number(name, n);
    }
    if let Some(version) = totals.version {
        object.text("revision", version.as_str());
    }
    object.list("calls", totals.rows.iter(), call);
    object.list("codes", totals.codes.iter(), |object, seen| {
        object.text("code", seen.code.name());
        object.number("count", seen.count);
    });
    object.close();
    out.truncate(out.trim_end().len());
    out.push_str("}\n");
}

fn call(object: &mut Object<'_>, row: &Row) {
    object.text("call", &row.name);
    object.number("count", row.count);
    object.number("failed", row.failed);
    object.number("unanswered", row.open);
    if let Some(spread) = row.times.as_ref().and_then(|times| times.spread()) {
        for (name, span) in ["fastestUs", "medianUs", "slowestUs"]
            .into_iter()
            .zip(spread)
        {
            object.number(name, u64::try_from(span.as_micros()).unwrap_or(u64::MAX));
        }
    }
}

/// An object that is being written.
struct Object<'o> {
    out: &'o mut String,
    secrets: bool,
    first: bool,
}

impl<'o> Object<'o> {
    fn open(out: &'o mut String, secrets: bool) -> Self {
        out.push('{');
        let first = true;
        Object {
            out,
            secrets,
            first,
        }
    }

    fn name(&mut self, name: &str) {
        if !std::mem::replace(&mut self.first, false) {
            self.out.push(',');
        }
        push_string(self.out, name);
        self.out.push(':');
    }

    fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        match self.secrets {
            true => push_string(self.out, text),
            false => push_string(self.out, &redact(text)),
        }
    }

    fn number(&mut self, name: &str, n: u64) {
        self.name(name);
        self.out.push_str(&n.to_string());
    }

    fn list<T>(
        &mut self,
        name: &str,
        items: impl Iterator<Item = T>,
        write: impl Fn(&mut Object<'_>, T),
    ) {
        self.name(name);
        self.out.push('[');
        for (place, item) in items.enumerate() {
            self.out.push_str(if place == 0 { "" } else { "," });
            let mut object = Object::open(self.out, self.secrets);
            write(&mut object, item);
            object.out.push('}');
        }
        self.out.push(']');
    }

    fn close(self) {
        self.out.push_str("}\n");
    }
}

fn push_string(out: &mut String, text: &str) {
    let mut bytes = Vec::with_capacity(text.len() + 2);
    write_str(&mut bytes, text);
    // What `write_str` makes of a text is UTF-8.
    out.push_str(&String::from_utf8_lossy(&bytes));
}
