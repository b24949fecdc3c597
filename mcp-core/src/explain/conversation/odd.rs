//! Reading what is not one message: frames that are none, and batches.
//!
//! In: a refused frame, or an array of messages. Out: what it is, and findings.

use super::{Conversation, claim};
use crate::explain::check;
use crate::explain::finding::Found;
use crate::explain::frame::Frame;
use crate::explain::scope::other;
use crate::explain::state::calls::Call;
use crate::explain::summary::{Summary, What};
use crate::json::{Kind, scan};
use crate::method::Side;
use crate::rpc::{Batch, Id, Message, Refusal, Response, classify, classify_raw};

/// So many entries of a batch are asked for the revision they name.
const CLAIMS: usize = 4;

impl Conversation {
    /// A frame that is no message.
    pub(super) fn refused<'a>(
        &mut self,
        frame: &Frame<'a>,
        refusal: &Refusal,
        found: &mut Found<'a>,
    ) -> What<'a> {
        let raw = scan(frame.bytes).ok();
        let object = raw.is_some_and(|raw| raw.kind() == Kind::Object);
        match object {
            true => {
                check::envelope::refused(raw, refusal, found);
                check::methods::refused(&self.state, raw, refusal, found);
            }
            false => {
                check::text::refused(&mut self.state, frame, refusal, found);
                self.buried(frame);
            }
        }
        self.state.between.breaks(frame);
        if let Some(id) = refusal.fault.id.as_ref().filter(|_| refusal.answered) {
            let method = raw.and_then(|raw| raw.member("method")?.string().ok());
            self.excuse(frame, id, method.as_deref().unwrap_or_default());
        }
        match object {
            true => What::NoMessage,
            false => What::NoJson,
        }
    }

    /// Messages in text that is none: perhaps the other side reads them all the same.
    fn buried(&mut self, frame: &Frame<'_>) {
        let from = frame.from.unwrap_or(Side::Client);
        for text in check::text::objects_in(frame.bytes) {
            match classify(text.as_bytes()) {
                Ok(Message::Request(request)) => self.excuse(frame, &request.id, &request.method),
                Ok(Message::Response(Response { id: Some(id), .. })) => {
                    self.state.by(other(from)).answer(&id, frame.line);
                    if frame.from.is_none() {
                        self.state.by(from).answer(&id, frame.line);
                    }
                }
                _ => {}
            }
        }
    }

    /// Remembers a request that was refused: it may be answered, but need not.
    pub(super) fn excuse(&mut self, frame: &Frame<'_>, id: &Id, method: &str) {
        let number = self.state.number();
        let calls = self.state.by(frame.from.unwrap_or(Side::Client));
        if calls.get(id).is_none() {
            calls.open(Call::refused(number, id.clone(), method, frame));
        }
    }

    pub(super) fn batch<'a>(
        &mut self,
        frame: &Frame<'a>,
        batch: Batch<'a>,
        found: &mut Found<'a>,
    ) -> Summary<'a> {
        let claims = batch
            .entries()
            .take(CLAIMS)
            .filter_map(|entry| match classify_raw(entry) {
                Ok(Message::Request(request)) => claim(&request),
                _ => None,
            });
        let scope = self.scope(frame, frame.from, { claims }.next());
        let refused = check::order::batch(scope, batch, found);
        self.excused = refused;
        self.state.session.batched |= refused;
        // What is refused as a whole has no faults in its parts.
        let mut unheard = Found::new("", frame.line);
        let found = if refused { &mut unheard } else { found };
        let mut entries = Vec::new();
        for entry in batch.entries() {
            match classify_raw(entry) {
                Ok(message) => {
                    found.reads(entry);
                    found.begin();
                    entries.push(self.message(frame, entry.get().len(), message, found));
                }
                Err(refusal) => {
                    check::envelope::refused(Some(entry), &refusal, found);
                    self.state.between.breaks(frame);
                }
            }
        }
        self.excused = false;
        let what = What::Batch { entries };
        self.summary(frame, frame.bytes.len(), frame.from, None, what)
    }
}
