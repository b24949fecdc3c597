//! One rule each: what is told about the shape of params and results.

mod members;
mod modern;
mod official;
mod results;

use crate::explain::{Conversation, Finding, Frame, Lang};
use crate::version::ProtocolVersion as V;

/// What is told about a result of a method: code, path.
fn result(version: V, method: &str, result: &str) -> Vec<String> {
    result_after(version, method, "{}", result, &[])
}

/// The same, after other messages.
fn result_after(
    version: V,
    method: &str,
    params: &str,
    result: &str,
    before: &[&str],
) -> Vec<String> {
    let mut conversation = Conversation::of(version);
    for frame in before {
        conversation.read(&Frame::new(frame.as_bytes()));
    }
    let request = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{params}}}"#);
    conversation.read(&Frame::new(request.as_bytes()));
    let answer = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{result}}}"#);
    told(&conversation.read(&Frame::new(answer.as_bytes())).findings)
}

/// What is told about the params of a request.
fn params(version: V, method: &str, params: &str) -> Vec<String> {
    let request = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{params}}}"#);
    frame(version, &request)
}

fn frame(version: V, frame: &str) -> Vec<String> {
    let mut conversation = Conversation::of(version);
    told(&conversation.read(&Frame::new(frame.as_bytes())).findings)
}

/// The findings of this room: others may have more to say about the same message.
fn told(findings: &[Finding]) -> Vec<String> {
    const OURS: &[&str] = &[
        "field-",
        "params-missing",
        "value-of-",
        "result-",
        "content",
        "data-not",
        "next-cursor",
        "schema-root",
        "tool-listed",
        "tool-name",
        "tool-no-d",
        "structured-",
        "server-info",
        "completion-too",
        "input-re",
        "retry-",
    ];
    let ours = findings
        .iter()
        .filter(|f| OURS.iter().any(|start| f.code.name().starts_with(start)));
    ours.map(|finding| {
        for lang in Lang::ALL {
            let words = [
                finding.title(lang),
                finding.found(lang),
                finding.expected(lang),
                finding.rule(lang),
                finding.next(lang),
            ];
            for text in words {
                let open = text.match_indices('{').any(|(at, _)| {
                    let name = text[at + 1..].split('}').next().unwrap_or_default();
                    !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase())
                });
                assert!(!open, "{}: {text}", finding.code);
            }
        }
        format!("{} {}", finding.code, finding.path)
    })
    .collect()
}
