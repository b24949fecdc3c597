//! A list of words that is asked often.
//!
//! In: words between spaces, as they are easiest to read in the source. Out: whether a word is one.

use std::collections::HashSet;
use std::sync::OnceLock;

pub(super) struct List {
    text: &'static str,
    words: OnceLock<HashSet<&'static str>>,
}

impl List {
    pub(super) const fn new(text: &'static str) -> Self {
        Self {
            text,
            words: OnceLock::new(),
        }
    }

    pub(super) fn has(&self, word: &str) -> bool {
        let words = || self.text.split_whitespace().collect();
        self.words.get_or_init(words).contains(word)
    }
}
