//! To be written.

pub(crate) mod drive;
pub(crate) mod outgoing;
