//! What the parts that move bytes promise, tried with a connection that only knows a few words.

mod client;
mod fake;
mod held;
mod hostile;
mod log;
#[cfg(shuttle)]
mod models;
mod order;
#[cfg(all(target_os = "linux", feature = "stdio"))]
mod orphans;
#[cfg(all(target_os = "linux", feature = "stdio"))]
mod process;
mod pump;
#[cfg(all(target_os = "linux", feature = "stdio"))]
mod real;
mod served;
#[cfg(all(unix, feature = "stdio"))]
mod stdio;
mod streams;
