//! The notes of `--demo`.
//!
//! In: nothing. Out: samples, the first of which gets the id `note-1`. They live in memory, so
//! nothing that is done to them outlasts the program.

/// One note of the demonstration.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// Its title.
    pub title: &'static str,
    /// Its text.
    pub content: &'static str,
    /// Its tags.
    pub tags: &'static [&'static str],
}

/// All of them.
pub const NOTES: &[Sample] = &[Sample {
    title: "MCP 인증 흐름",
    content: "MCP 서버는 OAuth 2.1로 인증한다. 클라이언트는 먼저 메타데이터를 읽는다.",
    tags: &["mcp", "oauth"],
}];
