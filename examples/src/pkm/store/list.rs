//! Notes in order, page by page.
//!
//! In: which notes, in which order, from where. Out: a page, and where the next one begins. A
//! cursor names the last note of its page by what it is ordered by, so that notes which come and
//! go meanwhile neither hide others nor show them twice.

use super::{Note, NoteId, Stop, Store, StoreError, notes};
use crate::pkm::text;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

/// In which order notes are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Changed last, first.
    #[default]
    Updated,
    /// Made last, first.
    Created,
    /// By title.
    Title,
}

/// Which notes to list.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// Only notes with this tag.
    pub tag: Option<String>,
    /// Only these notes.
    pub ids: Option<Vec<NoteId>>,
    /// The order.
    pub order: Order,
    /// How many at most.
    pub limit: u32,
    /// Where the page before ended.
    pub cursor: Option<String>,
}

/// A page of notes.
#[derive(Debug, Clone)]
pub struct Page {
    /// The notes.
    pub notes: Vec<Note>,
    /// How many there are on all pages.
    pub total: u64,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
}

impl Order {
    /// What is compared, and how.
    fn sql(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Updated => ("updated", "<", "DESC"),
            Self::Created => ("created", "<", "DESC"),
            Self::Title => ("title_key", ">", "ASC"),
        }
    }

    fn letter(self) -> char {
        match self {
            Self::Updated => 'u',
            Self::Created => 'c',
            Self::Title => 't',
        }
    }

    /// `u12:2026-07-28T…`: the order, the id, and what it is ordered by.
    fn cursor(self, note: &Note) -> String {
        let key = match self {
            Self::Updated => note.updated.clone(),
            Self::Created => note.created.clone(),
            Self::Title => text::key(&note.title),
        };
        format!("{}{}:{key}", self.letter(), note.id.0)
    }

    fn read_cursor(self, cursor: &str) -> Result<(String, i64), StoreError> {
        let read = || {
            let (id, key) = cursor.strip_prefix(self.letter())?.split_once(':')?;
            Some((key.to_owned(), id.parse().ok()?))
        };
        read().ok_or(StoreError::NotACursor)
    }
}

/// Conditions, and the values for their question marks.
#[derive(Default)]
struct Filter {
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl Filter {
    fn of(wish: &Wish) -> Self {
        let mut filter = Self::default();
        if let Some(tag) = &wish.tag {
            let key = text::key(tag.trim().trim_start_matches('#').trim());
            let with = "id IN (SELECT note FROM tags WHERE tag_key = ?)";
            filter.push(with.to_owned(), [key.into()]);
        }
        if let Some(ids) = &wish.ids {
            let places = vec!["?"; ids.len()].join(",");
            filter.push(
                format!("id IN ({places})"),
                ids.iter().map(|id| id.0.into()),
            );
        }
        filter
    }

    fn push(&mut self, condition: String, values: impl IntoIterator<Item = Value>) {
        self.conditions.push(condition);
        self.values.extend(values);
    }

    fn sql(&self) -> String {
        match self.conditions.is_empty() {
            true => String::new(),
            false => format!(" WHERE {}", self.conditions.join(" AND ")),
        }
    }
}

impl Store {
    /// A page of notes.
    ///
    /// # Errors
    /// A cursor of another order; an id that no note has; a file that can't be read.
    pub fn list(&self, wish: &Wish, stop: &Stop) -> Result<Page, StoreError> {
        self.connections.read(stop, |snapshot| {
            for id in wish.ids.iter().flatten() {
                if !is_there(snapshot, *id)? {
                    return Err(StoreError::NoSuchNote(*id));
                }
            }
            page(snapshot, wish)
        })
    }
}

fn is_there(connection: &Connection, id: NoteId) -> Result<bool, StoreError> {
    let mut note = connection.prepare_cached("SELECT 1 FROM notes WHERE id = ?1")?;
    Ok(note.exists([id.0])?)
}

fn page(connection: &Connection, wish: &Wish) -> Result<Page, StoreError> {
    let mut filter = Filter::of(wish);
    let sql = format!("SELECT count(*) FROM notes{}", filter.sql());
    let total = connection
        .prepare_cached(&sql)?
        .query_row(params_from_iter(&filter.values), |row| row.get::<_, u64>(0))?;
    let (key, after, direction) = wish.order.sql();
    if let Some(cursor) = &wish.cursor {
        let (last, id) = wish.order.read_cursor(cursor)?;
        let condition = format!("({key}, id) {after} (?, ?)");
        filter.push(condition, [last.into(), id.into()]);
    }
    let sql = format!(
        "SELECT id, title, content, created, updated FROM notes{} ORDER BY {key} {direction}, id {direction} LIMIT {}",
        filter.sql(),
        u64::from(wish.limit) + 1
    );
    let mut rows = connection.prepare_cached(&sql)?;
    let rows = rows.query_map(params_from_iter(&filter.values), notes::of_row)?;
    let mut found: Vec<Note> = rows.collect::<Result<_, _>>()?;
    let more = found.len() > wish.limit as usize;
    found.truncate(wish.limit as usize);
    for note in &mut found {
        note.tags = notes::tags_of(connection, note.id)?;
    }
    let last = found.last().filter(|_| more);
    Ok(Page {
        next: last.map(|note| wish.order.cursor(note)),
        notes: found,
        total,
    })
}
