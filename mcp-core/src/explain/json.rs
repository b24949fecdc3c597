//! Findings for programs.
//!
//! In: a finding. Out: one JSON object on one line, whose members and their order never change. No
//! secret stands in it.

use super::finding::Finding;
use super::lang::Lang;
use super::redact::redact;
use crate::json::write_str;

/// A finding as a JSON object: `line`, `severity`, `code`, `path`, `found`, `expected`, `rule`,
/// `next`.
///
/// ```
/// use mcp_core::explain::{Conversation, Frame, Lang, finding_json};
/// let frame = Frame::new(br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#).on_line(3);
/// let told = Conversation::new().read(&frame);
/// let json = finding_json(&told.findings[0], Lang::En);
/// assert!(json.starts_with(r#"{"line":3,"severity":"error","code":"id-null","path":"id","#));
/// ```
pub fn finding_json(finding: &Finding, lang: Lang) -> String {
    let mut out = format!("{{\"line\":{}", finding.line).into_bytes();
    for (name, text) in [
        ("severity", finding.severity().name()),
        ("code", finding.code.name()),
        ("path", &finding.path),
        ("found", &finding.found(lang)),
        ("expected", &finding.expected(lang)),
        ("rule", &finding.rule(lang)),
        ("next", &finding.next(lang)),
    ] {
        out.extend_from_slice(format!(",\"{name}\":").as_bytes());
        write_str(&mut out, &redact(text));
    }
    out.push(b'}');
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Code;
    use crate::json::Raw;

    #[test]
    fn the_members_and_their_order_are_fixed() {
        let code = Code::named("id-null").unwrap();
        let finding = Finding::new(code, 7).at("a\"b");
        for lang in Lang::ALL {
            let json = finding_json(&finding, lang);
            let raw = Raw::parse(&json).unwrap();
            let names: Vec<_> = raw.members().map(|m| m.key.into_owned()).collect();
            let expected = [
                "line", "severity", "code", "path", "found", "expected", "rule", "next",
            ];
            assert_eq!(names, expected);
            assert!(raw.member("path").unwrap().is_string("a\"b"));
        }
    }
}
