//! The thread that explains and prints.
//!
//! In: messages in the order in which they were taken and given. Out: lines on stderr. It may wait
//! for who reads stderr; nothing else waits for it. What a message means, and how a finding looks,
//! is not known here.

use super::tap::{Entry, Places, Queue, Text};
use super::{Look, WireLog, shows_colours, write};
use crate::tool::schema::Regexes;
use mcp_core::explain::show::{self, Place, Source, Style};
use mcp_core::explain::{Conversation, Explained, Frame, Lang, What, finding_json, redact};
use mcp_core::json::{Raw, write_str};
use mcp_core::method::Side;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

/// What the messages are said to stand in.
const NAME: &str = "message";

/// The number of a conversation that has its printer for itself.
const SINGLE: u64 = 0;

/// Findings about what did not come before, which say nothing of a request that stands alone.
const OF_CONVERSATIONS: [&str; 2] = ["session-unseen", "tool-before-list"];

/// Explains the messages of one connection, or of all that are served side by side.
pub(super) struct Printer {
    talks: HashMap<u64, Talk>,
    places: Places,
    look: Look,
    style: Style,
    /// Whose message was printed last.
    last: Option<u64>,
}

/// One conversation.
struct Talk {
    conversation: Conversation,
    /// How many messages there were.
    count: u64,
    /// Which session it is, among those that are served side by side.
    session: Option<u64>,
}

impl Default for Talk {
    fn default() -> Self {
        Self {
            conversation: Conversation::new().with_patterns(Box::new(Regexes)),
            count: 0,
            session: None,
        }
    }
}

impl Printer {
    pub(super) fn new(log: WireLog, places: Places) -> Self {
        let lang = log
            .lang
            .unwrap_or_else(|| Lang::of_environment(|name| std::env::var(name).ok()));
        let colours = log.look == Look::Pretty && shows_colours();
        Self {
            talks: HashMap::new(),
            places,
            look: log.look,
            style: Style::plain(lang)
                .in_columns(Style::WIDEST)
                .colored(colours)
                .with_secrets(log.secrets),
            last: None,
        }
    }

    /// Prints until there will be no more.
    pub(super) fn run(mut self, queue: &Queue) {
        while let Some(entry) = queue.next() {
            write(&self.entry(&entry));
        }
        queue.end();
    }

    fn entry(&mut self, entry: &Entry) -> String {
        let mut out = String::new();
        match &entry.text {
            Text::Frame(frame) => self.frame(frame, entry, &mut out),
            Text::Lines(lines) => {
                let lines = lines.split(|byte| *byte == b'\n');
                for line in lines.filter(|line| !line.is_empty()) {
                    self.frame(line, entry, &mut out);
                }
            }
            Text::Skipped(size) => self.remark(
                &format!("a message of at least {size} bytes was over the limit and skipped"),
                &mut out,
            ),
            Text::Missed(count) => self.remark(
                &format!("{count} messages are not shown: stderr was not read in time"),
                &mut out,
            ),
            #[cfg(feature = "http")]
            Text::Session(number) => {
                self.talks.entry(entry.talk).or_default().session = Some(*number);
            }
            Text::Over => drop(self.talks.remove(&entry.talk)),
        }
        out
    }

    fn remark(&self, words: &str, out: &mut String) {
        match self.look {
            Look::Pretty => show::remark(out, words, Place::default(), &self.style),
            Look::Json => {
                out.push_str("{\"remark\":");
                push_text(out, words);
                out.push_str("}\n");
            }
        }
    }

    fn frame(&mut self, bytes: &[u8], entry: &Entry, out: &mut String) {
        let talk = self.talks.entry(entry.talk).or_default();
        talk.count += 1;
        let frame = Frame::new(bytes)
            .on_line(talk.count)
            .sent_by(entry.from)
            .at(entry.at);
        let mut told = talk.conversation.read(&frame);
        let session = talk.session;
        if entry.talk != SINGLE && session.is_none() {
            // NB. each request stands alone here, whatever came before on other connections.
            told.findings
                .retain(|finding| !OF_CONVERSATIONS.contains(&finding.code.name()));
        }
        let whose = (entry.talk != SINGLE).then_some(session);
        if let (Some(session), Look::Pretty) = (whose, self.look)
            && self.last.replace(session.unwrap_or_default()) != Some(session.unwrap_or_default())
        {
            self.remark(&whose_words(session), out);
        }
        let handler = match &told.summary.what {
            What::Request { method, target, .. } => (self.places)(method, target.as_deref()),
            _ => None,
        };
        match self.look {
            Look::Pretty => pretty(&frame, &told, handler.as_deref(), &self.style, out),
            Look::Json => json(&frame, &told, session, handler.as_deref(), &self.style, out),
        }
    }
}

/// What is said before the messages of a conversation, where there are several.
fn whose_words(session: Option<u64>) -> String {
    match session {
        Some(number) => format!("session {number}:"),
        None => "without a session:".to_owned(),
    }
}

fn pretty(
    frame: &Frame<'_>,
    told: &Explained<'_>,
    handler: Option<&str>,
    style: &Style,
    out: &mut String,
) {
    show::line(out, &told.summary, Place::default(), style);
    if let Some(handler) = handler {
        show::remark(out, handler, Place::at_depth(1), style);
    }
    for finding in &told.findings {
        show::finding(out, finding, Source::of(frame).named(NAME), style);
    }
}

/// `{"number","at","from","says","session","handler","after","findings","message"}`; times in seconds.
fn json(
    frame: &Frame<'_>,
    told: &Explained<'_>,
    session: Option<u64>,
    handler: Option<&str>,
    style: &Style,
    out: &mut String,
) {
    let from = match frame.from {
        Some(Side::Server) => "server",
        _ => "client",
    };
    let at = frame.at.unwrap_or_default().as_secs_f64();
    // Writing to a string never fails.
    let _ = write!(
        out,
        "{{\"number\":{},\"at\":{at:.6},\"from\":\"{from}\",\"says\":",
        frame.line
    );
    push_text(out, &told.summary.text(style.lang));
    if let Some(session) = session {
        let _ = write!(out, ",\"session\":{session}");
    }
    if let Some(handler) = handler {
        out.push_str(",\"handler\":");
        push_text(out, handler);
    }
    if let What::Answer { to: Some(to), .. } = &told.summary.what
        && let Some(after) = to.after
    {
        let _ = write!(out, ",\"after\":{:.6}", after.as_secs_f64());
    }
    out.push_str(",\"findings\":[");
    for (place, finding) in told.findings.iter().enumerate() {
        out.push_str(if place > 0 { "," } else { "" });
        out.push_str(&finding_json(finding, style.lang));
    }
    out.push_str("],\"message\":");
    push_message(out, frame.bytes, style.secrets);
    out.push_str("}\n");
}

/// The message itself, or its text when it is not JSON.
fn push_message(out: &mut String, bytes: &[u8], secrets: bool) {
    let text = String::from_utf8_lossy(bytes);
    let text = match secrets {
        true => Cow::Borrowed(text.as_ref()),
        false => redact(&text),
    };
    match Raw::parse(&text) {
        Ok(raw) => out.push_str(raw.get()),
        Err(_) => push_text(out, &text),
    }
}

fn push_text(out: &mut String, text: &str) {
    let mut quoted = Vec::with_capacity(text.len() + 2);
    write_str(&mut quoted, text);
    out.push_str(&String::from_utf8_lossy(&quoted));
}
