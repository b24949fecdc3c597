//! What a note is.
//!
//! In: what a caller sent. Out: the values that the store keeps. No SQL here.

use super::StoreError;
use std::fmt;

/// The id of a note: `note-12`. Ids are never given twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NoteId(pub(super) i64);

impl NoteId {
    /// Reads `note-12`.
    ///
    /// # Errors
    /// Text of any other form.
    pub fn read(text: &str) -> Result<Self, StoreError> {
        let digits = text.strip_prefix("note-").filter(|digits| {
            !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
        });
        match digits.and_then(|digits| digits.parse().ok()) {
            Some(number) => Ok(Self(number)),
            None => Err(StoreError::NotAnId(text.to_owned())),
        }
    }
}

impl fmt::Display for NoteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "note-{}", self.0)
    }
}

/// A note that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its id.
    pub id: NoteId,
    /// Its title, as it was sent.
    pub title: String,
    /// Its text, as it was sent.
    pub content: String,
    /// Its tags, in the order in which they were sent.
    pub tags: Vec<String>,
    /// When it was made: RFC 3339, in UTC.
    pub created: String,
    /// When it was changed last: RFC 3339, in UTC.
    pub updated: String,
}

/// A note that is to be made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// Its title.
    pub title: String,
    /// Its text.
    pub content: String,
    /// Its tags.
    pub tags: Vec<String>,
}

/// What is to become different; `None` stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Change {
    /// The new title.
    pub title: Option<String>,
    /// The new text.
    pub content: Option<String>,
    /// The new tags, all of them.
    pub tags: Option<Vec<String>>,
}

impl Change {
    pub(super) fn is_empty(&self) -> bool {
        self.title.is_none() && self.content.is_none() && self.tags.is_none()
    }
}
