//! One conversation, from the first piece of its log to the summary.
//!
//! In: pieces of a log. Out: their lines, with findings right behind the messages they are about.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use mcp_core::explain::show::{self, Place, Style};
use mcp_core::explain::{Conversation, Explained, Finding, Frame, Framing, Severity, Summary};

use super::blocks::Blocks;
use super::input::{Growth, Source};
use super::output::Output;
use super::totals::Totals;
use super::{Status, json, report, words};
use crate::args::{Explain, Only};
use crate::formats::{Aside, AsideKind, Limits, Piece, Reader, Shape};
use crate::patterns::Regexes;

/// How long nothing must come until what is held back is printed all the same.
const IDLE: Duration = Duration::from_millis(200);
/// How often a log is looked at for more.
const LOOK: Duration = Duration::from_millis(50);
/// How long reading may go on after it was to stop: a program that ends by the same signal says
/// something last.
const LAST: Duration = Duration::from_millis(200);
/// Lines in a row that are no messages, and are shown.
const FEW_ASIDES: u64 = 3;

/// One conversation.
pub(super) struct Talk<'t> {
    options: &'t Explain,
    style: &'t Style,
    name: &'t str,
    /// It is one of several logs, so its name stands above it.
    several: bool,
    conversation: Conversation,
    blocks: Blocks,
    totals: Totals,
    /// Lines that are no messages, since the last message.
    asides: u64,
    headed: bool,
    /// The log that grew has ended, and what was left of it was read.
    ended: bool,
    format: String,
}

impl<'t> Talk<'t> {
    pub(super) fn new(
        options: &'t Explain,
        style: &'t Style,
        name: &'t str,
        several: bool,
    ) -> Self {
        Talk {
            options,
            style,
            name,
            several,
            conversation: Conversation::new().with_patterns(Box::new(Regexes)),
            blocks: Blocks::default(),
            totals: Totals::default(),
            asides: 0,
            headed: false,
            ended: false,
            format: String::new(),
        }
    }

    /// Reads a log to its end; what comes back is why it could not be.
    pub(super) fn listen(
        &mut self,
        source: Source,
        output: &mut Output<'_>,
    ) -> io::Result<Option<String>> {
        let grows = source.grows();
        let mut reader = Reader::new(source, Limits::default());
        if grows.is_some() {
            reader = reader.following();
        }
        let mut quiet: Option<Instant> = None;
        let mut stopped: Option<Instant> = None;
        loop {
            if grows.as_ref().is_some_and(|grows| grows.stop.is_asked())
                && stopped.get_or_insert_with(Instant::now).elapsed() > LAST
            {
                break;
            }
            match reader.next() {
                Ok(Some(piece)) => self.piece(piece),
                Ok(None) => match &grows {
                    Some(grows) if self.wait(grows, &mut quiet, output)? => {
                        if grows.ended.get() {
                            reader.finish();
                        }
                        continue;
                    }
                    _ => break,
                },
                Err(error) => {
                    let (line, why) = (reader.line().to_string(), error.to_string());
                    let parts = [("name", self.name), ("line", &*line), ("why", &*why)];
                    let lang = self.style.lang;
                    return Ok(Some(words::filled(words::CANNOT_READ, lang, &parts)));
                }
            }
            quiet = None;
            if !self.headed {
                self.headed = true;
                let format = reader.format();
                self.format = format.in_lang(self.style.lang);
                self.head(output);
                if format.has(Shape::Framed) {
                    self.met(Framing::ContentLength, 1);
                }
            }
            self.blocks.drain(&mut output.text, self.style);
            output.settle()?;
        }
        self.format = reader.format().in_lang(self.style.lang);
        Ok(None)
    }

