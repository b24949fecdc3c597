//! Why the store could not do what it was asked.
//!
//! In: what SQLite or the system said. Out: what was wrong, with which file or field, and the
//! remedy, in words for people and models. No error here means that a saved note was lost.

use super::note::NoteId;
use crate::pkm::embed::EmbedError;
use rusqlite::ErrorCode;
use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such note.
    NoSuchNote(NoteId),
    /// Text that is not an id.
    NotAnId(String),
    /// A title without a visible character.
    NoTitle,
    /// A title of several lines.
    NotALine,
    /// An update that changes nothing.
    NothingToChange,
    /// A tag that can't be one.
    NotATag(String),
    /// A cursor that no page gave.
    NotACursor,
    /// Others had the file locked for too long.
    Busy(Duration),
    /// There is no room left.
    Full,
    /// The file was deleted, moved or replaced while it was open.
    Gone(PathBuf),
    /// The file may be read, but not written.
    ReadOnly(PathBuf),
    /// The path leads to something that is not a file.
    NotAFile(PathBuf),
    /// The file is no SQLite database.
    NotADatabase(PathBuf),
    /// The file is a database of something else.
    Foreign(PathBuf),
    /// The file is of a newer version of this program.
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its schema.
        found: i64,
        /// The newest that is known here.
        known: i64,
    },
    /// A file of an older version could not be brought up to date; it is as it was.
    NotMigrated {
        /// The file.
        path: PathBuf,
        /// What failed.
        source: Box<Self>,
    },
    /// The file is damaged.
    Damaged {
        /// The file; none in memory.
        path: Option<PathBuf>,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// The system would not read or write.
    NotDone(rusqlite::Error),
    /// There is no home directory.
    NoHome,
    /// A directory could not be made or does not exist.
    NoDirectory {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file could not be opened.
    NotOpened {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The caller no longer wanted it.
    Stopped,
    /// The embedder failed.
    Embedder(EmbedError),
    /// Whatever else SQLite says.
    Database(rusqlite::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchNote(id) => write!(
                f,
                "no note has the id `{id}`; find ids with list_notes or search_notes"
            ),
            Self::NotAnId(text) => write!(
                f,
                "`{}` is not the id of a note; ids look like `note-12`, and list_notes shows them",
                text.chars().take(40).collect::<String>().escape_debug()
            ),
            Self::NoTitle => f.write_str("title must have at least one visible character"),
            Self::NotALine => {
                f.write_str("title must be one line; put what follows it into content")
            }
            Self::NothingToChange => {
                f.write_str("nothing to change: give at least one of title, content and tags")
            }
            Self::NotATag(tag) => write!(
                f,
                "tags: `{}` can't be a tag; a tag has 1 to 100 characters",
                tag.chars().take(40).collect::<String>().escape_debug()
            ),
            Self::NotACursor => f.write_str(
                "cursor must be the `next_cursor` of the page before, with the same order; leave it out to begin at the first page",
            ),
            Self::Busy(waited) => write!(
                f,
                "the notes are busy: others had them locked for {:.1} s; nothing was changed; try again, or end other programs that use the file",
                waited.as_secs_f32()
            ),
            Self::Full => f.write_str(
                "there is no room left on the disk; nothing was changed and all notes are intact; free some space and try again",
            ),
            Self::NotDone(_) => f.write_str(
                "the system would not read or write the file of notes; nothing was changed and all notes are intact; look for free space, quotas and limits of file sizes, and try again",
            ),
            Self::Stopped => f.write_str("stopped, since the call was cancelled"),
            Self::Embedder(error) => write!(f, "no vectors could be made: {error}"),
            Self::Database(error) => write!(f, "the database refused: {error}"),
            _ => self.of_a_file(f),
        }
    }
}

impl StoreError {
    /// The words for what is wrong with a file.
    fn of_a_file(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone(path) => write!(
                f,
                "{} was deleted, moved or replaced while the server ran, so nothing more is saved to it; reading still shows what was in it; put it back or restart the server",
                path.display()
            ),
            Self::ReadOnly(path) => write!(
                f,
                "{} can't be written to; change its permissions and those of its directory, or name another file with --db",
                path.display()
            ),
            Self::NotAFile(path) => write!(
                f,
                "{} is not a file; name a file with --db, such as {}",
                path.display(),
                path.join("notes.db").display()
            ),
            Self::NotADatabase(path) => write!(
                f,
                "{} is not a SQLite database, so it was left untouched; name another file with --db",
                path.display()
            ),
            Self::Foreign(path) => write!(
                f,
                "{} is a SQLite database, but not one of pkm, so it was left untouched; name another file with --db",
                path.display()
            ),
            Self::Newer { path, found, known } => write!(
                f,
                "{} was written by a newer pkm (its schema is {found}, this one knows up to {known}), so it was left untouched; use that pkm, or name another file with --db",
                path.display()
            ),
            Self::NotMigrated { path, .. } => write!(
                f,
                "{} is of an older pkm and could not be brought up to date; it is as it was",
                path.display()
            ),
            _ => self.of_a_place(f),
        }
    }

    /// The words for a file that is of no use.
    fn of_a_place(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged { path, .. } => {
                let path = path.as_deref().unwrap_or(Path::new("notes.db")).display();
                write!(
                    f,
                    "{path} is damaged; nothing was changed; keep a copy of it, save what can be read with `sqlite3 {path} .recover`, or name another file with --db"
                )
            }
            Self::NoHome => {
                f.write_str("there is no home directory to keep notes in; name a file with --db")
            }
            Self::NoDirectory { path, .. } => write!(
                f,
                "the directory {} is not there and can't be made; make it, or name another file with --db",
                path.display()
            ),
            Self::NotOpened { path, .. } => write!(
                f,
                "{} could not be opened; look at its permissions, or name another file with --db",
                path.display()
            ),
            _ => f.write_str("the store failed"),
        }
    }

    /// With the file that it is about, where that was not known.
    pub(super) fn about(self, file: &Path) -> Self {
        match self {
            Self::Damaged { path: None, source } => Self::Damaged {
                path: Some(file.to_owned()),
                source,
            },
            other => other,
        }
    }

    /// Whether it may work a moment later.
    pub(super) fn is_for_now(&self) -> bool {
        matches!(self, Self::Database(error) if matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
        ))
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NoDirectory { source, .. } => Some(source),
            Self::NotOpened { source, .. } => Some(&**source),
            Self::NotMigrated { source, .. } => Some(&**source),
            Self::Damaged { source, .. } | Self::NotDone(source) => Some(source),
            Self::Embedder(source) => source.source(),
            _ => None,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged {
                path: None,
                source: error,
            },
            Some(ErrorCode::SystemIoFailure) => Self::NotDone(error),
            Some(ErrorCode::OperationInterrupted) => Self::Stopped,
            _ => Self::Database(error),
        }
    }
}

impl From<EmbedError> for StoreError {
    fn from(error: EmbedError) -> Self {
        Self::Embedder(error)
    }
}
