//! Long headers cost no more than their length.

use super::{fields, gates, head, status};
use crate::http::HttpOptions;
use crate::http::gates::{media, mirror};
use std::time::{Duration, Instant};

const LONG: usize = 64 * 1024;

#[test]
fn headers_of_64_kib_are_read_at_once() {
    let gates = gates(&HttpOptions::new());
    let start = Instant::now();
    for piece in ["a", "a.", ":", "[", "%00", "localhost:"] {
        let value = piece.repeat(LONG / piece.len());
        let headers: &[(&str, &[u8])] = &[("host", value.as_bytes())];
        assert_eq!(status(&gates, &head("POST", "/mcp", headers)), 400);
    }
    for piece in [
        "a/b,",
        "*/*;q=0,",
        "\"",
        "\"\\",
        ";",
        ",",
        "application/json;q=0,",
    ] {
        let value = piece.repeat(LONG / piece.len());
        let headers = fields(&[
            ("accept", value.as_bytes()),
            ("content-type", value.as_bytes()),
        ]);
        let _ = media::accepted(&headers);
        assert!(media::content(&headers).is_err());
    }
    for piece in ["=?base64?", "A", "?="] {
        let value = format!("=?base64?{}?=", piece.repeat(LONG / piece.len()));
        let _ = mirror::decoded(&value);
    }
    // Quadratic reading would be some 10^9 steps for each of them.
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}
