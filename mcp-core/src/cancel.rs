//! Saying that an answer is no longer wanted.
//!
//! In and out: the id of a request. Whether such a request is running, and what becomes of it, is
//! for whoever keeps it.

use serde::{Deserialize, Serialize};

use crate::meta::MetaObject;
use crate::rpc::Id;
use crate::wire::with;

/// Parameters of `notifications/cancelled` (every revision, Utilities: Cancellation).
///
/// The schema of 2025-11-25 lets the id be left out; its text does not, and neither does this.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CancelledNotificationParams {
    /// The request whose answer is no longer wanted.
    pub request_id: Id,
    /// Why, for logs and people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<MetaObject>,
}

impl CancelledNotificationParams {
    /// Gives up this request, without saying why.
    pub fn new(request_id: impl Into<Id>) -> Self {
        Self {
            request_id: request_id.into(),
            reason: None,
            meta: None,
        }
    }

    with! {
        /// Says why.
        with_reason(reason: String);
        /// Adds what travels along.
        with_meta(meta: MetaObject);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<CancelledNotificationParams, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn the_id_keeps_its_type() {
        for text in [
            r#"{"requestId":0}"#,
            r#"{"requestId":"0"}"#,
            r#"{"requestId":"a","reason":""}"#,
        ] {
            let cancelled = read(text).unwrap();
            assert_eq!(serde_json::to_string(&cancelled).unwrap(), text);
        }
        let number = read(r#"{"requestId":0}"#).unwrap();
        assert_ne!(number, read(r#"{"requestId":"0"}"#).unwrap());
    }

    #[test]
    fn without_an_id_nothing_is_cancelled() {
        for text in ["{}", r#"{"requestId":null}"#, r#"{"requestId":1.5}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
