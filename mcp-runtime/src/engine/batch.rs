//! The answer to a batch: one array, written when its last entry is answered.
//!
//! In: the replies of single entries, in any order and from any thread. Out: the array, once.
//! Batches exist in revision 2025-03-26 alone; who may send one is decided elsewhere.

use crate::sync::{Mutex, MutexGuard};
use mcp_core::reasons;
use mcp_core::rpc::{self, Id};
use std::sync::{Arc, PoisonError};

/// Where the reply to one request goes.
#[derive(Clone)]
pub(crate) enum Sink {
    /// A line of its own.
    Line,
    /// An entry in the answer to a batch.
    Batch(Arc<BatchReply>),
}

pub(crate) struct BatchReply(Mutex<Parts>);

/// The bytes of a batch so far.
struct Parts {
    /// Entries without an answer, and one more while the batch is still being read.
    open: usize,
    text: Vec<u8>,
    /// The longest that the array may be.
    limit: usize,
}

impl BatchReply {
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Parts {
            limit,
            open: 1,
            text: Vec::new(),
        })))
    }

    /// One more entry will be answered.
    pub(crate) fn expect(&self) {
        self.parts().open += 1;
    }

    /// An entry is answered; the whole array if it was the last one. What would make the array
    /// longer than a message may be is replaced by an error that says so.
    pub(crate) fn add(&self, reply: &[u8], id: Option<&Id>) -> Option<Vec<u8>> {
        let mut parts = self.parts();
        let size = parts.text.len() + reply.len();
        let error = (size > parts.limit).then(|| too_large(id, size, parts.limit));
        let reply = error.as_deref().unwrap_or(reply);
        let lead = if parts.text.is_empty() { b'[' } else { b',' };
        parts.text.push(lead);
        parts.text.extend_from_slice(reply);
        drop(parts);
        self.close()
    }

    /// An entry needs no answer, or the batch is read to its end.
    pub(crate) fn close(&self) -> Option<Vec<u8>> {
        let mut parts = self.parts();
        parts.open = parts.open.saturating_sub(1);
        if parts.open > 0 || parts.text.is_empty() {
            return None;
        }
        let mut text = std::mem::take(&mut parts.text);
        text.push(b']');
        Some(text)
    }

    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn too_large(id: Option<&Id>, size: usize, limit: usize) -> Vec<u8> {
    let mut text = Vec::new();
    let id = id.map_or(rpc::ErrorId::Null, rpc::ErrorId::Known);
    rpc::error(&mut text, id, &reasons::too_large(size, limit));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_array_is_written_with_the_last_entry() {
        let batch = BatchReply::new(1000);
        batch.expect();
        batch.expect();
        assert_eq!(batch.add(b"1", None), None);
        assert_eq!(batch.close(), None);
        assert_eq!(batch.add(b"2", None), Some(b"[1,2]".to_vec()));
    }

    #[test]
    fn a_batch_without_answers_has_no_answer() {
        let batch = BatchReply::new(1000);
        batch.expect();
        assert_eq!(batch.close(), None);
        assert_eq!(batch.close(), None);
    }

    #[test]
    fn what_makes_the_array_too_long_becomes_an_error_of_its_id() {
        let batch = BatchReply::new(20);
        batch.expect();
        batch.expect();
        assert_eq!(batch.close(), None);
        assert_eq!(batch.add(b"\"short\"", Some(&Id::Number(1))), None);
        let text = batch
            .add(&[b'1'; 30], Some(&Id::Number(2)))
            .expect("the last");
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(
            text.starts_with("[\"short\",{") && text.contains("\"id\":2,\"error\""),
            "{text}"
        );
    }
}
