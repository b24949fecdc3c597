//! What is found in small conversations: a rule each.
//!
//! A conversation is a text: `-> ` before what the client sends, `<- ` before what the server
//! sends, `?? ` where it is not known.

use crate::explain::{Conversation, Finding, Frame, Lang, Severity};
use crate::method::Side;

/// Everything that is found, in order.
pub(super) fn found(log: &str) -> Vec<Finding> {
    let mut conversation = Conversation::new();
    let mut all = Vec::new();
    for (at, line) in log.trim_matches('\n').split('\n').enumerate() {
        let line = line.trim_start();
        let (mark, text) = line.split_at(line.len().min(3));
        let frame = Frame::new(text.as_bytes()).on_line(at as u64 + 1);
        let frame = match mark {
            "-> " => frame.sent_by(Side::Client),
            "<- " => frame.sent_by(Side::Server),
            _ => frame,
        };
        all.extend(conversation.read(&frame).findings);
    }
    all.extend(conversation.finish());
    for finding in &all {
        complete(finding);
    }
    all
}

/// Every name in the words of a finding stands for something, in every language.
pub(super) fn complete(finding: &Finding) {
    for lang in Lang::ALL {
        let row = finding.code.0;
        let texts = [
            (row.title, finding.title(lang)),
            (row.found, finding.found(lang)),
            (row.expected, finding.expected(lang)),
            (row.rule, finding.rule(lang)),
            (row.next, finding.next(lang)),
        ];
        for (words, filled) in texts {
            let names = words.in_lang(lang).split('{').skip(1);
            for name in names
                .filter_map(|part| part.split_once('}'))
                .map(|(name, _)| name)
            {
                if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                    continue;
                }
                let left = format!("{{{name}}}");
                assert!(!filled.contains(&left), "{}: {filled}", finding.code);
            }
            assert!(!filled.is_empty(), "{}", finding.code);
        }
    }
}

/// Everything that is found, as `line code`.
pub(super) fn told(log: &str) -> Vec<String> {
    let found = found(log).into_iter();
    found
        .map(|finding| format!("{} {}", finding.line, finding.code))
        .collect()
}

/// The errors and warnings, as `line code`.
pub(super) fn wrong(log: &str) -> Vec<String> {
    let found = found(log).into_iter();
    found
        .filter(|finding| finding.severity() > Severity::Note)
        .map(|finding| format!("{} {}", finding.line, finding.code))
        .collect()
}

/// The one finding of this code.
#[track_caller]
pub(super) fn one(log: &str, code: &str) -> Finding {
    let found = found(log);
    let mut of_code = found.iter().filter(|finding| finding.code.name() == code);
    match (of_code.next(), of_code.next()) {
        (Some(finding), None) => finding.clone(),
        _ => panic!("not one {code}: {found:#?}"),
    }
}

/// A conversation that agreed on a revision, and what comes after it, from line 4 on.
pub(super) fn opened(version: &str, after: &str) -> String {
    let open = r#"-> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
<- {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
-> {"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let after = after.trim_start_matches([' ', '\n']);
    let open = open.replace("2025-06-18", version);
    format!("{open}\n{after}").trim_end().to_owned()
}
