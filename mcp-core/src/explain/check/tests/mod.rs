//! Conversations as text, and what is found in them.
//!
//! In: lines that begin with `->` (the client) or `<-` (the server). Out: the findings. With
//! `EXPLAIN_SHOW` in the environment all words are printed, in both languages.

mod agree;
mod envelope;
mod errors;
mod ids;
mod lines;
mod methods;
mod notices;
mod order;
mod text;
mod tools;

use crate::explain::{Conversation, Finding, Frame, Lang, Severity};
use crate::method::Side;

/// All findings in a conversation, those at its end left out.
fn findings(log: &str) -> Vec<Finding> {
    let mut conversation = Conversation::new();
    let mut all = Vec::new();
    let lines = log.lines().map(str::trim).filter(|line| !line.is_empty());
    for (line, number) in lines.zip(1..) {
        let (from, text) = match (line.strip_prefix("-> "), line.strip_prefix("<- ")) {
            (Some(text), _) => (Side::Client, text),
            (_, Some(text)) => (Side::Server, text),
            _ => panic!("no arrow: {line}"),
        };
        let frame = Frame::new(text.as_bytes()).on_line(number).sent_by(from);
        let told = conversation.read(&frame);
        show(text, &told.findings);
        // These conversations begin in the middle.
        let told = told.findings.into_iter();
        all.extend(told.filter(|finding| finding.code.name() != "session-unseen"));
    }
    all
}

fn show(text: &str, findings: &[Finding]) {
    if std::env::var_os("EXPLAIN_SHOW").is_none() {
        return;
    }
    for f in findings {
        let place = f.span.clone().and_then(|span| text.get(span));
        println!("\n{} {} [{}] {place:?}", f.severity(), f.code, f.path);
        for lang in Lang::ALL {
            println!("  {}", f.title(lang));
            println!(
                "    found {} | expected {}",
                f.found(lang),
                f.expected(lang)
            );
            println!("    rule {}\n    next {}", f.rule(lang), f.next(lang));
        }
    }
}

/// The codes of a conversation with their lines and paths: `3 id-null id`. No notes.
fn faults(log: &str) -> Vec<String> {
    let all = findings(log).into_iter();
    let faults = all.filter(|finding| finding.severity() > Severity::Note);
    faults.map(|finding| told(&finding)).collect()
}

/// The notes of a conversation in the same way.
fn notes(log: &str) -> Vec<String> {
    let all = findings(log).into_iter();
    let notes = all.filter(|finding| finding.severity() == Severity::Note);
    notes.map(|finding| told(&finding)).collect()
}

fn told(finding: &Finding) -> String {
    format!("{} {} {}", finding.line, finding.code, finding.path)
}

/// The only finding of this code.
fn only(log: &str, code: &str) -> Finding {
    let mut all = findings(log);
    all.retain(|finding| finding.code.name() == code);
    assert_eq!(all.len(), 1, "{code} in {log}: {all:?}");
    all.remove(0)
}
