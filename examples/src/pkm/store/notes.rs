//! Notes are made, changed and deleted.
//!
//! In: drafts and changes. Out: the notes as they are kept now. What is searched for is changed in
//! the same transaction, so it never differs from the notes.

use super::meaning::{self, Vectors};
use super::{Change, Draft, Note, NoteId, Stop, Store, StoreError, words};
use crate::pkm::text;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// The time now, as SQLite writes it: RFC 3339 in UTC, to the millisecond.
const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";
/// The longest tag, in characters.
const TAG_LENGTH: usize = 100;

impl Store {
    /// Makes a note.
    ///
    /// # Errors
    /// A title or a tag that can't be one; a file that can't be written to.
    pub fn add(&self, draft: &Draft, stop: &Stop) -> Result<Note, StoreError> {
        let title = checked_title(&draft.title)?;
        let tags = checked_tags(&draft.tags)?;
        let vectors = Vectors::of(&*self.embedder, title, &tags, &draft.content)?;
        self.connections.write(stop, |change| {
            let sql = format!(
                "INSERT INTO notes(title, title_key, content, created, updated) VALUES(?1, ?2, ?3, {NOW}, {NOW})"
            );
            let key = text::key(title);
            change
                .prepare_cached(&sql)?
                .execute(params![title, key, draft.content])?;
            let id = NoteId(change.last_insert_rowid());
            write_tags(change, id, &tags)?;
            indexed(change, id, &vectors)
        })
    }

    /// Changes what is given, and leaves the rest.
    ///
    /// # Errors
    /// No such note, nothing to change, a title or a tag that can't be one; a file that can't be
    /// written to.
    pub fn update(&self, id: NoteId, change: &Change, stop: &Stop) -> Result<Note, StoreError> {
        if change.is_empty() {
            return Err(StoreError::NothingToChange);
        }
        let title = change.title.as_deref().map(checked_title).transpose()?;
        let tags = change.tags.as_deref().map(checked_tags).transpose()?;
        let sql = format!(
            "UPDATE notes SET title = coalesce(?2, title), title_key = coalesce(?3, title_key),
             content = coalesce(?4, content), updated = {NOW}, revision = revision + 1 WHERE id = ?1"
        );
        self.connections.write(stop, |transaction| {
            let key = title.map(text::key);
            let changed = transaction.prepare_cached(&sql)?.execute(params![
                id.0,
                title,
                key,
                change.content
            ])?;
            if changed == 0 {
                return Err(StoreError::NoSuchNote(id));
            }
            if let Some(tags) = &tags {
                write_tags(transaction, id, tags)?;
            }
            // NB. both texts may be another caller's by now, so the vectors are of what is there.
            let note = read(transaction, id)?;
            let vectors = Vectors::of(&*self.embedder, &note.title, &note.tags, &note.content)?;
            indexed(transaction, id, &vectors)
        })
    }

    /// Deletes a note, and returns it once more.
    ///
    /// # Errors
    /// No such note; a file that can't be written to.
    pub fn delete(&self, id: NoteId, stop: &Stop) -> Result<Note, StoreError> {
        self.connections.write(stop, |change| {
            let note = read(change, id)?;
            words::forget(change, id)?;
            change.execute("DELETE FROM notes WHERE id = ?1", [id.0])?;
            Ok(note)
        })
    }

    /// One note.
    ///
    /// # Errors
    /// No such note; a file that can't be read.
    pub fn note(&self, id: NoteId, stop: &Stop) -> Result<Note, StoreError> {
        self.connections.read(stop, |snapshot| read(snapshot, id))
    }
}

/// Makes the note be found, and reads it.
fn indexed(change: &Connection, id: NoteId, vectors: &Vectors) -> Result<Note, StoreError> {
    let note = read(change, id)?;
    words::index(change, &note)?;
    meaning::write(change, id, vectors)?;
    Ok(note)
}

/// One note; an error where there is none.
pub(super) fn read(connection: &Connection, id: NoteId) -> Result<Note, StoreError> {
    let sql = "SELECT id, title, content, created, updated FROM notes WHERE id = ?1";
    let found = connection
        .prepare_cached(sql)?
        .query_row([id.0], of_row)
        .optional()?;
    let mut note = found.ok_or(StoreError::NoSuchNote(id))?;
    note.tags = tags_of(connection, id)?;
    Ok(note)
}

/// A note without its tags.
pub(super) fn of_row(row: &Row<'_>) -> rusqlite::Result<Note> {
    Ok(Note {
        id: NoteId(row.get(0)?),
        title: row.get(1)?,
        content: row.get(2)?,
        created: row.get(3)?,
        updated: row.get(4)?,
        tags: Vec::new(),
    })
}

pub(super) fn tags_of(connection: &Connection, id: NoteId) -> Result<Vec<String>, StoreError> {
    let mut tags =
        connection.prepare_cached("SELECT tag FROM tags WHERE note = ?1 ORDER BY place")?;
    let tags = tags.query_map([id.0], |row| row.get(0))?;
    Ok(tags.collect::<Result<_, _>>()?)
}

fn write_tags(change: &Connection, id: NoteId, tags: &[&str]) -> Result<(), StoreError> {
    change
        .prepare_cached("DELETE FROM tags WHERE note = ?1")?
        .execute([id.0])?;
    let sql = "INSERT INTO tags(note, place, tag, tag_key) VALUES(?1, ?2, ?3, ?4)";
    let mut insert = change.prepare_cached(sql)?;
    for (place, tag) in tags.iter().enumerate() {
        insert.execute(params![id.0, place, tag, text::key(tag)])?;
    }
    Ok(())
}

fn checked_title(title: &str) -> Result<&str, StoreError> {
    match title {
        blank if text::is_blank(blank) => Err(StoreError::NoTitle),
        lines if lines.contains(['\n', '\r']) => Err(StoreError::NotALine),
        title => Ok(title),
    }
}

/// Without `#`, space around, and what is there twice.
fn checked_tags(tags: &[String]) -> Result<Vec<&str>, StoreError> {
    let mut checked: Vec<&str> = Vec::with_capacity(tags.len());
    for sent in tags {
        let tag = sent.trim().trim_start_matches('#').trim();
        if text::is_blank(tag) || tag.chars().count() > TAG_LENGTH {
            return Err(StoreError::NotATag(sent.clone()));
        }
        let key = text::key(tag);
        if !checked.iter().any(|other| text::key(other) == key) {
            checked.push(tag);
        }
    }
    Ok(checked)
}
