//! How much of a conversation is remembered.
//!
//! In and out: numbers. A log of any length is read in memory that these bound.

/// How much of a conversation is remembered. What is beyond is forgotten, oldest first.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Requests of one side that wait for an answer.
    pub open_calls: usize,
    /// Ids of one side that were answered, to tell an answer that comes twice.
    pub answered_ids: usize,
    /// Tools whose schemas were seen.
    pub tools: usize,
    /// Bytes of one schema that is kept.
    pub schema_bytes: usize,
    /// Findings about one message; the rest are counted.
    pub findings: usize,
}

/// What [`Limits::default`] holds.
impl Limits {
    /// See [`Limits::open_calls`].
    pub const OPEN_CALLS: usize = 4_096;
    /// See [`Limits::answered_ids`].
    pub const ANSWERED_IDS: usize = 1_024;
    /// See [`Limits::tools`].
    pub const TOOLS: usize = 4_096;
    /// See [`Limits::schema_bytes`].
    pub const SCHEMA_BYTES: usize = 256 * 1024;
    /// See [`Limits::findings`].
    pub const FINDINGS: usize = 100;
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            open_calls: Self::OPEN_CALLS,
            answered_ids: Self::ANSWERED_IDS,
            tools: Self::TOOLS,
            schema_bytes: Self::SCHEMA_BYTES,
            findings: Self::FINDINGS,
        }
    }
}
