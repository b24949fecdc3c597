//! What a model can call: seven tools, as methods of one value.
//!
//! In: checked arguments. Out: what the store found, or an error in words that say what to do.
//! The tools are plain `fn`s, because SQLite blocks: the framework runs them on threads of their
//! own. None decides anything about notes; that is the store's.

use super::answers::{Entry, Listed, Matches, ReindexedNotes, ScoredMatches};
use super::store::{Change, Draft, NoteId, Order, Stop, Store, StoreError, Wish};
use mcp_runtime::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The tools, on a store.
#[derive(Debug)]
pub struct Notes {
    store: Store,
}

/// In which order notes are listed.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Sort {
    /// Changed last, first.
    #[default]
    Updated,
    /// Made last, first.
    Created,
    /// By title, from A to Z and from 가 to 힣.
    Title,
}

/// Which part of a list to return; its fields are arguments of the tool itself.
#[derive(Debug, Deserialize, JsonSchema)]
struct Part {
    /// The order.
    #[serde(default)]
    order: Sort,
    /// The most notes to return.
    #[serde(default = "twenty")]
    #[schemars(range(min = 1, max = 100))]
    limit: u32,
    /// The `next_cursor` of the page before.
    cursor: Option<String>,
}

fn twenty() -> u32 {
    20
}

impl Notes {
    /// Serves what is in the store.
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}

#[server(
    instructions = "Personal notes in Korean and English. Look with search_notes for words that stand in a note (Korean particles and most endings don't matter), and with semantic_search_notes for what a note means. Read whole notes with list_notes, its `ids` and `with_content`. Notes are Markdown. Ids look like note-12."
)]
impl Notes {
    /// Finds the notes that contain the words of a query, in Korean or English.
    ///
    /// Particles (은/는/이/가/을/를…), upper and lower case and accents don't matter, nor do most endings;
    /// verbs that change their stem (걷다, 걸었다) or have one of one syllable (보다) may need another form.
    /// Notes with all of the words come first, then notes with some of them.
    #[tool(title = "Search notes", read_only, idempotent, open_world = false)]
    fn search_notes(
        &self,
        cx: &Context,
        /// The words to look for. It is plain text: no operators, no quotes needed; signs and emoji
        /// are not looked for.
        #[arg(min_length = 1, max_length = 1000, example = "MCP 인증")]
        query: &str,
        /// The most notes to return.
        #[arg(min = 1, max = 50, default = 5)]
        limit: u32,
    ) -> Result<Matches, StoreError> {
        Ok(self.store.search(query, limit, &stop(cx))?.into())
    }

