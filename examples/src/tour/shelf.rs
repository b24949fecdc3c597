//! Tools that are methods of a value: `#[server]` on the `impl`, and `.mount(value)`.

use mcp_runtime::prelude::*;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Books. What changes stands in a `Mutex`, since calls run side by side.
#[derive(Default)]
pub(super) struct Shelf {
    books: Mutex<Vec<String>>,
}

#[server(instructions = "The shelf keeps the books it is given.")]
impl Shelf {
    /// Puts a book on the shelf.
    #[tool]
    async fn put_book(
        &self,
        /// The title of the book.
        #[arg(min_length = 1)]
        title: String,
        cx: &Context,
    ) -> usize {
        cx.log(LoggingLevel::Info, format!("got {title}"));
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        books.push(title);
        books.len()
    }

    /// Lists the books on the shelf.
    #[tool(read_only)]
    async fn list_books(&self) -> Vec<String> {
        let books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        books.clone()
    }
}

/// A number that goes up. It is mounted twice, so its tools are `left_add` and `right_add`.
#[derive(Default)]
pub(super) struct Counter {
    total: AtomicI64,
}

#[server]
impl Counter {
    /// Adds to the total and returns it.
    #[tool]
    async fn add(&self, #[arg(default = 1)] amount: i64) -> i64 {
        self.total.fetch_add(amount, Ordering::Relaxed) + amount
    }
}
