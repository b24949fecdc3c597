//! What the larger examples are made of, so that tests can serve it as well.
//!
//! In: nothing. Out: servers, ready to be run. Start with `bin/calculator.rs`; read [`tour`] to
//! see everything that a tool can be, and `pkm` to see a whole product.

pub mod everything;
#[cfg(feature = "pkm")]
pub mod pkm;
pub mod tour;
