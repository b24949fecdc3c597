//! The words of findings on errors: what they say, leave unsaid, or say wrongly.
//!
//! In and out: texts. See `rows!` for what each row holds.

use crate::explain::code::{Code, Row, Severity, rows};
use crate::explain::lang::Words;

pub(in crate::explain) use super::codes::{OF_THE_APPLICATION, code_words};

rows! {
    /// What an error says.
    ERROR_EXPLAINED = "error-explained", Note {
        title: "the error {code} means: {meaning}", "오류 {code}의 뜻: {meaning}";
        found: "{code}", "{code}";
        expected: "nothing: an error is an answer too", "없음: 오류도 하나의 응답입니다";
        rule: "{when}", "{when}";
        next: "{next}", "{next}";
    }
}
