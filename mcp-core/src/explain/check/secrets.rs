//! Secrets that stand in a message in clear.
//!
//! In: the text of a frame, or a line of an HTTP head. Out: findings on the places where tokens and
//! keys stand in it. It never keeps what it found; `redact` takes it out of what is shown.

use std::fmt::Write as _;

use crate::explain::finding::{Finding, Found};
use crate::explain::frame::Head;
use crate::explain::redact::Secrets;
use crate::explain::state::State;
use crate::explain::words::secrets as words;
use crate::json::{Kind, Raw, scan, shown_name};

/// Places of one frame that are told.
const TOLD: usize = 3;

/// The secrets in the text of a frame.
pub(in crate::explain) fn frame(text: &str, found: &mut Found<'_>) {
    let mut secrets = Secrets::of(text).filter(|secret| !secret.quiet).peekable();
    if secrets.peek().is_none() {
        return;
    }
    let raw = scan(text.as_bytes()).ok();
    for secret in secrets.take(TOLD) {
        let part = text.get(secret.range.clone()).unwrap_or_default();
        let mut finding = found.of(words::IN_CLEAR).with("kind", secret.kind.words());
        finding.span = Some(secret.range);
        if let Some(raw) = raw {
            finding = finding.at(path_to(raw, part));
        }
        found.add(finding);
    }
}

/// The secrets in the headers of an HTTP message; each header is told once in a conversation.
pub(in crate::explain) fn head(state: &mut State, head: &Head<'_>, findings: &mut Vec<Finding>) {
    for (name, value) in &head.headers {
        let line = format!("{name}: {value}");
        let secret = Secrets::of(&line).find(|secret| !secret.quiet);
        if let Some(secret) = secret
            && state.http.warns_first(name)
        {
            let finding = Finding::new(words::IN_CLEAR, head.line);
            let finding = finding.with("kind", secret.kind.words());
            findings.push(finding.at(shown_name(name).into_owned()));
        }
    }
}

/// The member in which a part of the text stands.
fn path_to(raw: Raw<'_>, part: &str) -> String {
    let holds = |value: Raw<'_>| {
        let start = value.get().as_ptr().addr();
        (start..start + value.get().len()).contains(&part.as_ptr().addr())
    };
    let mut path = String::new();
    let mut at = raw;
    loop {
        let inner = match at.kind() {
            Kind::Object => at.members().find(|m| holds(m.value)).map(|member| {
                let dot = if path.is_empty() { "" } else { "." };
                // Writing to a String can't fail.
                let _ = write!(path, "{dot}{}", shown_name(&member.key));
                member.value
            }),
            Kind::Array => at
                .elements()
                .enumerate()
                .find(|(_, e)| holds(*e))
                .map(|(index, e)| {
                    let _ = write!(path, "[{index}]");
                    e
                }),
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => return path,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::{Conversation, Finding, Frame, Head, Lang, Severity, Start};

    fn found(text: &str) -> Vec<Finding> {
        let told = Conversation::new().read(&Frame::new(text.as_bytes()));
        let secret = |f: &Finding| f.code.name() == "secret-in-clear";
        told.findings.into_iter().filter(secret).collect()
    }

    #[test]
    fn a_secret_is_told_with_its_place_and_never_shown() {
        let text = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"use ghp_0123456789abcdef0123456789abcdef0123 now"}]}}"#;
        let findings = found(text);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].path, "result.content[0].text");
        assert_eq!(findings[0].severity(), Severity::Warning);
        let span = findings[0].span.clone().unwrap();
        assert!(text[span].starts_with("0123456789abcdef"));
        for lang in Lang::ALL {
            let f = &findings[0];
            let words = [
                f.title(lang),
                f.found(lang),
                f.expected(lang),
                f.rule(lang),
                f.next(lang),
            ];
            assert!(
                words
                    .iter()
                    .all(|text| !text.contains("0123456789abcdef") && !text.contains('{'))
            );
        }
    }

    #[test]
    fn a_frame_full_of_secrets_is_told_of_a_few() {
        let members = vec![r#"{"password":"hunter2"}"#; 50].join(",");
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"a":[{members}]}}}}"#);
        assert_eq!(found(&text).len(), 3);
    }

    #[test]
    fn text_that_is_not_json_is_searched_too() {
        assert_eq!(
            found("debug: Authorization: Bearer 0123456789abcdef").len(),
            1
        );
    }

    #[test]
    fn a_schema_that_names_a_password_is_no_secret() {
        let text = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"login","inputSchema":{"type":"object","properties":{"password":{"type":"string","description":"The password"}},"required":["password"]}}]}}"#;
        assert!(found(text).is_empty());
    }

    #[test]
    fn a_header_is_told_once_in_a_conversation() {
        let mut conversation = Conversation::new();
        let start = Start::Request {
            method: "POST",
            target: "/mcp",
        };
        let headers = vec![("Authorization", "Bearer 0123456789abcdef")];
        let head = Head::new(start, headers);
        let mut secrets = || {
            let findings = conversation.head(&head).findings;
            findings
                .iter()
                .filter(|f| f.code.name() == "secret-in-clear")
                .count()
        };
        assert_eq!((secrets(), secrets()), (1, 0));
    }
}
