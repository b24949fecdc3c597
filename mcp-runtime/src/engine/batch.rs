//! The answer to a batch: one array, written when its last entry is answered.
//!
//! In: the replies of single entries, in any order and from any thread. Out: the array, once.
//! Batches exist in revision 2025-03-26 alone; who may send one is decided elsewhere.

use std::sync::{Arc, Mutex, PoisonError};

/// Where the reply to one request goes.
#[derive(Clone)]
pub(crate) enum Sink {
    /// A line of its own.
    Line,
    /// An entry in the answer to a batch.
    Batch(Arc<BatchReply>),
}

pub(crate) struct BatchReply(Mutex<Parts>);

struct Parts {
    /// Entries without an answer, and one more while the batch is still being read.
    open: usize,
    text: Vec<u8>,
}

impl BatchReply {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self(Mutex::new(Parts {
            open: 1,
            text: Vec::new(),
        })))
    }

    /// One more entry will be answered.
    pub(crate) fn expect(&self) {
        self.parts().open += 1;
    }

    /// An entry is answered; the whole array if it was the last one.
    pub(crate) fn add(&self, reply: &[u8]) -> Option<Vec<u8>> {
        let mut parts = self.parts();
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

    fn parts(&self) -> std::sync::MutexGuard<'_, Parts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_array_is_written_with_the_last_entry() {
        let batch = BatchReply::new();
        batch.expect();
        batch.expect();
        assert_eq!(batch.add(b"1"), None);
        assert_eq!(batch.close(), None);
        assert_eq!(batch.add(b"2"), Some(b"[1,2]".to_vec()));
    }

    #[test]
    fn a_batch_without_answers_has_no_answer() {
        let batch = BatchReply::new();
        batch.expect();
        assert_eq!(batch.close(), None);
        assert_eq!(batch.close(), None);
    }
}