    /// Waits for more, and prints what is held back when nothing comes. Whether to go on.
    fn wait(
        &mut self,
        grows: &Growth,
        quiet: &mut Option<Instant>,
        output: &mut Output<'_>,
    ) -> io::Result<bool> {
        if grows.ended.get() {
            // What is left is read once more, and then nothing comes.
            return Ok(!std::mem::replace(&mut self.ended, true));
        }
        let since = *quiet.get_or_insert_with(Instant::now);
        if since.elapsed() >= IDLE {
            self.blocks.drain_all(&mut output.text, "", self.style);
            output.flush()?;
        }
        thread::sleep(LOOK);
        if grows.stop.is_asked() {
            grows.ended.set(true);
        }
        Ok(true)
    }

    /// Prints what the log was taken for.
    fn head(&self, output: &mut Output<'_>) {
        if self.options.json || self.options.only.is_some() && !self.several {
            return;
        }
        let out = &mut output.text;
        self.style
            .paint(out, show::Paint::Strong, &shown(self.name));
        let taken = show::columns(&shown(self.name)) + show::columns(&self.format) + 2;
        out.push_str(match taken > self.style.width {
            true => ":\n  ",
            false => ": ",
        });
        out.push_str(&self.format);
        out.push_str("\n\n");
    }

    fn piece(&mut self, piece: Piece<'_>) {
        match piece {
            Piece::Frame(frame) => {
                self.end_asides();
                let explained = self.conversation.read(&frame);
                self.totals.look(frame.bytes);
                self.explained(&explained, &frame);
            }
            Piece::Head(head) => {
                self.end_asides();
                let explained = self.conversation.head(&head);
                let frame = Frame::new(b"").on_line(head.line);
                self.explained(&explained, &frame);
            }
            Piece::Sse(fault, line) => {
                self.end_asides();
                let findings = self.conversation.sse(fault, line);
                self.blocks.text();
                self.findings(&findings, show::Source::gone());
            }
            Piece::Aside(aside) => self.aside(aside),
        }
    }

    /// Takes in what is said about a message.
    fn explained(&mut self, explained: &Explained<'_>, frame: &Frame<'_>) {
        self.totals.message(&explained.summary);
        let least = self.least();
        let quiet = explained
            .findings
            .iter()
            .all(|told| told.severity() < least);
        match self.options.only {
            _ if self.options.json => {}
            None => {
                self.blocks.add(&explained.summary, quiet, self.style);
            }
            Some(_) if quiet => {}
            Some(_) => self.alone(&explained.summary),
        }
        // What is found out by this message about an earlier one has no place in it.
        let here = |finding: &Finding| finding.line == frame.line;
        let (source, findings) = (show::Source::of(frame), &explained.findings);
        for findings in findings.chunk_by(|a, b| here(a) == here(b)) {
            let here = findings.first().is_some_and(here);
            let source = if here { source } else { show::Source::gone() };
            self.findings(findings, source);
        }
    }

    fn least(&self) -> Severity {
        self.options.only.map_or(Severity::Note, Only::least)
    }

    /// Counts findings, and prints them behind the line they are about.
    fn findings(&mut self, findings: &[Finding], source: show::Source<'_>) {
        let (least, style, name) = (self.least(), self.style, self.name);
        let log = self.several.then_some(name);
        for finding in findings {
            self.totals.finding(finding);
        }
        let mut findings = findings
            .iter()
            .filter(|finding| finding.severity() >= least)
            .peekable();
        if findings.peek().is_none() {
            return;
        }
        let text = self.blocks.last();
        for (place, finding) in findings.enumerate() {
            if self.options.json {
                json::finding(text, finding, log, style);
                continue;
            }
            text.push_str(if text.ends_with("\n\n") { "" } else { "\n" });
            // The line of the message stands above; without a mark it would say nothing new.
            let source = match finding.span {
                None if place > 0 => show::Source::gone(),
                _ => source,
            };
            show::finding(text, finding, source.named(name), style);
        }
        text.push_str(if self.options.json { "" } else { "\n" });
    }

    /// The line of a message that stands without its conversation.
    fn alone(&mut self, summary: &Summary<'_>) {
        let text = self.blocks.text();
        show::line(text, summary, Place::default(), self.style);
    }

