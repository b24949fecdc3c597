//! Lists in pages, and how long answers stay fresh.
//!
//! In and out: the parameters of every `…/list` request, and the scope of a cached answer. Cursors
//! are opaque here: who makes them reads them. It never looks into one.

use serde::{Deserialize, Serialize};

use crate::meta::RequestMeta;
use crate::wire::with;

/// Parameters of a request for one page of a list (every revision, Utilities: Pagination).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PaginatedRequestParams {
    /// Where the page begins: the `nextCursor` of the page before. None is the first page; an
    /// empty text is a cursor like any other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// What travels along.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<RequestMeta>,
}

impl PaginatedRequestParams {
    /// The first page.
    pub fn new() -> Self {
        Self::default()
    }

    with! {
        /// Says where the page begins.
        with_cursor(cursor: String);
        /// Adds what travels along.
        with_meta(meta: RequestMeta);
    }
}

/// Who may be given a cached answer (since 2026-07-28, Utilities: Caching).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum CacheScope {
    /// Anybody.
    Public,
    /// Only who presents the same credentials.
    #[default]
    Private,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_is_no_cursor_and_an_empty_one_is() {
        let read = |text| serde_json::from_str::<PaginatedRequestParams>(text).unwrap();
        assert_eq!(read(r#"{"cursor":null}"#), PaginatedRequestParams::new());
        let empty = read(r#"{"cursor":""}"#);
        assert_eq!(empty.cursor.as_deref(), Some(""));
        assert_eq!(serde_json::to_string(&empty).unwrap(), r#"{"cursor":""}"#);
    }

    #[test]
    fn what_is_not_said_to_be_public_is_private() {
        assert_eq!(CacheScope::default(), CacheScope::Private);
        assert_eq!(
            serde_json::to_string(&CacheScope::Public).unwrap(),
            r#""public""#
        );
    }
}
