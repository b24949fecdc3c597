//! What the tools answer: structured content, and the same as JSON text.
//!
//! In: what the store found. Out: the shapes whose schemas clients are shown. Doc comments are the
//! descriptions in those schemas.

use super::store::{Found, Note, Page, Reindexed};
use schemars::JsonSchema;
use serde::Serialize;

/// What was found, the best first.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Matches {
    /// Up to `limit` notes, the best first; empty when none fits.
    matches: Vec<Match>,
}

/// A note that was found.
#[derive(Debug, Serialize, JsonSchema)]
struct Match {
    /// Its id, such as `note-12`, for update_note, delete_note and list_notes.
    id: String,
    /// Its title.
    title: String,
    /// The best part of its text; what matched stands between `**`.
    snippet: String,
}

impl From<Vec<Found>> for Matches {
    fn from(found: Vec<Found>) -> Self {
        let one = |found: Found| Match {
            id: found.id.to_string(),
            title: found.title,
            snippet: found.snippet,
        };
        Self {
            matches: found.into_iter().map(one).collect(),
        }
    }
}

/// What is closest in meaning, the best first.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ScoredMatches {
    /// Up to `limit` notes, the best first; empty when none fits.
    matches: Vec<ScoredMatch>,
    /// What to do when notes could not be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// A note that is close in meaning.
#[derive(Debug, Serialize, JsonSchema)]
struct ScoredMatch {
    /// Its id, such as `note-12`, for update_note, delete_note and list_notes.
    id: String,
    /// Its title.
    title: String,
    /// The part of its text that is closest.
    snippet: String,
    /// How close it is: 1 is the same, 0 has nothing in common.
    score: f32,
}

impl ScoredMatches {
    /// `unknown` notes have no vectors of this embedder.
    pub(super) fn new(found: Vec<Found>, unknown: u64) -> Self {
        let one = |found: Found| ScoredMatch {
            id: found.id.to_string(),
            title: found.title,
            snippet: found.snippet,
            score: found.score,
        };
        let hint = format!(
            "notes that were not compared, since they are not indexed for this embedding model: {unknown}; call reindex_notes once, then search again"
        );
        Self {
            matches: found.into_iter().map(one).collect(),
            hint: (unknown > 0).then_some(hint),
        }
    }
}

/// A note.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Entry {
    /// Its id, such as `note-12`.
    id: String,
    /// Its title.
    title: String,
    /// Its tags.
    tags: Vec<String>,
    /// When it was made, in UTC.
    created: String,
    /// When it was changed last, in UTC.
    updated: String,
    /// Its whole text, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
}

impl Entry {
    pub(super) fn of(note: Note, with_content: bool) -> Self {
        Self {
            id: note.id.to_string(),
            title: note.title,
            tags: note.tags,
            created: note.created,
            updated: note.updated,
            content: with_content.then_some(note.content),
        }
    }
}

/// Some of the notes.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Listed {
    /// The notes of this page.
    notes: Vec<Entry>,
    /// How many notes there are on all pages.
    total: u64,
    /// Where the next page begins: send it as `cursor`. Not there on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

impl Listed {
    pub(super) fn new(page: Page, with_content: bool) -> Self {
        let one = |note| Entry::of(note, with_content);
        Self {
            notes: page.notes.into_iter().map(one).collect(),
            total: page.total,
            next_cursor: page.next,
        }
    }
}

/// What was done.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ReindexedNotes {
    /// How many notes were read again.
    reindexed: u64,
    /// The embedding model whose vectors they have now.
    model: String,
}

impl From<Reindexed> for ReindexedNotes {
    fn from(done: Reindexed) -> Self {
        Self {
            reindexed: done.notes,
            model: done.model,
        }
    }
}
