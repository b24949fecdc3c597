//! A user's crate of another edition, in which the framework has another name and is the only
//! dependency. All items are public, so that every lint about what a crate shows applies to them.
//!
//! In: `crate = …` on each attribute. Out: that it compiles without a warning is the proof.

#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::unwrap_used
)]

use sdk::prelude::*;

/// The framework under a path of this crate's own.
pub mod inner {
    pub use sdk as framework;
}

/// A page of a list.
#[derive(sdk::serde::Deserialize, sdk::serde::Serialize, sdk::schemars::JsonSchema)]
#[serde(crate = "sdk::serde")]
#[schemars(crate = "sdk::schemars")]
pub struct Page {
    /// Its number.
    pub number: u32,
}

/// Turns a page.
#[tool(crate = sdk, title = "Turn")]
pub async fn turn(
    cx: &Context,
    /// The page that lies open.
    page: Page,
    #[arg(min = 1, default = 1)] by: u32,
) -> Result<Page, String> {
    if cx.is_cancelled() {
        return Err("cancelled".to_owned());
    }
    Ok(Page {
        number: page.number + by,
    })
}

/// Counts words.
#[tool(crate = "crate::inner::framework")]
pub fn count(#[arg(min_length = 1)] text: &str) -> usize {
    text.split_whitespace().count()
}

/// A shelf of books.
pub struct Shelf {
    /// Their titles.
    pub books: Vec<String>,
}

#[server(crate = crate::inner::framework, instructions = "Knows books.")]
impl Shelf {
    /// All titles.
    #[tool(read_only)]
    pub async fn books(&self) -> Vec<String> {
        self.books.clone()
    }

    /// What is no tool stays what it is.
    pub fn is_empty(&self) -> bool {
        self.books.is_empty()
    }
}

#[server(part = Lending, crate = sdk)]
impl Shelf {
    /// Whether a book is there.
    #[tool(inline)]
    pub fn has(&self, title: String) -> bool {
        self.books.contains(&title)
    }
}

/// A tool from a macro of this crate, as another crate would call it.
#[macro_export]
macro_rules! answer {
    ($name:ident, $number:expr) => {
        /// A number.
        #[$crate::inner::framework::tool(crate = $crate::inner::framework)]
        pub async fn $name(#[arg(max = $number)] below: u8) -> u8 {
            below
        }
    };
}
answer!(small, 9);

/// All of it.
pub fn server() -> Server {
    let shelf = std::sync::Arc::new(Shelf { books: Vec::new() });
    Server::new("renamed", "1.0.0")
        .tools(tools![turn, count, small])
        .mount(shelf.clone())
        .mount_part::<Lending, _>(shelf)
}

#[test]
fn the_framework_may_have_another_name() {
    let server = server().build().expect("a server");
    let names: Vec<_> = server.tool_names().collect();
    assert_eq!(names, ["turn", "count", "small", "books", "has"]);
}
