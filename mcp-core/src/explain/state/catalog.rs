//! What the server said it has: tools with their schemas, and names of other things.
//!
//! In: the results of lists. Out: what calls are checked by. Bounded by the limits.

/// What the server said it has.
#[derive(Debug, Default)]
pub(in crate::explain) struct Catalog {}
