//! The members of a result that several checks look at.
//!
//! In: a result. Out: its parts, found in one walk: a result may be long, and each walk passes all
//! of it. It judges nothing.

use crate::json::{Kind, Raw};

/// The parts of a result; none of a value that is no object.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ResultParts<'a> {
    pub(super) content: Option<Raw<'a>>,
    pub(super) structured: Option<Raw<'a>>,
    pub(super) is_error: Option<Raw<'a>>,
    pub(super) result_type: Option<Raw<'a>>,
    pub(super) task: Option<Raw<'a>>,
    pub(super) meta: Option<Raw<'a>>,
}

impl<'a> ResultParts<'a> {
    pub(super) fn of(result: Raw<'a>) -> Self {
        if result.kind() != Kind::Object {
            return ResultParts::default();
        }
        let [content, structured, is_error, result_type, task, meta] = result.pick([
            "content",
            "structuredContent",
            "isError",
            "resultType",
            "task",
            "_meta",
        ]);
        ResultParts {
            content,
            structured,
            is_error,
            result_type,
            task,
            meta,
        }
    }

    /// Whether a tool says that it failed.
    pub(super) fn failed(&self) -> bool {
        self.is_error.and_then(Raw::as_bool) == Some(true)
    }
}
