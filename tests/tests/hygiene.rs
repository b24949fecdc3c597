//! Generated code in difficult surroundings: no prelude, shadowed names, strict lints, greedy
//! traits, macros, conditions, lifetimes. (An older edition and another name for the framework are in
//! the crate `renamed`.) That it compiles without a warning is the proof; clippy runs over it
//! with every warning an error.

#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used
)]
// What the functions here do is beside the point.
#![allow(
    clippy::unused_async,
    clippy::unused_self,
    clippy::unnecessary_wraps,
    clippy::redundant_closure_for_method_calls
)]

#[path = "hygiene/conditions.rs"]
mod conditions;
#[path = "hygiene/greedy.rs"]
mod greedy;
#[path = "hygiene/lifetimes.rs"]
mod lifetimes;
#[path = "hygiene/lints.rs"]
mod lints;
#[path = "hygiene/made.rs"]
mod made;
#[path = "hygiene/no_prelude.rs"]
mod no_prelude;
#[path = "hygiene/same_names.rs"]
mod same_names;
