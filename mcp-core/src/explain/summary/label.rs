//! The line of a message, without number, arrow, id and latency.
//!
//! In: a summary. Out: its line, written into a buffer. Only what the line shows is read from the
//! message.

use super::pieces::{
    push_counted, push_filled, push_integer, push_number, push_quoted, push_string, push_text,
};
use super::results::push_result;
use super::{Answered, Outcome, Summary, What};
use crate::explain::lang::Words;
use crate::explain::show::Style;
use crate::explain::words::show as words;
use crate::json::Raw;
use crate::method;

/// Columns of a text in a line.
pub(super) const TEXT: usize = 40;
/// Columns of a name.
pub(super) const NAME: usize = 60;
/// Columns of the message of an error.
const MESSAGE: usize = 100;

/// Writes lines into a buffer.
pub(in crate::explain) struct Writer<'o> {
    pub(super) out: &'o mut String,
    pub(super) style: &'o Style,
    /// It stands among the lines of its call, so what that line says is not repeated.
    nested: bool,
}

impl<'o> Writer<'o> {
    pub(in crate::explain) fn new(out: &'o mut String, style: &'o Style) -> Self {
        let nested = false;
        Writer { out, style, nested }
    }

    /// Says that the lines stand among those of their call.
    pub(in crate::explain) fn nested(mut self, nested: bool) -> Self {
        self.nested = nested;
        self
    }

    /// Writes the line.
    pub(in crate::explain) fn label(&mut self, summary: &Summary<'_>) {
        match &summary.what {
            What::Request {
                method,
                target,
                goes_on,
                params,
                ..
            } => {
                self.request(method, target.as_deref(), *params);
                if *goes_on {
                    self.comma(words::WITH_ANSWERS);
                }
            }
            What::Notification { method, params } => self.notification(method, *params),
            What::Answer { to, outcome, .. } => self.answer(to.as_ref(), outcome),
            What::Batch { entries } => {
                push_counted(self.out, entries.len(), words::BATCH, self.style.lang);
            }
            What::Http { head } => push_text(self.out, head, MESSAGE, self.style),
            What::NoMessage => self.say(words::NO_MESSAGE),
            What::NoJson => self.say(words::NO_JSON),
        }
    }

    pub(super) fn say(&mut self, words: Words) {
        self.out.push_str(words.in_lang(self.style.lang));
    }

    fn comma(&mut self, words: Words) {
        self.out.push_str(", ");
        self.say(words);
    }

    fn request(&mut self, method: &str, target: Option<&str>, params: Option<Raw<'_>>) {
        push_text(self.out, method, NAME, self.style);
        if let Some(target) = target {
            self.out.push(' ');
            push_text(self.out, target, NAME, self.style);
            return;
        }
        let member = |name| params.and_then(|params| params.member(name));
        match method {
            method::INITIALIZE => {
                if let Some(version) = member("protocolVersion") {
                    self.word(version);
                }
                self.who(member("clientInfo"));
            }
            method::SET_LEVEL => {
                if let Some(level) = member("level") {
                    self.word(level);
                }
            }
            method::ELICIT => {
                if let Some(message) = member("message") {
                    self.out.push(' ');
                    push_quoted(self.out, message, TEXT, self.style);
                }
            }
            _ => {}
        }
    }

    /// A space and a short text.
    fn word(&mut self, raw: Raw<'_>) {
        self.out.push(' ');
        push_string(self.out, raw, TEXT, self.style);
    }

    /// Name and version of an implementation, after a comma.
    pub(super) fn who(&mut self, who: Option<Raw<'_>>) {
        let Some(name) = who.and_then(|who| who.member("name")) else {
            return;
        };
        self.out.push(',');
        self.word(name);
        if let Some(version) = who.and_then(|who| who.member("version")) {
            self.word(version);
        }
    }

