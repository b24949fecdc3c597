//! To be written.

pub(crate) mod schema;
