//! Whom content is for and how much it matters.
//!
//! In: what a tool says of its content. Out: the same on the wire. Nothing here acts on it.

use serde::{Deserialize, Serialize};

use crate::wire::{self, with};

/// Hints for whoever shows content or hands it to a model (every revision).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Annotations {
    /// Whom it is for; empty says nothing.
    #[serde(
        default,
        deserialize_with = "wire::null_as_default",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub audience: Vec<Role>,
    /// How much it matters, from 0 (may be dropped) to 1 (indispensable).
    #[serde(
        default,
        skip_serializing_if = "wire::no_number",
        serialize_with = "wire::optional_number"
    )]
    pub priority: Option<f64>,
    /// When it was last changed, as `2025-01-12T15:00:58Z`; since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
}

impl Annotations {
    /// Without any hint.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says whom it is for.
    #[must_use]
    pub fn with_audience(mut self, audience: impl IntoIterator<Item = Role>) -> Self {
        self.audience = audience.into_iter().collect();
        self
    }

    /// Says how much it matters; what lies outside 0 to 1 is brought to its nearer end.
    #[must_use]
    pub fn with_priority(mut self, priority: f64) -> Self {
        self.priority = Some(priority.clamp(0.0, 1.0));
        self
    }

    with! {
        /// Says when it was last changed, in ISO 8601.
        with_last_modified(last_modified: String);
    }
}

/// One side of a conversation with a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_said_is_written() {
        let none = serde_json::to_string(&Annotations::new()).unwrap();
        assert_eq!(none, "{}");
        let all = Annotations::new()
            .with_audience([Role::User, Role::Assistant])
            .with_priority(1.0)
            .with_last_modified("2025-01-12T15:00:58Z");
        assert_eq!(
            serde_json::to_string(&all).unwrap(),
            r#"{"audience":["user","assistant"],"priority":1,"lastModified":"2025-01-12T15:00:58Z"}"#
        );
    }

    #[test]
    fn a_priority_lies_between_nothing_and_one() {
        assert_eq!(Annotations::new().with_priority(7.0).priority, Some(1.0));
        assert_eq!(Annotations::new().with_priority(-1.0).priority, Some(0.0));
        let none = Annotations::new().with_priority(f64::NAN);
        assert_eq!(serde_json::to_string(&none).unwrap(), "{}");
    }
}
