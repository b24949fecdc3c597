//! The words of findings on the envelope: one row for each kind of fault that the classifier has.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

rows! {
    /// `id` is null.
    ID_NULL = "id-null", Error {
        title: "{message}", "{message}";
        found: "null", "null";
        expected: "a string or an integer", "문자열 또는 정수";
        rule: "MCP, every revision, Base Protocol, Requests", "MCP, 모든 개정판, Base Protocol, Requests";
        next: "give the request an id", "요청에 id를 넣으세요";
    }
}
