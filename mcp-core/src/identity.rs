//! Who a peer says it is.
//!
//! In and out: names, versions, icons. All of it is said by the peer about itself, so it is for
//! showing and logging; nothing may be decided by it.

use serde::{Deserialize, Serialize};

use crate::wire::{self, with};

/// The program at one end of a conversation (every revision; members note since when).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Implementation {
    /// Its name, for programs.
    pub name: String,
    /// Its name, for people; since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its version.
    pub version: String,
    /// What it is for; since 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Where to read more; since 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website_url: Option<String>,
    /// Pictures of it; since 2025-11-25.
    #[serde(
        default,
        deserialize_with = "wire::null_as_default",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub icons: Vec<Icon>,
}

impl Implementation {
    /// A program of this name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            version: version.into(),
            description: None,
            website_url: None,
            icons: Vec::new(),
        }
    }

    with! {
        /// Sets the name shown to people.
        with_title(title: String);
        /// Says what the program is for.
        with_description(description: String);
        /// Says where to read more.
        with_website_url(website_url: String);
    }

    /// Sets the pictures.
    #[must_use]
    pub fn with_icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.icons = icons.into_iter().collect();
        self
    }
}

/// A picture that stands for something (since 2025-11-25).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Icon {
    /// Where it is: an `https:` or `data:` address.
    pub src: String,
    /// What kind of picture it is, where the source does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The sizes it is good for, as `48x48`, or `any`.
    #[serde(
        default,
        deserialize_with = "wire::null_as_default",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub sizes: Vec<String>,
    /// The background it is drawn for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<IconTheme>,
}

impl Icon {
    /// The picture at this address.
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            mime_type: None,
            sizes: Vec::new(),
            theme: None,
        }
    }

    with! {
        /// Says what kind of picture it is.
        with_mime_type(mime_type: String);
        /// Says which background it is drawn for.
        with_theme(theme: IconTheme);
    }

    /// Says which sizes it is good for.
    #[must_use]
    pub fn with_sizes<S: Into<String>>(mut self, sizes: impl IntoIterator<Item = S>) -> Self {
        self.sizes = sizes.into_iter().map(Into::into).collect();
        self
    }
}

/// The background an [`Icon`] is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum IconTheme {
    /// A light one.
    Light,
    /// A dark one.
    Dark,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_implementation_has_two_members_and_empty_ones_stay() {
        let written = serde_json::to_string(&Implementation::new("", "")).unwrap();
        assert_eq!(written, r#"{"name":"","version":""}"#);
    }

    #[test]
    fn unknown_members_are_ignored_and_null_counts_as_absent() {
        let read: Implementation = serde_json::from_str(
            r#"{"name":"a","version":"1","title":null,"icons":null,"vendor":{"x":1}}"#,
        )
        .unwrap();
        assert_eq!(read, Implementation::new("a", "1"));
    }

    #[test]
    fn a_full_one_reads_what_it_writes() {
        let full = Implementation::new("a", "1")
            .with_title("A")
            .with_description("d")
            .with_website_url("https://example.com")
            .with_icons([Icon::new("https://example.com/a.png")
                .with_mime_type("image/png")
                .with_sizes(["48x48", "any"])
                .with_theme(IconTheme::Dark)]);
        let text = serde_json::to_string(&full).unwrap();
        assert!(text.contains(r#""websiteUrl":"https://example.com""#));
        assert!(text.contains(r#""mimeType":"image/png""#));
        assert!(text.contains(r#""theme":"dark""#));
        assert_eq!(serde_json::from_str::<Implementation>(&text).unwrap(), full);
    }
}