    /// Finds the notes whose meaning is closest to a question or a description.
    ///
    /// Without a model of the user's own it finds notes that share words, parts of words, and
    /// synonyms of a small bilingual table (`login` finds `인증`); it does not understand sentences.
    /// Notes that are below a small score are left out. For words that stand in a note,
    /// search_notes is more exact.
    #[tool(
        title = "Search notes by meaning",
        read_only,
        idempotent,
        open_world = false
    )]
    fn semantic_search_notes(
        &self,
        cx: &Context,
        /// A question or a description, in Korean or English.
        #[arg(
            min_length = 1,
            max_length = 1000,
            example = "로그인은 어떻게 처리하나?"
        )]
        query: &str,
        /// The most notes to return.
        #[arg(min = 1, max = 50, default = 5)]
        limit: u32,
    ) -> Result<ScoredMatches, StoreError> {
        let stop = stop(cx);
        let (found, unknown) = self.store.search_by_meaning(query, limit, &stop)?;
        Ok(ScoredMatches::new(found, unknown))
    }

    /// Adds a note and returns its id.
    #[tool(title = "Add a note", destructive = false, open_world = false)]
    fn add_note(
        &self,
        cx: &Context,
        /// The title, in one line.
        #[arg(min_length = 1, max_length = 500)]
        title: String,
        /// The text of the note; Markdown is welcome.
        #[arg(max_length = 1_048_576)]
        content: String,
        /// Words by which notes are filed, without `#`.
        #[arg(max_items = 50)]
        tags: Option<Vec<String>>,
    ) -> Result<Entry, StoreError> {
        let draft = Draft {
            title,
            content,
            tags: tags.unwrap_or_default(),
        };
        Ok(Entry::of(self.store.add(&draft, &stop(cx))?, false))
    }

    /// Changes a note: what is given replaces what was there, the rest stays.
    #[tool(title = "Change a note", destructive, idempotent, open_world = false)]
    fn update_note(
        &self,
        cx: &Context,
        /// Which note.
        #[arg(pattern = "^note-[1-9][0-9]*$", example = "note-12")]
        id: &str,
        /// The new title.
        #[arg(min_length = 1, max_length = 500)]
        title: Option<String>,
        /// The new text, whole.
        #[arg(max_length = 1_048_576)]
        content: Option<String>,
        /// The new tags, all of them; `[]` removes them.
        #[arg(max_items = 50)]
        tags: Option<Vec<String>>,
    ) -> Result<Entry, StoreError> {
        let change = Change {
            title,
            content,
            tags,
        };
        let note = self.store.update(NoteId::read(id)?, &change, &stop(cx))?;
        Ok(Entry::of(note, false))
    }

    /// Deletes a note for good.
    ///
    /// The note is returned once more, whole, in case that was a mistake.
    #[tool(title = "Delete a note", destructive, idempotent, open_world = false)]
    fn delete_note(
        &self,
        cx: &Context,
        /// Which note.
        #[arg(pattern = "^note-[1-9][0-9]*$", example = "note-12")]
        id: &str,
    ) -> Result<Entry, StoreError> {
        let note = self.store.delete(NoteId::read(id)?, &stop(cx))?;
        Ok(Entry::of(note, true))
    }

    /// Lists notes page by page, or reads whole notes.
    ///
    /// `tag` or `ids` choose notes, `with_content` returns their whole text.
    #[tool(title = "List notes", read_only, idempotent, open_world = false)]
    fn list_notes(
        &self,
        cx: &Context,
        /// Only notes with this tag.
        tag: Option<String>,
        /// Only these notes, at most `limit` of them on a page.
        #[arg(max_items = 50)]
        ids: Option<Vec<String>>,
        /// Whether the whole text of each note is returned.
        #[arg(default = false)]
        with_content: bool,
        #[arg(flatten)] part: Part,
    ) -> Result<Listed, StoreError> {
        let ids = ids.map(|ids| ids.iter().map(|id| NoteId::read(id)).collect());
        let wish = Wish {
            tag,
            ids: ids.transpose()?,
            order: part.order.into(),
            limit: part.limit,
            cursor: part.cursor,
        };
        let page = self.store.list(&wish, &stop(cx))?;
        Ok(Listed::new(page, with_content))
    }

    /// Indexes all notes again, so that searches find them.
    ///
    /// Needed once after another embedding model was chosen. It tells its progress and may be
    /// cancelled; what is done until then stays.
    #[tool(
        title = "Index all notes again",
        destructive = false,
        idempotent,
        open_world = false
    )]
    fn reindex_notes(&self, cx: &Context) -> Result<ReindexedNotes, StoreError> {
        let told = |done: u64, total: u64| {
            cx.progress(done, total, format!("{done} of {total} notes"));
        };
        Ok(self.store.reindex(&told, &stop(cx))?.into())
    }
}

/// What stops the store's work when the caller no longer wants it.
fn stop(cx: &Context) -> Stop {
    let reporter = cx.reporter();
    Stop::when(move || reporter.is_cancelled())
}

impl From<Sort> for Order {
    fn from(sort: Sort) -> Self {
        match sort {
            Sort::Updated => Self::Updated,
            Sort::Created => Self::Created,
            Sort::Title => Self::Title,
        }
    }
}
