//! To be written.

pub(crate) mod drive;
pub(crate) mod outgoing;
#[cfg(all(unix, feature = "stdio"))]
mod thread;

#[cfg(test)]
mod tests;
