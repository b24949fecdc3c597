//! The notes, in SQLite: kept, found by their words, found by their meaning.
//!
//! In: drafts, changes, queries. Out: notes, or a [`StoreError`] that says what to do. A note that
//! was returned as saved is on the disk. Everything here blocks; each call takes a [`Stop`] that
//! ends its waiting and reading early.
//!
//! - `open`: a path becomes a file that is known to be ours; `schema`: what is in it
//! - `connections`: who may use it now, and what is tried again
//! - `notes`, `list`, `words`, `meaning`, `reindex`: what is done with it

mod connections;
mod error;
mod gate;
mod list;
mod meaning;
mod note;
mod notes;
mod open;
mod place;
mod reindex;
mod schema;
mod stop;
mod words;

pub use error::StoreError;
pub use list::{Order, Page, Wish};
pub use note::{Change, Draft, Note, NoteId};
pub use place::default_path;
pub use reindex::Reindexed;
pub use stop::Stop;
pub use words::Found;

use super::demo::Sample;
use super::embed::Embedder;
use connections::Connections;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long a call waits for a file that another program has locked: 5 s.
pub const BUSY_PATIENCE: Duration = Duration::from_secs(5);

/// How long a call waits for its turn among the calls of this process: 30 s. They take turns of
/// milliseconds, so this is reached only where the disk is very slow.
pub const QUEUE_PATIENCE: Duration = Duration::from_secs(30);

/// A file of notes, or the same in memory. Any number of threads and processes may use it at once.
pub struct Store {
    connections: Connections,
    embedder: Arc<dyn Embedder>,
}

impl Store {
    /// Opens a file of notes; makes it when it is missing.
    ///
    /// # Errors
    /// A file that can't be opened, is locked, damaged, not of this program or of a newer one. It
    /// is left as it was.
    pub fn open(path: &Path, embedder: Arc<dyn Embedder>) -> Result<Self, StoreError> {
        Ok(Self {
            connections: open::file(path)?,
            embedder,
        })
    }

    /// No notes, in memory.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn in_memory(embedder: Arc<dyn Embedder>) -> Result<Self, StoreError> {
        Ok(Self {
            connections: open::memory()?,
            embedder,
        })
    }

    /// The notes of a demonstration, in memory; the first is `note-1`.
    ///
    /// # Errors
    /// Where there is no memory, or the embedder fails.
    pub fn of_samples(samples: &[Sample], embedder: Arc<dyn Embedder>) -> Result<Self, StoreError> {
        let store = Self::in_memory(embedder)?;
        for sample in samples {
            let draft = Draft {
                title: sample.title.to_owned(),
                content: sample.content.to_owned(),
                tags: sample.tags.iter().map(|&tag| tag.to_owned()).collect(),
            };
            store.add(&draft, &Stop::never())?;
        }
        Ok(store)
    }

    /// Waits so long for a file that is locked, instead of [`BUSY_PATIENCE`].
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.connections.set_patience(patience);
        self
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("connections", &self.connections)
            .field("embedder", &self.embedder.name())
            .finish()
    }
}
