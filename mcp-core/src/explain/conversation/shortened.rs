//! Messages of which a log holds the beginning and the end alone.
//!
//! In: the text of such a message. Out: whose call it belongs to, which is closed by it. Nothing
//! in it is judged: what is missing may be what would be wrong.

use std::borrow::Cow;

use super::{Conversation, Explained};
use crate::explain::frame::Frame;
use crate::explain::scope::other;
use crate::explain::state::calls::Call;
use crate::explain::state::session::Handshake;
use crate::explain::summary::What;
use crate::explain::words::framing as words;
use crate::explain::{check, finding::Finding};
use crate::json::{Raw, Scanner};
use crate::method::{self, Side};
use crate::rpc::Id;

/// What writers of logs put in the place of what they leave out: `...[52653 chars truncated]...`.
const LEFT_OUT: &str = " chars truncated]";

impl Conversation {
    /// Hears a message of which the log has left out a part. The call that it answers is over, and
    /// is not judged by it; a request may be answered, but is not waited for.
    pub fn shortened<'a>(&mut self, frame: &Frame<'a>) -> Explained<'a> {
        let text = String::from_utf8_lossy(frame.bytes);
        let outline = Outline::of(&text);
        let call = match (&outline.id, outline.method) {
            (Some(id), None) => self.closes(frame, id),
            (Some(id), Some(method)) => {
                self.excuse(frame, id, &method);
                self.state
                    .of(frame.from.unwrap_or(Side::Client))
                    .get(id)
                    .map(|call| call.number)
            }
            // Whose answer it is can't be told, so that it may be anybody's.
            (None, _) => {
                self.state.between.breaks(frame);
                None
            }
        };
        self.state.between.message(frame.from);
        self.state.session.hears(frame.from, frame.at);
        let told = std::mem::replace(&mut self.state.between.told_shortened, true);
        let findings = match told {
            true => Vec::new(),
            false => vec![Finding::new(words::SHORTENED, frame.line)],
        };
        let size = frame.bytes.len();
        let summary = self.summary(frame, size, frame.from, call, What::NoMessage);
        Explained { summary, findings }
    }

    /// Closes the call that is answered.
    fn closes(&mut self, frame: &Frame<'_>, id: &Id) -> Option<u64> {
        let asks = |side: Side| self.state.of(side).get(id).is_some();
        let asker = match frame.from {
            Some(from) => other(from),
            None => [Side::Client, Side::Server]
                .into_iter()
                .find(|s| asks(*s))?,
        };
        let call = self.state.by(asker).answer(id, frame.line)?;
        self.settles(frame, &call);
        Some(call.number)
    }

    /// A handshake is answered, though it is not known what was agreed on; and what was served
    /// shows that a handshake came before the log.
    fn settles(&mut self, frame: &Frame<'_>, call: &Call) {
        let session = &mut self.state.session;
        if call.method == method::INITIALIZE {
            session.handshake = match session.told_missing {
                true => Handshake::Done,
                false => Handshake::Answered { line: frame.line },
            };
        }
        check::order::served(session, call);
    }
}

/// What can be read of a message that is not there as a whole.
#[derive(Debug, Default)]
struct Outline<'t> {
    id: Option<Id>,
    /// Of a request or a notification; an answer has none.
    method: Option<Cow<'t, str>>,
}

impl<'t> Outline<'t> {
    fn of(text: &'t str) -> Self {
        let mut outline = Outline::default();
        let Some(mark) = text.find(LEFT_OUT) else {
            return outline;
        };
        let (before, after) = text.split_at(mark);
        let head = before.rfind("...[").and_then(|end| before.get(..end));
        // What fails is the member that is cut: the last one.
        let _ = outline.head(head.unwrap_or(before));
        if outline.id.is_none() {
            outline.tail(after.get(LEFT_OUT.len()..).unwrap_or_default());
        }
        outline
    }

