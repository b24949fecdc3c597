//! What is in a file of notes, and how older files become newer ones.
//!
//! In: a connection. Out: tables of the newest version. Each version is a step from the one before,
//! so a new file and an old one end up the same.

use super::StoreError;
use rusqlite::Connection;

/// Marks our files (SQLite's `application_id`): "pkm" and 1.
pub(super) const APPLICATION: i64 = 0x706b_6d01;

/// The steps, the first from nothing; the version of a file is how many it has taken.
const STEPS: &[&str] = &[
    // Notes and their tags. `title_key` is what lists are ordered by.
    "CREATE TABLE notes(
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        title TEXT NOT NULL,
        title_key TEXT NOT NULL,
        content TEXT NOT NULL,
        created TEXT NOT NULL,
        updated TEXT NOT NULL,
        revision INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE INDEX notes_by_title ON notes(title_key, id);
    CREATE INDEX notes_by_update ON notes(updated, id);
    CREATE TABLE tags(
        note INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
        place INTEGER NOT NULL,
        tag TEXT NOT NULL,
        tag_key TEXT NOT NULL,
        PRIMARY KEY(note, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tags_by_key ON tags(tag_key, note);",
    // What is searched for. The texts in it are made by `text`, which has cut them into words
    // already: only spaces divide them. The vectors of a note, each of a part of it.
    "CREATE VIRTUAL TABLE words USING fts5(
        title_bag, title_run, bag, run, tag_bag, tag_run,
        content = '', contentless_delete = 1, detail = full, prefix = 1,
        tokenize = \"ascii tokenchars '-+#./_:=@&''~!'\"
    );
    CREATE TABLE vectors(
        note INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
        part INTEGER NOT NULL,
        model TEXT NOT NULL,
        vector BLOB NOT NULL,
        PRIMARY KEY(note, part)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX vectors_by_model ON vectors(model, note);",
];

/// The newest version.
pub(super) const NEWEST: i64 = STEPS.len() as i64;

/// The version after which the words of the notes are other ones: they are made anew.
const WORDS_SINCE: i64 = 2;

/// The version of a file; 0 for a new one.
pub(super) fn version(connection: &Connection) -> Result<i64, StoreError> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Takes the steps that are missing, inside of the caller's transaction.
pub(super) fn bring_up_to_date(connection: &Connection) -> Result<(), StoreError> {
    let from = version(connection)?;
    let taken = usize::try_from(from).unwrap_or(usize::MAX);
    for step in STEPS.iter().skip(taken) {
        connection.execute_batch(step)?;
    }
    if from < WORDS_SINCE {
        super::words::index_all(connection)?;
    }
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", NEWEST)?;
    Ok(())
}