    /// A message that is not there as a whole: it goes with its call.
    fn shortened(&mut self, aside: Aside<'_>) {
        self.end_asides();
        let mut frame = Frame::new(aside.bytes).on_line(aside.line);
        (frame.from, frame.at) = (aside.from, aside.at);
        let explained = self.conversation.shortened(&frame);
        let call = explained.summary.call;
        self.totals.settle(call);
        let text = self.blocks.end(call, self.style);
        if !self.options.json && self.options.only.is_none() {
            let words = String::from_utf8_lossy(aside.bytes);
            show::aside(text, aside.line, &words, self.style);
        }
        self.findings(&explained.findings, show::Source::gone());
    }

    fn aside(&mut self, aside: Aside<'_>) {
        if aside.kind == AsideKind::Shortened {
            return self.shortened(aside);
        }
        let met = match aside.kind {
            AsideKind::Utf16 => Some(Framing::Utf16),
            AsideKind::WrongLength { said, is } => Some(Framing::WrongLength { said, is }),
            AsideKind::TooLong => Some(Framing::TooLong {
                limit: Limits::FRAME as u64,
            }),
            _ => None,
        };
        let said = match aside.kind {
            AsideKind::Note => self.conversation.said(aside.bytes, aside.line),
            _ => Vec::new(),
        };
        let shown = !self.options.json && self.options.only.is_none();
        self.asides += u64::from(met.is_none());
        if shown && self.asides <= FEW_ASIDES && !aside.bytes.is_empty() {
            let words = String::from_utf8_lossy(aside.bytes);
            show::aside(self.blocks.text(), aside.line, &words, self.style);
        }
        if let Some(met) = met {
            self.met(met, aside.line);
        }
        if !said.is_empty() {
            let frame = Frame::new(aside.bytes).on_line(aside.line);
            self.findings(&said, show::Source::of(&frame));
        }
    }

    /// Takes in what is said about the stream.
    fn met(&mut self, met: Framing, line: u64) {
        let findings = self.conversation.framing(met, line);
        self.blocks.text();
        self.findings(&findings, show::Source::gone());
    }

    fn end_asides(&mut self) {
        let more = self.asides.saturating_sub(FEW_ASIDES);
        self.asides = 0;
        if more > 0 && !self.options.json && self.options.only.is_none() {
            let n = more.to_string();
            let words = words::filled(words::MORE_ASIDES, self.style.lang, &[("n", &n)]);
            show::remark(self.blocks.text(), &words, Place::default(), self.style);
        }
    }

    /// Says what never came, and what it all comes to.
    pub(super) fn end(mut self, output: &mut Output<'_>) -> io::Result<Status> {
        self.end_asides();
        if !self.headed {
            self.head(output);
        }
        let (lang, out) = (self.style.lang, &mut output.text);
        self.blocks
            .drain_all(out, words::NO_ANSWER.in_lang(lang), self.style);
        self.totals.version = self.conversation.version();
        self.totals.empty = !self.headed;
        let least = self.options.only.map_or(Severity::Note, Only::least);
        for finding in self.conversation.finish() {
            self.totals.finding(&finding);
            if finding.severity() >= least {
                let log = self.several.then_some(self.name);
                match self.options.json {
                    true => json::finding(out, &finding, log, self.style),
                    false => last(out, &finding, self.name, self.style),
                }
            }
        }
        match self.options.json {
            true => json::summary(out, &self.totals, self.name, &self.format, self.style),
            false => report::text(
                out,
                &self.totals,
                self.options.only.map(Only::least),
                self.style,
            ),
        }
        output.settle()?;
        Ok(match self.totals.of(Severity::Error) {
            0 => Status::Fine,
            _ => Status::Errors,
        })
    }
}

/// Prints a finding about what never came.
fn last(out: &mut String, finding: &Finding, name: &str, style: &Style) {
    out.push_str(if out.ends_with("\n\n") { "" } else { "\n" });
    show::finding(out, finding, show::Source::gone().named(name), style);
    out.push('\n');
}

/// The name of a log, on one line.
fn shown(name: &str) -> std::borrow::Cow<'_, str> {
    mcp_core::json::shown_name(name)
}
