//! JSON Schemas: checking arguments by them, and saying what is wrong.
//!
//! In: a schema of the vocabulary that this project generates, and the text of arguments. Out:
//! whether they fit, every fault in words that a model can act on, and an example that would fit.
//! It never resolves a network address, and never makes a `Value` of what it checks.

mod accept;
mod ahead;
mod check;
mod checker;
mod compile;
mod equal;
mod error;
mod example;
mod finish;
mod nearest;
mod node;
mod number;
mod read;
mod report;
mod sample;
mod words;

pub use checker::{Checker, NoPatterns, Pattern, Patterns};
pub use error::SchemaError;
pub use example::{example, example_with};
pub use nearest::nearest;
#[cfg(feature = "explain")]
pub(crate) use read::leads_inside;
pub use report::{ArgumentFault, MOST_FAULTS, Report};
