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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pkm::embed::Builtin;
    use crate::pkm::store::{Stop, Store};
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    /// A file of version 1 with one note, as that version wrote it.
    fn old_file(name: &str, more: &str) -> PathBuf {
        let name = format!("pkm-schema-{}-{name}.db", std::process::id());
        let path = std::env::temp_dir().join(name);
        clear(&path);
        let connection = Connection::open(&path).expect("a file");
        connection.execute_batch(STEPS[0]).expect("version 1");
        connection
            .execute_batch(
                "INSERT INTO notes(title, title_key, content, created, updated)
                VALUES('옛 노트', '옛 노트', '인증은 오래됐다', '2024', '2024')",
            )
            .expect("a note");
        connection.execute_batch(more).expect("more");
        connection
            .execute_batch(&format!(
                "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1"
            ))
            .expect("marked");
        path
    }

    fn backup(path: &Path) -> PathBuf {
        PathBuf::from(format!("{}.schema-1", path.display()))
    }

    fn clear(path: &Path) {
        let _ = std::fs::remove_file(path);
        let _ = std::fs::remove_file(backup(path));
    }

    fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open(path, Arc::new(Builtin::new()))
    }

    #[test]
    fn an_older_file_becomes_a_newer_one_and_a_copy_of_it_stays() {
        let path = old_file("old", "");
        let store = open(&path).expect("brought up to date");
        let found = store.search("인증", 5, &Stop::never()).expect("searched");
        assert_eq!(found[0].title, "옛 노트");
        let (_, unknown) = store
            .search_by_meaning("x", 5, &Stop::never())
            .expect("searched");
        assert_eq!(unknown, 1, "its vectors are made by reindex_notes");
        let copy = Connection::open(backup(&path)).expect("a copy");
        assert_eq!(version(&copy).expect("a version"), 1);
        let kept: String = copy
            .query_row("SELECT content FROM notes", [], |row| row.get(0))
            .expect("its note");
        assert_eq!(kept, "인증은 오래됐다");
        drop(store);
        clear(&path);
    }

    #[test]
    fn files_beside_an_older_one_are_left_alone() {
        let path = old_file("beside", "");
        let beside = PathBuf::from(format!("{}.new", path.display()));
        std::fs::write(&beside, "mine").expect("written");
        drop(open(&path).expect("brought up to date"));
        assert_eq!(std::fs::read(&beside).expect("still there"), b"mine");
        std::fs::remove_file(&beside).expect("removed");
        clear(&path);
    }

    #[test]
    fn an_older_file_that_can_not_be_brought_up_to_date_is_as_it_was() {
        let path = old_file("stuck", "CREATE TABLE vectors(something)");
        let before = std::fs::read(&path).expect("bytes");
        let error = open(&path).expect_err("stuck");
        assert!(error.to_string().contains("it is as it was"), "{error}");
        assert_eq!(std::fs::read(&path).expect("bytes"), before);
        clear(&path);
    }

    #[test]
    fn without_room_for_a_copy_an_older_file_is_as_it_was() {
        let path = old_file("no-copy", "");
        std::fs::create_dir(backup(&path)).expect("something in the way");
        let before = std::fs::read(&path).expect("bytes");
        let error = open(&path).expect_err("no copy");
        assert!(matches!(error, StoreError::NotMigrated { .. }), "{error}");
        assert_eq!(std::fs::read(&path).expect("bytes"), before);
        std::fs::remove_dir(backup(&path)).expect("removed");
        clear(&path);
    }
}
