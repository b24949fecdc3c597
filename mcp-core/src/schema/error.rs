//! Why a schema can't be used.
//!
//! In: the place in the schema and what stands there. Out: one sentence. It never holds an
//! argument: what is wrong with those is an [`ArgumentFault`](super::ArgumentFault).

use std::fmt;

/// A schema that can't be compiled: where, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SchemaError {
    /// The place in the schema, as in `properties.limit.minimum`; empty for the whole.
    pub path: String,
    /// What is wrong there, without a full stop.
    pub problem: String,
}

impl SchemaError {
    /// An error at a place in the schema.
    pub fn new(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            problem: problem.into(),
        }
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            write!(f, "{}", self.problem)
        } else {
            write!(f, "at `{}`: {}", self.path, self.problem)
        }
    }
}

impl std::error::Error for SchemaError {}
