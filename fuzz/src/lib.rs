//! What the fuzz targets check.
//!
//! In: bytes that chance makes, or the files of a corpus. Out: nothing, or a panic that says which
//! promise is broken. Each module has one `check`; the targets only call it.
#![cfg(fuzzing)]
#![forbid(unsafe_code)]

pub mod dispatch;
pub mod envelope;
pub mod frames;
mod steps;
