//! A personal notes server, in Korean and English: a whole product on the framework.
//!
//! In: a file of notes, or none for a demonstration. Out: a server with seven tools. Each part
//! knows only those below it:
//!
//! - `tools`: what a model can call, and the words it reads
//! - [`store`]: the notes in SQLite, found by their words and by their meaning
//! - [`embed`]: texts become vectors
//! - `text`: texts become the words that are searched for
//! - [`demo`]: the notes of `--demo`

mod answers;
pub mod demo;
pub mod embed;
pub mod store;
mod text;
mod tools;

pub use tools::Notes;

use mcp_runtime::prelude::*;

/// The server, for the program and for tests.
pub fn server(notes: Notes) -> Server {
    Server::new("pkm", env!("CARGO_PKG_VERSION"))
        .title("Personal notes")
        .description("Notes in Korean and English, found by their words and by their meaning")
        .mount(notes)
}
