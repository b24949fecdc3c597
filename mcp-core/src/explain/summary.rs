//! What one message is, in one line.
//!
//! In: a message and the call it belongs to. Out: a [`Summary`] of typed parts, and its line in any
//! language. It says nothing about what is wrong.

use std::borrow::Cow;
use std::time::Duration;

use super::lang::Lang;
use crate::method::Side;
use crate::rpc::Id;

/// What one message is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary<'a> {
    /// The line of the log on which it begins, from 1; 0 when it is not known.
    pub line: u64,
    /// Who sent it; none when neither the log nor the message tells.
    pub from: Option<Side>,
    /// The log did not say who sent it: the message did.
    pub from_is_guessed: bool,
    /// When, since any fixed moment, where the log says so.
    pub at: Option<Duration>,
    /// How many bytes it has.
    pub size: usize,
    /// The call it belongs to, as the number that call was given when its request came: a request,
    /// its progress and log messages, its rounds of questions and its answer have the same.
    pub call: Option<u64>,
    /// What it is.
    pub what: What<'a>,
}

/// What a message is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum What<'a> {
    /// A request.
    Request {
        /// To be repeated in the answer.
        id: Id,
        /// What is called.
        method: Cow<'a, str>,
        /// Which tool, prompt, resource or task; none where there is no such thing.
        target: Option<Cow<'a, str>>,
        /// It goes on with a call that was answered by questions.
        goes_on: bool,
    },
    /// A notification.
    Notification {
        /// What it tells.
        method: Cow<'a, str>,
        /// More in a few words, the same in every language: `2/10 reading`, a level, an id.
        detail: Option<Cow<'a, str>>,
    },
    /// An answer.
    Answer {
        /// Whose it is.
        id: Option<Id>,
        /// The request it answers, when that was seen.
        to: Option<Answered>,
        /// How it went.
        outcome: Outcome<'a>,
    },
    /// Several messages in one array.
    Batch {
        /// What each is.
        entries: Vec<Summary<'a>>,
    },
    /// The head of an HTTP message: `POST /mcp`, `401`.
    Http {
        /// Its first line, shortened.
        head: Cow<'a, str>,
    },
    /// A JSON object that is no message of JSON-RPC.
    NoMessage,
    /// Text that is not JSON.
    NoJson,
}

/// The request that an answer belongs to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answered {
    /// What was called.
    pub method: String,
    /// Which tool, prompt, resource or task.
    pub target: Option<String>,
    /// The line of the log on which it began; 0 when it is not known.
    pub line: u64,
    /// How long it took, where the log says when.
    pub after: Option<Duration>,
}

/// How a request went.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Outcome<'a> {
    /// It has a result.
    Result {
        /// What it holds in a few words, the same in every language: `text "…"`, `12 tools`.
        detail: Option<Cow<'a, str>>,
    },
    /// A tool says that it failed.
    ToolError {
        /// The beginning of its first text.
        text: Cow<'a, str>,
    },
    /// The server asks something before it goes on.
    Asks {
        /// How many questions.
        questions: usize,
    },
    /// It failed.
    Error {
        /// The code; none when it is no integer that fits.
        code: Option<i32>,
        /// The message.
        message: Cow<'a, str>,
    },
}

impl Summary<'_> {
    /// The message in one line, without line number and arrow.
    pub fn text(&self, lang: Lang) -> String {
        // Filled in by `summary` helper.
        let _ = lang;
        String::new()
    }
}