    /// Reads the members before the cut.
    fn head(&mut self, text: &'t str) -> Option<()> {
        let mut scanner = Scanner::new(text.trim_start());
        let mut more = scanner.enter_object().ok()?;
        while more {
            let name = scanner.name().ok()?.written;
            let value = scanner.value(1).ok()?;
            match name {
                "id" => self.id = Id::read(value).ok(),
                "method" => self.method = value.string().ok(),
                _ => {}
            }
            more = scanner.another_member().ok()?;
        }
        Some(())
    }

    /// Reads the members behind the cut: SDKs that write the id last write `jsonrpc` beside it.
    fn tail(&mut self, text: &str) {
        for name in [",\"jsonrpc\":", ",\"id\":"] {
            let Some(from) = text.rfind(name) else {
                continue;
            };
            let object = format!("{{{}", text.get(from + 1..).unwrap_or_default());
            let mut scanner = Scanner::new(&object);
            let Ok(object_text) = scanner.value(0).map(Raw::get) else {
                continue;
            };
            // Members of an object inside of the message are followed by its end.
            let rest = object.get(object_text.len()..).unwrap_or_default();
            if rest.trim_start().starts_with(['}', ']', ',']) {
                continue;
            }
            let id = Raw::trusted(object_text).member("id");
            self.id = id.and_then(|id| Id::read(id).ok());
            if self.id.is_some() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Severity;

    fn told(log: &[(&str, Side)]) -> Vec<(u64, &'static str)> {
        let mut conversation = Conversation::new();
        let mut told = Vec::new();
        for ((text, from), line) in log.iter().zip(1..) {
            let frame = Frame::new(text.as_bytes()).on_line(line).sent_by(*from);
            let explained = match text.contains(LEFT_OUT) {
                true => conversation.shortened(&frame),
                false => conversation.read(&frame),
            };
            told.extend(explained.findings);
        }
        told.extend(conversation.finish());
        let told = told.into_iter();
        told.map(|finding| (finding.line, finding.code.name()))
            .filter(|(_, name)| *name != "session-unseen")
            .collect()
    }

    const LIST: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#;

    #[test]
    fn a_shortened_answer_closes_its_call_wherever_its_id_stands() {
        for answer in [
            r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[{"a...[52653 chars truncated]...}]}}"#,
            r#"{"result":{"tools":[{"a...[9 chars truncated]...,"id":1}]},"jsonrpc":"2.0","id":7}"#,
            r#"{"result":{"a...[9 chars truncated]..."}]},"id":7,"jsonrpc":"2.0"} { metadata: undefined }"#,
        ] {
            let log = [(LIST, Side::Client), (answer, Side::Server)];
            assert_eq!(told(&log), [(2, "text-shortened")], "{answer}");
        }
    }

    #[test]
    fn a_shortened_request_may_be_answered() {
        let request = r#"{"method":"tools/call","params":{"a...[9 chars truncated]..."},"jsonrpc":"2.0","id":7}"#;
        let answer = r#"{"jsonrpc":"2.0","id":7,"result":{"content":[]}}"#;
        let log = [(request, Side::Client), (answer, Side::Server)];
        assert_eq!(told(&log), [(1, "text-shortened")]);
        assert_eq!(told(&log[..1]), [(1, "text-shortened")]);
    }

    #[test]
    fn a_shortened_answer_to_initialize_lets_the_session_begin() {
        let log = [
            (
                r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
                Side::Client,
            ),
            (
                r#"{"jsonrpc":"2.0","id":0,"result":{"instructions":"a...[9 chars truncated]..."}}"#,
                Side::Server,
            ),
            (
                r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
                Side::Client,
            ),
            (LIST, Side::Client),
            (
                r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}"#,
                Side::Server,
            ),
        ];
        assert_eq!(told(&log), [(2, "text-shortened")]);
    }

    #[test]
    fn an_id_inside_of_the_message_is_not_its_own() {
        let outline = |text| Outline::of(text).id.map(|id| id.to_string());
        assert_eq!(
            outline(r#"{"result":{"a...[9 chars truncated]...,"id":7}}}"#),
            None
        );
        assert_eq!(
            outline(r#"{"result":{"a":{"id":7},"b...[9 chars truncated]..."}}"#),
            None
        );
        assert_eq!(words::SHORTENED.severity(), Severity::Note);
    }
}