    fn notification(&mut self, method: &str, params: Option<Raw<'_>>) {
        let member = |name| params.and_then(|params| params.member(name));
        match (method, self.nested) {
            (method::PROGRESS, true) => self.say(words::PROGRESS),
            (method::LOG_MESSAGE, true) => self.say(words::LOG),
            _ => push_text(self.out, method, NAME, self.style),
        }
        match method {
            method::PROGRESS => {
                self.progress(member("progress"), member("total"));
                if let Some(message) = member("message") {
                    self.word(message);
                }
            }
            method::LOG_MESSAGE => self.log(params),
            method::CANCELLED => {
                if let Some(id) = member("requestId") {
                    self.out.push_str(" id ");
                    match id.number() {
                        Some(_) => push_number(self.out, id),
                        None => push_quoted(self.out, id, TEXT, self.style),
                    }
                }
                if let Some(reason) = member("reason") {
                    self.out.push(' ');
                    push_quoted(self.out, reason, TEXT, self.style);
                }
            }
            method::RESOURCES_UPDATED => {
                if let Some(uri) = member("uri") {
                    self.word(uri);
                }
            }
            method::TASKS_STATUS => {
                for part in [member("taskId"), member("status")].into_iter().flatten() {
                    self.word(part);
                }
            }
            _ => {}
        }
    }

    /// `2/10`, or `2` where no total is known.
    fn progress(&mut self, progress: Option<Raw<'_>>, total: Option<Raw<'_>>) {
        let Some(progress) = progress else {
            return;
        };
        self.out.push(' ');
        push_number(self.out, progress);
        if let Some(total) = total.filter(|total| !total.is_null()) {
            self.out.push('/');
            push_number(self.out, total);
        }
    }

    fn log(&mut self, params: Option<Raw<'_>>) {
        let Some(params) = params else {
            return;
        };
        if let Some(level) = params.member("level") {
            self.word(level);
        }
        if let Some(logger) = params.member("logger") {
            self.word(logger);
        }
        let Some(data) = params.member("data") else {
            return;
        };
        // Many loggers wrap their text in an object.
        let wrapped = ["message", "msg"]
            .into_iter()
            .find_map(|name| data.member(name));
        self.out.push_str(": ");
        push_string(self.out, wrapped.unwrap_or(data), TEXT, self.style);
    }

    fn answer(&mut self, to: Option<&Answered>, outcome: &Outcome<'_>) {
        match outcome {
            Outcome::Error { code, message } => {
                self.say(words::ERROR);
                self.out.push(' ');
                match code {
                    Some(code) => push_integer(self.out, i64::from(*code)),
                    None => self.out.push('?'),
                }
                self.out.push_str(": ");
                push_text(self.out, message, MESSAGE, self.style);
            }
            Outcome::Result { result, first } => {
                self.say(words::RESULT);
                self.out.push_str(": ");
                let method = to.map(|to| &*to.method);
                push_result(self, method, *result, *first);
            }
            Outcome::ToolError { result } => {
                self.out.push_str("isError: ");
                let mut blocks = result
                    .member("content")
                    .into_iter()
                    .flat_map(|content| content.elements());
                match blocks.find_map(|block| block.member("text")) {
                    Some(text) => push_string(self.out, text, MESSAGE, self.style),
                    None => push_result(self, Some(method::TOOLS_CALL), *result, None),
                }
            }
            Outcome::Asks { result } => {
                let asked = result.member("inputRequests");
                let n = asked.map_or(0, |asked| asked.members().count());
                push_counted(self.out, n, words::QUESTIONS, self.style.lang);
            }
        }
        if let (false, Some(to)) = (self.nested, to) {
            self.asked(to);
        }
    }

    /// Which request it answers.
    fn asked(&mut self, to: &Answered) {
        self.out.push_str(" (");
        push_text(self.out, &to.method, NAME, self.style);
        if let Some(target) = &to.target {
            self.out.push(' ');
            push_text(self.out, target, NAME, self.style);
        }
        if to.line > 0 {
            self.out.push_str(", ");
            push_filled(self.out, words::ASKED_ON, "line", to.line, self.style.lang);
        }
        self.out.push(')');
    }
}
