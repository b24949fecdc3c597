//! What one message is, in one line.
//!
//! In: a message and the call it belongs to. Out: a [`Summary`] of typed parts, and its line in any
//! language. It says nothing about what is wrong, and reads no more of a message than its line
//! needs, when that is asked for.

mod label;
mod pieces;
mod results;

use std::borrow::Cow;
use std::time::Duration;

use super::lang::Lang;
use super::parts::ResultParts;
use super::show::Style;
use crate::json::Raw;
use crate::method::{self, Side};
use crate::rpc::Id;

pub(super) use label::Writer;
pub(super) use pieces::{
    push_counted, push_filled, push_id, push_integer, push_number, push_text, secrets_in, shielded,
};

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
        /// What it was given.
        params: Option<Raw<'a>>,
    },
    /// A notification.
    Notification {
        /// What it tells.
        method: Cow<'a, str>,
        /// What it was given.
        params: Option<Raw<'a>>,
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
    pub method: Cow<'static, str>,
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
        /// The result, of any type.
        result: Raw<'a>,
        /// The first block of its content, and how many come after it.
        first: Option<(Raw<'a>, usize)>,
    },
    /// A tool says that it failed.
    ToolError {
        /// The result that says so.
        result: Raw<'a>,
    },
    /// The server asks something before it goes on.
    Asks {
        /// The result that asks.
        result: Raw<'a>,
    },
    /// It failed.
    Error {
        /// The code; none when it is no integer that fits.
        code: Option<i32>,
        /// The message.
        message: Cow<'a, str>,
    },
}

impl<'a> Outcome<'a> {
    /// What a result says about how the request of this method went. Only the results that may say
    /// so are looked into: lists are long.
    pub(super) fn of_result(
        result: Raw<'a>,
        parts: &ResultParts<'a>,
        method: Option<&str>,
    ) -> Self {
        const MAY_ASK: [&str; 3] = [
            method::TOOLS_CALL,
            method::RESOURCES_READ,
            method::PROMPTS_GET,
        ];
        if method.is_none_or(|method| MAY_ASK.contains(&method)) {
            if parts.failed() {
                return Outcome::ToolError { result };
            }
            if parts.result_type.is_some_and(|kind| kind.is_string(ASKS)) {
                return Outcome::Asks { result };
            }
        }
        let first = parts.first;
        Outcome::Result { result, first }
    }

    /// What an error says.
    pub(super) fn of_error(error: Raw<'a>) -> Self {
        let [code, message] = error.pick(["code", "message"]);
        Outcome::Error {
            code: code.and_then(|code| code.get().parse().ok()),
            message: message.and_then(|m| m.string().ok()).unwrap_or_default(),
        }
    }

    /// Whether the request did not do what it should.
    pub fn is_failure(&self) -> bool {
        matches!(self, Outcome::ToolError { .. } | Outcome::Error { .. })
    }
}

/// What `resultType` says when a result asks something.
const ASKS: &str = "input_required";

impl Summary<'_> {
    /// The message in one line, without line number and arrow. Secrets are not shown.
    ///
    /// ```
    /// use mcp_core::explain::{Conversation, Frame, Lang};
    ///
    /// let frame = Frame::new(br#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add"}}"#);
    /// let told = Conversation::new().read(&frame);
    /// assert_eq!(told.summary.text(Lang::En), "tools/call add  id 2");
    /// ```
    pub fn text(&self, lang: Lang) -> String {
        let style = Style::plain(lang);
        let mut out = String::new();
        Writer::new(&mut out, &style).label(self);
        let id = match &self.what {
            What::Request { id, .. } => Some(id),
            What::Answer { id, .. } => id.as_ref(),
            _ => None,
        };
        if let Some(id) = id {
            out.push_str("  id ");
            push_id(&mut out, id, &style);
        }
        out
    }
}
