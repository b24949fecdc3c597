//! Texts become the words that are searched for.
//!
//! In: titles, contents and queries. Out: words to keep, words to look for, and parts of texts to
//! show. It knows no table and no tool, only FTS5's language and that spaces divide words there.
//!
//! - `fold`: letters that people take for the same; `cut`: where words end
//! - `korean`, `english`: what is attached to words
//! - `atoms`: the pieces that are kept in the order of the text
//! - `index`: the words of a note; `query`: the words of a query; `snippet`: the place that fits it

mod atoms;
mod cut;
mod english;
mod fold;
mod index;
mod korean;
mod list;
mod matches;
mod parts;
mod query;
mod snippet;
mod terms;

pub(super) use fold::{is_blank, key};
pub(super) use index::words;
pub(super) use korean::final_consonant;
pub(super) use parts::parts;
pub(super) use query::Query;
pub(super) use snippet::{beginning, snippet};
