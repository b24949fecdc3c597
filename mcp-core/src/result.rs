//! What all results have in common.
//!
//! In and out: the `resultType` of 2026-07-28, and the result that says nothing but that it is
//! done. Which result belongs to which method is not known here.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::meta::MetaObject;
use crate::wire::with;

/// What kind of answer a result is (since 2026-07-28). Extensions add kinds, so the set is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResultType(Cow<'static, str>);

impl ResultType {
    /// The answer that was asked for.
    pub const COMPLETE: Self = Self(Cow::Borrowed("complete"));
    /// Questions that must be answered before the same request is sent again.
    pub const INPUT_REQUIRED: Self = Self(Cow::Borrowed("input_required"));

    /// A kind that an extension defines.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self(name.into())
    }

    /// The kind as it is written in messages.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The answer to `ping`, `logging/setLevel` and other requests that have nothing to tell (every
/// revision).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EmptyResult {
    /// What kind of answer it is; since 2026-07-28, and then demanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl EmptyResult {
    /// `{}`.
    pub fn new() -> Self {
        Self::default()
    }

    with! {
        /// Says what kind of answer it is.
        with_result_type(result_type: ResultType);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_result_is_an_empty_object() {
        assert_eq!(serde_json::to_string(&EmptyResult::new()).unwrap(), "{}");
        let read: EmptyResult = serde_json::from_str(r#"{"_meta":null,"x":1}"#).unwrap();
        assert_eq!(read, EmptyResult::new());
    }

    #[test]
    fn an_unknown_result_type_is_kept() {
        let text = r#"{"resultType":"task"}"#;
        let read: EmptyResult = serde_json::from_str(text).unwrap();
        assert_eq!(read.result_type, Some(ResultType::new("task")));
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }
}
