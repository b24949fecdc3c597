//! What a client noted in its own log.
//!
//! In: a line that is no message and was not sent. Out: a finding, when a client says in it that it
//! could not read its server. Most such lines say nothing about the conversation.

use crate::explain::finding::Finding;
use crate::explain::words::text as words;

/// The finding about it, when there is one.
pub(in crate::explain) fn met(text: &[u8], line: u64) -> Option<Finding> {
    could_not_read(text).then(|| Finding::new(words::CLIENT_COULD_NOT_READ, line))
}

/// Whether a client reports that it could not read a line of its server.
fn could_not_read(text: &[u8]) -> bool {
    /// Reports stand near the beginning of their line.
    const HEAD: usize = 400;
    const REPORTS: [&str; 6] = [
        " is not valid JSON",
        "Unexpected end of JSON input",
        "Failed to parse message: ",
        "Failed to parse JSONRPC message",
        "in JSON at position ",
        "after JSON at position ",
    ];
    let head = String::from_utf8_lossy(text.get(..HEAD).unwrap_or(text));
    REPORTS.iter().any(|report| head.contains(report))
}

#[cfg(test)]
mod tests {
    use super::met;

    #[test]
    fn a_client_that_could_not_read_its_server_is_heard() {
        for report in [
            "[weather] [error] Unexpected token 'W', \"Weather se\"... is not valid JSON",
            "[warning] Failed to parse message: \"ready\\n\"",
            "Failed to parse JSONRPC message from server",
            "[notes] [error] Unexpected end of JSON input",
        ] {
            assert!(met(report.as_bytes(), 1).is_some(), "{report}");
        }
        assert!(met(b"[info] Server started and connected", 1).is_none());
    }
}
