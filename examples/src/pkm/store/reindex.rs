//! All notes are read again, so that searches find them.
//!
//! In: the embedder of now. Out: notes with its vectors. It goes on in batches, each a transaction
//! of its own: others write between them, and what was done stays when it is stopped.

use super::meaning::{self, Vectors};
use super::{Note, NoteId, Stop, Store, StoreError, notes, words};

/// How many notes are read again in one transaction.
const BATCH: usize = 20;

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reindexed {
    /// How many notes were read again.
    pub notes: u64,
    /// The embedder whose vectors they have now.
    pub model: String,
}

impl Store {
    /// Reads all notes again; `told` hears how many of how many are done.
    ///
    /// # Errors
    /// [`StoreError::Stopped`], with the notes done so far in the index; an embedder that fails; a
    /// file that can't be written to.
    pub fn reindex(&self, told: &dyn Fn(u64, u64), stop: &Stop) -> Result<Reindexed, StoreError> {
        let (mut done, mut after) = (0, 0);
        loop {
            let (batch, left) = self.batch_after(after, stop)?;
            told(done, done + left);
            let Some(last) = batch.last() else {
                let model = self.embedder.name().to_owned();
                return Ok(Reindexed { notes: done, model });
            };
            after = last.id.0;
            done += batch.len() as u64;
            self.index_again(&batch, stop)?;
        }
    }

    /// The next notes, and how many there are with them.
    fn batch_after(&self, id: i64, stop: &Stop) -> Result<(Vec<Note>, u64), StoreError> {
        self.connections.read(stop, |snapshot| {
            let count = "SELECT count(*) FROM notes WHERE id > ?1";
            let left = snapshot
                .prepare_cached(count)?
                .query_row([id], |row| row.get(0))?;
            let sql = "SELECT id FROM notes WHERE id > ?1 ORDER BY id LIMIT ?2";
            let mut ids = snapshot.prepare_cached(sql)?;
            let ids = ids.query_map((id, BATCH), |row| row.get(0))?;
            let batch = ids.map(|id| notes::read(snapshot, NoteId(id?)));
            Ok((batch.collect::<Result<_, _>>()?, left))
        })
    }

    fn index_again(&self, batch: &[Note], stop: &Stop) -> Result<(), StoreError> {
        let mut made = Vec::with_capacity(batch.len());
        for note in batch {
            if stop.is_now() {
                return Err(StoreError::Stopped);
            }
            made.push(Vectors::of(
                &*self.embedder,
                &note.title,
                &note.tags,
                &note.content,
            )?);
        }
        self.connections.write(stop, |change| {
            for (note, vectors) in batch.iter().zip(&made) {
                let there = notes::read(change, note.id);
                match there {
                    // NB. made or changed meanwhile: it was indexed with that.
                    Ok(now) if now != *note => {}
                    Ok(now) => {
                        words::index(change, &now)?;
                        meaning::write(change, now.id, vectors)?;
                    }
                    Err(StoreError::NoSuchNote(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        })
    }
}
