//! What the parts that move bytes promise, tried with a connection that only knows a few words.

mod fake;
mod pump;
#[cfg(all(unix, feature = "stdio"))]
mod stdio;
mod streams;
