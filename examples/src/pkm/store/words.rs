//! Notes are found by their words, with SQLite's FTS5.
//!
//! In: notes and queries. Out: what was found, the best first. What a word is decides `text`; here
//! its words are only kept and looked up, and a query is never read as FTS5's language.

use super::{Note, NoteId, Stop, Store, StoreError, notes};
use crate::pkm::text::{self, Query};
use rusqlite::{Connection, params};

/// How much a word counts by where it stands: as a whole word and as a part of one, in the title, in
/// the content, in the tags.
const WEIGHTS: &str = "12.0, 6.0, 2.0, 1.0, 8.0, 4.0";

/// A note that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Its id.
    pub id: NoteId,
    /// Its title.
    pub title: String,
    /// The best part of its text; what matched stands between `**`.
    pub snippet: String,
    /// How close its meaning is, from -1 to 1; 0 where words were looked for.
    pub score: f32,
}

impl Store {
    /// The notes that contain the words of the query: those with all of them first.
    ///
    /// # Errors
    /// A file that can't be read.
    pub fn search(&self, query: &str, limit: u32, stop: &Stop) -> Result<Vec<Found>, StoreError> {
        let query = Query::read(query);
        self.connections
            .read(stop, |snapshot| search(snapshot, &query, limit, stop))
    }
}

fn search(
    connection: &Connection,
    query: &Query,
    limit: u32,
    stop: &Stop,
) -> Result<Vec<Found>, StoreError> {
    let mut ids: Vec<i64> = Vec::new();
    for wanted in query.strict_to_loose() {
        if ids.len() < limit as usize {
            best(connection, &wanted, limit, &mut ids)?;
        }
    }
    if let (true, Some(wanted)) = (ids.is_empty(), query.last_resort()) {
        best(connection, &wanted, limit, &mut ids)?;
    }
    let found = ids.into_iter().map(|id| {
        if stop.is_now() {
            return Err(StoreError::Stopped);
        }
        let note = notes::read(connection, NoteId(id))?;
        Ok(Found {
            id: note.id,
            snippet: text::snippet(&note.content, query),
            title: note.title,
            score: 0.0,
        })
    });
    found.collect()
}

/// Adds the best notes for an expression, up to the limit.
fn best(
    connection: &Connection,
    wanted: &str,
    limit: u32,
    ids: &mut Vec<i64>,
) -> Result<(), StoreError> {
    let sql = format!(
        "SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY bm25(words, {WEIGHTS}), rowid DESC LIMIT ?2"
    );
    let mut best = connection.prepare_cached(&sql)?;
    // NB. what was found already comes again.
    let rows = best.query_map(params![wanted, limit], |row| row.get(0))?;
    for id in rows {
        let id = id?;
        if ids.len() < limit as usize && !ids.contains(&id) {
            ids.push(id);
        }
    }
    Ok(())
}

/// Makes the note be found by what it says now.
pub(super) fn index(change: &Connection, note: &Note) -> Result<(), StoreError> {
    forget(change, note.id)?;
    let (title, content) = (text::words(&note.title), text::words(&note.content));
    let tags = text::words(&note.tags.join("\n"));
    let sql = "INSERT INTO words(rowid, title_bag, title_run, bag, run, tag_bag, tag_run)
        VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    change.prepare_cached(sql)?.execute(params![
        note.id.0,
        title.bag,
        title.run,
        content.bag,
        content.run,
        tags.bag,
        tags.run,
    ])?;
    Ok(())
}

/// The note is no longer found.
pub(super) fn forget(change: &Connection, id: NoteId) -> Result<(), StoreError> {
    change
        .prepare_cached("DELETE FROM words WHERE rowid = ?1")?
        .execute([id.0])?;
    Ok(())
}

/// Makes all notes be found.
pub(super) fn index_all(change: &Connection) -> Result<(), StoreError> {
    let mut ids = change.prepare("SELECT id FROM notes ORDER BY id")?;
    let ids = ids.query_map([], |row| row.get(0))?;
    for id in ids {
        let note = notes::read(change, NoteId(id?))?;
        index(change, &note)?;
    }
    Ok(())
}
