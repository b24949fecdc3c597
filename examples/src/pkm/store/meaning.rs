//! Notes are found by what they mean: by the vectors of their parts.
//!
//! In: notes, queries and an embedder. Out: the notes whose closest part is closest to the query.
//! Vectors of different embedders are never compared; a note without one of this embedder is
//! counted and not found.

use super::words::Found;
use super::{NoteId, Stop, Store, StoreError, notes};
use crate::pkm::embed::{EmbedError, Embedder};
use crate::pkm::text;
use rusqlite::{Connection, params};

/// How long a part of a note is, in bytes: about a screen of text.
const PART: usize = 1_500;
/// A note has at most so many parts; the rest is not found by its meaning.
const MOST_PARTS: usize = 256;

/// The vectors of one note, of length 1, with the embedder that made them.
pub(super) struct Vectors {
    model: String,
    parts: Vec<Vec<u8>>,
}

impl Vectors {
    /// Each part is read with the title, twice since it says most, and with the tags.
    ///
    /// # Errors
    /// An embedder that fails.
    pub(super) fn of<T: AsRef<str>>(
        embedder: &dyn Embedder,
        title: &str,
        tags: &[T],
        content: &str,
    ) -> Result<Self, StoreError> {
        let mut head = format!("{title}\n{title}\n");
        for tag in tags {
            head.push_str(tag.as_ref());
            head.push('\n');
        }
        let parts = text::parts(content, PART);
        let texts: Vec<String> = parts
            .take(MOST_PARTS)
            .map(|part| format!("{head}{part}"))
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = embed(embedder, &texts)?;
        let bytes = |vector: Vec<f32>| vector.into_iter().flat_map(f32::to_le_bytes).collect();
        Ok(Self {
            model: embedder.name().to_owned(),
            parts: vectors.into_iter().map(bytes).collect(),
        })
    }
}

/// What the embedder says, held to its word, and of length 1.
fn embed(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Vec<f32>>, StoreError> {
    let mut vectors = embedder.embed(texts)?;
    let right = |vector: &Vec<f32>| vector.len() == embedder.dimensions();
    if vectors.len() != texts.len() || !vectors.iter().all(right) {
        let name = embedder.name();
        let what = format!("the embedder {name} broke its word about how many numbers it makes");
        return Err(EmbedError::new(what).into());
    }
    for vector in &mut vectors {
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        // NB. nothing is close to a vector without a direction.
        let usable = length.is_finite() && length > 0.0;
        vector
            .iter_mut()
            .for_each(|x| *x = if usable { *x / length } else { 0.0 });
    }
    Ok(vectors)
}

/// Replaces the vectors of a note.
pub(super) fn write(change: &Connection, id: NoteId, vectors: &Vectors) -> Result<(), StoreError> {
    change
        .prepare_cached("DELETE FROM vectors WHERE note = ?1")?
        .execute([id.0])?;
    let sql = "INSERT INTO vectors(note, part, model, vector) VALUES(?1, ?2, ?3, ?4)";
    let mut insert = change.prepare_cached(sql)?;
    for (part, vector) in vectors.parts.iter().enumerate() {
        insert.execute(params![id.0, part, vectors.model, vector])?;
    }
    Ok(())
}

/// The closest part of a note.
#[derive(Clone, Copy)]
struct Closest {
    note: i64,
    part: usize,
    score: f32,
}

impl Store {
    /// The notes that are closest in meaning, and how many could not be compared.
    ///
    /// # Errors
    /// An embedder that fails; a file that can't be read.
    pub fn search_by_meaning(
        &self,
        query: &str,
        limit: u32,
        stop: &Stop,
    ) -> Result<(Vec<Found>, u64), StoreError> {
        let wanted = embed(&*self.embedder, &[query])?.pop().unwrap_or_default();
        let model = self.embedder.name();
        self.connections.read(stop, |snapshot| {
            let mut closest = closest(snapshot, model, &wanted)?;
            closest.retain(|close| close.score >= self.embedder.floor());
            closest.truncate(limit as usize);
            let found = closest.into_iter().map(|close| found(snapshot, close));
            Ok((found.collect::<Result<_, _>>()?, unknown(snapshot, model)?))
        })
    }
}

/// All notes that have something in common with the query, the closest first.
fn closest(
    connection: &Connection,
    model: &str,
    wanted: &[f32],
) -> Result<Vec<Closest>, StoreError> {
    let sql = "SELECT note, part, vector FROM vectors WHERE model = ?1 ORDER BY note, part";
    let mut rows = connection.prepare_cached(sql)?;
    let mut rows = rows.query([model])?;
    let mut closest: Vec<Closest> = Vec::new();
    while let Some(row) = rows.next()? {
        let vector = row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?;
        let close = Closest {
            note: row.get(0)?,
            part: row.get(1)?,
            score: product(wanted, vector),
        };
        match closest.last_mut() {
            Some(last) if last.note == close.note => {
                if close.score > last.score {
                    *last = close;
                }
            }
            _ => closest.push(close),
        }
    }
    closest.retain(|close| close.score > 0.0);
    closest.sort_by(|a, b| b.score.total_cmp(&a.score).then(b.note.cmp(&a.note)));
    Ok(closest)
}

fn product(wanted: &[f32], vector: &[u8]) -> f32 {
    let numbers = vector.chunks_exact(4).map(|bytes| {
        let bytes = <[u8; 4]>::try_from(bytes).unwrap_or_default();
        f32::from_le_bytes(bytes)
    });
    wanted.iter().zip(numbers).map(|(a, b)| a * b).sum()
}

fn found(connection: &Connection, close: Closest) -> Result<Found, StoreError> {
    let note = notes::read(connection, NoteId(close.note))?;
    let part = text::parts(&note.content, PART).nth(close.part);
    Ok(Found {
        id: note.id,
        snippet: text::beginning(part.unwrap_or_default()),
        title: note.title,
        // Rounding can lead beyond it.
        score: close.score.min(1.0),
    })
}

/// How many notes have no vectors of this embedder.
fn unknown(connection: &Connection, model: &str) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM notes WHERE NOT EXISTS
        (SELECT 1 FROM vectors WHERE vectors.note = notes.id AND vectors.model = ?1)";
    let mut count = connection.prepare_cached(sql)?;
    Ok(count.query_row([model], |row| row.get(0))?)
}
